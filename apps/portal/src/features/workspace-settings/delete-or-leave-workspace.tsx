import { restoreWindowDays, type Workspace } from '@portal/contract';
import { Button, Card, ConfirmModal, type ButtonProps } from '@portal/ui';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router';
import { useLeaveWorkspaceMutation } from '../../api/members.api.ts';
import { workspaceRemoved } from '../../api/removed-workspaces.ts';
import { clearWorkspaceCache, useDeleteWorkspaceMutation } from '../../api/workspaces.api.ts';
import { ErrorAlert, type ErrorAlertProps } from '../../components/error-alert.tsx';
import type { FlashMessage } from '../../lib/flash-message.ts';
import { paths } from '../../lib/paths.ts';

interface DeleteOrLeaveProps {
  readonly workspace: Workspace;
}

/** Owners can delete a workspace. All other members can leave it. */
export function DeleteOrLeaveWorkspace({ workspace }: DeleteOrLeaveProps) {
  return workspace.role === 'OWNER' ? (
    <DeleteWorkspace workspace={workspace} />
  ) : (
    <LeaveWorkspace workspace={workspace} />
  );
}

function DeleteWorkspace({ workspace }: DeleteOrLeaveProps) {
  const [remove, request] = useDeleteWorkspaceMutation();
  return (
    <ConfirmedActionCard
      workspace={workspace}
      title="Delete this workspace"
      description="All members lose access, and all API tokens stop working."
      action={{ label: 'Delete Workspace', icon: 'trash', loadingText: 'Deleting...' }}
      expected={workspace.displayName}
      successMessage={`${workspace.displayName} was deleted.`}
      onConfirm={() => remove({ params: { workspaceId: workspace.id } })}
      request={request}
    >
      All members lose access now, and all API tokens stop working. Support can restore the workspace within{' '}
      {restoreWindowDays} days, without its tokens.
    </ConfirmedActionCard>
  );
}

function LeaveWorkspace({ workspace }: DeleteOrLeaveProps) {
  const [leave, request] = useLeaveWorkspaceMutation();
  return (
    <ConfirmedActionCard
      workspace={workspace}
      title="Leave this workspace"
      description="You need a new invitation to join again."
      action={{ label: 'Leave Workspace', icon: 'logout', loadingText: 'Leaving...' }}
      successMessage={`You left ${workspace.displayName}.`}
      onConfirm={() => leave({ params: { workspaceId: workspace.id } })}
      request={request}
    >
      You lose access to <strong>{workspace.displayName}</strong>, and the API tokens you created stop working.
    </ConfirmedActionCard>
  );
}

interface ConfirmedActionCardProps extends DeleteOrLeaveProps {
  readonly title: string;
  readonly description: string;
  readonly action: { readonly label: string; readonly icon: ButtonProps['icon']; readonly loadingText: string };
  /** The text that the user must type to confirm. */
  readonly expected?: string;
  /** Shown on the list of workspaces afterwards. */
  readonly successMessage: string;
  readonly onConfirm: () => Promise<{ readonly error?: unknown }>;
  readonly request: {
    readonly error?: ErrorAlertProps['error'];
    readonly isLoading: boolean;
    readonly isSuccess: boolean;
  };
  /** The consequences, for the dialog. */
  readonly children: ReactNode;
}

function ConfirmedActionCard({
  workspace,
  title,
  description,
  action,
  expected,
  successMessage,
  onConfirm,
  request,
  children,
}: ConfirmedActionCardProps) {
  const [isConfirming, setConfirming] = useState(false);
  const navigate = useNavigate();
  const dispatch = useDispatch();
  const clearCacheOnLeave = useClearCacheOnLeave(workspace.id);
  const { label, icon, loadingText } = action;
  const confirm = async () => {
    const result = await onConfirm();
    if (result.error) return;
    clearCacheOnLeave();
    dispatch(workspaceRemoved({ workspaceId: workspace.id, message: successMessage }));
    const state: FlashMessage = workspace.isDefault
      ? { message: `${successMessage} It was your default workspace.`, removedDefault: true }
      : { message: successMessage };
    // Replaces the history entry, so that a step back does not return to the removed workspace.
    await navigate(paths.workspaces, { state, replace: true });
  };
  return (
    <Card title={title} description={description}>
      <Button icon={icon} loading={request.isLoading} loadingText={loadingText} onClick={() => setConfirming(true)}>
        {label}
      </Button>
      <ConfirmModal
        open={isConfirming}
        onOpenChange={setConfirming}
        title={`${title}?`}
        {...(expected !== undefined && {
          confirmationText: expected,
          confirmationLabel: 'Type the workspace name to confirm',
        })}
        confirmLabel={label}
        loading={request.isLoading || request.isSuccess}
        loadingText={loadingText}
        error={<ErrorAlert error={request.error} />}
        onConfirm={() => void confirm()}
      >
        {children}
        {workspace.isDefault && <p className="mt-2">This is the default workspace you land in after logging in.</p>}
      </ConfirmModal>
    </Card>
  );
}

/**
 * Returns a function after which the cached workspace is invalidated when its page unmounts, so that a step back does not
 * show it. Earlier, the page would refetch the workspace and show an error.
 */
function useClearCacheOnLeave(workspaceId: string): () => void {
  const dispatch = useDispatch();
  const isRemoved = useRef(false);
  useEffect(
    () => () => {
      // The other components of the page unsubscribe from the cache in the same commit.
      if (isRemoved.current) setTimeout(() => dispatch(clearWorkspaceCache(workspaceId)));
    },
    [dispatch, workspaceId],
  );
  return () => {
    isRemoved.current = true;
  };
}
