import type pg from 'pg';
import { errorType } from '../../platform/errors/error-class.ts';
import { withConnection } from './connection.ts';

const tokenTables = ['auth_tokens', 'instance_tokens'] as const;
/** Longer than any transaction that had started before the backup and had not committed. */
const overlapMs = 3_600_000;

/** A revoked token. */
export interface Revocation {
  readonly table: (typeof tokenTables)[number];
  readonly id: string;
  readonly revokedAt: Date;
}

/**
 * Reads what was revoked since a backup from the database that the backup replaces. If that database cannot be read, the
 * restore continues with a warning.
 */
export async function readRevocations(
  url: string,
  backupCreatedAt: string,
  print: (line: string) => void,
): Promise<Revocation[]> {
  try {
    return await withConnection(url, (current) => selectRevocations(backupCreatedAt, current));
  } catch (error) {
    print(
      `Cannot read the current database (${errorType(error)}): tokens revoked since the backup will be valid again.`,
    );
    return [];
  }
}

async function selectRevocations(backupCreatedAt: string, current: pg.Client): Promise<Revocation[]> {
  const { rowCount } = await current.query(`SELECT 1 WHERE to_regclass('instance_tokens') IS NOT NULL`);
  if (rowCount === 0) return [];
  const since = new Date(Date.parse(backupCreatedAt) - overlapMs);
  const revocations: Revocation[] = [];
  for (const table of tokenTables) {
    const { rows } = await current.query<{ id: string; revokedAt: Date }>(
      `SELECT id, revoked_at AS "revokedAt" FROM ${table} WHERE revoked_at >= $1`,
      [since],
    );
    revocations.push(...rows.map((row) => ({ table, ...row })));
  }
  return revocations;
}

/**
 * Keeps a restored database from undoing what ended since the backup: deletes all sessions, login attempts and codes, and revokes
 * the tokens again. All sessions, because the backup does not show which of them ended later. For the same reason it ends all
 * pending changes of owners.
 */
export async function reapplyRevocations(
  restored: pg.Client,
  revocations: readonly Revocation[],
): Promise<{ sessions: number; revoked: number }> {
  await restored.query('BEGIN');
  const { rowCount: sessions } = await restored.query('DELETE FROM sessions');
  await restored.query('DELETE FROM login_attempts; DELETE FROM connect_codes');
  await restored.query(`
    UPDATE ownership_offers SET closed_at = now(), outcome = 'ENDED' WHERE closed_at IS NULL;
    UPDATE ownership_reassignments SET closed_at = now(), outcome = 'CANCELLED' WHERE closed_at IS NULL`);
  let revoked = 0;
  for (const { table, id, revokedAt } of revocations) {
    const { rowCount } = await restored.query(
      `UPDATE ${table} SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL`,
      [id, revokedAt],
    );
    revoked += rowCount ?? 0;
  }
  await restored.query('COMMIT');
  return { sessions: sessions ?? 0, revoked };
}
