import {
  ownerScopes,
  type CredentialSummary,
  type MemberCredentialSummary,
  type UserCredentialSummary,
  type WorkspaceCredentialSummary,
} from '@portal/contract';
import type { Membership, Prisma } from '../../../generated/prisma/client.ts';
import { maxListed, namedWorkspace, summarizeTokens, workspaceOf } from '../../credentials/token-summaries.ts';
import { openOffer } from '../ownership/offers.ts';

/** A workspace, one member of it, or a user in all workspaces. */
type CredentialFilter = { readonly workspaceId: string; readonly userId?: string } | { readonly userId: string };

/** Summarizes the live tokens and instance sessions of a workspace, of one member of it, or of a user in all workspaces. */
export async function summarizeCredentials(
  filter: CredentialFilter,
  now: Date,
  db: Prisma.TransactionClient,
): Promise<CredentialSummary> {
  const isOfSeveral = !('workspaceId' in filter);
  const { authTokens, count } = await summarizeTokens(filter, isOfSeveral, now, db);
  const isLive = { ...filter, revokedAt: null, expiresAt: { gt: now } };
  const instanceTokens = await db.instanceToken.findMany({
    where: isLive,
    include: { user: { select: { nickname: true } }, workspace: workspaceOf(isOfSeveral) },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: maxListed,
  });
  return {
    authTokens,
    authTokenCount: count,
    instanceSessions: instanceTokens.map(({ user, createdAt, workspace }) => ({
      nickname: user.nickname,
      startedAt: createdAt.toISOString(),
      ...namedWorkspace(workspace),
    })),
    instanceSessionCount: await db.instanceToken.count({ where: isLive }),
  };
}

/** Workspaces that another user owns. */
export const ownedByOthers = (userId: string) => ({ NOT: ownedBy(userId) });

/** Workspaces that another user owns, and of which the user is a member. */
export const joinedBy = (userId: string) => ({ memberships: { some: { userId, role: { not: 'OWNER' as const } } } });

/** Summarizes the live tokens of service accounts that a user created, which do not end with the user. */
export async function summarizeRemainingTokens(
  userId: string,
  where: { readonly workspaceId: string } | { readonly workspace: Prisma.WorkspaceWhereInput },
  now: Date,
  db: Prisma.TransactionClient,
): Promise<Pick<MemberCredentialSummary, 'remainingAuthTokens' | 'remainingAuthTokenCount'>> {
  const isOfSeveral = 'workspace' in where;
  const tokens = { createdById: userId, serviceAccountId: { not: null }, ...where };
  const { authTokens, count } = await summarizeTokens(tokens, isOfSeveral, now, db);
  return { remainingAuthTokens: authTokens, remainingAuthTokenCount: count };
}

/** Summarizes the live tokens of service accounts in the workspaces that a user owns. */
export async function summarizeOwnedTokens(
  userId: string,
  now: Date,
  db: Prisma.TransactionClient,
): Promise<Pick<UserCredentialSummary, 'ownedAuthTokens' | 'ownedAuthTokenCount'>> {
  const where = { serviceAccountId: { not: null }, workspace: ownedBy(userId) };
  const { authTokens, count } = await summarizeTokens(where, true, now, db);
  return { ownedAuthTokens: authTokens, ownedAuthTokenCount: count };
}

/** Summarizes the live tokens of the owner of a workspace that can do less once the owner is an approver. None of other members. */
export async function summarizeLimitedTokens(
  { workspaceId, userId, role }: Pick<Membership, 'workspaceId' | 'userId' | 'role'>,
  now: Date,
  db: Prisma.TransactionClient,
): Promise<Pick<MemberCredentialSummary, 'limitedAuthTokens' | 'limitedAuthTokenCount'>> {
  if (role !== 'OWNER') return { limitedAuthTokens: [], limitedAuthTokenCount: 0 };
  const where = { workspaceId, userId, scopes: { hasSome: [...ownerScopes] } };
  const { authTokens, count } = await summarizeTokens(where, false, now, db);
  return { limitedAuthTokens: authTokens, limitedAuthTokenCount: count };
}

/** The service accounts and webhooks of a workspace, and to whom its ownership is offered. */
export async function summarizeWorkspace(
  workspaceId: string,
  now: Date,
  db: Prisma.TransactionClient,
): Promise<Omit<WorkspaceCredentialSummary, keyof CredentialSummary>> {
  const where = { workspaceId, deletedAt: null };
  const offer = await db.ownershipOffer.findFirst({
    where: { workspaceId, ...openOffer(now) },
    select: { to: { select: { email: true } } },
  });
  return {
    serviceAccounts: await db.serviceAccount.findMany({
      where,
      select: { id: true, name: true },
      orderBy: { name: 'asc' },
      take: maxListed,
    }),
    serviceAccountCount: await db.serviceAccount.count({ where }),
    webhookCount: await db.webhook.count({ where: { workspaceId } }),
    ownershipOfferedTo: offer?.to.email ?? null,
  };
}

const ownedBy = (userId: string) => ({ memberships: { some: { userId, role: 'OWNER' as const } } });
