import type { CredentialSummary } from '@portal/contract';
import type { Prisma } from '../../generated/prisma/client.ts';

/** How many tokens, sessions and invitations a dialog lists. It shows the number of the others. */
export const maxListed = 10;

/** Selects the name of a workspace. Only a list of several workspaces names them. */
export const workspaceOf = (isOfSeveral: boolean) => isOfSeveral && { select: { displayName: true } };

/** The name of the workspace, if it is selected. */
export const namedWorkspace = (workspace?: { displayName: string } | null) =>
  workspace ? { workspaceName: workspace.displayName } : {};

/** Summarizes the live tokens of the service accounts of a workspace, which do not end with a transfer of its ownership. */
export async function summarizeServiceAccountTokens(
  workspaceId: string,
  now: Date,
  db: Prisma.TransactionClient,
): Promise<Pick<CredentialSummary, 'authTokens' | 'authTokenCount'>> {
  const where = { workspaceId, serviceAccountId: { not: null } };
  const { authTokens, count } = await summarizeTokens(where, false, now, db);
  return { authTokens, authTokenCount: count };
}

/** The most recently used of the live API tokens that match, and how many there are. */
export async function summarizeTokens(
  filter: Prisma.AuthTokenWhereInput,
  isOfSeveral: boolean,
  now: Date,
  db: Prisma.TransactionClient,
): Promise<{ authTokens: CredentialSummary['authTokens']; count: number }> {
  // One that was replaced ends anyway, and its successor is listed.
  const where = { ...filter, revokedAt: null, replacedAt: null, expiresAt: { gt: now } };
  const tokens = await db.authToken.findMany({
    where,
    include: {
      user: { select: { nickname: true } },
      serviceAccount: { select: { name: true } },
      workspace: workspaceOf(isOfSeveral),
    },
    orderBy: [{ lastUsedAt: { sort: 'desc', nulls: 'last' } }, { id: 'desc' }],
    take: maxListed,
  });
  return {
    authTokens: tokens.map(({ id, name, user, serviceAccount, lastUsedAt, workspace }) => ({
      id,
      name,
      principalName: user?.nickname ?? serviceAccount?.name ?? '',
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      ...namedWorkspace(workspace),
    })),
    count: await db.authToken.count({ where }),
  };
}
