import type { Prisma } from '../../generated/prisma/client.ts';
import { databaseClock } from '../../platform/db/clock.ts';
import { addJobs, type JobPayloads } from '../../platform/queue/queue.ts';
import { groupBy } from '../../platform/lib/group-by.ts';
import { instancePriorityOf, instanceQueueOf } from './instance-queues.ts';

/** What instances are notified of: a session that ended, or that lost its access to them. */
export type EndedCredentials = Omit<JobPayloads['sendLogoutTokens'], 'attempts' | 'instanceUrls' | 'endedAt'> &
  Partial<Pick<JobPayloads['sendLogoutTokens'], 'instanceUrls' | 'endedAt'>>;

/** A job notifies its instances at the same time, so it has few. */
const maxInstancesPerJob = 10;

/**
 * Enqueues the notification of instances, in the transaction that ends the access to them. It goes to the present URL of each workspace,
 * unless `ended` has the URL from an earlier attempt.
 */
export async function enqueueLogoutTokens(
  ended: readonly EndedCredentials[],
  tx: Prisma.TransactionClient,
  { attempts, delaySeconds }: { readonly attempts?: number; readonly delaySeconds?: number } = {},
): Promise<void> {
  const workspaceIds = [...new Set(ended.flatMap((each) => each.workspaceIds))];
  if (workspaceIds.length === 0) return;
  const workspaces = await tx.workspace.findMany({
    where: { id: { in: workspaceIds } },
    select: { id: true, instanceEnvType: true, creatorUserId: true, instanceUrl: true },
  });
  // A user who enters the instance again waits for this transaction, so they enter later.
  const now = (await databaseClock(tx)).toISOString();
  const jobs = ended.flatMap((access) =>
    [
      ...groupBy(
        workspaces.filter(({ id }) => access.workspaceIds.includes(id)),
        (workspace) => instanceQueueOf('logout', workspace, access.sessionId),
      ),
    ].flatMap(([queue, entered]) =>
      inChunks(entered, maxInstancesPerJob).map((chunk) => ({
        payload: {
          endedAt: now,
          ...access,
          workspaceIds: chunk.map(({ id }) => id),
          instanceUrls: Object.fromEntries(
            chunk.map(({ id, instanceUrl }) => [id, access.instanceUrls?.[id] ?? instanceUrl]),
          ),
          ...(attempts !== undefined && { attempts }),
        },
        queue,
        ...(entered[0] && instancePriorityOf(entered[0])),
      })),
    ),
  );
  await addJobs(tx, 'sendLogoutTokens', jobs, delaySeconds);
}

const inChunks = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
