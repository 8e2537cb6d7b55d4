import {
  addCardFirst,
  collectionNotice,
  formatAmount,
  subscriptionNotice,
  type ActiveSubscription,
  type BillingOverview,
  type Invoice,
} from '@portal/contract';
import { Alert, Button, formatDate, Skeleton, useMinuteClock, VisuallyHidden } from '@portal/ui';
import { useEffect, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import {
  useGetActiveSubscriptionQuery,
  useGetBillingDetailsQuery,
  useHasBillingDetailsQuery,
  useGetBillingOverviewQuery,
  useListInvoicesInfiniteQuery,
} from '../api/billing.api.ts';
import { useUser } from '../api/session.api.ts';
import { nextAttempt } from '../lib/next-attempt.ts';
import { useSettings } from '../lib/settings-context.ts';
import { usePolling } from '../lib/use-polling.ts';
import { useWindowFocus } from '../lib/use-window-focus.ts';
import { factColumns, SubscriptionFacts, type BillingFactsProps } from './billing-overview.tsx';
import { ErrorAlert } from './error-alert.tsx';
import { LatestInvoices } from './latest-invoices.tsx';
import { PayInvoice } from './pay-invoice.tsx';
import { StartAgain } from './start-again.tsx';
import { StaleDataNote } from './stale-data-note.tsx';

export interface PaymentSectionProps {
  /** Whether the user has just entered a card that Stripe has not confirmed yet. */
  isCardPending: boolean;
}

/**
 * The subscription of the user with its price, next invoice and card, the latest invoices, and the links to Stripe. It shows what the API
 * has stored, so it does not need Stripe.
 */
export function PaymentSection({ isCardPending }: PaymentSectionProps) {
  const { id: userId } = useUser();
  const details = useGetBillingDetailsQuery({ params: { userId } });
  const subscription = useGetActiveSubscriptionQuery({ params: { userId } });
  const paymentMethod = useHasBillingDetailsQuery({ params: { userId } });
  const overview = useGetBillingOverviewQuery({ params: { userId } });
  const hasPaymentMethod = paymentMethod.data?.paymentDetailsSet;
  const state = subscription.data?.activeSubscription.state;
  const isAwaitingCard = isCardPending && hasPaymentMethod === false;
  usePolling(isAwaitingCard || state === 'pending', subscription);
  usePolling(isAwaitingCard, paymentMethod);
  const isOverviewOlder = (overview.startedTimeStamp ?? 0) <= (paymentMethod.fulfilledTimeStamp ?? 0);
  const isCardUnread = isCardPending && hasPaymentMethod === true && isOverviewOlder;
  usePolling(isOverviewBehind(overview.data?.billingOverview, { state, isCardUnread }), overview);
  const [payingId, setPayingId] = useState<string>();
  const unpaid = overview.data?.billingOverview.unpaidInvoice ?? undefined;
  const latest = overview.data?.billingOverview.invoices ?? [];
  const isPayingOlder = payingId !== undefined && latest.every(({ id }) => id !== payingId);
  const allInvoices = useListInvoicesInfiniteQuery({ params: { userId } }, { skip: !isPayingOlder });
  const older = allInvoices.data?.pages.flatMap(({ invoices }) => invoices) ?? [];
  const paying = [...latest, ...older, ...(unpaid ? [unpaid] : [])].find(({ id }) => id === payingId);
  const isAwaitingPayment = paying !== undefined && paying.due > 0;
  usePolling(isAwaitingPayment, overview);
  usePolling(isAwaitingPayment && isPayingOlder, allInvoices);
  // The subscription stays past due while another invoice is unpaid.
  const isLastPaid = payingId !== undefined && unpaid === undefined;
  usePolling(isAwaitingPayment || (isLastPaid && state === 'pastDue'), subscription);
  const onPay = ({ id }: Invoice) => setPayingId(id);
  // The user can change all of it on Stripe's page, which opens in another tab.
  useWindowFocus(() => [details, subscription, paymentMethod, overview].forEach(({ refetch }) => void refetch()));

  const failed = [subscription, paymentMethod, overview].filter(({ data, error }) => !data && error);
  const retry = () => failed.forEach(({ refetch }) => void refetch());
  const summaryError = [subscription, paymentMethod].find((query) => failed.includes(query))?.error;
  const isLoaded = subscription.data && hasPaymentMethod !== undefined && (overview.data ?? overview.error);
  // Everything appears together, so that the buttons do not move when the text above them loads.
  if (!(summaryError ?? isLoaded) || !(details.data ?? details.error)) return <PaymentSectionSkeleton />;
  const checkoutLink = details.data && (
    <CheckoutLink
      url={details.data.billingDetails.customerCheckoutUrl}
      isCardMissing={hasPaymentMethod === false && state !== 'pastDue'}
    />
  );
  const invoicesLink = details.data && <InvoicesLink url={details.data.billingDetails.customerPortalUrl} />;
  const links = details.data && (
    <div className="flex flex-wrap gap-2">
      {checkoutLink}
      {invoicesLink}
    </div>
  );
  if (!subscription.data || hasPaymentMethod === undefined) {
    return (
      <div className="grid gap-5">
        <ErrorAlert error={summaryError} title="We can’t reach billing right now" onRetry={retry} />
        {links}
      </div>
    );
  }
  const { activeSubscription } = subscription.data;
  const billingOverview = overview.data?.billingOverview;
  // A card resumes the subscription, so the notice has the button.
  const cardResumes =
    activeSubscription.state === 'paused' && activeSubscription.collection !== 'paused' && !hasPaymentMethod;
  return (
    <div className="@container">
      <div className="grid gap-5">
        <SubscriptionNotices
          subscription={activeSubscription}
          hasPaymentMethod={hasPaymentMethod}
          overview={billingOverview}
          unpaid={unpaid}
          addCard={cardResumes && checkoutLink}
          onPay={onPay}
        />
        {billingOverview && paying?.status === 'paid' && (
          <PaidNote subscription={activeSubscription} overview={billingOverview} hasPaymentMethod={hasPaymentMethod} />
        )}
        <SubscriptionFacts
          subscription={activeSubscription}
          overview={billingOverview}
          hasPaymentMethod={hasPaymentMethod}
          action={billingOverview ? !cardResumes && checkoutLink : links}
        />
        {!billingOverview && (
          <ErrorAlert error={overview.error} title="Price, card and invoices could not be loaded" onRetry={retry} />
        )}
        <StaleDataNote error={subscription.error ?? paymentMethod.error ?? (billingOverview && overview.error)} />
        {billingOverview && (
          <div className="border-t border-line pt-5">
            <LatestInvoices invoices={billingOverview.invoices} action={invoicesLink} onPay={onPay} />
          </div>
        )}
      </div>
    </div>
  );
}

/** A card that was entered on the page of an invoice pays this invoice only. The card on file stays the one that is charged. */
function PaidNote({ subscription, overview, hasPaymentMethod }: BillingFactsProps) {
  const isCharged = overview.nextInvoice !== null && subscription.collection === 'automatic' && hasPaymentMethod;
  const next =
    'We charge the next one to the card below, also if you paid with another card. To change the card, update your payment details.';
  return <Alert tone="success" message={isCharged ? `Your invoice is paid. ${next}` : 'Your invoice is paid.'} />;
}

interface Expected {
  state: ActiveSubscription['state'] | undefined;
  /** Whether the API has stored a payment method since the overview was read. */
  isCardUnread: boolean;
}

/** Whether the API has more, or is about to learn more from Stripe. */
const isOverviewBehind = (overview: BillingOverview | undefined, { state, isCardUnread }: Expected) =>
  overview !== undefined &&
  ((overview.invoices === null && state !== 'none') || (overview.card === null && isCardUnread));

const firstPaymentNotice = 'The payment for your subscription failed. Pay the open invoice to start it.';

const resumptionNotice =
  'Your payment failed, so your subscription is still paused. Pay the open invoice to resume it.';

/** Billing does not decide what a user can open, so a pause stops no workspace. */
const pauseEffects =
  'While it is paused, nothing is charged, and your workspaces, members and API tokens stay as they are. The pause has no end date.';

interface SubscriptionNoticesProps {
  subscription: ActiveSubscription;
  hasPaymentMethod: boolean;
  /** Undefined if it could not be loaded. */
  overview: BillingOverview | undefined;
  /** The newest invoice that is not paid. */
  unpaid: Invoice | undefined;
  /** The link to the page where the user adds a card, if that resumes the subscription. */
  addCard: ReactNode;
  onPay: (invoice: Invoice) => void;
}

/** What is wrong with the subscription, with the action that solves it, and how it is paid if no card is charged. */
function SubscriptionNotices(props: SubscriptionNoticesProps) {
  const { subscription, hasPaymentMethod, overview, unpaid, addCard, onPay } = props;
  const { supportEmail } = useSettings();
  const { state, chargedOnRestart } = subscription;
  const canSupportResume = state === 'paused' && subscription.collection === 'paused';
  const isFirstPaymentOpen = state === 'pending' && unpaid !== undefined;
  const isResumptionOpen = state === 'paused' && unpaid?.status === 'failed';
  const notice = isFirstPaymentOpen
    ? firstPaymentNotice
    : isResumptionOpen
      ? resumptionNotice
      : subscriptionNotice(subscription);
  const now = useMinuteClock();
  const collection = collectionNotice(subscription, formatDate);
  const canStartAgain = chargedOnRestart !== null && hasPaymentMethod;
  const canPay = unpaid !== undefined && !canStartAgain;
  const retryAt = state === 'pastDue' && hasPaymentMethod ? nextAttempt(overview?.unpaidInvoice, now) : null;
  return (
    <>
      {notice && (
        <Alert
          tone={state === 'pastDue' ? 'destructive' : state === 'pending' && !isFirstPaymentOpen ? 'info' : 'warning'}
          title={canPay && `${formatAmount(unpaid.due, unpaid.currency)} is unpaid`}
          message={
            <>
              <span className="block">
                {chargedOnRestart && !hasPaymentMethod ? `${notice} ${addCardFirst}` : notice}
              </span>
              {retryAt && (
                <span className="mt-1 block">
                  {`We will charge the card again on ${formatDate(retryAt)}. If the invoice stays unpaid, your subscription ends.`}
                </span>
              )}
              {state === 'paused' && !isResumptionOpen && <span className="mt-1 block">{pauseEffects}</span>}
            </>
          }
          action={
            canStartAgain ? (
              <StartAgain charge={chargedOnRestart} card={overview?.card} price={overview?.price} />
            ) : canPay ? (
              <PayInvoice invoice={unpaid} variant="primary" onPay={onPay} />
            ) : canSupportResume ? (
              <Button size="sm" render={<a href={`mailto:${supportEmail}`}>Contact support</a>}>
                Contact support
              </Button>
            ) : (
              addCard
            )
          }
        />
      )}
      {collection && <Alert tone="info" message={collection} />}
    </>
  );
}

/** The API redirects this link to Stripe, and creates Stripe's page only then. */
const CheckoutLink = ({ url, isCardMissing }: { url: string; isCardMissing: boolean }) => (
  <Button
    variant={isCardMissing ? 'primary' : 'secondary'}
    icon="credit-card"
    className="h-auto min-h-9 max-w-full py-1 wrap-truncated"
    render={<a href={url}>Payment details</a>}
  >
    Add / Update Payment Details
  </Button>
);

/** Leads to Stripe, too. */
const InvoicesLink = ({ url }: { url: string }) => (
  <Button
    size="sm"
    icon="external-link"
    render={
      <a href={url} target="_blank" rel="noreferrer">
        Invoices
      </a>
    }
  >
    View Your Invoices
  </Button>
);

function PaymentSectionSkeleton() {
  return (
    <div role="status" className="@container">
      <VisuallyHidden>Loading...</VisuallyHidden>
      <div className="grid gap-5">
        <div className={factColumns}>
          <div>
            <Skeleton className="h-5 w-24" />
            <Skeleton className="mt-1 h-7 w-64 max-w-full" />
            <Skeleton className="mt-5 h-9 w-64 max-w-full" />
          </div>
          <Skeleton className="h-28" />
        </div>
        <div className="border-t border-line pt-5">
          <Skeleton className="mb-1 h-7 w-32" />
          <Skeleton className="h-11" />
        </div>
      </div>
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
