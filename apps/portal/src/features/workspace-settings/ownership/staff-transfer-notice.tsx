import { objectionHours, type PendingReassignment, displayEmail } from '@portal/contract';
import { Alert, Timestamp } from '@portal/ui';
import { useGetOwnershipOfferQuery } from '../../../api/ownership.api.ts';
import { usePolling } from '../../../lib/use-polling.ts';

/** Shows the owner that support changes the owner, and how to object. */
export function StaffTransferNotice({ workspaceId }: { workspaceId: string }) {
  const { data, refetch } = useGetOwnershipOfferQuery({ params: { workspaceId } });
  const change = data?.reassignment;
  usePolling(change?.effectiveAt === null && !change.needsConfirmation, { refetch });
  if (!change) return null;
  return (
    <Alert
      tone="warning"
      title={`Support plans to make ${change.to.nickname} (${displayEmail(change.to.email)}) the owner of this workspace.`}
      message={
        <>
          <span className="block">
            <EffectiveTime change={change} />
          </span>
          <span className="block">Reason: {change.reason}</span>
        </>
      }
    />
  );
}

function EffectiveTime({ change }: { change: PendingReassignment }) {
  const { effectiveAt, isOwnerNotified, needsConfirmation } = change;
  if (needsConfirmation && isOwnerNotified)
    return `You stay the owner until support confirms the change, and for ${objectionHours} hours after that. To stay the owner, use the link in our email to object.`;
  if (needsConfirmation)
    return `We can’t email you. You stay the owner until support confirms the change, and for ${objectionHours} hours after that. To stay the owner, contact support.`;
  if (effectiveAt === null)
    return `We are emailing you a link to object. You have ${objectionHours} hours from then, and stay the owner if you object.`;
  return (
    <span>
      You stay the owner until <Timestamp date={effectiveAt} relative="disabled" showTime="minutes" />.{' '}
      {isOwnerNotified
        ? 'To stay the owner after that, use the link in our email to object.'
        : 'To stay the owner after that, contact support.'}
    </span>
  );
}
