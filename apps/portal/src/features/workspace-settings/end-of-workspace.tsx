import type { Workspace } from '@portal/contract';
import { Button, Card, ConfirmModal } from '@portal/ui';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useLeaveWorkspaceMutation } from '../../api/members.api.ts';
import { useDeleteWorkspaceMutation } from '../../api/workspaces.api.ts';
import { FailureBox } from '../../requests/failure-box.tsx';
import type { EndTold } from '../../navigation/end-told.ts';
import { paths } from '../../navigation/paths.ts';
import { useForgetOnLeaving } from './forget-on-leaving.ts';

/** Owners delete a workspace, everybody else leaves it. */
export function EndOfWorkspace({ workspace }: { workspace: Workspace }) {
  return workspace.role === 'OWNER' ? (
    <DeleteWorkspace workspace={workspace} />
  ) : (
    <LeaveWorkspace workspace={workspace} />
  );
}

function DeleteWorkspace({ workspace }: { workspace: Workspace }) {
  const [asking, setAsking] = useState(false);
  const [remove, { error, isLoading, isSuccess }] = useDeleteWorkspaceMutation();
  const navigate = useNavigate();
  const forgetOnLeaving = useForgetOnLeaving(workspace.id);
  const confirm = async () => {
    const result = await remove({ params: { workspaceId: workspace.id } });
    if (result.error) return;
    forgetOnLeaving();
    await navigate(paths.workspaces, {
      state: { ended: `${workspace.displayName} was deleted.`, wasDefault: workspace.isDefault } satisfies EndTold,
    });
  };
  return (
    <Card title="Delete this workspace" description="Its members lose access and its API tokens stop working at once.">
      <Button icon="trash" loading={isLoading} loadingText="Deleting..." onClick={() => setAsking(true)}>
        Delete Workspace
      </Button>
      <ConfirmModal
        open={asking}
        onOpenChange={setAsking}
        title="Delete this workspace?"
        expected={workspace.displayName}
        expectedLabel="Type the name of the workspace"
        confirmLabel="Delete Workspace"
        loading={isLoading || isSuccess}
        loadingText="Deleting..."
        error={<FailureBox error={error} />}
        onConfirm={() => void confirm()}
      >
        The workspace goes away for everybody who is a member of it, and its API tokens stop working at once.
        <DefaultEnds workspace={workspace} />
      </ConfirmModal>
    </Card>
  );
}

/** Where a login leads afterwards depends on what else there is, so only what ends is told. */
function DefaultEnds({ workspace: { isDefault } }: { workspace: Workspace }) {
  return isDefault && <p className="mt-2">It is your default workspace, to which a login leads.</p>;
}

function LeaveWorkspace({ workspace }: { workspace: Workspace }) {
  const [asking, setAsking] = useState(false);
  const [leave, { error, isLoading }] = useLeaveWorkspaceMutation();
  const navigate = useNavigate();
  const forgetOnLeaving = useForgetOnLeaving(workspace.id);
  const confirm = async () => {
    const result = await leave({ params: { workspaceId: workspace.id } });
    if (result.error) return;
    forgetOnLeaving();
    await navigate(paths.workspaces, {
      state: { ended: `You left ${workspace.displayName}.`, wasDefault: workspace.isDefault } satisfies EndTold,
    });
  };
  return (
    <Card title="Leave this workspace" description="You can come back when somebody invites you again.">
      <Button icon="logout" onClick={() => setAsking(true)}>
        Leave Workspace
      </Button>
      <ConfirmModal
        open={asking}
        onOpenChange={setAsking}
        title="Leave this workspace?"
        confirmLabel="Leave Workspace"
        loading={isLoading}
        loadingText="Leaving..."
        error={<FailureBox error={error} />}
        onConfirm={() => void confirm()}
      >
        You lose access to <strong>{workspace.displayName}</strong>, and the API tokens that you made stop working.
        <DefaultEnds workspace={workspace} />
      </ConfirmModal>
    </Card>
  );
}
