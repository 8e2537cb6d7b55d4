import type { WorkspaceAuditEntry } from '@portal/contract';
import { Button, Card, moveFocusToAddedRowOnUnmount, SkeletonText, Timestamp } from '@portal/ui';
import { useState } from 'react';
import { useListWorkspaceAuditEntriesInfiniteQuery } from '../../../api/audit.api.ts';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { describeActivity } from './describe-activity.ts';
import { SettingsSection } from '../shared/settings-section.tsx';

/** The audit entries of a workspace, for its owner. They load when the owner clicks the button. */
export function Activity({ workspaceId }: { workspaceId: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <SettingsSection
      id="activity"
      title="Activity"
      description="Recent changes to this workspace."
      actions={
        !isShown && (
          <Button ref={moveFocusToAddedRowOnUnmount} onClick={() => setShown(true)}>
            Show activity
          </Button>
        )
      }
    >
      {isShown && (
        <Card>
          <Entries workspaceId={workspaceId} />
        </Card>
      )}
    </SettingsSection>
  );
}

function Entries({ workspaceId }: { workspaceId: string }) {
  const { data, error, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useListWorkspaceAuditEntriesInfiniteQuery({ params: { workspaceId } }, { refetchOnMountOrArgChange: true });
  const entries = data?.pages.flatMap((page) => page.entries);
  return (
    <div className="grid gap-3">
      <ErrorAlert error={error} title="The activity could not be loaded" onRetry={() => void refetch()} />
      {!entries && !error && <SkeletonText lines={6} />}
      {entries && (
        <ol className="divide-y divide-line">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {entries?.length === 0 && <p className="text-secondary">No activity yet</p>}
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
              ref={moveFocusToAddedRowOnUnmount}
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
  const { actor, action } = describeActivity(entry);
  return (
    <li className="flex items-baseline justify-between gap-6 py-2">
      <p className="min-w-0 wrap-anywhere">
        <bdi translate="no" className="font-medium text-strong">
          {actor}
        </bdi>{' '}
        {action}
      </p>
      <span className="flex-none text-secondary">
        <Timestamp date={entry.occurredAt} relative="shorthand" />
      </span>
    </li>
  );
}
