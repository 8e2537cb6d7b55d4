import type { Member } from '@portal/contract';
import type { Work } from '../http/transaction.ts';

const ofWorkspace = {
  name: 'members-of-workspace',
  text: `
    SELECT m.user_id AS "userId", u.email, u.nickname, m.role, u.auth0_id IS NULL AS pending
    FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.workspace_id = $1
    ORDER BY (m.role = 'OWNER') DESC, u.email, u.id`,
};

/** The members of a workspace, owners first, then by e-mail. */
export const listMembersOf = (workspaceId: string, { read }: Work): Promise<Member[]> =>
  read<Member>(ofWorkspace, [workspaceId]);
