import { databaseNow } from '../../platform/db/clock.ts';
import type { Prisma } from '../../generated/prisma/client.ts';

/**
 * Pauses the webhooks of a workspace until its new owner resumes them: they may send the activity to the former owner. The reason of those
 * that were paused before changes, too, so that the new owner looks at each. The caller has locked the workspace.
 */
export async function pauseWebhooks(workspaceId: string, db: Prisma.TransactionClient): Promise<void> {
  await db.webhook.updateMany({
    where: { workspaceId },
    data: { pausedAt: await databaseNow(db), pauseReason: 'OWNER_CHANGED' },
  });
}
