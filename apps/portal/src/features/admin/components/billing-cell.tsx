import type { BillingForStaff } from '@portal/contract';
import { Badge, formatDate, type BadgeProps } from '@portal/ui';

const states: Readonly<Record<BillingForStaff['state'], { text: string; tone?: BadgeProps['tone'] }>> = {
  none: { text: 'None' },
  pending: { text: 'Setting up', tone: 'info' },
  trialing: { text: 'Trial', tone: 'info' },
  active: { text: 'Active', tone: 'success' },
  pastDue: { text: 'Payment failed', tone: 'destructive' },
  paused: { text: 'Paused', tone: 'warning' },
  ended: { text: 'Ended' },
};

export function BillingCell({ state, endingAt, paymentDetailsSet }: BillingForStaff) {
  const { text, tone } = states[state];
  if (state === 'none') return text;
  return (
    <>
      <Badge tone={tone}>{text}</Badge>
      <span className="grid text-xs text-secondary">
        {endingAt !== null && (
          <span>{`${state === 'ended' ? 'Since' : 'Until'} ${formatDate(new Date(endingAt))}`}</span>
        )}
        <span>{paymentDetailsSet ? 'Card on file' : 'No payment details'}</span>
      </span>
    </>
  );
}
