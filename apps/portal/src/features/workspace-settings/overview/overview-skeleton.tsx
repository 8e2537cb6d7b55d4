import { canManageMembers, type Workspace } from '@portal/contract';
import { Card, Skeleton, SkeletonText } from '@portal/ui';

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
            <div className="grid gap-4">
              <Skeleton className="h-18" />
              <Skeleton className="h-51" />
            </div>
          </Card>
        ) : (
          members
        )}
      </div>
      <div className="grid min-w-0 gap-6">
        <Card title="Instance">
          <SkeletonText lines={5} className="h-55" />
        </Card>
        {seesActivity && members}
      </div>
    </div>
  );
}
