import type { WorkspaceAuditEntry } from '@portal/contract';
import { Button, Card, SkeletonText, Timestamp } from '@portal/ui';
import { useState } from 'react';
import { useListWorkspaceAuditEntriesQuery } from '../../api/audit.api.ts';
import { FailureBox } from '../../requests/failure-box.tsx';
import { actOf } from './activity-words.ts';

const step = 20;
/** The API tells no more at once. */
const mostAtOnce = 200;

/** What was done to a workspace and by whom, for its owner; asked for when somebody wants to see it. */
export function Activity({ workspaceId }: { workspaceId: string }) {
  const [limit, setLimit] = useState(0);
  return (
    <Card title="Activity" description="Who did what to this workspace.">
      {limit === 0 ? (
        <Button onClick={() => setLimit(step)}>Show activity</Button>
      ) : (
        <Entries workspaceId={workspaceId} limit={limit} onMore={() => setLimit(limit + step)} />
      )}
    </Card>
  );
}

interface EntriesProps {
  workspaceId: string;
  limit: number;
  onMore: () => void;
}

function Entries({ workspaceId, limit, onMore }: EntriesProps) {
  const { data, currentData, error, isFetching, refetch } = useListWorkspaceAuditEntriesQuery(
    { params: { workspaceId }, query: { limit } },
    { refetchOnMountOrArgChange: true },
  );
  const known = currentData ?? data;
  return (
    <div className="grid gap-3">
      <FailureBox error={error} title="The activity could not be loaded" onRetry={() => void refetch()} />
      {!known && !error && <SkeletonText lines={6} />}
      {known && (
        <ol className="divide-y divide-line">
          {known.entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {known?.entries.length === 0 && <p className="text-secondary">Nothing was done yet.</p>}
      {known && (
        <div className="flex gap-2">
          <Button size="sm" icon="refresh" loading={isFetching} onClick={() => void refetch()}>
            Refresh
          </Button>
          {known.next !== null && limit < mostAtOnce && (
            <Button size="sm" disabled={isFetching} onClick={onMore}>
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
