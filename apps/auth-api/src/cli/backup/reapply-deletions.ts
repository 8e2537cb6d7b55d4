import { dayMs } from '@portal/contract';
import type pg from 'pg';
import { errorType } from '../../platform/errors/error-class.ts';
import { withConnection } from './connection.ts';

/** A row of `account_deletions` as JSON. */
export interface Deletion {
  readonly user_id: string;
  readonly completed_at: string | null;
}

const hasDeletions = async (client: pg.Client) =>
  (await client.query(`SELECT 1 WHERE to_regclass('account_deletions') IS NOT NULL`)).rowCount !== 0;

/** Reads the deletions of accounts from the database that a backup replaces. If it cannot be read, the restore continues. */
export async function readDeletions(url: string, print: (line: string) => void): Promise<Deletion[]> {
  try {
    return await withConnection(url, async (current) => {
      if (!(await hasDeletions(current))) return [];
      const { rows } = await current.query<{ row: Deletion }>('SELECT to_jsonb(d) AS row FROM account_deletions d');
      return rows.map(({ row }) => row);
    });
  } catch (error) {
    print(
      `Cannot read the current database (${errorType(error)}): accounts deleted since the backup will exist again.`,
    );
    return [];
  }
}

/** Long enough to hand over the workspaces that the accounts own again. */
const postponedDays = 30;

/** The users among these who own workspaces with other members: deleting them would delete what others use. */
async function findOwnersOfShared(userIds: readonly string[], restored: pg.Client): Promise<Set<string>> {
  const { rows } = await restored.query<{ id: string }>(
    `SELECT DISTINCT owner.user_id AS id FROM memberships owner
     JOIN workspaces w ON w.id = owner.workspace_id AND w.deleted_at IS NULL
     JOIN memberships other ON other.workspace_id = owner.workspace_id AND other.user_id <> owner.user_id
     WHERE owner.role = 'OWNER' AND owner.user_id = ANY ($1)`,
    [userIds],
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Brings the deletions in a restored database up to date: deletes the accounts again that were deleted since the backup, and
 * continues, requests or cancels the other deletions as their users did since. An account that owns shared workspaces again,
 * which the user handed over since the backup, is not deleted now but becomes due later.
 */
export async function reapplyDeletions(
  restored: pg.Client,
  deletions: readonly Deletion[],
  print: (line: string) => void,
): Promise<void> {
  const completed = deletions.filter((deletion) => deletion.completed_at !== null).map((deletion) => deletion.user_id);
  if (!(await hasDeletions(restored))) {
    if (completed.length > 0) {
      print(
        `The backup is older than the deletion of accounts. After \`migrate\`, delete these again as the runbook says: ${completed.join(', ')}.`,
      );
    }
    return;
  }
  const { rows: existing } = await restored.query<{ id: string }>('SELECT id FROM users WHERE id = ANY ($1)', [
    deletions.map(({ user_id: id }) => id),
  ]);
  const existingIds = new Set(existing.map(({ id }) => id));
  const deletedUsers = completed.filter((id) => existingIds.has(id));
  const postponed = await findOwnersOfShared(deletedUsers, restored);
  const toDelete = deletedUsers.filter((id) => !postponed.has(id));
  const dueAt = new Date(Date.now() + postponedDays * dayMs).toISOString();
  const restart = { completed_at: null, started_at: null, identity_deleted_at: null, due_at: dueAt };
  const current = deletions
    .filter(({ user_id: id, completed_at: completedAt }) => existingIds.has(id) || completedAt !== null)
    .map((deletion) => {
      if (!existingIds.has(deletion.user_id)) return deletion;
      return { ...deletion, completed_at: null, ...(postponed.has(deletion.user_id) && restart) };
    });
  await restored.query('BEGIN');
  await restored.query(
    `INSERT INTO account_deletions SELECT * FROM jsonb_populate_recordset(NULL::account_deletions, $1::jsonb)
     ON CONFLICT (user_id) DO UPDATE SET requested_at = excluded.requested_at, due_at = excluded.due_at,
       undo_hash = excluded.undo_hash, cancelled_at = excluded.cancelled_at, started_at = excluded.started_at,
       customer_id = excluded.customer_id, identity_deleted_at = excluded.identity_deleted_at
     WHERE account_deletions.started_at IS NULL`,
    [JSON.stringify(current)],
  );
  for (const userId of toDelete) {
    // The backup may be from a time between the two steps of a deletion.
    await restored.query(
      'UPDATE account_deletions SET identity_deleted_at = now() WHERE user_id = $1 AND identity_deleted_at IS NULL',
      [userId],
    );
    await restored.query('SELECT erase_account($1)', [userId]);
  }
  await restored.query('COMMIT');
  print(`Accounts deleted again: ${toDelete.length}.`);
  if (postponed.size > 0) {
    print(
      `These deleted accounts own workspaces with other members again. Change the owners within ${postponedDays} days; then the accounts are deleted: ${[...postponed].join(', ')}.`,
    );
  }
}
