import { Prisma } from '../generated/prisma/client.ts';
import type { DbContext } from '../db/transaction.ts';

/**
 * An SQL condition: a row of `users` is a placeholder without invitations, workspaces and locks. It only keeps the id for
 * the next invitation of the address, so staff do not see it.
 */
export const isEmptyPlaceholder = Prisma.sql`(
  users.auth0_id IS NULL AND users.signed_up_at IS NULL AND users.quarantined_at IS NULL AND users.suspended_at IS NULL
  AND NOT EXISTS (SELECT FROM memberships m WHERE m.user_id = users.id)
  AND NOT EXISTS (SELECT FROM workspaces w WHERE w.creator_user_id = users.id))`;

/** Returns the id of the address's placeholder in a list if it is empty, for a query's `notIn`. */
export async function findEmptyPlaceholder(email: string, { db }: DbContext): Promise<string[]> {
  const rows = await db.$queryRaw<
    { id: string }[]
  >`SELECT id FROM users WHERE email = ${email} AND ${isEmptyPlaceholder}`;
  return rows.map(({ id }) => id);
}
