import type { BillingContactEmail, Prisma } from '../../../generated/prisma/client.ts';
import { sendUnlessRejected } from '../../../integrations/smtp/permanent-rejection.ts';
import type { Email } from '../../../integrations/smtp/mailer.ts';
import { toAmount } from '../../../integrations/stripe/amounts.ts';
import { dueOf, toPrice } from '../../../integrations/stripe/billing-overview.presenters.ts';
import type { InvoiceAtStripe } from '../../../integrations/stripe/billing-provider.ts';
import { toStripeName } from '../../../integrations/stripe/mirror.ts';
import { databaseNow } from '../../../platform/db/clock.ts';
import { emailIsBeingSent, inEmailTransaction } from '../../../platform/db/email-transaction.ts';
import type { JobPayloads } from '../../../platform/queue/queue.ts';
import { isAccountClosed } from '../../../request/account/deletions.ts';
import type { Services } from '../../../request/call/services.ts';
import {
  contactConfirmationEmail,
  contactInvoiceEmail,
  contactTrialEmail,
} from '../../emails/billing-contacts.emails.ts';
import { findContactEmailDelay, keyOfContactEmails } from '../../emails/email-limits.ts';
import { isNoticed } from '../../emails/noticed-invoices.ts';
import { sendOnce, uncountEmail } from '../../emails/send-once.ts';
import { isSuppressed } from '../../emails/suppression.ts';
import { enqueueConfirmation, trialSubject } from './contact-emails.ts';

/**
 * Emails the link that confirms a contact. It waits while the mailbox has reached its daily limit of these emails. If the owner of the
 * mailbox stopped invitation emails, nothing is sent, and the user does not learn of it.
 */
export async function sendBillingContactConfirmation(
  { emailId, contactId }: JobPayloads['sendBillingContactConfirmation'],
  services: Services,
): Promise<void> {
  const { db, hashMailbox, log, mailer, settings } = services;
  const contact = await db.billingContact.findUnique({
    where: { id: contactId, removedAt: null, confirmedAt: null },
    include: { user: true },
  });
  if (!contact || (await isAccountClosed(contact.userId, db))) {
    await uncountEmail(emailId, services);
    return;
  }
  const mailboxHash = hashMailbox(contact.email);
  const delaySeconds = await findContactEmailDelay({ userId: contact.userId, mailboxHash }, services);
  if (delaySeconds !== null) {
    await enqueueConfirmation({ emailId, contactId }, db, delaySeconds);
    log.info({ emailId, contactId, delaySeconds }, 'email to a billing contact waits for the limit of its mailbox');
    return;
  }
  // The link works for some days from now on.
  await db.billingContact.updateMany({ where: { id: contactId }, data: { sentAt: await databaseNow(db) } });
  const isStopped = await isSuppressed(mailboxHash, db);
  const links = await linksOf(contactId, services);
  const content = { to: contact.email, asker: contact.user, ...links };
  const outcome = await sendOnce(
    { id: emailId, mailboxHash: keyOfContactEmails(mailboxHash) },
    () => (isStopped ? mailer.check() : mailer.send(contactConfirmationEmail(content, settings))),
    services,
  );
  if (outcome !== 'sent') log.info({ emailId, contactId, outcome }, 'email to a billing contact not sent');
}

async function linksOf(contactId: string, { billingContactLinks }: Services) {
  const token = await billingContactLinks.sign(contactId);
  return {
    url: billingContactLinks.url('confirm', token),
    unsubscribeUrl: billingContactLinks.url('stop', token),
  };
}

/** Sends an email to a contact once. The row is locked meanwhile, as in `sendAccountEmail`. */
export async function sendBillingContactEmail(
  { emailId: id }: JobPayloads['sendBillingContactEmail'],
  services: Services,
): Promise<void> {
  const { db, log, mailer } = services;
  const atStripe = await readInvoice(id, services);
  await inEmailTransaction(db, async (tx) => {
    const email = await emailForUpdate(id, tx);
    if (!email || email.finishedAt) return;
    const content = await composeContactEmail(email, { tx, atStripe }, services);
    if (!content) log.info({ emailId: id, kind: email.kind }, 'email to a billing contact not sent: it is out of date');
    else if (!(await sendUnlessRejected(() => mailer.send({ id, ...content }))))
      log.warn(
        { emailId: id, kind: email.kind },
        'email to a billing contact rejected by the mail server of the address',
      );
    await tx.$executeRaw`UPDATE billing_contact_emails SET finished_at = clock_timestamp() WHERE id = ${id}`;
  });
}

async function emailForUpdate(id: string, tx: Prisma.TransactionClient): Promise<BillingContactEmail | null> {
  const locked = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM billing_contact_emails WHERE id = ${id} FOR NO KEY UPDATE SKIP LOCKED`;
  const email = await tx.billingContactEmail.findUnique({ where: { id } });
  if (email && locked.length === 0) throw emailIsBeingSent();
  return email;
}

/**
 * Reads the invoice that an email is about from Stripe: the URL of its page, which needs no login, expires. Before the transaction, which
 * does not wait for Stripe.
 */
async function readInvoice(id: string, { billing, db }: Services): Promise<InvoiceAtStripe | null> {
  const where = { id, finishedAt: null, contact: { removedAt: null }, kind: { not: 'trialEnding' } };
  const email = await db.billingContactEmail.findUnique({ where });
  const invoice = email && (await db.invoice.findUnique({ where: { id: email.subject } }));
  return invoice && billing.findInvoice(invoice.customerId, invoice.id);
}

/** Null if the contact was removed, or if what the email is about has changed. */
async function composeContactEmail(
  { contactId, kind, subject }: BillingContactEmail,
  { tx, atStripe }: { readonly tx: Prisma.TransactionClient; readonly atStripe: InvoiceAtStripe | null },
  services: Services,
): Promise<Email | null> {
  const { settings } = services;
  const contact = await tx.billingContact.findUnique({
    where: { id: contactId, removedAt: null },
    include: { user: { include: { billingAccount: true } } },
  });
  if (!contact || (await isAccountClosed(contact.userId, tx))) return null;
  const { unsubscribeUrl } = await linksOf(contactId, services);
  const recipient = { to: contact.email, unsubscribeUrl };
  const { billingAccount: account, nickname } = contact.user;
  const customer = (account && toStripeName(account)) || nickname;
  if (kind === 'trialEnding') {
    if (account?.subscriptionStatus !== 'trialing' || account.trialEndsAt === null) return null;
    if (!subject.startsWith(`${trialSubject(account)} `)) return null;
    return contactTrialEmail(
      { ...recipient, customer, endsAt: account.trialEndsAt, price: toPrice(account) },
      settings,
    );
  }
  const invoice = await tx.invoice.findUnique({ where: { id: subject } });
  if (!invoice || !isNoticed(invoice.status)) return null;
  const { number, currency, status, dueAt } = invoice;
  // A failed payment has an email of its own.
  if ((kind === 'paymentFailed') !== (status === 'failed')) return null;
  if (!atStripe || atStripe.pageUrl === null) return null;
  const { pageUrl, nextAttemptAt, customerName } = atStripe;
  return contactInvoiceEmail(
    {
      ...recipient,
      ...{ status, number, currency, dueAt, pageUrl, nextAttemptAt },
      customer: customerName || customer,
      total: toAmount(invoice.total),
      due: dueOf(invoice),
    },
    settings,
  );
}
