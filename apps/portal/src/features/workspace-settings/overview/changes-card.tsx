import type { WorkspaceOverview } from '@portal/contract';
import { Card } from '@portal/ui';
import { Link } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { ActivityEntry } from '../activity/activity-entry.tsx';
import { sharedNames } from '../activity/describe-activity.ts';
import { targetOf, type ExistingTargets } from '../activity/entry-target.ts';
import { ActivityDays } from './activity-days.tsx';

/** The page of the tokens says if one no longer exists. The other lists are not loaded here. */
const linkedTargets: ExistingTargets = {
  tokens: { has: () => true },
  serviceAccounts: { has: () => false },
  invitations: { has: () => false },
  webhooks: { has: () => false },
};

interface ChangesCardProps {
  workspaceId: string;
  activity: NonNullable<WorkspaceOverview['activity']>;
}

/** The newest changes, and how many each of the last 30 days had. */
export function ChangesCard({ workspaceId, activity: { entries, days } }: ChangesCardProps) {
  const shared = sharedNames(entries);
  return (
    <Card
      title="Recent changes"
      actions={
        <Link to={paths.workspaceActivity(workspaceId)} className="text-link">
          All activity
        </Link>
      }
    >
      <div className="grid gap-4">
        {days && <ActivityDays days={days} />}
        {/* With few entries as tall as while they load. */}
        <div className="min-h-51">
          {entries.length === 0 ? (
            <p className="text-secondary">No changes yet. What members change in this workspace appears here.</p>
          ) : (
            <ol className="-mb-2 divide-y divide-line border-t border-line">
              {entries.map((entry) => (
                <ActivityEntry
                  key={entry.id}
                  entry={entry}
                  target={targetOf(entry, workspaceId, linkedTargets)}
                  shared={shared}
                />
              ))}
            </ol>
          )}
        </div>
      </div>
    </Card>
  );
}
