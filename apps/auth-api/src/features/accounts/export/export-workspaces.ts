import { canManageMembers } from '@portal/contract';
import type { UserActor } from '../../../request/account/actor.ts';
import type { Settings } from '../../../platform/config/settings.ts';
import type { DbContext } from '../../../platform/db/transaction.ts';
import type { WorkspaceRole } from '../../../generated/prisma/client.ts';
import { listInvitationsOfUser } from '../../workspaces/invitations/invitations.queries.ts';
import { missingProof } from '../../workspaces/invitations/mailbox-proof.ts';
import { batchSize, inBatches, inOrder, only, table, type Table } from './export-table.ts';
import { selectExported } from './personal-data.ts';

// The tables of the export that are about workspaces: users can see less of them after they left.

export function memberships(userId: string, { db }: DbContext): Table {
  const select = selectExported('Membership');
  const batches = inBatches(
    (after) =>
      db.membership.findMany({
        where: { userId, workspaceId: { gt: after } },
        select,
        orderBy: { workspaceId: 'asc' },
        take: batchSize,
      }),
    ({ workspaceId }) => workspaceId,
  );
  return { name: 'memberships', columns: Object.keys(select), batches };
}

/** The present values only of workspaces that the user can open. */
export const createdWorkspaces = (userId: string, context: DbContext) =>
  table(
    'created-workspaces',
    selectExported('Workspace'),
    (select, next) => context.db.workspace.findMany({ where: { creatorUserId: userId, ...next }, select, ...inOrder }),
    async (rows) => {
      const roles = await rolesIn(
        rows.map(({ id }) => ({ workspaceId: id })),
        userId,
        context,
      );
      return rows.map((row) => (roles.has(row.id) ? row : only(row, ['id', 'createdAt'])));
    },
  );

/** What became of an invitation only if the user can list the invitations of the workspace. */
export const sentInvitations = (userId: string, context: DbContext) =>
  table(
    'sent-invitations',
    selectExported('Invitation'),
    (select, next) => context.db.invitation.findMany({ where: { inviterId: userId, ...next }, select, ...inOrder }),
    async (rows) => {
      const roles = await rolesIn(rows, userId, context);
      const mayList = ({ workspaceId }: { workspaceId: string }) =>
        ['OWNER', 'APPROVER'].includes(roles.get(workspaceId) ?? '');
      return rows.map((row) => (mayList(row) ? row : only(row, ['id', 'workspaceId', 'sentAt'])));
    },
  );

/** The invitations that the user can accept. Those that they accepted or declined are among their actions. */
export function receivedInvitations(actor: UserActor, context: DbContext & { readonly settings: Settings }): Table {
  const columns = ['id', 'workspaceId', 'email', 'role', 'expiresAt'] as const;
  async function* batches() {
    if (!actor.user.emailVerified) return;
    for (let after: string | undefined; ;) {
      const rows = await listInvitationsOfUser(actor.user, after, batchSize, context);
      const shown = rows.filter((row) => missingProof(row, actor, context.settings) === null);
      if (shown.length > 0)
        yield shown.map(({ id, workspaceId, email, role, expiresAt }) => ({ id, workspaceId, email, role, expiresAt }));
      if (rows.length < batchSize) return;
      after = rows.at(-1)?.id;
    }
  }
  return { name: 'received-invitations', columns, batches: batches() };
}

/** Without the other party. The time at which an expired offer was closed is that of the next offer, which can be to someone else. */
export const ownershipOffers = ({ user: { id: userId }, now }: UserActor, { db }: DbContext) =>
  table(
    'ownership-offers',
    selectExported('OwnershipOffer'),
    (select, next) => db.ownershipOffer.findMany({ where: { ...isParty(userId), ...next }, select, ...inOrder }),
    (rows) =>
      rows.map((row) => {
        const hasExpired = row.outcome === 'EXPIRED' || (row.outcome === null && row.expiresAt <= now);
        return {
          ...withoutOtherParty(row, userId),
          ...(hasExpired && { outcome: 'EXPIRED', closedAt: row.expiresAt }),
        };
      }),
  );

/**
 * The changes of the owner by staff. They notify the owner and give the reason to the owner only; the new owner learns of a change
 * when it is completed.
 */
export const ownershipReassignments = (userId: string, { db }: DbContext) =>
  table(
    'ownership-reassignments',
    selectExported('OwnershipReassignment'),
    (select, next) =>
      db.ownershipReassignment.findMany({
        where: { OR: [{ fromUserId: userId }, { toUserId: userId, outcome: 'COMPLETED' }], ...next },
        select,
        ...inOrder,
      }),
    (rows) =>
      rows
        .map((row) => withoutOtherParty(row, userId))
        .map((row) =>
          row.fromUserId === userId ? row : only(row, ['id', 'workspaceId', 'toUserId', 'closedAt', 'outcome']),
        ),
  );

const isParty = (userId: string) => ({ OR: [{ fromUserId: userId }, { toUserId: userId }] });

const withoutOtherParty = <R extends { fromUserId: string; toUserId: string }>(row: R, userId: string) => ({
  ...row,
  fromUserId: row.fromUserId === userId ? userId : null,
  toUserId: row.toUserId === userId ? userId : null,
});

/**
 * The tokens that act as the user, and those of service accounts that the user created: of these only ids and times where the user cannot
 * list them. The owner of a workspace can rename the tokens of others.
 */
export const authTokens = (userId: string, context: DbContext) =>
  table(
    'api-tokens',
    selectExported('AuthToken'),
    (select, next) =>
      context.db.authToken.findMany({
        where: { OR: [{ userId }, { createdById: userId }], ...next },
        select,
        ...inOrder,
      }),
    async (rows) => {
      const roles = await rolesIn(rows, userId, context);
      return rows.map((row) => {
        if (roles.has(row.workspaceId)) return row;
        if (row.serviceAccountId === null) return { ...row, name: null };
        return only(row, ['id', 'workspaceId', 'serviceAccountId', 'createdAt', 'expiresAt', 'revokedAt']);
      });
    },
  );

/** The service accounts that the user created: only ids and times where the user cannot list them. */
export const serviceAccounts = (userId: string, context: DbContext) =>
  table(
    'service-accounts',
    selectExported('ServiceAccount'),
    (select, next) =>
      context.db.serviceAccount.findMany({ where: { createdById: userId, ...next }, select, ...inOrder }),
    async (rows) => {
      const roles = await rolesIn(rows, userId, context);
      return rows.map((row) =>
        canManageMembers(roles.get(row.workspaceId) ?? 'EDITOR') ? row : only(row, ['id', 'workspaceId', 'createdAt']),
      );
    },
  );

/** The user's roles in those workspaces of the rows that they can open now. */
export async function rolesIn(
  rows: readonly { workspaceId: string | null }[],
  userId: string,
  { db }: DbContext,
): Promise<ReadonlyMap<string, WorkspaceRole>> {
  const ids = [...new Set(rows.map(({ workspaceId }) => workspaceId))].filter((id) => id !== null);
  const found = await db.membership.findMany({
    where: { userId, workspaceId: { in: ids }, workspace: { deletedAt: null, quarantinedAt: null } },
    select: { workspaceId: true, role: true },
  });
  return new Map(found.map(({ workspaceId, role }) => [workspaceId, role]));
}
