import { sendUnlessRejected } from '../../integrations/smtp/permanent-rejection.ts';
import { emailIsBeingSent, inEmailTransaction } from '../../platform/db/email-transaction.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { newId } from '../../platform/lib/ids.ts';
import type { AccountEmail, Prisma } from '../../generated/prisma/client.ts';
import type { Email } from '../../integrations/smtp/mailer.ts';
import type { Services } from '../../request/call/services.ts';
import type { JobPayloads } from '../../platform/queue/queue.ts';
import { renderAccountEmail, type AccountEmailDefinition, type ReadContext } from './account-email-definition.ts';
import { accountEmails, type AccountEmailKind } from './kinds.ts';
import { describeAmongOthers } from './other-logins.ts';

/**
 * Sends an account email and deletes its row. The row is locked meanwhile, so that two workers never send the same email: the
 * lock ends with the connection of a killed process, and does not depend on a clock. If the process is killed after the mail
 * server accepted the email and before the row is deleted, the email is sent again, with the same Message-ID. An address that its
 * mail server rejects for good is not tried again.
 */
export async function sendAccountEmail(
  { emailId: id }: JobPayloads['sendAccountEmail'],
  services: Services,
): Promise<void> {
  const { db, log, mailer, settings } = services;
  const delivery = { isDone: false };
  try {
    await inEmailTransaction(db, async (tx) => {
      const email = await emailForUpdate(id, tx);
      if (!email) return;
      const content = await composeAccountEmail(email, { db: tx, committedDb: db, settings });
      if (!content)
        log.info({ emailId: id, kind: email.kind }, 'account email not sent: what it is about no longer exists');
      else if (!(await sendUnlessRejected(() => mailer.send({ id, ...content }))))
        log.warn({ emailId: id, kind: email.kind }, 'account email rejected by the mail server of the address');
      delivery.isDone = true;
      await tx.accountEmail.delete({ where: { id } });
    });
  } catch (error) {
    if (!delivery.isDone) throw error;
    log.warn({ err: error, emailId: id }, 'account email finished, but its connection to the database was lost');
    await db.accountEmail.deleteMany({ where: { id } });
  }
}

/** Null if the email has been sent. */
async function emailForUpdate(id: string, tx: Prisma.TransactionClient): Promise<AccountEmail | null> {
  const locked = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM account_emails WHERE id = ${id} FOR NO KEY UPDATE SKIP LOCKED`;
  const email = await tx.accountEmail.findUnique({ where: { id } });
  if (email && locked.length === 0) throw emailIsBeingSent();
  return email;
}

/** Composes an email from the current state of what it is about. Returns null if that no longer exists. */
export async function composeAccountEmail(
  { kind, details, recipient: to, userId, createdAt: at }: AccountEmail,
  context: Pick<ReadContext, 'db' | 'committedDb' | 'settings'>,
): Promise<Email | null> {
  if (!Object.hasOwn(accountEmails, kind)) throw new AppError('This version does not know this kind of account email.');
  const definition: AccountEmailDefinition<object, object, boolean> = accountEmails[kind as AccountEmailKind];
  const data = await definition.read(details as object, { ...context, to, userId });
  if (!data) return null;
  const account = definition.namesAccount ? await describeAmongOthers(userId, to, context) : null;
  const email = renderAccountEmail(definition, { ...data, to, at, account }, context.settings);
  return definition.hasMessageIdPerAttempt ? { ...email, id: newId() } : email;
}
