import type { WorkspaceRole } from '@portal/contract';
import { Prisma } from '../generated/prisma/client.ts';

/** Members of a workspace, by id or by the address that people know them by. */
export interface MemberQuery {
  readonly workspaceId: string;
  readonly userId?: string;
  readonly user?: { readonly email: string };
}

/**
 * The members whom a change is about, without the owner, as they are now: until the transaction is over nobody else
 * changes them, so that what the audit log says they were is true.
 */
export function lockMembers(
  { workspaceId, userId, user }: MemberQuery,
  db: Prisma.TransactionClient,
): Promise<{ userId: string; email: string; role: Exclude<WorkspaceRole, 'OWNER'> }[]> {
  const who = userId === undefined ? Prisma.sql`u.email = ${user?.email}` : Prisma.sql`u.id = ${userId}`;
  return db.$queryRaw`
    SELECT m.user_id AS "userId", u.email, m.role
    FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.workspace_id = ${workspaceId} AND m.role <> 'OWNER' AND ${who}
    ORDER BY m.user_id FOR UPDATE OF m`;
}
