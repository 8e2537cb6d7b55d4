import { placeCursorOf, type Member, type PartOfList, type PlaceInList } from '@portal/contract';
import type { PagedContext } from '../http/handlers.ts';
import { partOfList, placeBefore } from '../http/part-of-list.ts';
import type { Work } from '../http/transaction.ts';

interface MemberRow extends Member, Omit<PlaceInList, 'id'> {}

/** The owner first. */
const rank = "(m.role <> 'OWNER')::int";
/** By bytes, so the order is the same on every machine. */
const sortKey = 'u.email COLLATE "C"';

/** $1 the workspace, $2 to $4 the place of the last row before, $5 how many, or null for all. */
const ofWorkspace = {
  name: 'members-of-workspace',
  text: `
    SELECT m.user_id AS "userId", u.email, u.nickname, m.role, u.auth0_id IS NULL AS pending,
      ${rank} AS rank, ${sortKey} AS "order"
    FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.workspace_id = $1 AND (${rank}, ${sortKey}, m.user_id) > ($2::int, $3::text, $4::text)
    ORDER BY rank, "order", m.user_id LIMIT $5::int`,
};

/** The members of a workspace, owners first, then by e-mail. */
export const listMembersOf = async (workspaceId: string, { sql }: Work): Promise<Member[]> =>
  (await sql<MemberRow>(ofWorkspace, [workspaceId, ...placeBefore(), null])).map(presentMember);

/** The part of that list that is asked for. */
export async function readMembersPage(
  workspaceId: string,
  page: PartOfList,
  context: Work & PagedContext,
): Promise<Member[]> {
  const cursorOf = ({ userId, ...row }: MemberRow) => placeCursorOf({ ...row, id: userId });
  const rows = await partOfList(page, cursorOf, context, (most) =>
    context.sql<MemberRow>(ofWorkspace, [workspaceId, ...placeBefore(page.after), most]),
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
