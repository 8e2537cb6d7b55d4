import { instanceUrlError, isSameUrl } from '@portal/contract';
import { errorType } from '../../platform/errors/error-class.ts';
import type { Workspace } from '../../generated/prisma/client.ts';
import { enqueueLogoutTokens } from '../credentials/enqueue-logout-tokens.ts';
import { BlockedAddressError, postForm } from '../../integrations/instances/post-form.ts';
import type { Services } from '../../request/call/services.ts';
import type { JobPayloads } from '../../platform/queue/queue.ts';

/**
 * Afterwards the instance is not notified. It learns that the session ended from its next request with the token, which the API
 * rejects from the end of the session on.
 */
const retryDelaysSeconds = [2, 10, 60, 600, 3_600];

type Outcome = 'delivered' | 'rejected' | 'blocked' | 'unreachable';

/**
 * Sends a logout token to each of a few instances that a session entered, all at once, so that a slow one delays no other. Instances that
 * could not be reached are retried. A failure is no failed job: customers' instances may be offline or on a private network.
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
  { id: workspaceId, instanceUrl, instanceEnvType }: Workspace,
  { userId, sessionId, endedAt }: JobPayloads['sendLogoutTokens'],
  { settings, logoutTokens }: Services,
): Promise<{ readonly outcome: Outcome; readonly status?: number; readonly error?: string }> {
  const publicOnly = settings.BACK_CHANNEL_LOGOUT_NETWORKS === 'public';
  const isOwnHost = isSameUrl(instanceUrl, settings.HOSTED_APP_URL);
  if (instanceEnvType === 'LOCAL' && publicOnly) return { outcome: 'blocked' };
  if (instanceEnvType === 'PRIVATE' && instanceUrlError(instanceUrl, 'PRIVATE', settings.hostedApp) !== null)
    return { outcome: 'blocked' };
  const url = new URL(`${instanceUrl.replace(/\/+$/, '')}/backchannel-logout`);
  const form = new URLSearchParams({
    logout_token: await logoutTokens.sign({ userId, sessionId, workspaceId, endedAt: new Date(endedAt) }),
  });
  try {
    const status = await postForm(url, form, { publicOnly: publicOnly && !isOwnHost });
    return { outcome: outcomeOf(status), status };
  } catch (error) {
    return { outcome: error instanceof BlockedAddressError ? 'blocked' : 'unreachable', error: errorType(error) };
  }
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'delivered';
  return status >= 500 || status === 408 || status === 429 ? 'unreachable' : 'rejected';
}
