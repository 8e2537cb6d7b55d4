import { dayMs, ownershipOfferDays, type ResponseOf, type ownershipCalls } from '@portal/contract';
import {
  Prisma,
  type OwnershipOffer,
  type OwnershipOfferOutcome,
  type User,
} from '../../../generated/prisma/client.ts';
import { newId } from '../../../platform/lib/ids.ts';
import type { Parties } from './parties-for-update.ts';

/** Selects the offers that can still be accepted. */
export const openOffer = (now: Date) =>
  ({ closedAt: null, expiresAt: { gt: now } }) satisfies Prisma.OwnershipOfferWhereInput;

export const toMemberName = ({ id, email, nickname }: User) => ({ userId: id, email, nickname });

/** The number of offers that a user sees in the list of workspaces. */
const maxOffers = 20;

/** Lists the open offers to a user. */
export async function listOffersTo(
  userId: string,
  now: Date,
  db: Prisma.TransactionClient,
): Promise<ResponseOf<typeof ownershipCalls.listOwnershipOffers>['offers']> {
  const offers = await db.ownershipOffer.findMany({
    where: { toUserId: userId, workspace: { deletedAt: null, quarantinedAt: null }, ...openOffer(now) },
    include: { workspace: true, from: true },
    orderBy: { expiresAt: 'asc' },
    take: maxOffers,
  });
  return offers.map(({ workspace, from, expiresAt }) => ({
    workspaceId: workspace.id,
    workspaceName: workspace.displayName,
    from: toMemberName(from),
    expiresAt: expiresAt.toISOString(),
  }));
}

/** Creates an offer, unless the workspace has an open one. The caller has locked the workspace. */
export async function createOffer(
  { workspaceId, fromUserId, toUserId }: Parties,
  now: Date,
  db: Prisma.TransactionClient,
): Promise<OwnershipOffer | null> {
  await db.ownershipOffer.updateMany({
    where: { workspaceId, closedAt: null, expiresAt: { lte: now } },
    data: { closedAt: now, outcome: 'EXPIRED' },
  });
  if ((await db.ownershipOffer.count({ where: { workspaceId, closedAt: null } })) > 0) return null;
  const expiresAt = new Date(now.getTime() + ownershipOfferDays * dayMs);
  return db.ownershipOffer.create({
    data: { id: newId(), workspaceId, fromUserId, toUserId, createdAt: now, expiresAt },
  });
}

/** Closes an open offer. Returns false if it was closed or has expired meanwhile. */
export async function closeOffer(
  id: string,
  outcome: OwnershipOfferOutcome,
  now: Date,
  db: Prisma.TransactionClient,
): Promise<boolean> {
  const { count } = await db.ownershipOffer.updateMany({
    where: { id, ...openOffer(now) },
    data: { closedAt: now, outcome },
  });
  return count === 1;
}

/**
 * Ends the open offers of a workspace, those from or to a user, or both, because the workspace is closed or the user leaves or is
 * locked. Locks them by id, so that two users with offers to each other can be locked at once.
 */
export async function endOffers(
  { workspaceId, userId }: { workspaceId?: string; userId?: string },
  db: Prisma.TransactionClient,
): Promise<void> {
  const ofWorkspace = workspaceId === undefined ? Prisma.empty : Prisma.sql`AND workspace_id = ${workspaceId}`;
  const ofUser = userId === undefined ? Prisma.empty : Prisma.sql`AND ${userId} IN (from_user_id, to_user_id)`;
  await db.$executeRaw`
    WITH open AS (
      SELECT id FROM ownership_offers WHERE closed_at IS NULL ${ofWorkspace} ${ofUser} ORDER BY id FOR UPDATE)
    UPDATE ownership_offers SET closed_at = now(), outcome = 'ENDED' FROM open WHERE ownership_offers.id = open.id`;
}
