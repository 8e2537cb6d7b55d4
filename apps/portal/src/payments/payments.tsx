import { Skeleton, VisuallyHidden } from '@portal/ui';
import { useGetBillingDetailsQuery } from '../api/billing.api.ts';
import { useUser } from '../api/session.api.ts';
import { useGetActiveSubscriptionQuery, useHasBillingDetailsQuery } from '../api/subscription.api.ts';
import { useComeBack } from '../navigation/come-back.ts';
import { FailureBox } from '../requests/failure-box.tsx';
import { useAskAgain } from '../requests/ask-again.ts';
import { PaymentButtons } from './payment-buttons.tsx';
import { PaymentState } from './payment-state.tsx';
import { PerhapsOld } from './perhaps-old.tsx';
import { SubscriptionText } from './subscription-text.tsx';

export interface PaymentsProps {
  /** Somebody has just entered a card, of which Stripe has yet to tell. */
  awaitsCard: boolean;
}

/** How somebody's subscription is, whether it can be paid, and the ways to Stripe. */
export function Payments({ awaitsCard }: PaymentsProps) {
  const { id: userId } = useUser();
  const details = useGetBillingDetailsQuery({ params: { userId } });
  const subscription = useGetActiveSubscriptionQuery({ params: { userId } });
  const payment = useHasBillingDetailsQuery({ params: { userId } });
  const isSet = payment.data?.paymentDetailsSet;
  const awaited = awaitsCard && isSet === false;
  useAskAgain(awaited || subscription.data?.activeSubscription.state === 'pending', subscription);
  useAskAgain(awaited, payment);
  // From Stripe’s own page, which opens beside this one, and where all of it can be changed.
  useComeBack(() => [details, subscription, payment].forEach(({ refetch }) => void refetch()));

  const failed = [subscription, payment].filter(({ data, error }) => !data && error);
  const isTold = failed.length > 0 || (subscription.data && isSet !== undefined);
  // All at once: nobody knows before how long the text is that the buttons stand below.
  if (!isTold || !(details.data ?? details.error)) return <PaymentsSkeleton />;
  return (
    <div className="grid gap-5">
      {subscription.data && isSet !== undefined ? (
        <>
          <SubscriptionText subscription={subscription.data.activeSubscription} />
          <PerhapsOld error={subscription.error} />
          <PaymentState isSet={isSet} />
        </>
      ) : (
        <FailureBox
          error={failed[0]?.error}
          title="We can’t reach billing now"
          onRetry={() => failed.forEach(({ refetch }) => void refetch())}
        />
      )}
      {details.data && <PaymentButtons {...details.data.billingDetails} />}
    </div>
  );
}

function PaymentsSkeleton() {
  return (
    <div role="status" className="grid gap-5">
      <VisuallyHidden>Loading...</VisuallyHidden>
      <div className="grid gap-1">
        <Skeleton className="h-6 w-48" />
        <Skeleton className="h-5 w-56" />
      </div>
      <Skeleton className="h-5 w-44" />
      <Skeleton className="h-20" />
    </div>
  );
}
