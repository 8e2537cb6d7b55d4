import { Button, moveFocusOnUnmount } from '@portal/ui';
import { isOutcomeUnknown, useRestartSubscriptionMutation } from '../api/billing.api.ts';
import { useUser } from '../api/session.api.ts';
import { ErrorAlert } from './error-alert.tsx';

/** The button that starts an ended subscription again. The notice beside it says what is charged. */
export function StartAgain() {
  const { id: userId } = useUser();
  const [restart, { isLoading, error }] = useRestartSubscriptionMutation();
  return (
    <>
      <Button
        ref={moveFocusOnUnmount}
        size="sm"
        variant="primary"
        confirmClick
        confirmText="Start and pay? Click again"
        loading={isLoading}
        onClick={() => void restart({ params: { userId } })}
      >
        Start again
      </Button>
      <ErrorAlert
        error={error}
        title={
          isOutcomeUnknown(error)
            ? 'We can’t tell whether your subscription started. It is safe to try again.'
            : 'Your subscription was not started'
        }
      />
    </>
  );
}
