import {
  isRestorable,
  restoreDeadline,
  restoreWindowDays,
  type ProductionWorkspace,
  type WorkspaceWithOwner,
  type adminWorkspaceCalls,
} from '@portal/contract';
import { Prisma, type User, type Workspace } from '../../generated/prisma/client.ts';
import { apiError } from '../../platform/errors/api-error.ts';
import { newId } from '../../platform/lib/ids.ts';
import { addJob } from '../../platform/queue/queue.ts';
import { getLock, isLocked } from '../../request/account/account-lock.ts';
import {
  closedAccount,
  findPendingDeletion,
  isAccountClosed,
  rejectClosedAccount,
} from '../../request/account/deletions.ts';
import { userForUpdate, workspaceForUpdate } from '../../request/account/row-locks.ts';
import { isOwnMailbox } from '../../request/account/staff-identity.ts';
import { personalToAddress, personalTo } from '../../request/audit/personal-values.ts';
import { requireRecentLogin } from '../../request/auth/require-recent-login.ts';
import { paginate } from '../../request/call/pagination.ts';
import type { ActorContext, Handlers } from '../../request/call/types.ts';
import { notifyInstancesOf } from '../credentials/revoke-tokens.ts';
import { countInvitationEmails } from '../emails/email-limits.ts';
import { createProductionWorkspace } from '../workspaces/create-workspace.ts';
import { findOrCreatePreProvisionedUser } from '../workspaces/invitations/pre-provisioned-users.ts';
import { getEndedReassignment, getReassignment } from '../workspaces/ownership/get-reassignment.ts';
import { endOffers } from '../workspaces/ownership/offers.ts';
import { findPendingReassignment } from '../workspaces/ownership/reassignments.ts';
import { listStaffMembers } from '../workspaces/ownership/staff-members.ts';
import { toUserSummary, toWorkspaceWithOwner } from './admin.presenters.ts';
import { defaultPageSize } from './list-auth-tokens.ts';
import { listQuarantinedWorkspaces } from './quarantined-workspaces.ts';
import { formatRankedRowCursor, sortByIds, type RankedRow, isAfterCursor } from './ranked-rows.ts';
import { workspaceCredentialHandlers, workspaceNotFound } from './workspace-credentials.handlers.ts';

export const adminWorkspaceHandlers: Handlers<typeof adminWorkspaceCalls> = {
  async lookUpWorkspaceOwner({ params: { workspaceId } }, { db, audit }) {
    const workspace = await getWorkspaceWithOwner(workspaceId, db);
    audit.record({ subjectUserId: workspace.ownerId });
    return workspace;
  },

  setUpProductionWorkspace: {
    locks: { emails: ({ body: { userEmail } }) => [userEmail] },
    async execute({ body: { userEmail } }, context) {
      await rejectRestrictedAddress(userEmail, context);
      const { id } = await findOrCreatePreProvisionedUser(userEmail, context.db);
      context.audit.record({ details: { userEmail: personalToAddress(userEmail, context.services) } });
      return setUpWorkspace(id, context);
    },
  },

  setUpProductionWorkspaceByUserId: ({ body: { userId } }, context) => setUpWorkspace(userId, context),

  async quarantineWorkspace(
    { params: { workspaceId }, body: { isQuarantined, reason } },
    { actor, db, audit, services },
  ) {
    const workspace = await existingWorkspaceForUpdate(workspaceId, db);
    if (isQuarantined) requireRecentLogin(actor, 'REAUTH_MAX_AGE_MINUTES', services.settings);
    else await rejectOwnWorkspace(workspaceId, 'lift the quarantine of', { actor, db, services });
    const before = workspace.quarantinedAt && {
      startedAt: workspace.quarantinedAt,
      reason: workspace.quarantineReason,
      byId: workspace.quarantinedById,
    };
    const current = before ?? { startedAt: actor.now, reason: null, byId: actor.user.id };
    const after = isQuarantined ? { ...current, ...(reason !== undefined && { reason }) } : null;
    await db.workspace.update({
      where: { id: workspaceId },
      data: {
        quarantinedAt: after?.startedAt ?? null,
        quarantineReason: after?.reason ?? null,
        quarantinedById: after?.byId ?? null,
      },
      select: { id: true },
    });
    // Tokens are only rejected during a quarantine, not revoked, so automation works again when it is lifted.
    if (after) {
      await endOffers({ workspaceId }, db);
      await db.connectCode.deleteMany({ where: { workspaceId } });
      if (!before) await notifyInstancesOf(workspaceId, db);
    }
    const result = await getWorkspaceWithOwner(workspaceId, db);
    const [from, to] = [before, after].map(
      (state) => state && { at: state.startedAt.toISOString(), reason: personalTo(result.ownerId, state.reason) },
    );
    const liftDetails = !isQuarantined && reason ? { reason: personalTo(result.ownerId, reason) } : {};
    audit.record({ details: { quarantine: { from: from ?? null, to: to ?? null }, ...liftDetails } });
    return result;
  },

  listQuarantinedWorkspaces: ({ query }, context) => listQuarantinedWorkspaces(query, context),

  async restoreWorkspace({ params: { workspaceId } }, { actor, db, audit, services }) {
    const { deletedAt, displayName } = await existingWorkspaceForUpdate(workspaceId, db);
    await rejectOwnWorkspace(workspaceId, 'restore', { actor, db, services });
    if (!deletedAt) throw apiError('WorkspaceNotRestorable', { message: 'This workspace is not deleted.' });
    if (!isRestorable(deletedAt.toISOString(), actor.now)) {
      const message = `This workspace was deleted more than ${restoreWindowDays} days ago.`;
      throw apiError('WorkspaceNotRestorable', { message });
    }
    if (await hasLeavingOwner(workspaceId, db)) {
      const message = 'The owner has asked us to delete the account, and the workspace with it.';
      throw apiError('WorkspaceNotRestorable', { message });
    }
    await db.workspace.update({ where: { id: workspaceId }, data: { deletedAt: null }, select: { id: true } });
    // Like the tokens, which stay revoked: the owner decides what the receivers get again.
    await db.webhook.updateMany({
      where: { workspaceId, pausedAt: null },
      data: { pausedAt: actor.now, pauseReason: 'RESTORED' },
    });
    const result = await getWorkspaceWithOwner(workspaceId, db);
    const details = { displayName: personalTo(result.ownerId, displayName) };
    audit.record({ details: { ...details, deletedAt: { from: deletedAt.toISOString(), to: null } } });
    return result;
  },

  async getWorkspaceForStaff({ params: { workspaceId } }, { actor, db, audit }) {
    const workspace = await getWorkspaceWithOwner(workspaceId, db);
    audit.record({ subjectUserId: workspace.ownerId });
    const { description, approvalsEnabled, creator } = await db.workspace.findUniqueOrThrow({
      where: { id: workspaceId },
      include: { creator: true },
    });
    const active = { revokedAt: null, expiresAt: { gt: actor.now } };
    const counts = {
      members: await db.membership.count({ where: { workspaceId } }),
      authTokens: await db.authToken.count({ where: { workspaceId } }),
      activeAuthTokens: await db.authToken.count({ where: { workspaceId, ...active } }),
      serviceAccounts: await db.serviceAccount.count({ where: { workspaceId, deletedAt: null } }),
    };
    const restorableUntil = workspace.deletedAt === null ? null : restoreDeadline(workspace.deletedAt, actor.now);
    const pending = await findPendingReassignment(workspaceId, db);
    const reassignment = pending && (await getReassignment(pending.id, db));
    const lastReassignment = await getEndedReassignment(workspaceId, db);
    const owner = await db.user.findUniqueOrThrow({ where: { id: workspace.ownerId } });
    const isPaused = isLocked(owner, actor.now);
    const details = { description, approvalsEnabled, creator: toUserSummary(creator), restorableUntil, isPaused };
    return { ...workspace, ...details, reassignment, lastReassignment, counts };
  },

  async listMembersForStaff({ params: { workspaceId }, query: { after, limit = defaultPageSize } }, context) {
    const { actor, db, audit } = context;
    await getWorkspaceWithOwner(workspaceId, db);
    const ranked = await db.$queryRaw<RankedRow[]>(workspaceMembers(workspaceId, after, limit + 1));
    const { rows, next } = paginate(ranked, limit, formatRankedRowCursor, context);
    const ids = rows.map(({ id }) => id);
    const memberships = await db.membership.findMany({
      where: { workspaceId, userId: { in: ids } },
      include: { user: true },
    });
    audit.record({ details: { after: after ?? null, limit, found: rows.length } });
    const members = sortByIds(memberships, ids, ({ userId }) => userId).map(({ user, role, createdAt }) => ({
      ...toUserSummary(user),
      role,
      pending: user.auth0Id === null,
      memberSince: createdAt.toISOString(),
      isQuarantined: getLock('quarantine', user, actor.now) !== null,
      isSuspended: getLock('suspension', user, actor.now) !== null,
    }));
    return { members, next };
  },

  ...workspaceCredentialHandlers,
};

/** Throws if the workspace belongs to an account with the mailbox of the staff user, who does not decide about it. */
async function rejectOwnWorkspace(
  workspaceId: string,
  change: string,
  { actor, db, services }: Pick<ActorContext, 'actor' | 'db' | 'services'>,
): Promise<void> {
  const ownership = await db.membership.findFirst({ where: { workspaceId, role: 'OWNER' }, select: { user: true } });
  if (ownership && isOwnMailbox(ownership.user, actor.user, services))
    throw apiError('NotAllowed', { message: `You cannot ${change} your own workspace. Ask a colleague.` });
}

async function existingWorkspaceForUpdate(id: string, db: Prisma.TransactionClient): Promise<Workspace> {
  const workspace = await workspaceForUpdate(id, db);
  if (!workspace) throw workspaceNotFound();
  return workspace;
}

/**
 * Whether the deletion of the owner's account is pending or has started: a restored workspace with members would prevent it. A
 * pre-provisioned user is deleted with the last account that has verified its address. The lock of the workspace keeps it from being closed
 * meanwhile.
 */
async function hasLeavingOwner(workspaceId: string, db: Prisma.TransactionClient): Promise<boolean> {
  const ownership = await db.membership.findFirst({
    where: { workspaceId, role: 'OWNER' },
    select: { user: { select: { id: true, auth0Id: true, email: true } } },
  });
  if (!ownership) return false;
  const { id, auth0Id, email } = ownership.user;
  if (auth0Id !== null) return (await findPendingDeletion(id, db)) !== null;
  const deletions = await Promise.all(
    (await findAccounts(email, db)).map((account) => findPendingDeletion(account.id, db)),
  );
  return deletions.length > 0 && deletions.every(Boolean);
}

/** The accounts that have verified an address. */
const findAccounts = (email: string, db: Prisma.TransactionClient) =>
  db.user.findMany({ where: { email, emailVerified: true, auth0Id: { not: null } } });

/** Whether all accounts with an address are being deleted, and its pre-provisioned user with them. */
async function hasClosedAccounts(accounts: readonly User[], db: Prisma.TransactionClient): Promise<boolean> {
  const isClosed = await Promise.all(accounts.map(({ id }) => isAccountClosed(id, db)));
  return isClosed.length > 0 && isClosed.every(Boolean);
}

/** Rejects to prepare a workspace for an address whose account is quarantined, or which is deleted with its account. */
async function rejectRestrictedAddress(email: string, { actor, db }: ActorContext): Promise<void> {
  const accounts = await findAccounts(email, db);
  if (await hasClosedAccounts(accounts, db)) throw closedAccount();
  if (accounts.some((account) => getLock('quarantine', account, actor.now))) throw apiError('UserIsQuarantined');
}

/** Returns a workspace with its owner, also if it is deleted or quarantined. */
async function getWorkspaceWithOwner(workspaceId: string, db: Prisma.TransactionClient): Promise<WorkspaceWithOwner> {
  const ownership = await db.membership.findFirst({
    where: { workspaceId, role: 'OWNER' },
    select: { workspace: true, user: true },
  });
  if (!ownership) throw workspaceNotFound();
  const { workspace, user } = ownership;
  const [quarantinedBy = null] = await listStaffMembers([workspace.quarantinedById], db);
  return toWorkspaceWithOwner(workspace, user, quarantinedBy);
}

/** Creates a production workspace for an account or a pre-provisioned user, and emails them within the limits of their mailbox. */
async function setUpWorkspace(
  userId: string,
  { actor, db, services, audit }: ActorContext,
): Promise<ProductionWorkspace> {
  const owner = await userForUpdate(userId, 'SHARE', db);
  if (!owner) throw apiError('UserNotFound');
  if (isOwnMailbox(owner, actor.user, services))
    throw apiError('NotAllowed', { message: 'You cannot set up a workspace for yourself. Ask a colleague.' });
  await rejectClosedAccount(userId, db);
  if (getLock('quarantine', owner, actor.now)) throw apiError('UserIsQuarantined');
  const { workspaceId } = await createProductionWorkspace(owner, { isDefault: false }, { db }, services.settings);
  const emailId = newId();
  const email = { id: emailId, mailboxHash: services.hashMailbox(owner.email), isFromAcquaintance: true };
  const sender = { inviterId: actor.user.id, workspaceId };
  const counted = await countInvitationEmails([email], sender, { db, settings: services.settings });
  const payload = { emailId, workspaceId, ownerId: owner.id, creatorId: actor.user.id };
  const isEmailed = counted.ids.has(emailId);
  if (isEmailed) await addJob(db, 'sendWorkspaceCreatedEmail', payload);
  audit.record({ workspaceId, subjectUserId: owner.id });
  return { workspaceId, userId: owner.id, emailed: isEmailed ? 'queued' : 'limit' };
}

/** The members of a workspace after a cursor, the owner first. */
export const workspaceMembers = (workspaceId: string, after: string | undefined, limit: number) => Prisma.sql`
  SELECT rank, id FROM (
    SELECT user_id AS id, (role <> 'OWNER')::int AS rank FROM memberships WHERE workspace_id = ${workspaceId}
  ) ranked
  WHERE ${isAfterCursor(after)} ORDER BY rank, id DESC LIMIT ${limit}::int`;
