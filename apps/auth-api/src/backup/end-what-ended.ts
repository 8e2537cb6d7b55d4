import type pg from 'pg';
import { errorType } from '../error-type.ts';
import { connected } from './connect.ts';

const revocable = ['auth_tokens', 'instance_tokens'] as const;
/** Longer than any transaction that had begun before the backup and was not finished yet. */
const overlapMs = 3_600_000;

/** A token that was revoked, by its table. */
export interface Revocation {
  readonly table: (typeof revocable)[number];
  readonly id: string;
  readonly revokedAt: Date;
}

/**
 * What was revoked since a backup, as the database knows that is about to be replaced. One that can't be read any more is no
 * reason to keep it, but somebody has to know.
 */
export async function revocationsIn(url: string, madeAt: string, tell: (line: string) => void): Promise<Revocation[]> {
  try {
    return await connected(url, (replaced) => revocationsSince(madeAt, replaced));
  } catch (error) {
    tell(`What is there can’t be read (${errorType(error)}): tokens that were revoked since are valid again.`);
    return [];
  }
}

async function revocationsSince(madeAt: string, replaced: pg.Client): Promise<Revocation[]> {
  const { rowCount } = await replaced.query(`SELECT 1 WHERE to_regclass('instance_tokens') IS NOT NULL`);
  if (rowCount === 0) return [];
  const since = new Date(Date.parse(madeAt) - overlapMs);
  const found: Revocation[] = [];
  for (const table of revocable) {
    const { rows } = await replaced.query<{ id: string; revokedAt: Date }>(
      `SELECT id, revoked_at AS "revokedAt" FROM ${table} WHERE revoked_at >= $1`,
      [since],
    );
    found.push(...rows.map((row) => ({ table, ...row })));
  }
  return found;
}

/**
 * What has ended since the backup must not go on: nobody is logged in, no code is open, and tokens that were revoked stay
 * revoked. Sessions can't be told apart, so everybody logs in again.
 */
export async function endWhatEnded(
  restored: pg.Client,
  revocations: readonly Revocation[],
): Promise<{ sessions: number; revoked: number }> {
  await restored.query('BEGIN');
  const { rowCount: sessions } = await restored.query('DELETE FROM sessions');
  await restored.query('DELETE FROM login_attempts; DELETE FROM connect_codes');
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
