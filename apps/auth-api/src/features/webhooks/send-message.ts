import { webhookPorts, webhookUrlError, type WebhookAnswer } from '@portal/contract';
import type { Webhook } from '../../generated/prisma/client.ts';
import { BlockedAddressError, post } from '../../integrations/customer-urls/post.ts';
import { errorCode } from '../../platform/errors/error-class.ts';
import type { Services } from '../../request/call/services.ts';
import { isAccepted } from './delivery-state.ts';
import { signatureHeaders, type SignedMessage } from './secrets.ts';

/** For everything: finding the address, connecting, and reading the answer. */
export const answerTimeoutMs = 10_000;
const maxAnswerBytes = 16_384;
/** How much of the answer is kept. */
const keptAnswerBytes = 1_024;

/** Signs a message and posts it to a webhook. */
export async function sendMessage(
  webhook: Webhook,
  message: SignedMessage,
  services: Services,
): Promise<WebhookAnswer> {
  const anyNetwork = services.settings.WEBHOOK_NETWORKS === 'all';
  if (webhookUrlError(webhook.url, { anyNetwork }) !== null) return failed('BLOCKED');
  const headers = signatureHeaders(webhook, message, services);
  const body = { contentType: 'application/json', text: message.text, headers };
  const options = { publicOnly: !anyNetwork, timeoutMs: answerTimeoutMs, maxAnswerBytes };
  try {
    const { status, text } = await post(
      new URL(webhook.url),
      body,
      anyNetwork ? options : { ...options, ports: webhookPorts },
    );
    return { accepted: isAccepted(status), status, failure: null, answer: toKeptText(text) };
  } catch (error) {
    return failed(failureOf(error));
  }
}

const failed = (failure: NonNullable<WebhookAnswer['failure']>): WebhookAnswer => ({
  accepted: false,
  status: null,
  failure,
  answer: '',
});

/** PostgreSQL stores no NUL. */
const toKeptText = (text: string) =>
  Buffer.from(text.replaceAll('\0', '')).subarray(0, keptAnswerBytes).toString('utf8');

const tlsCodes = /^(?:CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|EPROTO)/;
const unknownNameCodes: readonly (string | undefined)[] = ['ENOTFOUND', 'ENODATA', 'EAI_AGAIN', 'ESERVFAIL'];

function failureOf(error: unknown): NonNullable<WebhookAnswer['failure']> {
  if (error instanceof BlockedAddressError) return 'BLOCKED';
  const { name } = error as { name?: unknown };
  if (name === 'TimeoutError' || name === 'AbortError') return 'TIMEOUT';
  const code = errorCode(error);
  if (unknownNameCodes.includes(code)) return 'NOT_FOUND';
  return code !== undefined && tlsCodes.test(code) ? 'TLS' : 'CONNECTION';
}
