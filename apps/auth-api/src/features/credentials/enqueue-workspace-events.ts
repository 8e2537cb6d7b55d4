import type { Prisma } from '../../generated/prisma/client.ts';
import { databaseNow } from '../../platform/db/clock.ts';
import { addJobs } from '../../platform/queue/queue.ts';
import { instancePriorityOf, instanceQueueOf } from './instance-queues.ts';

/**
 * Numbers a change of what instances know of workspaces: their members, roles, names or approvals. Enqueues an event to each instance
 * that has a logged-in user. Call it in the transaction of the change, after the change and the revocation of tokens.
 */
export async function enqueueWorkspaceEvents(
  workspaceIds: readonly string[],
  tx: Prisma.TransactionClient,
): Promise<void> {
  if (workspaceIds.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO workspace_revisions AS known (workspace_id, revision)
    SELECT id, 1 FROM unnest(${workspaceIds}::text[]) AS id ORDER BY id
    ON CONFLICT (workspace_id) DO UPDATE SET revision = known.revision + 1`;
  const tokens = { some: { revokedAt: null, expiresAt: { gt: await databaseNow(tx) } } };
  const workspaces = await tx.workspace.findMany({
    where: { id: { in: [...workspaceIds] }, deletedAt: null, quarantinedAt: null, instanceTokens: tokens },
    select: { id: true, instanceEnvType: true, creatorUserId: true },
  });
  const jobs = workspaces.map((workspace) => ({
    payload: { workspaceId: workspace.id },
    // A pending job sends the latest change, too.
    key: `workspace-event-${workspace.id}`,
    queue: instanceQueueOf('event', workspace, workspace.id),
    ...instancePriorityOf(workspace),
  }));
  if (jobs.length > 0) await addJobs(tx, 'sendWorkspaceEvent', jobs);
}
