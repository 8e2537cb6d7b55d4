import { enqueueWorkspaceEvents } from '../../credentials/enqueue-workspace-events.ts';
import { pauseWebhooks } from '../../credentials/pause-webhooks.ts';
import { enqueueAccountEmail } from '../../emails/enqueue-account-email.ts';
import { databaseNow } from '../../../platform/db/clock.ts';
import type { Prisma } from '../../../generated/prisma/client.ts';
import { endOffers } from './offers.ts';
import type { Parties } from './parties-for-update.ts';

/**
 * Makes a member the owner and the owner an approver, and emails both. Pauses the webhooks. Ends every other pending change of the
 * owner. The caller has locked the parties. Tokens and default flags stay, because both remain members.
 */
export async function transferOwnership(
  { workspaceId, fromUserId, toUserId }: Parties,
  { isBySupport }: { readonly isBySupport: boolean },
  db: Prisma.TransactionClient,
): Promise<void> {
  const setRole = (userId: string, role: 'APPROVER' | 'OWNER') =>
    db.membership.update({ where: { workspaceId_userId: { workspaceId, userId } }, data: { role } });
  // In this order: at no time has a workspace two owners, and the rule that it has one is checked at the commit.
  await setRole(fromUserId, 'APPROVER');
  await setRole(toUserId, 'OWNER');
  await endOffers({ workspaceId }, db);
  await db.ownershipReassignment.updateMany({
    where: { workspaceId, closedAt: null },
    data: { closedAt: await databaseNow(db), outcome: 'SUPERSEDED' },
  });
  await pauseWebhooks(workspaceId, db);
  await enqueueWorkspaceEvents([workspaceId], db);
  const details = { workspaceId, fromUserId, toUserId, isBySupport };
  for (const userId of [fromUserId, toUserId]) await enqueueAccountEmail('ownershipMoved', userId, details, db);
}
