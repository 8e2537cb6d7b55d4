import type { WorkspaceChanged } from '@portal/contract';
import type { Workspace } from '../../generated/prisma/client.ts';
import type { DbContext } from '../../platform/db/transaction.ts';
import { addJobs, type JobPayloads } from '../../platform/queue/queue.ts';
import type { Services } from '../../request/call/services.ts';
import { instancePriorityOf, instanceQueueOf } from '../credentials/instance-queues.ts';
import { postToInstance, retryDelaysSeconds } from './post-to-instance.ts';

/**
 * Sends the present state of a workspace to its instance (RFC 8935). So a retry is never out of date. If events arrive in another order,
 * the instance sees from the revision which one is newer. The job does not fail if the instance is unreachable: customers' instances may be offline or on
 * a private network.
 */
export async function sendWorkspaceEvent(
  { workspaceId, attempts = 0 }: JobPayloads['sendWorkspaceEvent'],
  services: Services,
): Promise<void> {
  const { db, log, settings, workspaceEvents } = services;
  if (settings.BACK_CHANNEL_LOGOUT_NETWORKS === 'none') return;
  const workspace = await db.workspace.findFirst({ where: { id: workspaceId, deletedAt: null, quarantinedAt: null } });
  const event = await readState(workspaceId, services);
  if (!workspace || !event) return;
  const body = { contentType: 'application/secevent+jwt', text: await workspaceEvents.sign(workspaceId, event) };
  const delivery = await postToInstance(workspace, '/workspace-events', body, services);
  log.info({ workspaceId, attempts, revision: event.revision, ...delivery }, 'workspace event');
  const delaySeconds = retryDelaysSeconds[attempts];
  if (delivery.outcome === 'unreachable' && delaySeconds !== undefined)
    await sendAgain(workspace, { attempts: attempts + 1, delaySeconds }, services);
}

/** In one statement, so that revision and state belong together. */
async function readState(workspaceId: string, { db }: DbContext): Promise<WorkspaceChanged | undefined> {
  const [state] = await db.$queryRaw<WorkspaceChanged[]>`
    SELECT COALESCE(r.revision, 0) AS revision, w.display_name AS "displayName", w.approvals_enabled AS "approvalsEnabled",
      (SELECT json_agg(json_build_object('userId', m.user_id, 'role', m.role) ORDER BY m.user_id)
       FROM memberships m WHERE m.workspace_id = w.id) AS members
    FROM workspaces w LEFT JOIN workspace_revisions r ON r.workspace_id = w.id WHERE w.id = ${workspaceId}`;
  return state;
}

async function sendAgain(
  workspace: Workspace,
  { attempts, delaySeconds }: { readonly attempts: number; readonly delaySeconds: number },
  { db }: DbContext,
): Promise<void> {
  const job = {
    payload: { workspaceId: workspace.id, attempts },
    // Not the key of new changes, which a retry would delay.
    key: `workspace-event-retry-${workspace.id}`,
    queue: instanceQueueOf('event', workspace, workspace.id),
    ...instancePriorityOf(workspace),
  };
  await addJobs(db, 'sendWorkspaceEvent', [job], delaySeconds);
}
