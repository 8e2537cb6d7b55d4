import {
  formatLongDate,
  subscriptionNotice,
  tierLabel,
  trialEndLabel,
  type ActiveSubscription,
  type BillingDetails,
} from '@portal/contract';
import { Alert, Button, Icon, Skeleton, VisuallyHidden } from '@portal/ui';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import {
  useGetActiveSubscriptionQuery,
  useGetBillingDetailsQuery,
  useHasBillingDetailsQuery,
} from '../api/billing.api.ts';
import { useUser } from '../api/session.api.ts';
import { usePolling } from '../lib/use-polling.ts';
import { useWindowFocus } from '../lib/use-window-focus.ts';
import { ErrorAlert } from './error-alert.tsx';
import { StaleDataNote } from './stale-data-note.tsx';

export interface PaymentSectionProps {
  /** Whether the user has just entered a card that Stripe has not confirmed yet. */
  isCardPending: boolean;
}

/** The subscription of the user, the state of the payment method, and the links to Stripe. */
export function PaymentSection({ isCardPending }: PaymentSectionProps) {
  const { id: userId } = useUser();
  const details = useGetBillingDetailsQuery({ params: { userId } });
  const subscription = useGetActiveSubscriptionQuery({ params: { userId } });
  const paymentMethod = useHasBillingDetailsQuery({ params: { userId } });
  const hasPaymentMethod = paymentMethod.data?.paymentDetailsSet;
  const isAwaitingCard = isCardPending && hasPaymentMethod === false;
  usePolling(isAwaitingCard || subscription.data?.activeSubscription.state === 'pending', subscription);
  usePolling(isAwaitingCard, paymentMethod);
  // The user can change all of it on Stripe's page, which opens in another tab.
  useWindowFocus(() => [details, subscription, paymentMethod].forEach(({ refetch }) => void refetch()));

  const failed = [subscription, paymentMethod].filter(({ data, error }) => !data && error);
  const isSettled = failed.length > 0 || (subscription.data && hasPaymentMethod !== undefined);
  // Everything appears together, so that the buttons do not move when the text above them loads.
  if (!isSettled || !(details.data ?? details.error)) return <PaymentSectionSkeleton />;
  return (
    <div className="grid gap-5">
      {subscription.data && hasPaymentMethod !== undefined ? (
        <>
          <SubscriptionSummary subscription={subscription.data.activeSubscription} />
          <StaleDataNote error={subscription.error} />
          <PaymentMethodStatus isSet={hasPaymentMethod} />
        </>
      ) : (
        <ErrorAlert
          error={failed[0]?.error}
          title="We can’t reach billing right now"
          onRetry={() => failed.forEach(({ refetch }) => void refetch())}
        />
      )}
      {details.data && <StripeLinks {...details.data.billingDetails} />}
    </div>
  );
}

/** The tier, its end, and a notice if there is a problem with the subscription. */
function SubscriptionSummary({ subscription }: { subscription: ActiveSubscription }) {
  const endLabel = trialEndLabel(subscription) ?? planEndLabel(subscription);
  const notice = subscriptionNotice(subscription);
  return (
    <div className="grid gap-3">
      <div className="grid gap-1">
        <p className="text-lg font-semibold text-strong">{tierLabel(subscription)}</p>
        {endLabel && <p className="text-secondary">{endLabel}</p>}
      </div>
      {notice && <Alert tone={subscription.state === 'pending' ? 'info' : 'warning'} message={notice} />}
    </div>
  );
}

/** When a cancelled plan ends or ended. For a trial see `trialEndLabel`. */
function planEndLabel({ endingAt, isTrial, state }: ActiveSubscription): string | null {
  if (endingAt === null || isTrial) return null;
  return `${state === 'ended' ? 'Ended' : 'Ends'} on ${formatLongDate(new Date(endingAt))}`;
}

function PaymentMethodStatus({ isSet }: { isSet: boolean }) {
  return (
    <p className="flex items-center gap-2 text-body">
      <Icon
        name={isSet ? 'check-circle' : 'alert-triangle'}
        className={isSet ? 'text-success-icon' : 'text-warning-icon'}
      />
      {isSet ? 'Card on file' : 'No payment details yet'}
    </p>
  );
}

/** The API redirects these links to Stripe, and creates Stripe's page only then. */
function StripeLinks({
  customerCheckoutUrl,
  customerPortalUrl,
}: Pick<BillingDetails, 'customerCheckoutUrl' | 'customerPortalUrl'>) {
  return (
    <div className="grid gap-2">
      <Button variant="primary" icon="credit-card" render={<a href={customerCheckoutUrl}>Payment details</a>}>
        Add / Update Payment Details
      </Button>
      <Button
        icon="external-link"
        render={
          <a href={customerPortalUrl} target="_blank" rel="noreferrer">
            Invoices
          </a>
        }
      >
        View Your Invoices
      </Button>
    </div>
  );
}

function PaymentSectionSkeleton() {
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

const checkoutMessages = {
  saved: 'Your payment details are saved.',
  pending: 'Stripe is processing your payment details. They appear here within about a minute.',
  cancelled: 'Your payment details were not changed.',
};

type CheckoutResult = keyof typeof checkoutMessages;

const isCheckoutResult = (text: string | null): text is CheckoutResult =>
  text !== null && Object.hasOwn(checkoutMessages, text);

/** The result of Stripe's checkout, from the query of the URL to which the API redirects the browser afterwards. */
export function useCheckoutResult(): CheckoutResult | undefined {
  const [search, setSearch] = useSearchParams();
  const [result] = useState(() => [search.get('payment')].find(isCheckoutResult));
  // Removes the result from the URL, so that it is not shown again after a reload or a step back.
  useEffect(() => {
    if (result) setSearch({}, { replace: true });
  }, [result, setSearch]);
  return result;
}

export function CheckoutResultAlert({ result }: { result: CheckoutResult | undefined }) {
  return result ? <Alert tone={result === 'saved' ? 'success' : 'info'} message={checkoutMessages[result]} /> : null;
}
