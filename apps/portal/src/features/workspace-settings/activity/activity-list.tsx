import { auditCalls, type Call, type WorkspaceAuditEntry, type WorkspaceAuditExportQuery } from '@portal/contract';
import {
  Button,
  Card,
  EmptyState,
  formatDateWithWeekday,
  moveFocusToAddedRowOnUnmount,
  moveFocusToSectionOnUnmount,
  VisuallyHidden,
} from '@portal/ui';
import { useListWorkspaceAuditEntriesInfiniteQuery } from '../../../api/audit.api.ts';
import { callUrl } from '../../../api/http/build-request.ts';
import { isLimitReached, LimitNote, RefreshButton } from '../../../components/audit-lists.tsx';
import { DownloadButton } from '../../../components/download-button.tsx';
import { ErrorAlert, NextPageError } from '../../../components/error-alert.tsx';
import { useSettings } from '../../../lib/settings-context.ts';
import { ActivityEntry } from './activity-entry.tsx';
import { ActivityEntriesSkeleton } from './activity-skeleton.tsx';
import { sharedNames } from './describe-activity.ts';
import { targetOf, type ExistingTargets } from './entry-target.ts';

interface ActivityListProps {
  workspaceId: string;
  filters: WorkspaceAuditExportQuery;
  existing: ExistingTargets;
  /** What the reader should know about the entries. */
  description: string;
  onClear: () => void;
}

/** The entries that the filters select, below a heading for each day, and their downloads. */
export function ActivityList({ workspaceId, filters, existing, description, onClear }: ActivityListProps) {
  const params = { workspaceId };
  const { authApiUrl } = useSettings();
  const urlOf = (call: Call) => callUrl(authApiUrl, call, { params, query: filters });
  const query = useListWorkspaceAuditEntriesInfiniteQuery(
    { params, query: filters },
    { refetchOnMountOrArgChange: true },
  );
  const { isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } = query;
  const entries = query.currentData?.pages.flatMap((page) => page.entries);
  const shared = sharedNames(entries ?? []);
  const error = isFetchNextPageError ? undefined : query.error;
  const isFull = isLimitReached(entries, query);
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Card
      title="Entries"
      description={description}
      actions={
        <>
          {isFiltered && (
            <Button ref={moveFocusToSectionOnUnmount} size="sm" icon="x" onClick={onClear}>
              Clear filters
            </Button>
          )}
          <RefreshButton query={query} isLoaded={entries !== undefined} />
          <DownloadButton url={urlOf(auditCalls.exportWorkspaceAuditCsv)} format="CSV" />
          <DownloadButton url={urlOf(auditCalls.exportWorkspaceAuditNdjson)} format="NDJSON" />
        </>
      }
    >
      {/* As high with few entries as while they load. */}
      <div className="grid min-h-96 content-start gap-5">
        <ErrorAlert error={error} title="The activity could not be loaded" onRetry={() => void refetch()} />
        {!entries && !error && <ActivityEntriesSkeleton />}
        <VisuallyHidden>
          <span role="status">{entries && describeCount(entries.length, query.hasNextPage)}</span>
        </VisuallyHidden>
        {entries &&
          daysOf(entries).map(({ day, entries: ofDay }) => (
            <section key={day} aria-label={day}>
              <h3 className="border-b border-line pb-1 text-sm text-secondary">{day}</h3>
              <ol className="divide-y divide-line">
                {ofDay.map((entry) => (
                  <ActivityEntry
                    key={entry.id}
                    entry={entry}
                    target={targetOf(entry, workspaceId, existing)}
                    shared={shared}
                    isBelowDay
                  />
                ))}
              </ol>
            </section>
          ))}
        {entries?.length === 0 &&
          (isFiltered ? (
            <EmptyState
              icon="search"
              title="No entries match"
              text="Remove some filters to see more."
              action={
                <Button ref={moveFocusToSectionOnUnmount} onClick={onClear}>
                  Clear filters
                </Button>
              }
            />
          ) : (
            <EmptyState icon="search" title="No activity yet" text="Changes to this workspace appear here." />
          ))}
        <NextPageError
          list={{
            nextPageError: isFetchNextPageError ? query.error : undefined,
            isFetching,
            fetchNextPage: () => void fetchNextPage(),
          }}
          listName="the activity"
        />
        {query.hasNextPage && !isFull && !isFetchNextPageError && (
          <div className="text-center">
            <Button
              ref={moveFocusToAddedRowOnUnmount}
              size="sm"
              loading={isFetchingNextPage}
              disabled={isFetching && !isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              Show more
            </Button>
          </div>
        )}
        {isFull && <LimitNote />}
      </div>
    </Card>
  );
}

const describeCount = (count: number, hasMore: boolean) =>
  hasMore ? `The newest ${count} entries are shown` : `${count} ${count === 1 ? 'entry' : 'entries'} found`;

/** Groups entries, which are in the order of time, by their local day. */
function daysOf(entries: readonly WorkspaceAuditEntry[]) {
  const days = new Map<string, WorkspaceAuditEntry[]>();
  for (const entry of entries) {
    const day = formatDateWithWeekday(new Date(entry.occurredAt));
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days].map(([day, ofDay]) => ({ day, entries: ofDay }));
}
