import { auditCalls, type AuditExportQuery } from '@portal/contract';
import { Button, EmptyState } from '@portal/ui';
import { useListAuditEntriesInfiniteQuery } from '../../../api/audit.api.ts';
import { callUrl } from '../../../api/http/build-request.ts';
import { useSettings } from '../../../lib/settings-context.ts';
import { AuditEntryTable } from './audit-entry-table.tsx';

/** More rows would make the page slow. */
const maxShown = 500;

export interface AuditEntriesProps {
  filters: AuditExportQuery;
  onClear: () => void;
}

export function AuditEntries({ filters, onClear }: AuditEntriesProps) {
  const { authApiUrl } = useSettings();
  const query = useListAuditEntriesInfiniteQuery({ query: filters }, { refetchOnMountOrArgChange: true });
  const entries = query.currentData?.pages.flatMap((page) => page.entries);
  const isLimitReached = entries !== undefined && entries.length >= maxShown && query.hasNextPage;
  const { kind, ...otherFilters } = filters;
  const isFiltered = kind === 'reads' || Object.keys(otherFilters).length > 0;
  const csv = (
    <a href={callUrl(authApiUrl, auditCalls.exportAuditEntries, { query: filters })} target="_blank" rel="noreferrer">
      Download CSV
    </a>
  );
  return (
    <>
      <AuditEntryTable
        title="Entries"
        rows={entries}
        query={{ ...query, hasNextPage: query.hasNextPage && !isLimitReached }}
        empty={
          <EmptyState
            icon="search"
            title="No entries match"
            text={isFiltered ? 'Remove some filters to see more.' : undefined}
            action={isFiltered && <Button onClick={onClear}>Clear filters</Button>}
          />
        }
        actions={
          <>
            <Button
              size="sm"
              icon="refresh"
              loading={query.isFetching && !query.isFetchingNextPage && entries !== undefined}
              onClick={() => void query.refetch()}
            >
              Refresh
            </Button>
            <Button size="sm" icon="download" render={csv}>
              Download CSV
            </Button>
          </>
        }
      />
      {isLimitReached && (
        <p role="status" className="text-center text-secondary">
          Showing the newest {maxShown} entries. Narrow the filters to see older ones, or download them all.
        </p>
      )}
    </>
  );
}
