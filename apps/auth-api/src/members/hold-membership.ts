import type { Work } from '../http/transaction.ts';
import { isLockedOut, type LockOutState } from '../users/lock-outs.ts';
import { lockOutState } from '../users/lock-outs.sql.ts';

/** $1 the workspace, $2 the person. What is locked later names what is locked before it, so that no plan can turn them round. */
const hold = {
  name: 'hold-membership',
  text: `
    SELECT held.*
    FROM (SELECT u.id, ${lockOutState} FROM users u WHERE u.id = $2 FOR SHARE) held
    CROSS JOIN LATERAL (SELECT w.id FROM workspaces w
      WHERE w.id = $1 AND held.id = $2 AND w.deleted_at IS NULL AND w.quarantined_at IS NULL FOR SHARE) workspace
    CROSS JOIN LATERAL (SELECT 1 FROM memberships m
      WHERE m.workspace_id = workspace.id AND m.user_id = held.id FOR SHARE) membership`,
};

/**
 * Keeps a live workspace and a membership in it from ending, and its person from being locked out, until the transaction
 * is over, so that no token outlives them. Answers whether there is something to hold. The person comes first, then the
 * workspace, as they do wherever they are locked together.
 */
export async function holdMembership(
  workspaceId: string,
  userId: string,
  { sql }: Pick<Work, 'sql'>,
): Promise<boolean> {
  const [user] = await sql<LockOutState>(hold, [workspaceId, userId]);
  return user !== undefined && !isLockedOut(user);
}
