import { restoreDays, type Workspace } from '@portal/contract';
import { Button, Card, ConfirmModal, type ButtonProps } from '@portal/ui';
import { useState, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router';
import { useLeaveWorkspaceMutation } from '../../api/members.api.ts';
import { useDeleteWorkspaceMutation } from '../../api/workspaces.api.ts';
import { FailureBox, type FailureBoxProps } from '../../requests/failure-box.tsx';
import { workspaceEnded, type EndTold } from '../../navigation/ended-workspace.ts';
import { paths } from '../../navigation/paths.ts';
import { useForgetOnLeaving } from './forget-on-leaving.ts';

interface EndProps {
  readonly workspace: Workspace;
}

/** Owners delete a workspace, everybody else leaves it. */
export function EndOfWorkspace({ workspace }: EndProps) {
  return workspace.role === 'OWNER' ? (
    <DeleteWorkspace workspace={workspace} />
  ) : (
    <LeaveWorkspace workspace={workspace} />
  );
}

function DeleteWorkspace({ workspace }: EndProps) {
  const [remove, request] = useDeleteWorkspaceMutation();
  return (
    <EndCard
      workspace={workspace}
      title="Delete this workspace"
      description="Its members lose access and its API tokens stop working at once."
      action={{ label: 'Delete Workspace', icon: 'trash', loadingText: 'Deleting...' }}
      expected={workspace.displayName}
      ended={`${workspace.displayName} was deleted.`}
      end={() => remove({ params: { workspaceId: workspace.id } })}
      request={request}
    >
      The workspace goes away for everybody who is a member of it, and its API tokens stop working at once. Support can
      bring it back for {restoreDays} days, but not its tokens.
    </EndCard>
  );
}

function LeaveWorkspace({ workspace }: EndProps) {
  const [leave, request] = useLeaveWorkspaceMutation();
  return (
    <EndCard
      workspace={workspace}
      title="Leave this workspace"
      description="You can come back when somebody invites you again."
      action={{ label: 'Leave Workspace', icon: 'logout', loadingText: 'Leaving...' }}
      ended={`You left ${workspace.displayName}.`}
      end={() => leave({ params: { workspaceId: workspace.id } })}
      request={request}
    >
      You lose access to <strong>{workspace.displayName}</strong>, and the API tokens that you made stop working.
    </EndCard>
  );
}

interface EndCardProps extends EndProps {
  readonly title: string;
  readonly description: string;
  readonly action: { readonly label: string; readonly icon: ButtonProps['icon']; readonly loadingText: string };
  /** What has to be typed first. */
  readonly expected?: string;
  /** What the list of workspaces tells afterwards. */
  readonly ended: string;
  readonly end: () => Promise<{ readonly error?: unknown }>;
  readonly request: {
    readonly error?: FailureBoxProps['error'];
    readonly isLoading: boolean;
    readonly isSuccess: boolean;
  };
  /** What comes of it. */
  readonly children: ReactNode;
}

function EndCard({ workspace, title, description, action, expected, ended, end, request, children }: EndCardProps) {
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const dispatch = useDispatch();
  const forgetOnLeaving = useForgetOnLeaving(workspace.id);
  const { label, icon, loadingText } = action;
  const confirm = async () => {
    const result = await end();
    if (result.error) return;
    forgetOnLeaving();
    dispatch(workspaceEnded({ workspaceId: workspace.id, ended }));
    const state: EndTold = workspace.isDefault
      ? { ended: `${ended} It was your default workspace.`, wasDefault: true }
      : { ended };
    // One step back leads to where the user was before, and not to what is no more.
    await navigate(paths.workspaces, { state, replace: true });
  };
  return (
    <Card title={title} description={description}>
      <Button icon={icon} loading={request.isLoading} loadingText={loadingText} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmModal
        open={asking}
        onOpenChange={setAsking}
        title={`${title}?`}
        {...(expected !== undefined && { expected, expectedLabel: 'Type the name of the workspace' })}
        confirmLabel={label}
        loading={request.isLoading || request.isSuccess}
        loadingText={loadingText}
        error={<FailureBox error={request.error} />}
        onConfirm={() => void confirm()}
      >
        {children}
        {/* The list tells where a login leads from then on. */}
        {workspace.isDefault && <p className="mt-2">It is your default workspace, to which a login leads.</p>}
      </ConfirmModal>
    </Card>
  );
}
