import type { Webhook } from '../../generated/prisma/client.ts';
import { personalTo } from '../../request/audit/personal-values.ts';

/** The host only: the rest of a URL may be a secret. */
export const hostOf = (url: string) => new URL(url).host;

/** The webhook in audit entries, by the host of its address. `ownerId` is the user whose key encrypts it. */
export const webhookDetails = ({ id, url }: Pick<Webhook, 'id' | 'url'>, ownerId: string) => ({
  webhookId: id,
  host: personalTo(ownerId, hostOf(url)),
});
