import { isAccountLocked, type User } from '@portal/contract';
import { Banner, Button, formatDate, moveFocusOnUnmount } from '@portal/ui';
import { Link } from 'react-router';
import { useCancelAccountDeletionMutation } from '../../api/account-deletion.api.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { paths } from '../../lib/paths.ts';

interface PendingDeletionProps {
  user: User;
  dueAt: string;
}

/** Says when the account is deleted, and lets the user keep it. */
export default function PendingDeletion({ user, dueAt }: PendingDeletionProps) {
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
      {!isAccountLocked(user) && (
        <span className="block">
          You asked us to delete it.{' '}
          <Link to={`${paths.profile}#delete-account`} className="underline underline-offset-3">
            See what will be deleted
          </Link>
        </span>
      )}
      <ErrorAlert error={error} title="The deletion was not cancelled" />
    </Banner>
  );
}
