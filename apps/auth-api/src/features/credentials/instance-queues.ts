import type { Workspace } from '../../generated/prisma/client.ts';
import { bulkPriority } from '../../platform/queue/queue.ts';

/** The jobs of a queue run one after the other, so a hosted app that does not respond occupies at most this many workers. */
const hostedQueueCount = 2;

type InstanceOwner = Pick<Workspace, 'instanceEnvType' | 'creatorUserId'>;

const isHosted = ({ instanceEnvType }: Pick<Workspace, 'instanceEnvType'>) => instanceEnvType === 'SI';

/**
 * The queue of the jobs that post to the instance of a workspace. Events have queues of their own, so that many of them delay no logout. The instances that one customer runs have a queue of their own: if they
 * do not respond, they delay no instance of another customer, and occupy one worker. The hosted app has few queues, one of which the last
 * character of an id selects.
 */
export const instanceQueueOf = (kind: 'logout' | 'event', workspace: InstanceOwner, id: string): string =>
  isHosted(workspace)
    ? `${kind}-hosted-${id.charCodeAt(id.length - 1) % hostedQueueCount}`
    : `${kind}-${workspace.creatorUserId}`;

/** Each customer has a queue, so instances of a few customers that do not respond could occupy every worker. */
export const instancePriorityOf = (workspace: InstanceOwner): { readonly priority?: number } =>
  isHosted(workspace) ? {} : { priority: bulkPriority };
