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
    <section className="grid grid-cols-1 gap-5">
      <h2 className="text-lg">Subscription</h2>
      <CheckoutResultAlert result={checkoutResult} />
      <PaymentSection isCardPending={checkoutResult === 'pending'} />
      <ErrorAlert error={error} title="Your payment options could not be loaded" onRetry={() => void refetch()} />
    </section>
  );
}
