import type { Workspace } from '../../generated/prisma/client.ts';
import { bulkPriority } from '../../platform/queue/queue.ts';

/** The jobs of a queue run one after the other, so a hosted app that does not respond occupies at most this many workers. */
const hostedQueueCount = 2;

type InstanceOwner = Pick<Workspace, 'instanceEnvType' | 'creatorUserId'>;

const isHosted = ({ instanceEnvType }: Pick<Workspace, 'instanceEnvType'>) => instanceEnvType === 'SI';

/**
 * The queue of the jobs that post to the instance of a workspace. Events have their own queues, so they do not delay logouts. The
 * instances that one customer runs share a queue: if they do not respond, they occupy one worker and do not delay the instances of other
 * customers. The hosted app has a few queues; the last character of the id selects one.
 */
export const instanceQueueOf = (kind: 'logout' | 'event', workspace: InstanceOwner, id: string): string =>
  isHosted(workspace)
    ? `${kind}-hosted-${id.charCodeAt(id.length - 1) % hostedQueueCount}`
    : `${kind}-${workspace.creatorUserId}`;

/** Each customer has a queue, so instances of a few customers that do not respond could occupy every worker. */
export const instancePriorityOf = (workspace: InstanceOwner): { readonly priority?: number } =>
  isHosted(workspace) ? {} : { priority: bulkPriority };
