import { longDate, type StaffBilling } from '@portal/contract';
import { Badge, type BadgeProps } from '@portal/ui';

const told: Readonly<Record<StaffBilling['state'], { text: string; tone?: BadgeProps['tone'] }>> = {
  none: { text: 'None' },
  pending: { text: 'Being set up', tone: 'info' },
  trialing: { text: 'Trial', tone: 'info' },
  active: { text: 'Active', tone: 'success' },
  pastDue: { text: 'Payment failed', tone: 'destructive' },
  paused: { text: 'Paused', tone: 'warning' },
  ended: { text: 'Ended' },
};

/** How somebody's billing is, until when, and whether they can be charged. */
export function BillingCell({ state, endingAt, paymentDetailsSet }: StaffBilling) {
  const { text, tone } = told[state];
  if (state === 'none') return text;
  return (
    <>
      <Badge tone={tone}>{text}</Badge>
      <span className="grid text-xs text-secondary">
        {endingAt !== null && <span>{`${state === 'ended' ? 'Since' : 'Until'} ${longDate(new Date(endingAt))}`}</span>}
        <span>{paymentDetailsSet ? 'Payment details set' : 'No payment details'}</span>
      </span>
    </>
  );
}
