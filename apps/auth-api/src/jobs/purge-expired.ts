import { dayMs, webhookRetentionDays, type LockKind } from '@portal/contract';
import { hasExpiredLock, toLockColumns } from '../request/account/account-lock.ts';
import { endSessions } from '../features/accounts/sessions/end-sessions.ts';
import { expiredSessions } from '../request/auth/session-expiry.ts';
import { databaseNow } from '../platform/db/clock.ts';
import { sessionsForUpdate } from '../request/account/row-locks.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { Prisma } from '../generated/prisma/client.ts';
import type { Services } from '../request/call/services.ts';
import { batchSize as limit, inBatches } from '../platform/queue/in-batches.ts';

/** Longer than Stripe retries an event. */
const eventRetentionDays = 30;

/** Longer than an email is retried. */
const emailRetentionDays = 30;

/** After the removal, so that a contact that stopped the emails is not asked again at once. After the last email to one that did not confirm. */
const contactRetentionDays = 30;

/** Fewer, because the members and tokens of a workspace are deleted with it. */
const workspaceLimit = 100;
/** Each session that entered an instance also adds a job. */
const sessionLimit = 200;

/**
 * Deletes what has expired by the database's clock: sessions, login attempts, intended acceptances, codes, rate-limit counters, stored
 * responses, invitation emails, account emails that could not be sent, billing contacts that were removed or did not confirm, links to
 * prepared workspaces, and applied Stripe events. Clears expired account locks. Erases deleted workspaces, ended invitations, expired
 * tokens, and the addresses in audit entries after their retention periods.
 */
export async function purgeExpired(services: Services): Promise<void> {
  const { db, log, settings } = services;
  const now = await databaseNow(db);
  const before = (ms: number) => new Date(now.getTime() - ms);
  const expired = { expiresAt: { lt: now } };
  const expiredTokens = { expiresAt: { lt: before(settings.EXPIRED_TOKEN_RETENTION_DAYS * dayMs) } };
  const purged = {
    sessions: await inBatches(() => endExpiredSessions(services), sessionLimit),
    loginAttempts: await inBatches(() => db.loginAttempt.deleteMany({ where: expired, limit })),
    invitationIntents: await inBatches(() => db.invitationIntent.deleteMany({ where: expired, limit })),
    terminalRequests: await inBatches(() => db.terminalRequest.deleteMany({ where: expired, limit })),
    connectCodes: await inBatches(() => db.connectCode.deleteMany({ where: expired, limit })),
    rateLimits: await inBatches(() => db.rateLimit.deleteMany({ where: { expire: { lt: now.getTime() } }, limit })),
    idempotencyKeys: await inBatches(() =>
      db.idempotencyKey.deleteMany({ where: { createdAt: { lt: before(dayMs) } }, limit }),
    ),
    invitationEmails: await inBatches(() =>
      db.invitationEmail.deleteMany({ where: { createdAt: { lt: before(2 * dayMs) } }, limit }),
    ),
    accountEmails: await inBatches(() =>
      db.accountEmail.deleteMany({ where: { createdAt: { lt: before(emailRetentionDays * dayMs) } }, limit }),
    ),
    billingContacts: await inBatches(() => eraseBillingContacts(before(contactRetentionDays * dayMs), db)),
    stripeEvents: await inBatches(() =>
      db.stripeEvent.deleteMany({ where: { appliedAt: { lt: before(eventRetentionDays * dayMs) } }, limit }),
    ),
    tokens: await inBatches(() => db.authToken.deleteMany({ where: expiredTokens, limit })),
    instanceTokens: await inBatches(() => db.instanceToken.deleteMany({ where: expiredTokens, limit })),
    workspaces: await inBatches(
      () => eraseWorkspaces(before(settings.DELETED_WORKSPACE_RETENTION_DAYS * dayMs), db),
      workspaceLimit,
    ),
    webhookDeliveries: await inBatches(() =>
      db.webhookDelivery.deleteMany({ where: { lastAttemptAt: { lt: before(webhookRetentionDays * dayMs) } }, limit }),
    ),
    preProvisionedUserLinks: await inBatches(() =>
      db.preProvisionedUserLink.deleteMany({ where: { expiresAt: { lt: before(emailRetentionDays * dayMs) } }, limit }),
    ),
    invitations: await inBatches(() => eraseInvitations(before(settings.INVITATION_RETENTION_DAYS * dayMs), db)),
    auditAddresses: await inBatches(() =>
      eraseAuditAddresses(before(settings.AUDIT_ADDRESS_RETENTION_DAYS * dayMs), db),
    ),
    addressKeys: await inBatches(() => eraseAddressKeys(before(settings.AUDIT_ADDRESS_RETENTION_DAYS * dayMs), db)),
    quarantines: await inBatches(() => clearExpiredLocks('quarantine', now, db)),
    suspensions: await inBatches(() => clearExpiredLocks('suspension', now, db)),
  };
  log.info(purged, 'purged expired data');
}

/** Ends expired sessions, so that the instances that they entered are notified. Their tokens have been rejected since the expiry. */
async function endExpiredSessions({ db, settings }: Services): Promise<{ count: number }> {
  const expired = expiredSessions(settings);
  return inTransaction({ db }, async (transaction) => {
    const sessions = await sessionsForUpdate(expired, transaction.db, sessionLimit);
    const ids = sessions.map(({ id }) => id);
    if (ids.length > 0) await endSessions(Prisma.sql`id = ANY (${ids})`, transaction.db, settings);
    return { count: ids.length };
  });
}

/** The update checks the expiry again, because staff may lock an account between the two statements. */
async function clearExpiredLocks(kind: LockKind, now: Date, db: Services['db']): Promise<{ count: number }> {
  const where = hasExpiredLock(kind, now);
  const expired = await db.user.findMany({ where, select: { id: true }, take: limit });
  const ids = expired.map(({ id }) => id);
  return db.user.updateMany({ where: { ...where, id: { in: ids } }, data: toLockColumns(kind, null) });
}

/** Locks the workspaces first, because staff may restore one at the same time. */
async function eraseWorkspaces(before: Date, db: Services['db']): Promise<{ count: number }> {
  const count = await db.$executeRaw`
    DELETE FROM workspaces WHERE id IN (
      SELECT id FROM workspaces WHERE deleted_at < ${before} ORDER BY deleted_at LIMIT ${workspaceLimit} FOR UPDATE)`;
  return { count };
}

/** Locks the invitations first, because an expired one may be sent again at the same time. */
async function eraseInvitations(before: Date, db: Services['db']): Promise<{ count: number }> {
  const count = await db.$executeRaw`
    DELETE FROM invitations WHERE id IN (
      SELECT id FROM invitations WHERE coalesce(accepted_at, declined_at, cancelled_at, expires_at) < ${before}
      LIMIT ${limit} FOR UPDATE)`;
  return { count };
}

/** Locks the contacts first, because one that did not confirm may be asked again at the same time. */
async function eraseBillingContacts(before: Date, db: Services['db']): Promise<{ count: number }> {
  const count = await db.$executeRaw`
    DELETE FROM billing_contacts WHERE id IN (
      SELECT id FROM billing_contacts
      WHERE removed_at < ${before} OR (removed_at IS NULL AND confirmed_at IS NULL AND sent_at < ${before})
      LIMIT ${limit} FOR UPDATE)`;
  return { count };
}

/** The database's function has the privilege to do so, and rejects addresses of the last 30 days. */
async function eraseAuditAddresses(before: Date, db: Services['db']): Promise<{ count: number }> {
  const [erased] = await db.$queryRaw<[{ count: number }]>`
    SELECT erase_audit_addresses(${before}, ${limit}::int) AS count`;
  return erased;
}

/** Makes unreadable what the audit log has of addresses without an account. Only the database's function may delete keys. */
async function eraseAddressKeys(before: Date, db: Services['db']): Promise<{ count: number }> {
  const [erased] = await db.$queryRaw<[{ count: number }]>`
    SELECT erase_address_keys(${before}, ${limit}::int) AS count`;
  return erased;
}
