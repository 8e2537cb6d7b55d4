import { isBillingUnavailable, withStripeTimeout } from '../../billing/stripe-request-guards.ts';
import type { DbContext } from '../../../platform/db/transaction.ts';
import type { UnpaidInvoice } from '../../../integrations/stripe/billing-provider.ts';
import type { Services } from '../../../request/call/services.ts';

/** Reads the unpaid invoices of a user from Stripe. Rejects with `BillingUnavailable` if Stripe is unreachable. */
export async function readUnpaidInvoices(userId: string, services: Services): Promise<UnpaidInvoice[]> {
  const account = await services.db.billingAccount.findUnique({ where: { userId }, select: { customerId: true } });
  if (!account || account.customerId === null) return [];
  const { customerId } = account;
  return withStripeTimeout(() => services.billing.listUnpaidInvoices(customerId), services);
}

/** The unpaid invoices of a user, for display: from the database while Stripe is unreachable. A deletion asks Stripe itself. */
export async function readUnpaidInvoicesOrMirror(
  userId: string,
  services: Services,
): Promise<readonly (UnpaidInvoice | typeof unknownInvoice)[]> {
  try {
    return await readUnpaidInvoices(userId, services);
  } catch (error) {
    if (!isBillingUnavailable(error)) throw error;
    return readMirroredInvoices(userId, services);
  }
}

const unknownInvoice = { amount: null, currency: null, url: null } as const;

/** The mirror has only the newest invoices, but the state of the subscription shows that one is unpaid. */
export async function readMirroredInvoices(userId: string, { db }: DbContext): Promise<(typeof unknownInvoice)[]> {
  const unpaid = await db.billingAccount.count({
    where: { userId, subscriptionStatus: { in: ['past_due', 'unpaid'] } },
  });
  return unpaid > 0 ? [unknownInvoice] : [];
}
