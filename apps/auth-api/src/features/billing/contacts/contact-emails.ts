import type { BillingAccount, Invoice, Prisma } from '../../../generated/prisma/client.ts';
import { newId } from '../../../platform/lib/ids.ts';
import { addJob, addJobs, type JobPayloads } from '../../../platform/queue/queue.ts';

// The emails to billing contacts. A row of `billing_contact_emails` records each in the transaction that enqueues it, so that its unique
// key decides that it is sent once. What an email shows is read when it is sent.

/** Enqueues the email with the link to confirm. These are sent one after the other, so that a mailbox gets no more than its limit. */
export const enqueueConfirmation = (
  payload: JobPayloads['sendBillingContactConfirmation'],
  tx: Prisma.TransactionClient,
  delaySeconds: number | null = null,
): Promise<void> =>
  addJob(tx, 'sendBillingContactConfirmation', payload, { queue: 'billing-contact-confirmations', delaySeconds });

export type ContactEmailKind = 'invoice' | 'paymentFailed' | 'trialEnding';

interface Notice {
  readonly kind: ContactEmailKind;
  readonly subject: string;
  /** A contact does not get what is older than the confirmation, such as invoices that a sync reads for the first time. */
  readonly createdAt: Date;
}

/** Enqueues the emails about invoices of which the mirror has another state. The caller has locked the billing account. */
export async function enqueueInvoiceEmails(
  userId: string,
  invoices: readonly Pick<Invoice, 'id' | 'status' | 'total' | 'dueAt' | 'createdAt'>[],
  tx: Prisma.TransactionClient,
): Promise<void> {
  const notices = invoices.flatMap(({ id: subject, createdAt, ...invoice }) => {
    const kind = kindOf(invoice);
    return kind ? [{ kind, subject, createdAt }] : [];
  });
  await enqueue(userId, notices, tx);
}

/** An open invoice without a date is about to be charged. That of a trial costs nothing. */
function kindOf({ status, total, dueAt }: Pick<Invoice, 'status' | 'total' | 'dueAt'>): ContactEmailKind | null {
  if (total <= 0n) return null;
  if (status === 'failed') return 'paymentFailed';
  return status === 'paid' || (status === 'open' && dueAt !== null) ? 'invoice' : null;
}

/** Names a trial and its end, because a trial that was extended ends again. */
export const trialSubject = ({ subscriptionId, trialEndsAt }: Pick<BillingAccount, 'subscriptionId' | 'trialEndsAt'>) =>
  `${subscriptionId ?? ''} ${trialEndsAt?.toISOString() ?? ''}`;

/** Enqueues the emails about a trial that ends soon. `days` tells the first from the second. */
export const enqueueTrialContactEmails = (
  account: BillingAccount,
  days: 7 | 1,
  now: Date,
  tx: Prisma.TransactionClient,
): Promise<void> =>
  enqueue(account.userId, [{ kind: 'trialEnding', subject: `${trialSubject(account)} ${days}`, createdAt: now }], tx);

/** Stripe's times have no milliseconds. */
const wholeSeconds = (date: Date) => Math.floor(date.getTime() / 1_000) * 1_000;

async function enqueue(userId: string, notices: readonly Notice[], tx: Prisma.TransactionClient): Promise<void> {
  if (notices.length === 0) return;
  const contacts = await tx.billingContact.findMany({
    where: { userId, removedAt: null, confirmedAt: { not: null } },
    select: { id: true, confirmedAt: true },
  });
  const data = contacts.flatMap(({ id: contactId, confirmedAt }) =>
    notices
      .filter(({ createdAt }) => confirmedAt !== null && createdAt.getTime() >= wholeSeconds(confirmedAt))
      .map(({ kind, subject }) => ({ id: newId(), contactId, kind, subject })),
  );
  const created = await tx.billingContactEmail.createManyAndReturn({ data, skipDuplicates: true });
  await addJobs(
    tx,
    'sendBillingContactEmail',
    created.map(({ id }) => ({ payload: { emailId: id } })),
  );
}
