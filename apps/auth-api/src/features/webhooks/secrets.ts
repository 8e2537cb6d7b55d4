import { randomBytes } from 'node:crypto';
import { Webhook as Signer } from 'standardwebhooks';
import type { Webhook } from '../../generated/prisma/client.ts';
import type { Services } from '../../request/call/services.ts';

/** The Standard Webhooks specification allows 24 to 64 bytes. */
const secretLength = 32;

export const createWebhookSecret = () => randomBytes(secretLength);

/** A secret as its owner stores it. */
export const formatWebhookSecret = (secret: Buffer) => `whsec_${secret.toString('base64')}`;

/** The valid secrets of a webhook: the current one, and for a day after a rotation the previous one. */
function validSecrets(webhook: Webhook, now: Date, { webhookSecrets }: Pick<Services, 'webhookSecrets'>): string[] {
  const { id, secret, previousSecret, previousSecretExpiresAt } = webhook;
  const isPreviousValid = previousSecretExpiresAt !== null && previousSecretExpiresAt > now;
  return [secret, ...(previousSecret && isPreviousValid ? [previousSecret] : [])].map((sealed) =>
    formatWebhookSecret(webhookSecrets.open(sealed, id)),
  );
}

export interface SignedMessage {
  /** The same at each attempt, so that a receiver recognizes an event that it got before. */
  readonly id: string;
  readonly sentAt: Date;
  readonly text: string;
}

/** The headers of a message by the Standard Webhooks specification. */
export function signatureHeaders(
  webhook: Webhook,
  { id, sentAt, text }: SignedMessage,
  services: Pick<Services, 'webhookSecrets'>,
): Record<string, string> {
  const signatures = validSecrets(webhook, sentAt, services).map((secret) => new Signer(secret).sign(id, sentAt, text));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
    'webhook-signature': signatures.join(' '),
  };
}
