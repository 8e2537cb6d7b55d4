import type { WorkspaceAuditEntry } from '@portal/contract';
import { Button, Card, keepFocusAtEnd, SkeletonText, Timestamp } from '@portal/ui';
import { useState } from 'react';
import { useListWorkspaceAuditEntriesInfiniteQuery } from '../../api/audit.api.ts';
import { FailureBox } from '../../requests/failure-box.tsx';
import { actOf } from './activity-words.ts';

/** What was done to a workspace and by whom, for its owner; asked for when somebody wants to see it. */
export function Activity({ workspaceId }: { workspaceId: string }) {
  const [shown, setShown] = useState(false);
  return (
    <Card title="Activity" description="Who did what to this workspace.">
      {shown ? (
        <Entries workspaceId={workspaceId} />
      ) : (
        <Button ref={keepFocusAtEnd} onClick={() => setShown(true)}>
          Show activity
        </Button>
      )}
    </Card>
  );
}

function Entries({ workspaceId }: { workspaceId: string }) {
  const { data, error, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useListWorkspaceAuditEntriesInfiniteQuery({ params: { workspaceId } }, { refetchOnMountOrArgChange: true });
  const entries = data?.pages.flatMap((page) => page.entries);
  return (
    <div className="grid gap-3">
      <FailureBox error={error} title="The activity could not be loaded" onRetry={() => void refetch()} />
      {!entries && !error && <SkeletonText lines={6} />}
      {entries && (
        <ol className="divide-y divide-line">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {entries?.length === 0 && <p className="text-secondary">Nothing was done yet.</p>}
      {entries && (
        <div className="flex gap-2">
          <Button
            size="sm"
            icon="refresh"
            loading={isFetching && !isFetchingNextPage}
            disabled={isFetchingNextPage}
            onClick={() => void refetch()}
          >
            Refresh
          </Button>
          {hasNextPage && (
            <Button
              ref={keepFocusAtEnd}
              size="sm"
              loading={isFetchingNextPage}
              disabled={isFetching && !isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              Show more
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function Entry({ entry }: { entry: WorkspaceAuditEntry }) {
  const { who, what } = actOf(entry);
  return (
    <li className="flex items-baseline justify-between gap-6 py-2">
      <p className="min-w-0 wrap-anywhere">
        <bdi className="font-medium text-strong">{who}</bdi> {what}
      </p>
      <span className="flex-none text-secondary">
        <Timestamp date={entry.occurredAt} />
      </span>
    </li>
  );
}
