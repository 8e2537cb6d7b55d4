import { subscriptionNotice, tierLabel, trialEndText, type ActiveSubscription } from '@portal/contract';
import { Button, Icon, Skeleton, VisuallyHidden } from '@portal/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useUser } from '../../api/session.api.ts';
import { useGetActiveSubscriptionQuery } from '../../api/subscription.api.ts';
import { asFailure } from '../../http/failure.ts';
import { paths } from '../../navigation/paths.ts';
import { useAskAgain } from '../../requests/ask-again.ts';
import { PerhapsOld } from '../../payments/perhaps-old.tsx';
import { useSettings } from '../../settings/settings-context.ts';

/** How long the card waits before it asks an API again that did not answer, in milliseconds. */
const pauseWithoutAnswer = 5_000;

/**
 * The subscription tier, and below it what is wrong with the subscription and what to do about it. Without an answer
 * from the API it names no tier, because the tier could be wrong.
 */
export function TierCard() {
  const { id: userId } = useUser();
  const query = useGetActiveSubscriptionQuery({ params: { userId } });
  const { data, error, isFetching, refetch } = query;
  const isPending = data?.activeSubscription.state === 'pending';
  const failure = asFailure(error);
  const hasNoAnswer = failure !== undefined && (failure.status === 0 || failure.status >= 500);
  useAskAgain(isPending || hasNoAnswer, query, hasNoAnswer ? pauseWithoutAnswer : undefined);
  const askNow = (label: string) => (
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
          <SubscriptionState subscription={data.activeSubscription} checkAgain={!error && askNow('Check again')} />
        )}
        {error && (
          <StatusLine>
            {data ? <PerhapsOld error={error} /> : <p>Your subscription can’t be shown right now.</p>}
            {askNow('Try again')}
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
  const trialEnd = trialEndText(subscription);
  return (
    <div className="flex flex-wrap gap-x-4">
      <p className="font-semibold text-strong">{tierLabel(subscription)}</p>
      {trialEnd !== null && <p className="text-secondary">{trialEnd}</p>}
    </div>
  );
}

interface SubscriptionStateProps {
  subscription: ActiveSubscription;
  /** What to do about a subscription that is not ready. */
  checkAgain: ReactNode;
}

function SubscriptionState({ subscription, checkAgain }: SubscriptionStateProps) {
  const notice = subscriptionNotice(subscription);
  if (notice === null) return null;
  const isWrong = subscription.state !== 'pending';
  return (
    <StatusLine>
      {isWrong && <Icon name="alert-triangle" className="text-warning-icon" />}
      <p className={isWrong ? 'text-warning' : undefined}>{notice}</p>
      {isWrong ? <StateAction state={subscription.state} /> : checkAgain}
    </StatusLine>
  );
}

/** Where the user sets right what the notice of this state says. */
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
