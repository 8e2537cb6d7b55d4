import { sendUnlessRejected } from '../../integrations/smtp/permanent-rejection.ts';
import { emailIsBeingSent, inEmailTransaction } from '../../platform/db/email-transaction.ts';
import type { Prisma } from '../../generated/prisma/client.ts';
import type { Services } from '../../request/call/services.ts';

interface InvitationEmail {
  /** The same for every attempt. */
  readonly id: string;
  readonly mailboxHash: string;
}

/** `rejected`: the mail server rejected the address for good. The email is not retried, and no longer counts. */
export type SendOutcome = 'sent' | 'alreadySent' | 'rejected';

/**
 * Sends an invitation email, unless it was sent before. It was counted against the limits of its mailbox when it was enqueued, and
 * stays counted while its job is retried. `send` can store the outcome with the transaction that records the email as sent.
 */
export async function sendOnce(
  email: InvitationEmail,
  send: (tx: Prisma.TransactionClient) => Promise<void>,
  services: Pick<Services, 'db'>,
): Promise<SendOutcome> {
  const { db } = services;
  await db.$transaction(async (tx) => {
    await emailForUpdate(email.id, tx);
    await count(email, tx);
  });
  const sending = { isSent: false };
  const isAccepted = await sendUnlessRejected(() =>
    inEmailTransaction(db, async (tx) => {
      await emailForUpdate(email.id, tx);
      const unsent = await tx.invitationEmail.findUnique({ where: { id: email.id, sentAt: null } });
      if (!unsent) return;
      await send(tx);
      // Not `now()`, which is the time at which the transaction started, before the email was sent.
      await tx.$executeRaw`UPDATE invitation_emails SET sent_at = clock_timestamp() WHERE id = ${email.id}`;
      sending.isSent = true;
    }),
  );
  if (isAccepted) return sending.isSent ? 'sent' : 'alreadySent';
  await uncountEmail(email.id, services);
  return 'rejected';
}

/** Rejects while another worker sends the email. */
async function emailForUpdate(id: string, tx: Prisma.TransactionClient): Promise<void> {
  const locked = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM invitation_emails WHERE id = ${id} FOR NO KEY UPDATE SKIP LOCKED`;
  if (locked.length === 0 && (await tx.invitationEmail.findUnique({ where: { id } }))) throw emailIsBeingSent();
}

/** No longer counts an email that will not be sent. */
export async function uncountEmail(id: string, { db }: Pick<Services, 'db'>): Promise<void> {
  await db.invitationEmail.deleteMany({ where: { id, sentAt: null } });
}

/**
 * Counts an email that was not sent before for a day from now on. The row of one that is retried for more than two days was purged.
 */
async function count({ id, mailboxHash }: InvitationEmail, tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO invitation_emails (id, mailbox_hash) VALUES (${id}, ${mailboxHash})
    ON CONFLICT (id) DO UPDATE SET created_at = now() WHERE invitation_emails.sent_at IS NULL`;
}
