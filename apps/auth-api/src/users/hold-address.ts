import type { Prisma } from '../generated/prisma/client.ts';

/**
 * Keeps everybody else who invites or claims an address waiting until the transaction is over. So either the invitation
 * finds the account, or the account finds the invitation; otherwise each could miss the other. The address comes before
 * the person, as it does wherever both are locked.
 */
export async function holdAddress(email: string, tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`address:${email}`}, 0))`;
}
