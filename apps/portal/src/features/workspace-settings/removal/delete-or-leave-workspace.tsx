import { restoreWindowDays, type Workspace } from '@portal/contract';
import { Button, ConfirmModal, type ButtonProps } from '@portal/ui';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { Link, useNavigate } from 'react-router';
import { useGetMemberCredentialsQuery, useGetWorkspaceCredentialsQuery } from '../../../api/credentials.api.ts';
import { useLeaveWorkspaceMutation } from '../../../api/members.api.ts';
import { workspaceRemoved } from '../../../api/cache/removed-workspaces.ts';
import { useGetOwnershipOfferQuery } from '../../../api/ownership.api.ts';
import { useUser } from '../../../api/session.api.ts';
import { clearWorkspaceCache, useDeleteWorkspaceMutation } from '../../../api/workspace-details.api.ts';
import {
  EndingCredentials,
  EndingWorkspaceParts,
  isLoadingCredentials,
  NameList,
} from '../../../components/ending-credentials.tsx';
import { ErrorAlert } from '../../../components/error-alert.tsx';
import { NewLoginAlert } from '../../../components/new-login-alert.tsx';
import type { FlashMessage } from '../../../lib/flash-message.ts';
import { deleteWorkspaceId, paths } from '../../../lib/paths.ts';
import { definePendingAction } from '../../../session/pending-action.ts';
import { EndingMembers } from './ending-members.tsx';
import { DangerRow } from '../shared/danger-row.tsx';
import type { MemberRow } from '../shared/member-rows.ts';
import { ServiceAccountHint } from '../shared/service-account-hint.tsx';

const deleteAction = definePendingAction<true>('deleteWorkspace');

interface DeleteOrLeaveProps {
  readonly workspace: Workspace;
}

interface DeleteProps extends DeleteOrLeaveProps {
  readonly members: readonly MemberRow[];
  /** Whether all members are loaded. */
  readonly isComplete: boolean;
}

/** Owners can delete a workspace. All other members can leave it. */
export function DeleteOrLeaveWorkspace({ workspace, members, isComplete }: DeleteProps) {
  return workspace.role === 'OWNER' ? (
    <DeleteWorkspace {...{ workspace, members, isComplete }} />
  ) : (
    <LeaveWorkspace workspace={workspace} />
  );
}

function DeleteWorkspace({ workspace, members, isComplete }: DeleteProps) {
  const { id: userId } = useUser();
  const [remove, request] = useDeleteWorkspaceMutation();
  const params = { workspaceId: workspace.id };
  const offer = useGetOwnershipOfferQuery({ params });
  const isPending = deleteAction.usePending() ?? false;
  const [isConfirming, setConfirming] = useState(isPending);
  const reauthenticate = deleteAction.useReauthenticate();
  const credentials = useGetWorkspaceCredentialsQuery(
    { params },
    { skip: !isConfirming, refetchOnMountOrArgChange: true },
  );
  return (
    <ConfirmedActionRow
      id={deleteWorkspaceId}
      workspace={workspace}
      title="Delete this workspace"
      description={
        <span>
          All members lose access, and all API tokens stop working.
          {!offer.data?.offer && (
            <>
              {' '}
              To leave the workspace instead,{' '}
              <Link to={paths.transferOwnership(workspace.id)} className="text-link">
                transfer ownership first
              </Link>
              .
            </>
          )}
        </span>
      }
      action={{ label: 'Delete Workspace', icon: 'trash', loadingText: 'Deleting...', variant: 'destructive' }}
      expected={workspace.displayName}
      initiallyTyped={isPending}
      successMessage={`${workspace.displayName} was deleted.`}
      onConfirm={() => remove({ params })}
      request={request}
      error={<NewLoginAlert error={request.error} onLogIn={() => reauthenticate(true)} />}
      pending={isLoadingCredentials(credentials)}
      {...{ isConfirming, setConfirming }}
    >
      <p>
        All members lose access now, and all API tokens stop working. Support can restore the workspace within{' '}
        {restoreWindowDays} days, without its tokens. Your subscription does not change.
      </p>
      <p>
        To keep it for the others,{' '}
        <Link to={paths.transferOwnership(workspace.id)} className="text-link" onClick={() => setConfirming(false)}>
          transfer the ownership
        </Link>{' '}
        instead. To keep the record of what happened,{' '}
        <Link to={paths.workspaceActivity(workspace.id)} className="text-link">
          download the activity
        </Link>{' '}
        first.
      </p>
      <EndingMembers {...{ members, isComplete, userId }} />
      <EndingCredentials
        query={credentials}
        showsMembers
        alternative="Programs that must keep running need a token of another workspace."
      />
      {credentials.currentData && <EndingWorkspaceParts {...credentials.currentData} />}
    </ConfirmedActionRow>
  );
}

function LeaveWorkspace({ workspace }: DeleteOrLeaveProps) {
  const [leave, request] = useLeaveWorkspaceMutation();
  const { id: userId } = useUser();
  const params = { workspaceId: workspace.id };
  const [isConfirming, setConfirming] = useState(false);
  const credentialsQuery = { params: { ...params, userId } };
  const credentials = useGetMemberCredentialsQuery(credentialsQuery, {
    skip: !isConfirming,
    refetchOnMountOrArgChange: true,
  });
  const { invitations = [], invitationCount = 0, hasOwnershipOffer = false } = credentials.currentData ?? {};
  return (
    <ConfirmedActionRow
      workspace={workspace}
      title="Leave this workspace"
      description="You need a new invitation to join again."
      action={{ label: 'Leave Workspace', icon: 'logout', loadingText: 'Leaving...' }}
      successMessage={`You left ${workspace.displayName}.`}
      onConfirm={() => leave({ params })}
      request={request}
      error={<ErrorAlert error={request.error} />}
      pending={isLoadingCredentials(credentials)}
      {...{ isConfirming, setConfirming }}
    >
      <p>
        You lose access to <strong>{workspace.displayName}</strong> now, also in your terminals, and need a new
        invitation to join again.
      </p>
      {hasOwnershipOffer && (
        <p>The offer to make you the owner ends. If you accept it first, the workspace is yours.</p>
      )}
      <EndingCredentials
        query={credentials}
        creator="You"
        alternative={<ServiceAccountHint workspaceId={workspace.id} isOwner={false} />}
      />
      <NameList
        title="Your invitations that are cancelled"
        entries={invitations}
        count={invitationCount}
        note="The owner or an Approver can invite them again."
      />
    </ConfirmedActionRow>
  );
}

interface ConfirmedActionRowProps extends DeleteOrLeaveProps {
  /** The fragment of links to the row. */
  readonly id?: string | undefined;
  readonly title: string;
  readonly description: ReactNode;
  readonly isConfirming: boolean;
  readonly setConfirming: (isConfirming: boolean) => void;
  readonly action: Pick<ButtonProps, 'icon' | 'variant'> & { readonly label: string; readonly loadingText: string };
  /** The text that the user must type to confirm. */
  readonly expected?: string;
  /** Whether the user typed the text before a login. */
  readonly initiallyTyped?: boolean;
  /** Shown on the list of workspaces afterwards. */
  readonly successMessage: string;
  readonly onConfirm: () => Promise<{ readonly error?: unknown }>;
  readonly request: { readonly isLoading: boolean; readonly isSuccess: boolean };
  /** The error of the request, for the dialog. */
  readonly error: ReactNode;
  /** Whether the consequences are still loading. */
  readonly pending: boolean;
  /** The consequences, for the dialog. */
  readonly children: ReactNode;
}

function ConfirmedActionRow({
  id,
  workspace,
  title,
  description,
  action,
  expected,
  initiallyTyped,
  successMessage,
  onConfirm,
  request,
  error,
  pending,
  isConfirming,
  setConfirming,
  children,
}: ConfirmedActionRowProps) {
  const navigate = useNavigate();
  const dispatch = useDispatch();
  const clearCacheOnLeave = useClearCacheOnLeave(workspace.id);
  const { label, icon, variant, loadingText } = action;
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
    <DangerRow
      id={id}
      title={title}
      description={description}
      action={
        <Button {...{ icon, variant, loadingText }} loading={request.isLoading} onClick={() => setConfirming(true)}>
          {label}
        </Button>
      }
    >
      <ConfirmModal
        open={isConfirming}
        onOpenChange={setConfirming}
        title={`${title}?`}
        {...(expected !== undefined && {
          confirmationText: expected,
          initiallyTyped,
          confirmationLabel: 'Type the workspace name to confirm',
        })}
        confirmLabel={label}
        pending={pending}
        loading={request.isLoading || request.isSuccess}
        loadingText={loadingText}
        error={error}
        onConfirm={() => void confirm()}
      >
        <div className="grid gap-3">
          {children}
          {workspace.isDefault && <p>This is the default workspace you land in after logging in.</p>}
        </div>
      </ConfirmModal>
    </DangerRow>
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
