import type { Member } from '@portal/contract';
import type { Services } from '../services.ts';

/** The members of a workspace, owners first, then by e-mail. */
export async function listMembersOf(workspaceId: string, { pool }: Services): Promise<Member[]> {
  const { rows } = await pool.query<Member>({
    name: 'members-of-workspace',
    text: `
      SELECT m.user_id AS "userId", u.email, u.nickname, m.role
      FROM memberships m JOIN users u ON u.id = m.user_id
      WHERE m.workspace_id = $1
      ORDER BY (m.role = 'OWNER') DESC, u.email, u.id`,
    values: [workspaceId],
  });
  return rows;
}
