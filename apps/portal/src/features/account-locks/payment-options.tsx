import { Card } from '@portal/ui';
import { useGetBillingDetailsQuery } from '../../api/billing.api.ts';
import { useUser } from '../../api/session.api.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { CheckoutResultAlert, PaymentSection, useCheckoutResult } from '../../components/payment-section.tsx';

/** The subscription and the payment links for a suspended user. */
export function PaymentOptions() {
  const { id: userId } = useUser();
  const checkoutResult = useCheckoutResult();
  const { error, refetch } = useGetBillingDetailsQuery({ params: { userId } });
  return (
    <>
      <CheckoutResultAlert result={checkoutResult} />
      <Card title="Subscription">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <PaymentSection isCardPending={checkoutResult === 'pending'} />
          <ErrorAlert error={error} title="Your payment options could not be loaded" onRetry={() => void refetch()} />
        </div>
      </Card>
    </>
  );
}
