import { dayMs } from '@portal/contract';
import { isAccountClosed } from '../../request/account/deletions.ts';
import { enqueueTrialContactEmails, trialSubject } from './contacts/contact-emails.ts';
import { enqueueAccountEmail } from '../emails/enqueue-account-email.ts';
import type { BillingAccount, Prisma } from '../../generated/prisma/client.ts';
import type { EndReason, MirroredCustomer, MirroredInvoice } from '../../integrations/stripe/billing-provider.ts';

// The emails about a subscription. They follow from its state at Stripe, not from the events, which arrive twice and in any order. A
// row of `billing_emails` records each, in the transaction that enqueues it, so that its primary key decides that it is sent once.

/** As in `billing_emails`. */
type Kind = 'trialEndsIn7Days' | 'trialEndsIn1Day' | 'paused' | 'paymentFailed' | 'resumed' | 'ended';

type Subscription = Pick<MirroredCustomer, 'subscriptionId' | 'subscriptionStatus' | 'collection' | 'trialEndsAt'>;

/** Records an email. Returns false if it was recorded before: then it must not be sent again. */
async function recordEmail(
  userId: string,
  kind: Kind,
  subject: string,
  tx: Prisma.TransactionClient,
): Promise<boolean> {
  const { count } = await tx.billingEmail.createMany({ data: [{ userId, kind, subject }], skipDuplicates: true });
  return count === 1;
}

/**
 * Enqueues the email about the state of a subscription: paused, payment failed, or resumed after a pause. The caller has locked the
 * billing account.
 */
export async function enqueueStateEmails(
  { userId }: Pick<BillingAccount, 'userId'>,
  { mirrored, invoices }: { readonly mirrored: Subscription; readonly invoices: readonly MirroredInvoice[] },
  tx: Prisma.TransactionClient,
): Promise<void> {
  const { subscriptionId, subscriptionStatus, collection } = mirrored;
  if (subscriptionId === null) return;
  const enqueueOnce = async (kind: Kind, subject: string, enqueue: () => Promise<boolean>) => {
    if (await recordEmail(userId, kind, subject, tx)) await enqueue();
  };
  const enqueueFailure = async () => {
    const failed = invoices.find(({ status }) => status === 'failed');
    if (!failed) return;
    const details = { invoiceId: failed.id };
    await enqueueOnce('paymentFailed', failed.id, () => enqueueAccountEmail('paymentFailed', userId, details, tx));
  };
  if (subscriptionStatus === 'paused') {
    // Staff have paused it. A card does not resume it.
    if (collection === 'paused') return;
    const subject = trialSubject(mirrored);
    await enqueueOnce('paused', subject, () => enqueueAccountEmail('subscriptionPaused', userId, {}, tx));
    await enqueueFailure();
  } else if (subscriptionStatus === 'active') {
    const pause = await tx.billingEmail.findFirst({
      where: { userId, kind: 'paused', subject: { startsWith: `${subscriptionId} ` } },
      orderBy: { createdAt: 'desc' },
    });
    const enqueue = () => enqueueAccountEmail('subscriptionResumed', userId, {}, tx);
    if (pause) await enqueueOnce('resumed', pause.subject, enqueue);
  } else if (subscriptionStatus === 'past_due' || subscriptionStatus === 'unpaid') {
    await enqueueFailure();
  }
}

const notRunning: readonly string[] = ['canceled', 'incomplete', 'incomplete_expired'];

/**
 * Enqueues the email about a subscription that has ended, also with its customer. Not about one that the user did not see before, nor if
 * the account is being deleted. The caller has locked the billing account, and passes it as it was.
 */
export async function enqueueEndedEmail(
  { userId, subscriptionId, subscriptionStatus }: BillingAccount,
  reason: EndReason | null,
  tx: Prisma.TransactionClient,
): Promise<void> {
  if (subscriptionId === null || subscriptionStatus === null || notRunning.includes(subscriptionStatus)) return;
  if (await isAccountClosed(userId, tx)) return;
  if (await recordEmail(userId, 'ended', subscriptionId, tx))
    await enqueueAccountEmail('subscriptionEnded', userId, { reason }, tx);
}

/**
 * Enqueues the email about a trial that ends within seven days, or within one. After the second, the first is not sent any more.
 * Returns whether an email was enqueued.
 */
export async function enqueueTrialEmail(
  account: BillingAccount,
  now: Date,
  tx: Prisma.TransactionClient,
): Promise<boolean> {
  const { userId, subscriptionId, subscriptionStatus, trialEndsAt } = account;
  if (subscriptionId === null || subscriptionStatus !== 'trialing' || trialEndsAt === null) return false;
  const daysLeft = (trialEndsAt.getTime() - now.getTime()) / dayMs;
  if (daysLeft <= 0 || daysLeft > 7) return false;
  const subject = trialSubject(account);
  const isFirst = await recordEmail(userId, 'trialEndsIn7Days', subject, tx);
  const isDue = daysLeft > 1 ? isFirst : await recordEmail(userId, 'trialEndsIn1Day', subject, tx);
  if (isDue) await enqueueTrialContactEmails(account, daysLeft > 1 ? 7 : 1, now, tx);
  return isDue && enqueueAccountEmail('trialEnding', userId, { trialEndsAt: trialEndsAt.toISOString() }, tx);
}
