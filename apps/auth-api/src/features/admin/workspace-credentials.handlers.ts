import type { adminWorkspaceCalls } from '@portal/contract';
import type { Prisma } from '../../generated/prisma/client.ts';
import { apiError } from '../../platform/errors/api-error.ts';
import { authTokenForUpdate, workspaceForUpdate } from '../../request/account/row-locks.ts';
import { personalTo } from '../../request/audit/personal-values.ts';
import { paginate } from '../../request/call/pagination.ts';
import type { Handlers } from '../../request/call/types.ts';
import { personalNameOf, principalOfToken } from '../credentials/auth-tokens.ts';
import { enqueueAccountEmail } from '../emails/enqueue-account-email.ts';
import { endServiceAccount } from '../workspaces/credentials/end-service-account.ts';
import { toAuthTokenForStaff, toServiceAccountForStaff, type ServiceAccountUse } from './admin.presenters.ts';
import { defaultPageSize, listAuthTokens, tokenRelations } from './list-auth-tokens.ts';
import { requireOwnerId } from '../../request/account/owned-workspaces.ts';

type CredentialCalls = Pick<
  typeof adminWorkspaceCalls,
  'listAuthTokensForStaff' | 'listServiceAccountsForStaff' | 'revokeAuthTokenByStaff' | 'deleteServiceAccountByStaff'
>;

/** Unlike the error for members, it says that the workspace does not exist. */
export const workspaceNotFound = () => apiError('WorkspaceNotFound', { message: 'Workspace not found.' });

export const workspaceCredentialHandlers: Handlers<CredentialCalls> = {
  async listAuthTokensForStaff({ params: { workspaceId }, query }, context) {
    await requireOwnerId(workspaceId, context.db);
    return listAuthTokens({ workspaceId }, query, context);
  },

  async listServiceAccountsForStaff({ params: { workspaceId }, query: { after, limit = defaultPageSize } }, context) {
    const { db, audit } = context;
    await requireOwnerId(workspaceId, db);
    const found = await db.serviceAccount.findMany({
      where: { workspaceId, ...(after !== undefined && { id: { lt: after } }) },
      include: { createdBy: true },
      orderBy: { id: 'desc' },
      take: limit + 1,
    });
    const { rows, next } = paginate(found, limit, ({ id }) => id, context);
    const uses = await usesOf(
      rows.map(({ id }) => id),
      db,
    );
    audit.record({ details: { after: after ?? null, limit, found: rows.length } });
    return { serviceAccounts: rows.map((row) => toServiceAccountForStaff(row, uses.get(row.id))), next };
  },

  async revokeAuthTokenByStaff({ params: { workspaceId, tokenId }, body: { reason } }, { actor, db, audit }) {
    await authTokenForUpdate(tokenId, db);
    const token = await db.authToken.findUnique({ where: { id: tokenId, workspaceId }, include: tokenRelations });
    if (!token) throw apiError('AuthTokenNotFound');
    if (token.revokedAt) {
      audit.skip();
      return { authToken: toAuthTokenForStaff(token) };
    }
    await db.authToken.update({ where: { id: tokenId }, data: { revokedAt: actor.now }, select: { id: true } });
    const recipientId = token.userId ?? (await requireOwnerId(workspaceId, db));
    await enqueueAccountEmail('tokenRevokedByStaff', recipientId, { tokenId }, db);
    const { userId, serviceAccountId } = token;
    audit.record({
      ...(userId !== null && { subjectUserId: userId }),
      details: {
        tokenId,
        ...(serviceAccountId !== null && { serviceAccountId }),
        name: personalNameOf(token),
        reason: personalTo(principalOfToken(token), reason),
      },
    });
    return { authToken: toAuthTokenForStaff({ ...token, revokedAt: actor.now }) };
  },

  async deleteServiceAccountByStaff({ params: { workspaceId, serviceAccountId }, body: { reason } }, { db, audit }) {
    if (!(await workspaceForUpdate(workspaceId, db))) throw workspaceNotFound();
    const ended = await endServiceAccount({ serviceAccountId, workspaceId }, db);
    const ownerId = await requireOwnerId(workspaceId, db);
    await enqueueAccountEmail('serviceAccountDeletedByStaff', ownerId, { serviceAccountId }, db);
    audit.record({ details: { ...ended, reason: personalTo({ serviceAccountId }, reason) } });
    const deleted = await db.serviceAccount.findUniqueOrThrow({
      where: { id: serviceAccountId },
      include: { createdBy: true },
    });
    const uses = await usesOf([serviceAccountId], db);
    return { serviceAccount: toServiceAccountForStaff(deleted, uses.get(serviceAccountId)) };
  },
};

/** How service accounts are used, by id; without those that have no token. */
async function usesOf(
  serviceAccountIds: readonly string[],
  db: Prisma.TransactionClient,
): Promise<Map<string, ServiceAccountUse>> {
  const uses = await db.$queryRaw<(ServiceAccountUse & { readonly id: string })[]>`
    /* uses-of-service-accounts */
    SELECT service_account_id AS id, max(last_used_at) AS "lastUsedAt",
      count(*) FILTER (WHERE revoked_at IS NULL AND expires_at > now())::int AS "activeAuthTokens"
    FROM auth_tokens WHERE service_account_id = ANY (${serviceAccountIds}::text[])
    GROUP BY service_account_id`;
  return new Map(uses.map(({ id, ...use }) => [id, use]));
}
