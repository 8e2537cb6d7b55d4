import { isAccountLocked, type AccountDeletion, displayEmail } from '@portal/contract';
import {
  Button,
  Card,
  ConfirmModal,
  moveFocusOnUnmount,
  Skeleton,
  Timestamp,
  moveFocusToSectionOnUnmount,
} from '@portal/ui';
import { useState } from 'react';
import {
  useCancelAccountDeletionMutation,
  useGetAccountDeletionQuery,
  useRequestAccountDeletionMutation,
} from '../api/account-deletion.api.ts';
import { useGetOwnCredentialsQuery } from '../api/credentials.api.ts';
import { toRequestError } from '../api/http/request-error.ts';
import { useUser } from '../api/session.api.ts';
import { EndingCredentials, isLoadingCredentials, NameList } from '../components/ending-credentials.tsx';
import { ErrorAlert } from '../components/error-alert.tsx';
import { NewLoginAlert } from '../components/new-login-alert.tsx';
import { definePendingAction } from '../session/pending-action.ts';
import { DeletionBlockers } from './deletion-blockers.tsx';
import { DeletedParts, DeletionEffects, formatDays } from './deletion-effects.tsx';

const deleteAction = definePendingAction<true>('deleteAccount');

/** Lets users delete their account, and keep it while the deletion is pending. */
export function DeleteAccount() {
  const { id: userId } = useUser();
  const { data, error, refetch } = useGetAccountDeletionQuery(
    { params: { userId } },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <Card
      title="Delete your account"
      tone="destructive"
      description={
        !data && !error ? (
          // Keeps the height of the text.
          <span className="block h-15" />
        ) : (
          data?.dueAt === null &&
          `Deletes your profile, your login, your API tokens and your billing, and the workspaces that you own alone. You can change your mind for ${formatDays(data.graceDays)}. After that, the account can’t be restored.`
        )
      }
    >
      <div className="grid gap-4">
        <ErrorAlert
          error={error}
          title="We couldn’t check whether a deletion is scheduled"
          onRetry={() => void refetch()}
        />
        {!data && !error && <Skeleton className="h-9 w-44" />}
        {data &&
          (data.dueAt === null ? (
            <RequestDeletion deletion={data} />
          ) : (
            <PendingDeletion dueAt={data.dueAt} blockers={data.blockers} workspaces={data.workspaces} />
          ))}
      </div>
    </Card>
  );
}

function RequestDeletion({ deletion }: { deletion: AccountDeletion }) {
  const { id: userId, email } = useUser();
  const [request, { error, isLoading, reset }] = useRequestAccountDeletionMutation();
  const isPending = deleteAction.usePending() ?? false;
  const [isConfirming, setConfirming] = useState(isPending);
  const reauthenticate = deleteAction.useReauthenticate();
  const { blockers } = deletion;
  const isBlocked = blockers.length > 0;
  const isOpen = isConfirming && !isBlocked;
  const credentials = useGetOwnCredentialsQuery(
    { params: { userId } },
    { skip: !isOpen, refetchOnMountOrArgChange: true },
  );
  const open = () => {
    reset();
    setConfirming(true);
  };
  const submit = async () => {
    const result = await request({ params: { userId } });
    // The section lists what has come up since it was loaded.
    if (!result.error || toRequestError(result.error)?.type === 'AccountDeletionBlocked') setConfirming(false);
  };
  return (
    <>
      {isBlocked && <DeletionBlockers title="Before you can delete your account:" blockers={blockers} />}
      <div>
        <Button ref={moveFocusOnUnmount} icon="trash" disabled={isBlocked} onClick={open}>
          Delete account...
        </Button>
      </div>
      <ConfirmModal
        open={isOpen}
        onOpenChange={setConfirming}
        title="Delete your account?"
        confirmationText={displayEmail(email)}
        ignoreCase
        initiallyTyped={isPending}
        confirmationLabel="Type your email address to confirm"
        confirmLabel="Delete account"
        pending={isLoadingCredentials(credentials)}
        loading={isLoading}
        loadingText="Deleting..."
        error={<NewLoginAlert error={error} onLogIn={() => reauthenticate(true)} />}
        onConfirm={() => void submit()}
      >
        <div className="grid gap-3">
          <DeletionEffects {...deletion} />
          <EndingCredentials
            query={credentials}
            ownedTokens="stop working"
            creator="You"
            alternative="In workspaces owned by others, programs that must keep running need a token of a service account. Ask the owner for one before you continue."
          />
          <NameList
            title="Your invitations to workspaces owned by others that are cancelled"
            entries={credentials.currentData?.invitations ?? []}
            count={credentials.currentData?.invitationCount ?? 0}
            note="The owner or an Approver can invite them again."
          />
          <OfferNote count={credentials.currentData?.ownershipOfferCount ?? 0} />
        </div>
      </ConfirmModal>
    </>
  );
}

function OfferNote({ count }: { count: number }) {
  if (count === 0) return null;
  const offers =
    count === 1
      ? 'An offer to make you the owner of a workspace ends.'
      : `${count} offers to make you the owner of a workspace end.`;
  return <p>{offers}</p>;
}

interface PendingDeletionProps extends Pick<AccountDeletion, 'blockers' | 'workspaces'> {
  dueAt: string;
}

function PendingDeletion({ dueAt, blockers, workspaces }: PendingDeletionProps) {
  const user = useUser();
  const { id: userId, emailVerified } = user;
  const [cancel, { error, isLoading }] = useCancelAccountDeletionMutation();
  return (
    <>
      <p>
        Your account will be deleted on{' '}
        <strong>
          <Timestamp date={dueAt} relative="disabled" showTime="minutes" />
        </strong>
        . You can keep using it until then. Changed your mind? Cancel here
        <span>{emailVerified ? ' or from our email.' : '.'}</span>
        {isAccountLocked(user) && <span> Deletion waits while the account is paused.</span>}
      </p>
      {blockers.length > 0 && (
        <DeletionBlockers title="We cancel the deletion on that day, unless you do this first:" blockers={blockers} />
      )}
      <div className="grid gap-1.5">
        <p>What happens on that day can’t be undone:</p>
        <DeletedParts workspaces={workspaces} isPending />
      </div>
      <ErrorAlert error={error} title="The deletion was not cancelled" />
      <div>
        <Button
          variant="primary"
          ref={moveFocusToSectionOnUnmount}
          loading={isLoading}
          loadingText="Cancelling..."
          onClick={() => void cancel({ params: { userId } })}
        >
          Keep my account
        </Button>
      </div>
    </>
  );
}
