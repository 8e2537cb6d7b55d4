import type { Workspace } from '../../generated/prisma/client.ts';
import { enqueueLogoutTokens } from '../credentials/enqueue-logout-tokens.ts';
import type { Services } from '../../request/call/services.ts';
import type { JobPayloads } from '../../platform/queue/queue.ts';
import { postToInstance, retryDelaysSeconds, type Delivery } from './post-to-instance.ts';

/**
 * Sends a logout token to each of a few instances that a session entered, all at once, so that a slow one delays no other. Instances that
 * could not be reached are retried. The job does not fail if they stay unreachable: customers' instances may be offline or on a private
 * network.
 */
export async function sendLogoutTokens(payload: JobPayloads['sendLogoutTokens'], services: Services): Promise<void> {
  const { userId, sessionId, workspaceIds, instanceUrls, endedAt, attempts = 0 } = payload;
  const { db, log, settings } = services;
  if (settings.BACK_CHANNEL_LOGOUT_NETWORKS === 'none') return;
  const workspaces = await db.workspace.findMany({ where: { id: { in: workspaceIds } } });
  const outcomes = await Promise.all(
    workspaces.map(async (workspace) => ({
      workspaceId: workspace.id,
      ...(await notifyInstance(
        { ...workspace, instanceUrl: instanceUrls[workspace.id] ?? workspace.instanceUrl },
        payload,
        services,
      )),
    })),
  );
  for (const outcome of outcomes) log.info({ sessionId, attempts, ...outcome }, 'back-channel logout');
  const unreachable = outcomes.filter(({ outcome }) => outcome === 'unreachable');
  const delaySeconds = retryDelaysSeconds[attempts];
  if (unreachable.length === 0 || delaySeconds === undefined) return;
  const remaining = unreachable.map(({ workspaceId }) => workspaceId);
  const options = { attempts: attempts + 1, delaySeconds };
  const ended = { userId, sessionId, workspaceIds: remaining, instanceUrls, endedAt };
  await enqueueLogoutTokens([ended], db, options);
}

async function notifyInstance(
  { id: workspaceId, ...instance }: Pick<Workspace, 'id' | 'instanceUrl' | 'instanceEnvType'>,
  { userId, sessionId, endedAt }: JobPayloads['sendLogoutTokens'],
  services: Services,
): Promise<Delivery> {
  const token = await services.logoutTokens.sign({ userId, sessionId, workspaceId, endedAt: new Date(endedAt) });
  const form = new URLSearchParams({ logout_token: token });
  const body = { contentType: 'application/x-www-form-urlencoded', text: form.toString() };
  return postToInstance(instance, '/backchannel-logout', body, services);
}
