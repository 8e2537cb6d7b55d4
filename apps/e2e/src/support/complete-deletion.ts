import type pg from 'pg';
import { withDatabase } from './database.ts';

const timeoutMs = 90_000;

/** Moves the pending deletion of an account fifteen days into the past, and waits until the account is deleted. */
export const completeDeletion = (userId: string): Promise<void> =>
  withDatabase(async (database) => {
    const { rowCount } = await database.query(
      `UPDATE account_deletions SET requested_at = requested_at - interval '15 days', due_at = due_at - interval '15 days'
         WHERE user_id = $1 AND cancelled_at IS NULL`,
      [userId],
    );
    if (rowCount === 0) throw new Error(`No pending deletion of ${userId}`);
    // It runs every minute.
    await database.query(`SELECT graphile_worker.add_job('enqueueDueDeletions')`);
    for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await pause(250)) {
      if (await isComplete(userId, database)) return;
      await skipPause(userId, database);
    }
    throw new Error(`The account ${userId} was not deleted`);
  });

async function isComplete(userId: string, database: pg.Client): Promise<boolean> {
  const { rowCount } = await database.query(
    'SELECT FROM account_deletions WHERE user_id = $1 AND completed_at IS NOT NULL',
    [userId],
  );
  return rowCount === 1;
}

/** The job pauses for a minute after it has deleted the identity. */
async function skipPause(userId: string, database: pg.Client): Promise<void> {
  const { rowCount } = await database.query(
    `UPDATE account_deletions SET identity_deleted_at = identity_deleted_at - interval '2 minutes'
       WHERE user_id = $1 AND identity_deleted_at > now() - interval '1 minute' AND completed_at IS NULL`,
    [userId],
  );
  if (rowCount === 0) return;
  await database.query(
    `SELECT graphile_worker.reschedule_jobs(ARRAY(SELECT id FROM graphile_worker.jobs WHERE key = $1), run_at := now())`,
    [`erase:${userId}`],
  );
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
