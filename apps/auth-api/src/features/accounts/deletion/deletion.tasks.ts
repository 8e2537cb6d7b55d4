import { dayMs } from '@portal/contract';
import type { AccountDeletion, User } from '../../../generated/prisma/client.ts';
import { isPermanentRejection } from '../../../integrations/smtp/permanent-rejection.ts';
import { databaseNow } from '../../../platform/db/clock.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { addJob, type JobPayloads } from '../../../platform/queue/queue.ts';
import { canReceiveEmail } from '../../../request/account/can-receive-email.ts';
import { findPendingDeletion } from '../../../request/account/deletions.ts';
import type { Services } from '../../../request/call/services.ts';
import { accountDeletedEmail } from '../../emails/deletion.emails.ts';
import { closeAccount } from './close-account.ts';
import { eraseAccountRows } from './erase-account.ts';

/**
 * How long after the identity was deleted the rest follows. Longer than a request or job that started before can take: a login
 * that has just returned from the identity provider would sign up again, and a job could create the customer again.
 */
const settleSeconds = 60;

/** Longer than a mail server is usually down. Then the account is deleted without the last email. */
const emailRetryMs = dayMs;

/** One after the other, so that a slow provider occupies one worker. The key is for `enqueueDueDeletions`. */
export const eraseJobOptions = (userId: string) => ({ key: `erase:${userId}`, queue: 'erase-account' });

/**
 * Deletes an account whose grace period is over. Each step is stored when it is done and can run again, so that a retry after a crash
 * continues. The steps: close the account, delete the identity at Auth0, wait, delete the customer at Stripe, send the last email,
 * delete the rows.
 */
export async function eraseAccount({ userId }: JobPayloads['eraseAccount'], services: Services): Promise<void> {
  const { db, identityProvider, log } = services;
  const now = await databaseNow(db);
  const due = await findPendingDeletion(userId, db);
  if (!due || due.dueAt > now) return;
  if (!due.startedAt) {
    const outcome = await closeAccount(userId, services);
    log.info({ 'user.id': userId, outcome }, 'account deletion is due');
    if (outcome !== 'closed') return;
  }
  const user = await db.user.findUnique({ where: { id: userId } });
  const closed = await findPendingDeletion(userId, db);
  if (!user || !closed?.startedAt) return;
  if (!closed.identityDeletedAt) {
    if (user.auth0Id !== null) await identityProvider.deleteIdentity(user.auth0Id);
    await db.accountDeletion.updateMany({
      where: { userId, identityDeletedAt: null },
      data: { identityDeletedAt: await databaseNow(db) },
    });
    await continueLater(userId, services);
    return;
  }
  if (closed.identityDeletedAt.getTime() > now.getTime() - settleSeconds * 1_000) {
    await continueLater(userId, services);
    return;
  }
  const customerIds = await deleteCustomers(user, closed, services);
  // A rejected login with Google or GitHub has created the identity at Auth0 again, with the same id.
  if (user.auth0Id !== null) await identityProvider.deleteIdentity(user.auth0Id);
  await sendLastEmail(user, closed.startedAt, now, services);
  if (await eraseAccountRows(user, customerIds, services)) log.info({ 'user.id': userId }, 'account deleted');
}

const continueLater = (userId: string, { db }: Services) =>
  addJob(db, 'eraseAccount', { userId }, { ...eraseJobOptions(userId), delaySeconds: settleSeconds });

/** Also customers whose creation succeeded but whose response was lost. Returns the ids. */
async function deleteCustomers(
  { id: userId, email }: User,
  { customerId }: AccountDeletion,
  { billing, db }: Services,
): Promise<string[]> {
  const account = await db.billingAccount.findUnique({ where: { userId } });
  if (!account) return [];
  const emails = [...new Set([email, account.email])];
  const found = await Promise.all(emails.map((address) => billing.findCustomers({ userId, email: address })));
  const known = [customerId, account.customerId].filter((id) => id !== null);
  const customerIds = [...new Set([...known, ...found.flat()])];
  for (const id of customerIds) await billing.deleteCustomer(id);
  return customerIds;
}

/** Sent before the address is deleted, so a crash in between sends it again, with the same Message-ID. */
async function sendLastEmail(
  user: User,
  startedAt: Date,
  now: Date,
  { log, mailer, settings }: Services,
): Promise<void> {
  const userId = user.id;
  if (!canReceiveEmail(user)) return;
  try {
    await mailer.send({ ...accountDeletedEmail({ to: user.email }, settings), id: `deleted-${userId.toLowerCase()}` });
  } catch (error) {
    const isLate = startedAt.getTime() < now.getTime() - emailRetryMs;
    if (!isPermanentRejection(error) && !isLate) throw error;
    log.warn({ 'user.id': userId }, 'account is deleted without the last email');
  }
}

/** How many deletions a run enqueues. The next run, a minute later, enqueues more. */
const maxDuePerRun = 100;

/**
 * Enqueues the deletion of accounts that are due, unless a job is pending. So a deletion continues after any outage, and
 * also after its job has failed for days.
 */
export async function enqueueDueDeletions(services: Services): Promise<void> {
  await inTransaction(services, async ({ db }) => {
    const due = await db.$queryRaw<{ userId: string }[]>`
      SELECT d.user_id AS "userId" FROM account_deletions d
      WHERE d.due_at <= now() AND d.cancelled_at IS NULL AND d.completed_at IS NULL AND NOT EXISTS (
        SELECT FROM graphile_worker.jobs j WHERE j.key = 'erase:' || d.user_id AND j.attempts < j.max_attempts)
      ORDER BY d.due_at LIMIT ${maxDuePerRun}::int`;
    for (const { userId } of due) await addJob(db, 'eraseAccount', { userId }, eraseJobOptions(userId));
  });
}
