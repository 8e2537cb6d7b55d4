import { Prisma, type User } from '../generated/prisma/client.ts';

const locks = { SHARE: Prisma.sql`FOR SHARE`, CHANGE: Prisma.sql`FOR NO KEY UPDATE` };

/**
 * Locks a user until the transaction ends, to rely on (`SHARE`) or to change, and returns the row. Null if there is none.
 */
export async function holdUser(
  userId: string,
  lock: keyof typeof locks,
  db: Prisma.TransactionClient,
): Promise<User | null> {
  const held = await db.$queryRaw<unknown[]>`SELECT 1 FROM users WHERE id = ${userId} ${locks[lock]}`;
  return held.length === 1 ? db.user.findUnique({ where: { id: userId } }) : null;
}
