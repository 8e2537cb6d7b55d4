import { isAccountLocked, type User } from '@portal/contract';
import { Button, formatDate, moveFocusOnUnmount } from '@portal/ui';
import { useCancelAccountDeletionMutation } from '../api/account-deletion.api.ts';
import { ErrorAlert } from './error-alert.tsx';

/** The texts and the button of a deletion of the account that is pending. */
export function usePendingDeletion(user: User, dueAt: string) {
  const [cancel, { error, isLoading, isSuccess }] = useCancelAccountDeletionMutation();
  const date = formatDate(new Date(dueAt));
  return {
    text: isAccountLocked(user)
      ? `Your account is set to be deleted on ${date}. Deletion waits while it is paused.`
      : `Your account will be deleted on ${date}.`,
    // The API rejects the call of a quarantined user.
    action: !user.quarantinedAt && (
      <Button
        ref={moveFocusOnUnmount}
        size="sm"
        // What has the button disappears when the user is loaded again.
        loading={isLoading || isSuccess}
        loadingText="Cancelling..."
        onClick={() => void cancel({ params: { userId: user.id } })}
      >
        Keep my account
      </Button>
    ),
    error: <ErrorAlert error={error} title="The deletion was not cancelled" />,
  };
}
