import { placeCursorOf, type Member, type PartOfList, type PlaceInList } from '@portal/contract';
import { Prisma } from '../generated/prisma/client.ts';
import type { PagedContext } from '../http/handlers.ts';
import { partOfList, placeBefore } from '../http/part-of-list.ts';
import type { Work } from '../http/transaction.ts';

interface MemberRow extends Member, Omit<PlaceInList, 'id'> {}

/** The owner first. */
const rank = Prisma.sql`(m.role <> 'OWNER')::int`;
/** By bytes, so the order is the same on every machine. */
const sortKey = Prisma.sql`u.email COLLATE "C"`;

/** At most `limit` rows after the last one of the page before; all rows if it is null. */
const ofWorkspace = (workspaceId: string, after: PlaceInList, limit: number | null) => Prisma.sql`
    /* members-of-workspace */
    SELECT m.user_id AS "userId", u.email, u.nickname, m.role, u.auth0_id IS NULL AS pending,
      ${rank} AS rank, ${sortKey} AS "order"
    FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.workspace_id = ${workspaceId}
      AND (${rank}, ${sortKey}, m.user_id) > (${after.rank}::int, ${after.order}::text, ${after.id}::text)
    ORDER BY rank, "order", m.user_id LIMIT ${limit}::int`;

/** The members of a workspace, owners first, then by e-mail. */
export const listMembersOf = async (workspaceId: string, { db }: Work): Promise<Member[]> =>
  (await db.$queryRaw<MemberRow[]>(ofWorkspace(workspaceId, placeBefore(), null))).map(presentMember);

/** The part of that list that is asked for. */
export async function readMembersPage(
  workspaceId: string,
  page: PartOfList,
  context: Work & PagedContext,
): Promise<Member[]> {
  const cursorOf = ({ userId, ...row }: MemberRow) => placeCursorOf({ ...row, id: userId });
  const rows = await partOfList(page, cursorOf, context, (most) =>
    context.db.$queryRaw<MemberRow[]>(ofWorkspace(workspaceId, placeBefore(page.after), most)),
  );
  return rows.map(presentMember);
}

const presentMember = ({ userId, email, nickname, role, pending }: MemberRow): Member => ({
  userId,
  email,
  nickname,
  role,
  pending,
});
