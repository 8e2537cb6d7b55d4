import type { WorkspaceRole } from '@portal/contract';
import { isLocked, type LockColumns } from './account-lock.ts';
import { lockColumnsOfUser } from './account-locks.queries.ts';
import { Prisma, type Session, type User, type Workspace } from '../../generated/prisma/client.ts';
import type { DbContext } from '../../platform/db/transaction.ts';

// Locks that last until the transaction ends. A transaction that takes several takes them in this order, so that no two wait for each
// other:
//
//  1. email addresses
//  2. users, by id: first the pre-provisioned user of a locked address, which holds what staff prepared for it
//  3. workspaces, by id: those that a user owns, or one
//  4. memberships, by workspace and user
//  5. invitations, by id
//  6. ownership offers, by id
//  7. sessions, by id
//  8. instance tokens, by id, then codes: a session ends with both
//  9. service accounts, by id, then API tokens, by id, then webhooks, by id
// 10. a change of the owner by staff, unless it is locked together with its workspace
// 11. revisions of workspaces, by id
// 12. mailboxes whose invitation emails are counted
// 13. keys of personal values, by owner: they are created with the audit entries, and a user without a key is locked with it
// 14. the numbers of audit entries (workspace_sequences), by workspace, in the statement that writes the entries
//
// The pipeline locks the actor of a change first, after the addresses: user, workspace, membership and session or API token, in one statement
// (request/stages/current-rights.ts), which then claims the idempotency key. So a retry that waits for the key of the first attempt has
// only locks that the first attempt already has. A handler that ends its own session declares `changes: ['user']`: then the retry waits
// for the lock, and holds none. The statement locks the rows that the handler changes for the change, so that no handler raises a lock.
// A handler that locks other users and the workspace names these users in `locks.users`: they are locked with the actor's user, by id,
// before the workspace. For a service account, the owner of its workspace is locked as its user. Five consequences:
//
// - A handler of a call without a workspace that changes workspaces names them in `locks.workspaces`: they are locked after the users and
//   before the actor's session. One that deletes the account names all workspaces that its user owns.
// - A handler that changes the memberships of others changes the workspace, too: otherwise two members who remove each other would wait
//   for each other.
// - Users and workspaces that a handler reads first are locked after the actor and the actor's session, whatever their ids. So two members
//   of staff who lock each other wait for each other, and so do two users who accept each other's invitations. PostgreSQL ends one of the
//   transactions, which `inTransaction` runs again.
// - The actor's session is locked before the other sessions that it ends, whatever their ids. The lock of their user keeps two of them from
//   waiting for each other.
// - The actor's API token is locked before the token that it revokes or renames, whatever their ids. Such a call changes the workspace,
//   too, so that two tokens that change each other do not wait for each other.
//
// What staff prepare for an address, and an account takes over, is changed under the lock of the address. A login locks the
// pre-provisioned user of the address, and then its own user, or, if the pre-provisioned user is locked out, its own user and the other
// accounts with the address, by id. They follow the pre-provisioned user whatever their ids: the lock of the address keeps two logins
// from waiting for each other. The credentials of accounts that get the locks then end one account after the other.
//
// The lock of the numbers orders all changes of a workspace until the commit, so it is the last one: after audit entries of a workspace, a
// transaction locks nothing that it does not hold already. Therefore it writes all of them in one statement.
//
// Several addresses, or several invitations, are locked in one statement. The deletion of an account is only changed under the lock of
// its user. The job that sends an account email locks only that email. The job that sends an invitation email locks it while it sends,
// and then its invitation.
//
// Three exceptions. If one meets another transaction, PostgreSQL ends one of them, which loses nothing: it runs again in
// `inTransaction`, or in the retry of its job.
//
// - A billing account is locked before the emails about it are added; several accounts by user, in one statement. An email that is added
//   locks its user (`KEY SHARE`, by the foreign key), so the billing account is locked before the user. But `erase_account` deletes it
//   after locking the user.
// - API tokens that expire are locked before the emails about them are added, and so before their users. The job skips tokens that another
//   transaction has locked.
// - The job that deletes what has expired locks the rows of each statement in any order.

/**
 * Locks an email address, so that a login with it, what staff prepare for it, and inviting, accepting and removing it run one
 * after the other.
 */
export async function lockEmail(email: string, tx: Prisma.TransactionClient): Promise<void> {
  await lockEmails([email], tx);
}

/** Locks several email addresses, in an order that all transactions share. */
export async function lockEmails(emails: readonly string[], tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`
    /* lock-emails */
    SELECT pg_advisory_xact_lock(hash)
    FROM (SELECT hashtextextended('address:' || email, 0) AS hash FROM unnest(${emails}::text[]) AS email ORDER BY hash) sorted`;
}

/** Locks mailboxes by their hashes to count invitation emails to them, in an order that all transactions share. */
export async function lockMailboxes(mailboxHashes: readonly string[], tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`
    /* lock-mailboxes */
    SELECT pg_advisory_xact_lock(hash)
    FROM (SELECT hashtextextended('mailbox:' || mailbox, 0) AS hash FROM unnest(${mailboxHashes}::text[]) AS mailbox ORDER BY hash) sorted`;
}

/** For reading, and for a change. */
export const lockModes = { SHARE: Prisma.sql`FOR SHARE`, UPDATE: Prisma.sql`FOR NO KEY UPDATE` };
export type LockMode = keyof typeof lockModes;

/** Locks a user for reading (`SHARE`) or for a change (`UPDATE`), and returns the current row. Null if there is none. */
export async function userForUpdate(
  userId: string,
  mode: LockMode,
  db: Prisma.TransactionClient,
): Promise<User | null> {
  const locked = await db.$queryRaw<unknown[]>`SELECT 1 FROM users WHERE id = ${userId} ${lockModes[mode]}`;
  return locked.length === 1 ? db.user.findUnique({ where: { id: userId } }) : null;
}

/** Locks the user of an identity to change it. Does nothing if the identity has no user yet. */
export async function identityUserForUpdate(auth0Id: string, db: Prisma.TransactionClient): Promise<void> {
  await db.$queryRaw`SELECT 1 FROM users WHERE auth0_id = ${auth0Id} FOR NO KEY UPDATE`;
}

/** Locks a billing account to change it. Returns false if there is none. */
export async function billingAccountForUpdate(userId: string, db: Prisma.TransactionClient): Promise<boolean> {
  const locked = await db.$queryRaw<unknown[]>`
    SELECT 1 FROM billing_accounts WHERE user_id = ${userId} FOR NO KEY UPDATE`;
  return locked.length === 1;
}

/** Locks a workspace to change it and returns the current row, also of a deleted workspace. Null if there is none. */
export async function workspaceForUpdate(id: string, db: Prisma.TransactionClient): Promise<Workspace | null> {
  await db.$queryRaw`SELECT 1 FROM workspaces WHERE id = ${id} FOR NO KEY UPDATE`;
  return db.workspace.findUnique({ where: { id } });
}

/** Like `workspaceForUpdate`, but null if the workspace is deleted. */
export async function undeletedWorkspaceForUpdate(id: string, db: Prisma.TransactionClient): Promise<Workspace | null> {
  const workspace = await workspaceForUpdate(id, db);
  return workspace?.deletedAt === null ? workspace : null;
}

/** Keeps a workspace from being deleted or quarantined. Returns false if it is already, or does not exist. */
export async function activeWorkspaceForUpdate(id: string, db: Prisma.TransactionClient): Promise<boolean> {
  const locked = await db.$queryRaw<unknown[]>`
    /* lock-active-workspace */
    SELECT 1 FROM workspaces WHERE id = ${id} AND deleted_at IS NULL AND quarantined_at IS NULL FOR SHARE`;
  return locked.length === 1;
}

/**
 * Locks a user, an active workspace and the user's membership in it (`FOR SHARE`), so that none of them is locked, quarantined
 * or deleted before the transaction ends, and no token outlives them. Returns the member's role; null if there is no membership or
 * the account has a lock. Each subquery depends on the one before it, so no query plan can change the order of the locks.
 */
export async function membershipForUpdate(
  workspaceId: string,
  userId: string,
  { db }: DbContext,
): Promise<WorkspaceRole | null> {
  const [member] = await db.$queryRaw<(LockColumns & { readonly now: Date; readonly role: WorkspaceRole })[]>`
    /* lock-membership */
    SELECT locked.*, membership.role, now() AS now
    FROM (SELECT u.id, ${lockColumnsOfUser} FROM users u WHERE u.id = ${userId} FOR SHARE) locked
    CROSS JOIN LATERAL (SELECT w.id FROM workspaces w
      WHERE w.id = ${workspaceId} AND locked.id = ${userId} AND w.deleted_at IS NULL AND w.quarantined_at IS NULL
      FOR SHARE) workspace
    CROSS JOIN LATERAL (SELECT m.role FROM memberships m
      WHERE m.workspace_id = workspace.id AND m.user_id = locked.id FOR SHARE) membership`;
  return member === undefined || isLocked(member, member.now) ? null : member.role;
}

/** Selects members of a workspace by id, or by email address. */
export type MemberFilter = { readonly workspaceId: string } & (
  | { readonly userId: string }
  | { readonly user: { readonly email: string } }
);

/** Locks the selected members, except the owner, to change them, and returns their current role. */
export function membersForUpdate(
  filter: MemberFilter,
  db: Prisma.TransactionClient,
): Promise<{ userId: string; email: string; role: Exclude<WorkspaceRole, 'OWNER'> }[]> {
  const isSelected =
    'userId' in filter ? Prisma.sql`u.id = ${filter.userId}` : Prisma.sql`u.email = ${filter.user.email}`;
  return db.$queryRaw`
    SELECT m.user_id AS "userId", u.email, m.role
    FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.workspace_id = ${filter.workspaceId} AND m.role <> 'OWNER' AND ${isSelected}
    ORDER BY m.user_id FOR UPDATE OF m`;
}

type LockedSession = Pick<
  Session,
  'id' | 'userId' | 'lastSeenAt' | 'expiresAt' | 'isStaff' | 'isTerminal' | 'loggedInAt' | 'withSecondFactor'
> & {
  readonly startedAt: Date;
  readonly now: Date;
};

/**
 * Locks the sessions that match a condition on their columns, to end or renew them. With a limit, it skips sessions that another
 * transaction has locked.
 */
export function sessionsForUpdate(
  condition: Prisma.Sql,
  db: Prisma.TransactionClient,
  limit?: number,
): Promise<LockedSession[]> {
  const end = limit === undefined ? Prisma.empty : Prisma.sql`SKIP LOCKED LIMIT ${limit}::int`;
  return db.$queryRaw`
    SELECT id, user_id AS "userId", created_at AS "startedAt", last_seen_at AS "lastSeenAt", expires_at AS "expiresAt",
      is_staff AS "isStaff", is_terminal AS "isTerminal", logged_in_at AS "loggedInAt",
      with_second_factor AS "withSecondFactor", now() AS now
    FROM sessions WHERE ${condition} ORDER BY id FOR UPDATE ${end}`;
}

/** Locks an API token, if it exists, to change it. Those that lose their access are locked in features/credentials/revoke-tokens.ts. */
export async function authTokenForUpdate(id: string, db: Prisma.TransactionClient): Promise<void> {
  await db.$queryRaw`SELECT 1 FROM auth_tokens WHERE id = ${id} FOR NO KEY UPDATE`;
}

/** Keeps a session from ending until the transaction ends. Returns whether it still exists. */
export async function sessionForUpdate(id: string, db: Prisma.TransactionClient): Promise<boolean> {
  const locked = await db.$queryRaw<unknown[]>`SELECT 1 FROM sessions WHERE id = ${id} FOR KEY SHARE`;
  return locked.length === 1;
}
