import type { Invoice } from '@portal/contract';

/** When a card is charged again for an invoice after a failed attempt. Null if that time has passed: Stripe has not told the result yet. */
export function nextAttempt(invoice: Invoice | null | undefined, now: number): Date | null {
  if (!invoice?.nextAttemptAt) return null;
  const at = new Date(invoice.nextAttemptAt);
  return at.getTime() > now ? at : null;
}
