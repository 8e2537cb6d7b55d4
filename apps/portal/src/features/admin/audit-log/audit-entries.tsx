import { auditCalls, type AuditExportQuery } from '@portal/contract';
import { Button, EmptyState, moveFocusToSectionOnUnmount } from '@portal/ui';
import { useListAuditEntriesInfiniteQuery } from '../../../api/audit.api.ts';
import { callUrl } from '../../../api/http/build-request.ts';
import { isLimitReached, LimitNote, RefreshButton } from '../../../components/audit-lists.tsx';
import { DownloadButton } from '../../../components/download-button.tsx';
import { useSettings } from '../../../lib/settings-context.ts';
import { AuditEntryTable } from './audit-entry-table.tsx';

export interface AuditEntriesProps {
  filters: AuditExportQuery;
  onClear: () => void;
}

export function AuditEntries({ filters, onClear }: AuditEntriesProps) {
  const { authApiUrl } = useSettings();
  const query = useListAuditEntriesInfiniteQuery({ query: filters }, { refetchOnMountOrArgChange: true });
  const entries = query.currentData?.pages.flatMap((page) => page.entries);
  const isFull = isLimitReached(entries, query);
  const { kind, ...otherFilters } = filters;
  const isFiltered = kind === 'reads' || Object.keys(otherFilters).length > 0;
  const csvUrl = callUrl(authApiUrl, auditCalls.exportAuditEntries, { query: filters });
  return (
    <>
      <AuditEntryTable
        title="Entries"
        rows={entries}
        query={{ ...query, hasNextPage: query.hasNextPage && !isFull }}
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
            {isFiltered && (
              <Button ref={moveFocusToSectionOnUnmount} size="sm" icon="x" onClick={onClear}>
                Clear filters
              </Button>
            )}
            <RefreshButton query={query} isLoaded={entries !== undefined} />
            <DownloadButton url={csvUrl} format="CSV" />
          </>
        }
      />
      {isFull && <LimitNote />}
    </>
  );
}
