import {
  subscriptionNotice,
  tierLabel,
  trialEndText,
  wantsPaymentDetails,
  type ActiveSubscription,
} from '@portal/contract';
import { Button, Skeleton, VisuallyHidden } from '@portal/ui';
import { useUser } from '../../api/session.api.ts';
import { useGetActiveSubscriptionQuery } from '../../api/subscription.api.ts';
import { Link } from '../../navigation/link.tsx';
import { paths } from '../../navigation/paths.ts';
import { useAskAgain } from '../../requests/ask-again.ts';
import { PerhapsOld } from '../../payments/perhaps-old.tsx';
import { useSettings } from '../../settings/settings-context.ts';

/** Tells what somebody pays for. Where that can't be learnt it says so, rather than name a tier that may be wrong. */
export function TierCard() {
  const { id: userId } = useUser();
  const query = useGetActiveSubscriptionQuery({ params: { userId } });
  const { data, error, isFetching, refetch } = query;
  // It is being set up.
  useAskAgain(data?.activeSubscription.state === 'pending', query);
  const { pricingUrl } = useSettings();
  return (
    <section aria-label="Subscription" aria-busy={isFetching} className="tier-card">
      {data && <Tier subscription={data.activeSubscription} />}
      {data && <PerhapsOld error={error} />}
      {!data && error && <p className="text-secondary">Your subscription can’t be shown right now.</p>}
      {error && (
        <Button size="sm" loading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      )}
      {!data && !error && <Skeleton className="h-4 w-56" />}
      <a href={pricingUrl} target="_blank" rel="noreferrer" className="text-link ml-auto">
        Help with pricing
        <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      </a>
    </section>
  );
}

function Tier({ subscription }: { subscription: ActiveSubscription }) {
  const trialEnd = trialEndText(subscription);
  const notice = subscriptionNotice(subscription);
  return (
    <>
      <p className="font-semibold text-strong">{tierLabel(subscription)}</p>
      {trialEnd !== null && <p className="text-secondary">{trialEnd}</p>}
      {notice !== null && (
        <p className={subscription.state === 'pending' ? 'text-secondary' : 'text-warning'}>
          {notice}{' '}
          {wantsPaymentDetails(subscription) && (
            <Link to={paths.billing} className="text-link">
              Go to billing
            </Link>
          )}
        </p>
      )}
    </>
  );
}
