import { instanceUrlError, isSameUrl } from '@portal/contract';
import type { Workspace } from '../../generated/prisma/client.ts';
import { BlockedAddressError, post, type PostBody } from '../../integrations/customer-urls/post.ts';
import { errorType } from '../../platform/errors/error-class.ts';
import type { Services } from '../../request/call/services.ts';

/**
 * The delays after which a job posts again to an instance that could not be reached. Afterwards the instance is not notified. It learns
 * the rest from its next request with an instance token.
 */
export const retryDelaysSeconds: readonly number[] = [2, 10, 60, 600, 3_600];

const timeoutMs = 3_000;

type Outcome = 'delivered' | 'rejected' | 'blocked' | 'unreachable';

export interface Delivery {
  /** Only an instance that is `unreachable` gets another request. */
  readonly outcome: Outcome;
  readonly status?: number;
  readonly error?: string;
}

/** Posts to a path of an instance. The URL must still be one that the API may call. */
export async function postToInstance(
  { instanceUrl, instanceEnvType }: Pick<Workspace, 'instanceUrl' | 'instanceEnvType'>,
  path: string,
  body: PostBody,
  { settings }: Services,
): Promise<Delivery> {
  const publicOnly = settings.BACK_CHANNEL_LOGOUT_NETWORKS === 'public';
  const isOwnHost = isSameUrl(instanceUrl, settings.HOSTED_APP_URL);
  if (instanceEnvType === 'LOCAL' && publicOnly) return { outcome: 'blocked' };
  if (instanceEnvType === 'PRIVATE' && instanceUrlError(instanceUrl, 'PRIVATE', settings.hostedApp) !== null)
    return { outcome: 'blocked' };
  const url = new URL(`${instanceUrl.replace(/\/+$/, '')}${path}`);
  try {
    const options = { publicOnly: publicOnly && !isOwnHost, timeoutMs, maxAnswerBytes: 0 };
    const { status } = await post(url, body, options);
    return { outcome: outcomeOf(status), status };
  } catch (error) {
    return { outcome: error instanceof BlockedAddressError ? 'blocked' : 'unreachable', error: errorType(error) };
  }
}

function outcomeOf(status: number): Outcome {
  if (status >= 200 && status < 300) return 'delivered';
  return status >= 500 || status === 408 || status === 429 ? 'unreachable' : 'rejected';
}
