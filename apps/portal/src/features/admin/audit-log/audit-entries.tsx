import { auditCalls, type AuditSelection } from '@portal/contract';
import { Button, EmptyState } from '@portal/ui';
import { useListAuditEntriesInfiniteQuery } from '../../../api/audit.api.ts';
import { addressOf } from '../../../http/request.ts';
import { useSettings } from '../../../settings/settings-context.ts';
import { EntryTable } from './entry-table.tsx';

/** More than anybody reads, and than a page shows quickly. */
const mostShown = 500;

export interface AuditEntriesProps {
  selection: AuditSelection;
  onClear: () => void;
}

export function AuditEntries({ selection, onClear }: AuditEntriesProps) {
  const { authApiUrl } = useSettings();
  const pages = useListAuditEntriesInfiniteQuery({ query: selection }, { refetchOnMountOrArgChange: true });
  const entries = pages.currentData?.pages.flatMap((page) => page.entries);
  const isFull = entries !== undefined && entries.length >= mostShown && pages.hasNextPage;
  const isFiltered = Object.keys(selection).length > 0;
  const csv = (
    <a
      href={addressOf(authApiUrl, auditCalls.exportAuditEntries, { query: selection })}
      target="_blank"
      rel="noreferrer"
    >
      Download CSV
    </a>
  );
  return (
    <>
      <EntryTable
        title="Entries"
        rows={entries}
        pages={{ ...pages, hasNextPage: pages.hasNextPage && !isFull }}
        empty={
          <EmptyState
            icon="search"
            title="No entry is like that"
            text={isFiltered ? 'Fewer filters find more.' : undefined}
            action={isFiltered && <Button onClick={onClear}>Clear Filters</Button>}
          />
        }
        actions={
          <>
            <Button
              size="sm"
              icon="refresh"
              loading={pages.isFetching && !pages.isFetchingNextPage && entries !== undefined}
              onClick={() => void pages.refetch()}
            >
              Refresh
            </Button>
            <Button size="sm" icon="download" render={csv}>
              Download CSV
            </Button>
          </>
        }
      />
      {isFull && (
        <p role="status" className="text-center text-secondary">
          These are the newest {mostShown}. Narrow the filters to see older ones, or download all of them.
        </p>
      )}
    </>
  );
}
