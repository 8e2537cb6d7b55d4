import { isAccountLocked, type User } from '@portal/contract';
import { Banner, Button, formatDate, moveFocusOnUnmount } from '@portal/ui';
import { useCancelAccountDeletionMutation } from '../../api/account-deletion.api.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';

interface DeletionBannerProps {
  user: User;
  dueAt: string;
}

/** Shown on every page while the deletion of the account is pending. */
export function DeletionBanner({ user, dueAt }: DeletionBannerProps) {
  const [cancel, { error, isLoading, isSuccess }] = useCancelAccountDeletionMutation();
  const date = formatDate(new Date(dueAt));
  return (
    <Banner
      actions={
        // The API rejects the call of a quarantined user.
        !user.quarantinedAt && (
          <Button
            ref={moveFocusOnUnmount}
            size="sm"
            // The banner disappears when the user is loaded again.
            loading={isLoading || isSuccess}
            loadingText="Cancelling..."
            onClick={() => void cancel({ params: { userId: user.id } })}
          >
            Keep my account
          </Button>
        )
      }
    >
      <span className="block font-medium">
        {isAccountLocked(user)
          ? `Your account is set to be deleted on ${date}. Deletion waits while it is paused.`
          : `Your account will be deleted on ${date}.`}
      </span>
      <ErrorAlert error={error} title="The deletion was not cancelled" />
    </Banner>
  );
}
