import { inTransaction } from '../../platform/db/transaction.ts';
import type { JobPayloads } from '../../platform/queue/queue.ts';
import type { Services } from '../../request/call/services.ts';
import { enqueueAccountEmail } from '../emails/enqueue-account-email.ts';
import { recipientOfToken } from './auth-tokens.ts';

/** Enqueues the email about the use of a replaced token: to the user that it acts as, or to the owner for one of a service account. */
export async function enqueueReplacedTokenEmail(
  { tokenId }: JobPayloads['enqueueReplacedTokenEmail'],
  services: Pick<Services, 'db'>,
): Promise<void> {
  await inTransaction(services, async ({ db }) => {
    const [token] = await db.$queryRaw<{ recipientId: string | null }[]>`
      /* recipient-of-token */
      SELECT ${recipientOfToken} AS "recipientId" FROM auth_tokens t WHERE t.id = ${tokenId}`;
    // The token may have been deleted meanwhile.
    if (token?.recipientId != null) await enqueueAccountEmail('replacedTokenUsed', token.recipientId, { tokenId }, db);
  });
}
