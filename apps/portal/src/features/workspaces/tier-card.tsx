import { subscriptionNotice, tierLabel, trialEndLabel, type ActiveSubscription } from '@portal/contract';
import { Button, Icon, Skeleton, VisuallyHidden } from '@portal/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useGetActiveSubscriptionQuery } from '../../api/billing.api.ts';
import { toRequestError } from '../../api/request-error.ts';
import { useUser } from '../../api/session.api.ts';
import { StaleDataNote } from '../../components/stale-data-note.tsx';
import { paths } from '../../lib/paths.ts';
import { useSettings } from '../../lib/settings-context.ts';
import { usePolling } from '../../lib/use-polling.ts';

/** The delay before the first automatic retry. */
const initialRetryDelayMs = 5_000;

/**
 * The subscription tier, and a notice with an action if there is a problem with the subscription. Without a response it
 * shows no tier, because the tier could be wrong.
 */
export function TierCard() {
  const { id: userId } = useUser();
  const query = useGetActiveSubscriptionQuery({ params: { userId } });
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
  return (
    <section aria-label="Subscription" aria-busy={isFetching} className="tier-card">
      <div className="grid min-w-0 gap-1">
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
      <a href={pricingUrl} target="_blank" rel="noreferrer" className="text-link ml-auto">
        Help with pricing
        <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      </a>
    </section>
  );
}

function Tier({ subscription }: { subscription: ActiveSubscription }) {
  const trialEnd = trialEndLabel(subscription);
  return (
    <div className="flex flex-wrap gap-x-4">
      <p className="font-semibold text-strong">{tierLabel(subscription)}</p>
      {trialEnd !== null && <p className="text-secondary">{trialEnd}</p>}
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
  if (notice === null) return null;
  const isWarning = subscription.state !== 'pending';
  return (
    <StatusLine>
      {isWarning && <Icon name="alert-triangle" className="text-warning-icon" />}
      <p className={isWarning ? 'text-warning' : undefined}>{notice}</p>
      {isWarning ? <StateAction state={subscription.state} /> : checkAgain}
    </StatusLine>
  );
}

/** The link that resolves the problem in the notice. */
function StateAction({ state }: Pick<ActiveSubscription, 'state'>) {
  const { supportEmail } = useSettings();
  if (state === 'ended') {
    return (
      <a href={`mailto:${supportEmail}`} className="text-link">
        Contact support
      </a>
    );
  }
  if (state !== 'pastDue' && state !== 'paused') return null;
  return (
    <Link to={paths.billing} className="text-link">
      {state === 'paused' ? 'Add payment details' : 'Check payment details'}
    </Link>
  );
}

function StatusLine({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-x-2 text-secondary">{children}</div>;
}
