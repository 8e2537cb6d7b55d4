import { canManageMembers, type Workspace } from '@portal/contract';
import { Card, Skeleton, SkeletonDescriptionList } from '@portal/ui';
import { ActivityRowsSkeleton } from '../activity/activity-skeleton.tsx';

const barHeights = ['h-2', 'h-6', 'h-3', 'h-9', 'h-1', 'h-4'];

/** As tall as the overview of a workspace with two members, in which nothing needs attention. Most users own their workspaces. */
export function OverviewSkeleton({ workspace }: { workspace: Workspace | undefined }) {
  const seesActivity = !workspace || canManageMembers(workspace.role);
  const members = (
    <Card title="Members">
      <div className="grid gap-2">
        <Skeleton className="h-7" />
        <Skeleton className="h-7" />
        <Skeleton className="h-5" />
      </div>
    </Card>
  );
  return (
    <div className="overview-columns">
      <div className="grid min-w-0 gap-6">
        <Card title="Needs attention">
          <Skeleton className="h-9" />
        </Card>
        {seesActivity ? (
          <Card title="Recent changes">
            <div aria-hidden className="grid gap-4">
              <div className="grid h-18 gap-2">
                <div className="flex h-12 items-end gap-0.5">
                  {Array.from({ length: 30 }, (_, day) => (
                    <Skeleton key={day} className={`flex-1 ${barHeights[day % barHeights.length] ?? ''}`} />
                  ))}
                </div>
                <Skeleton className="h-3.5 w-44" />
              </div>
              <div className="h-51 overflow-hidden border-t border-line">
                <ActivityRowsSkeleton count={5} />
              </div>
            </div>
          </Card>
        ) : (
          members
        )}
      </div>
      <div className="grid min-w-0 gap-6">
        <Card title="Instance">
          <div className="h-55">
            <SkeletonDescriptionList names={['Host', 'Type', 'Last request', 'Your role']} />
          </div>
        </Card>
        {seesActivity && members}
      </div>
    </div>
  );
}
