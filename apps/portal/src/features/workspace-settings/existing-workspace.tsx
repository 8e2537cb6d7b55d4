import { mayManageMembers, mayEditWorkspace } from '@portal/contract';
import { Badge, Button, PageTitle, SkeletonText } from '@portal/ui';
import { Link } from 'react-router';
import { useGetWorkspaceQuery } from '../../api/workspaces.api.ts';
import { paths } from '../../navigation/paths.ts';
import { FailureBox } from '../../requests/failure-box.tsx';
import { EditWorkspace } from './edit-workspace.tsx';
import { EndOfWorkspace } from './end-of-workspace.tsx';
import { InviteForm } from './invite-form.tsx';
import { MembersTable } from './members-table.tsx';
import { ReturnToWorkspaces } from './return-to-workspaces.tsx';

export function ExistingWorkspace({ workspaceId }: { workspaceId: string }) {
  const { data: workspace, error, refetch } = useGetWorkspaceQuery({ params: { workspaceId } });
  if (!workspace) {
    return (
      <div className="mx-auto grid max-w-form gap-6">
        <PageTitle title="Workspace Details" actions={<ReturnToWorkspaces />} />
        {error ? <FailureBox error={error} onRetry={() => void refetch()} /> : <SkeletonText lines={8} />}
      </div>
    );
  }
  return (
    <div className="mx-auto grid max-w-[60rem] gap-6">
      <PageTitle
        title={workspace.displayName}
        subtitle="From here you can manage this workspace and invite users to be part of it."
        badges={workspace.isDefault && <Badge tone="info">DEFAULT</Badge>}
        actions={
          <>
            <ReturnToWorkspaces />
            <Button icon="key" render={<Link to={paths.workspaceApiTokens(workspace.id)}>API Tokens</Link>}>
              API Tokens
            </Button>
            <Button
              variant="primary"
              icon="arrow-right"
              render={<Link to={paths.workspaceGo(workspace.id)}>Go to workspace</Link>}
            >
              Go to workspace
            </Button>
          </>
        }
      />
      <EditWorkspace workspace={workspace} readOnly={!mayEditWorkspace(workspace.role)} />
      <MembersTable workspace={workspace} />
      {mayManageMembers(workspace.role) && <InviteForm workspace={workspace} />}
      <EndOfWorkspace workspace={workspace} />
    </div>
  );
}
