import type pg from 'pg';
import { errorType } from '../errors/error-type.ts';
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
    print(`Cannot read the current database (${errorType(error)}): accounts deleted since the backup exist again.`);
    return [];
  }
}

/**
 * Brings the deletions in a restored database up to date: deletes the accounts again that were deleted since the backup, and
 * continues, requests or cancels the other deletions as their users did since.
 */
export async function repeatDeletions(
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
  const current = deletions
    .filter(({ user_id: id, completed_at: completedAt }) => existingIds.has(id) || completedAt !== null)
    .map((deletion) => (existingIds.has(deletion.user_id) ? { ...deletion, completed_at: null } : deletion));
  const toRepeat = completed.filter((id) => existingIds.has(id));
  await restored.query('BEGIN');
  await restored.query(
    `INSERT INTO account_deletions SELECT * FROM jsonb_populate_recordset(NULL::account_deletions, $1::jsonb)
     ON CONFLICT (user_id) DO UPDATE SET requested_at = excluded.requested_at, due_at = excluded.due_at,
       undo_hash = excluded.undo_hash, cancelled_at = excluded.cancelled_at, started_at = excluded.started_at,
       customer_id = excluded.customer_id, identity_deleted_at = excluded.identity_deleted_at
     WHERE account_deletions.started_at IS NULL`,
    [JSON.stringify(current)],
  );
  for (const userId of toRepeat) {
    // The backup was made while the deletion was under way.
    await restored.query(
      'UPDATE account_deletions SET identity_deleted_at = now() WHERE user_id = $1 AND identity_deleted_at IS NULL',
      [userId],
    );
    await restored.query('SELECT erase_account($1)', [userId]);
  }
  await restored.query('COMMIT');
  print(`Accounts deleted again: ${toRepeat.length}.`);
}
