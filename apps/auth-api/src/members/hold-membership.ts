import type { Work } from '../http/transaction.ts';
import { isLockedOut, type LockOutState } from '../users/lock-outs.ts';
import { isLockedOutNow, lockOutState } from '../users/lock-outs.sql.ts';

/**
 * $1 the workspace, $2 the person, `person` how that one is found and locked. What is locked later names what is locked
 * before it, so that no plan can turn them round.
 */
const held = (person: string) => `
  (${person}) held
  CROSS JOIN LATERAL (SELECT w.id FROM workspaces w
    WHERE w.id = $1 AND held.id = $2 AND w.deleted_at IS NULL AND w.quarantined_at IS NULL FOR SHARE) workspace
  CROSS JOIN LATERAL (SELECT 1 FROM memberships m
    WHERE m.workspace_id = workspace.id AND m.user_id = held.id FOR SHARE) membership`;

const hold = {
  name: 'hold-membership',
  text: `SELECT held.*, now() AS now FROM ${held(`SELECT u.id, ${lockOutState} FROM users u WHERE u.id = $2 FOR SHARE`)}`,
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
  const [user] = await sql<LockOutState & { readonly now: Date }>(hold, [workspaceId, userId]);
  return user !== undefined && !isLockedOut(user, user.now);
}

/** The same in the statement of a planned change, for a `FROM`: the person `held` and their `workspace`, or nothing. */
export const heldIfAdmitted = `
  admitted CROSS JOIN LATERAL ${held(`
    SELECT u.id FROM users u WHERE u.id = $2 AND admitted.yes AND NOT ${isLockedOutNow} FOR SHARE`)}`;
