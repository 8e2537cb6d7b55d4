import { Prisma } from '../generated/prisma/client.ts';
import type { Work } from '../http/transaction.ts';

/**
 * Whether a row of `users` is a placeholder that holds nothing: no invitation, no workspace and no lock. Such a row only
 * keeps its id for the next invitation of the address, so staff do not see it.
 */
export const isEmptyPlaceholder = Prisma.sql`(
  users.auth0_id IS NULL AND users.signed_up_at IS NULL AND users.quarantined_at IS NULL AND users.suspended_at IS NULL
  AND NOT EXISTS (SELECT FROM memberships m WHERE m.user_id = users.id)
  AND NOT EXISTS (SELECT FROM workspaces w WHERE w.creator_user_id = users.id))`;

/** The id of the address's placeholder if it holds nothing, in a list: for the queries that leave it out. */
export async function findEmptyPlaceholder(email: string, { db }: Work): Promise<string[]> {
  const rows = await db.$queryRaw<
    { id: string }[]
  >`SELECT id FROM users WHERE email = ${email} AND ${isEmptyPlaceholder}`;
  return rows.map(({ id }) => id);
}
