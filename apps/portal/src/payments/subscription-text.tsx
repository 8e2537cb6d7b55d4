import { longDate, subscriptionNotice, tierLabel, trialEndText, type ActiveSubscription } from '@portal/contract';
import { ErrorBox } from '@portal/ui';

/** When a plan that was cancelled ends, or ended. The end of a trial is `trialEndText`. */
function planEndText({ endingAt, isTrial, state }: ActiveSubscription): string | null {
  if (endingAt === null || isTrial) return null;
  return `${state === 'ended' ? 'Ended' : 'Ends'} on ${longDate(new Date(endingAt))}`;
}

/** The tier, until when it holds, and what is wrong with it. */
export function SubscriptionText({ subscription }: { subscription: ActiveSubscription }) {
  const until = trialEndText(subscription) ?? planEndText(subscription);
  const notice = subscriptionNotice(subscription);
  return (
    <div className="grid gap-3">
      <div className="grid gap-1">
        <p className="text-lg font-semibold text-strong">{tierLabel(subscription)}</p>
        {until && <p className="text-secondary">{until}</p>}
      </div>
      {notice && <ErrorBox tone={subscription.state === 'pending' ? 'info' : 'warning'} message={notice} />}
    </div>
  );
}
