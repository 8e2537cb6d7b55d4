import { Card } from '@portal/ui';
import { useGetBillingDetailsQuery } from '../../api/billing.api.ts';
import { useUser } from '../../api/session.api.ts';
import { PaymentOutcome, usePaymentOutcome } from '../../payments/payment-outcome.tsx';
import { Payments } from '../../payments/payments.tsx';
import { FailureBox } from '../../requests/failure-box.tsx';

/** For somebody who is suspended: what is open, and how to settle it. */
export function WaysToPay() {
  const { id: userId } = useUser();
  const outcome = usePaymentOutcome();
  const { error, refetch } = useGetBillingDetailsQuery({ params: { userId } });
  return (
    <>
      <PaymentOutcome outcome={outcome} />
      <Card title="Subscription">
        <div className="grid gap-5">
          <Payments awaitsCard={outcome === 'pending'} />
          <FailureBox error={error} title="The ways to pay could not be loaded" onRetry={() => void refetch()} />
        </div>
      </Card>
    </>
  );
}
