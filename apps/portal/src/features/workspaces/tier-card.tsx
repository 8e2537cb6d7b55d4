import { subscriptionNotice, tierLabel, trialDaysLeft, trialEndLabel, type ActiveSubscription } from '@portal/contract';
import { Badge, Button, formatDate, Icon, Skeleton, useMinuteClock, VisuallyHidden, type IconName } from '@portal/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useGetActiveSubscriptionQuery } from '../../api/billing.api.ts';
import { toRequestError } from '../../api/http/request-error.ts';
import { useUser } from '../../api/session.api.ts';
import { StaleDataNote } from '../../components/stale-data-note.tsx';
import { paths } from '../../lib/paths.ts';
import { useSettings } from '../../lib/settings-context.ts';
import { usePolling } from '../../lib/use-polling.ts';

/** The delay before the first automatic retry. */
const initialRetryDelayMs = 5_000;

export interface TierCardProps {
  /** Whether the request that has the subscription and more is pending. */
  isWaiting: boolean;
}

/**
 * The subscription tier, and a notice with an action if there is a problem with the subscription. Without a response it
 * shows no tier, because the tier could be wrong.
 */
export function TierCard({ isWaiting }: TierCardProps) {
  const { id: userId } = useUser();
  const query = useGetActiveSubscriptionQuery({ params: { userId } }, { skip: isWaiting });
  const { data, error, isFetching, refetch } = query;
  const isPending = data?.activeSubscription.state === 'pending';
  const requestError = toRequestError(error);
  const isTransient = requestError !== undefined && (requestError.status === 0 || requestError.status >= 500);
  usePolling(isPending || isTransient, query, isTransient ? initialRetryDelayMs : undefined);
  const refetchButton = (label: string) => (
    <Button size="sm" loading={isFetching} onClick={() => void refetch()}>
      {label}
    </Button>
  );
  const { pricingUrl } = useSettings();
  const problem = data && problems[data.activeSubscription.state];
  return (
    <section
      aria-label="Subscription"
      aria-busy={isWaiting || isFetching}
      className="tier-card"
      data-tone={problem?.tone}
    >
      {problem && <Icon name={problem.icon} size={20} className="tier-card-icon" />}
      {/* A new element, because the icon would move the skeleton. */}
      <div key={problem?.tone} className="grid min-w-0 flex-1 basis-60 gap-0.5">
        {data && <Tier subscription={data.activeSubscription} />}
        {data && (
          <SubscriptionState
            subscription={data.activeSubscription}
            checkAgain={!error && refetchButton('Check again')}
          />
        )}
        {error && (
          <StatusLine>
            {data ? <StaleDataNote error={error} /> : <p>Your subscription can’t be shown right now.</p>}
            {refetchButton('Try again')}
          </StatusLine>
        )}
        {!data && !error && <Skeleton className="h-4 w-56" />}
      </div>
      <div className="ml-auto flex flex-wrap items-center gap-x-4 gap-y-1">
        {data && <StateAction subscription={data.activeSubscription} />}
        <a
          href={pricingUrl}
          target="_blank"
          rel="noreferrer"
          className={problem ? 'underline underline-offset-3' : 'text-link'}
        >
          Help with pricing
          <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
        </a>
      </div>
    </section>
  );
}

/** From this number on, the days that are left of a trial are shown. */
const shownDaysLeft = 7;

const daysLeftText = (days: number) => (days === 0 ? 'Last day' : `${days} ${days === 1 ? 'day' : 'days'} left`);

function Tier({ subscription }: { subscription: ActiveSubscription }) {
  const now = new Date(useMinuteClock());
  const trialEnd = trialEndLabel(subscription, formatDate);
  const daysLeft = trialDaysLeft(subscription, now);
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <p className="font-semibold text-strong">{tierLabel(subscription)}</p>
      {subscription.state === 'paused' && <Badge tone="warning">Paused</Badge>}
      {trialEnd !== null && <p className="text-secondary">{trialEnd}</p>}
      {daysLeft !== null && daysLeft <= shownDaysLeft && <Badge tone="warning">{daysLeftText(daysLeft)}</Badge>}
    </div>
  );
}

interface SubscriptionStateProps {
  subscription: ActiveSubscription;
  /** The action for a subscription that Stripe has not confirmed yet. */
  checkAgain: ReactNode;
}

function SubscriptionState({ subscription, checkAgain }: SubscriptionStateProps) {
  const notice = subscriptionNotice(subscription);
  if (notice === null || subscription.state === 'pastDue') return null;
  return subscription.state === 'pending' ? (
    <StatusLine>
      <p>{notice}</p>
      {checkAgain}
    </StatusLine>
  ) : (
    <p>{notice}</p>
  );
}

/** The states that need the user, with the colour and the icon of the card. What is past due is in the list of what needs the user. */
const problems: Readonly<
  Partial<Record<ActiveSubscription['state'], { readonly tone: 'warning'; readonly icon: IconName }>>
> = {
  paused: { tone: 'warning', icon: 'alert-triangle' },
  ended: { tone: 'warning', icon: 'alert-triangle' },
};

const actionLabels: Readonly<Partial<Record<ActiveSubscription['state'], string>>> = {
  paused: 'Add payment details',
  ended: 'Start again',
};

/** The button that resolves the problem in the notice. */
function StateAction({ subscription: { state, chargedOnRestart } }: { subscription: ActiveSubscription }) {
  const { supportEmail } = useSettings();
  if (state === 'ended' && !chargedOnRestart) {
    return (
      <Button size="sm" render={<a href={`mailto:${supportEmail}`}>Contact support</a>}>
        Contact support
      </Button>
    );
  }
  const label = actionLabels[state];
  if (label === undefined) return null;
  return (
    <Button size="sm" variant="primary" render={<Link to={paths.billing}>{label}</Link>}>
      {label}
    </Button>
  );
}

function StatusLine({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-x-2 text-secondary">{children}</div>;
}
