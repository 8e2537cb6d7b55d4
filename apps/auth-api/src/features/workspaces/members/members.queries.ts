import { formatSortCursor, type Member, type MembersQuery, type SortPosition } from '@portal/contract';
import type { DbContext } from '../../../platform/db/transaction.ts';
import { Prisma } from '../../../generated/prisma/client.ts';
import { isPending, toEmailed } from '../invitations/invitations.queries.ts';
import { paginateIfRequested, sortPositionAfter } from '../../../request/call/pagination.ts';
import type { PaginatedContext } from '../../../request/call/types.ts';

interface MemberRow extends Omit<Member, 'emailed' | 'kind'>, Omit<SortPosition, 'id'> {
  /** Null for a member. */
  readonly isEmailLimited: boolean | null;
  readonly isServiceAccount: boolean;
}

interface MemberList {
  readonly workspaceId: string;
  readonly after: SortPosition;
  readonly limit: number | null;
  readonly withServiceAccounts: boolean;
}

/**
 * The members and pending invitations after a position of the list; without a limit all of them. The owner comes first, service accounts
 * last. Email addresses are compared by bytes, so that the order does not depend on the locale of the server.
 */
const membersOfWorkspace = ({ workspaceId, after, limit, withServiceAccounts }: MemberList) => Prisma.sql`
    /* members-of-workspace */
    SELECT * FROM (
      SELECT m.user_id AS "userId", u.email, u.nickname, m.role, u.auth0_id IS NULL AS pending,
        NULL::boolean AS "isEmailLimited", false AS "isServiceAccount", (m.role <> 'OWNER')::int AS rank, u.email COLLATE "C" AS "sortKey"
      FROM memberships m JOIN users u ON u.id = m.user_id
      WHERE m.workspace_id = ${workspaceId}
      UNION ALL
      SELECT i.id, i.email, split_part(i.email, '@', 1), i.role, true, i.email_limited_at IS NOT NULL, false, 1,
        i.email COLLATE "C"
      FROM invitations i
      WHERE i.workspace_id = ${workspaceId} AND ${isPending}
      UNION ALL
      SELECT s.id, '', s.name, s.role, false, NULL, true, 2, s.name COLLATE "C"
      FROM service_accounts s
      WHERE s.workspace_id = ${workspaceId} AND s.deleted_at IS NULL AND ${withServiceAccounts}::boolean) members
    WHERE (rank, "sortKey", "userId") > (${after.rank}::int, ${after.sortKey}::text, ${after.id}::text)
    ORDER BY rank, "sortKey", "userId" LIMIT ${limit}::int`;

/** Lists all members and pending invitations of a workspace: the owner first, then by email address. */
export async function listMembers(workspaceId: string, { db }: DbContext): Promise<Member[]> {
  const list = { workspaceId, after: sortPositionAfter(), limit: null, withServiceAccounts: false };
  return (await db.$queryRaw<MemberRow[]>(membersOfWorkspace(list))).map(toMember);
}

/** Lists a page of the same list, with the service accounts on request; all of it if the query has neither `after` nor `limit`. */
export async function listMembersPage(
  workspaceId: string,
  query: MembersQuery,
  context: DbContext & PaginatedContext,
): Promise<Member[]> {
  const cursorOf = ({ userId, ...row }: MemberRow) => formatSortCursor({ ...row, id: userId });
  const list = { workspaceId, after: sortPositionAfter(query.after), withServiceAccounts: query.include !== undefined };
  const rows = await paginateIfRequested(query, cursorOf, context, (limit) =>
    context.db.$queryRaw<MemberRow[]>(membersOfWorkspace({ ...list, limit })),
  );
  return rows.map(toMember);
}

const toMember = ({ userId, email, nickname, role, pending, isEmailLimited, isServiceAccount }: MemberRow): Member => ({
  userId,
  email,
  nickname,
  role,
  pending,
  ...(isEmailLimited === null ? {} : { emailed: toEmailed(isEmailLimited) }),
  ...(isServiceAccount && { kind: 'serviceAccount' }),
});
