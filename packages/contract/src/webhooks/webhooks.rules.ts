import { hasHiddenCharacters } from '../text-characters.rules.ts';

/** How many webhooks a workspace can have. */
export const maxWebhooks = 10;

/** How long events and the log of deliveries are kept. */
export const webhookRetentionDays = 14;

/** How long the previous secret of a webhook stays valid after a rotation. */
export const webhookSecretOverlapHours = 24;

/** The ports of a webhook. */
export const webhookPorts: readonly number[] = [443, 8443];

const startsWithHttps = 'Enter an address that starts with https://';

/** An error message if events cannot be sent to a URL; null if they can. With `anyNetwork`, for development, also by HTTP and to other ports. */
export function webhookUrlError(url: string, { anyNetwork }: { readonly anyNetwork: boolean }): string | null {
  const isPlain = /^https?:\/\/[^/\\]/i.test(url) && !/[\s\p{Cc}\\<>"]/u.test(url) && !hasHiddenCharacters(url);
  if (!isPlain || !URL.canParse(url)) return startsWithHttps;
  const { protocol, port, username, password, hash } = new URL(url);
  if (username || password) return 'Remove the user name and the password';
  if (hash) return 'Remove the part after #';
  if (anyNetwork) return null;
  if (protocol !== 'https:') return startsWithHttps;
  return port === '' || webhookPorts.includes(Number(port)) ? null : 'Use port 443 or 8443';
}
