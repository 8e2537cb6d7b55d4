import type { Workspace, WorkspaceOverview } from '@portal/contract';
import { Badge, Button } from '@portal/ui';
import { Link, useParams } from 'react-router';
import { useGetWorkspaceOverviewQuery } from '../../../api/workspace-overview.api.ts';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { GoToWorkspaceButton } from '../../../components/go-to-workspace-button.tsx';
import { isWorkspaceNotFound } from '../../../components/workspace-error-alert.tsx';
import { usePageWorkspace, WorkspacePage } from '../../../components/workspace-page.tsx';
import { paths } from '../../../lib/paths.ts';
import { ApprovalsBadge } from '../details/approvals.tsx';
import { AttentionCard } from './attention-card.tsx';
import { ChangesCard } from './changes-card.tsx';
import { InstanceCard } from './instance-card.tsx';
import { MembersCard } from './members-card.tsx';
import { OverviewSkeleton } from './overview-skeleton.tsx';

export function Component() {
  const { workspaceId = '' } = useParams();
  return <OverviewPage key={workspaceId} workspaceId={workspaceId} />;
}

/** What needs attention in a workspace, who is in it, what changed, and whether its instance is alive. What it shows depends on the role. */
function OverviewPage({ workspaceId }: { workspaceId: string }) {
  const loaded = usePageWorkspace(workspaceId);
  const overview = useGetWorkspaceOverviewQuery({ params: { workspaceId } }, { refetchOnMountOrArgChange: true });
  // A workspace that no longer exists is not shown, although it is cached.
  const isGone = isWorkspaceNotFound(overview.error);
  const error = loaded.error ?? (isGone ? overview.error : undefined);
  const workspace = isGone ? undefined : loaded.workspace;
  return (
    <WorkspacePage
      {...{ workspaceId, workspace, error }}
      onRetry={loaded.refetch}
      name="Overview"
      subtitle={workspace?.description ?? 'What needs attention in this workspace.'}
      badges={
        workspace && (
          <>
            {workspace.isDefault && <Badge tone="info">DEFAULT</Badge>}
            <ApprovalsBadge workspace={workspace} />
          </>
        )
      }
      actions={
        <>
          <Button icon="settings" render={<Link to={paths.workspaceSettings(workspaceId)} />}>
            Settings
          </Button>
          <GoToWorkspaceButton variant="primary" icon="arrow-right" workspaceId={workspaceId} />
        </>
      }
    >
      {workspace && overview.error && (
        <>
          <ErrorAlert
            error={overview.error}
            title="The overview could not be loaded"
            isRetrying={overview.isFetching}
            onRetry={() => void overview.refetch()}
          />
          <InstanceCard workspace={workspace} />
        </>
      )}
      {workspace && overview.data && !overview.error && <Cards workspace={workspace} overview={overview.data} />}
      {(!workspace || overview.isLoading) && <OverviewSkeleton workspace={workspace} />}
    </WorkspacePage>
  );
}

interface CardsProps {
  workspace: Workspace;
  overview: WorkspaceOverview;
}

function Cards({ workspace, overview }: CardsProps) {
  const { activity } = overview;
  const members = <MembersCard workspaceId={workspace.id} overview={overview} />;
  return (
    <div className="overview-columns">
      <div className="grid min-w-0 gap-6">
        <AttentionCard workspaceId={workspace.id} overview={overview} />
        {activity ? <ChangesCard workspaceId={workspace.id} activity={activity} /> : members}
      </div>
      <div className="grid min-w-0 gap-6">
        <InstanceCard workspace={workspace} seenAt={overview.instanceSeenAt} />
        {activity && members}
      </div>
    </div>
  );
}
