import type pg from 'pg';
import { createMissingAuditPartitions } from '../../platform/db/migrations/audit-partitions.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { singleRow } from '../../platform/db/single-row.ts';
import { withConnection } from './connection.ts';
import { noRevocations, reapplyRevocations } from './reapply-revocations.ts';

interface RecoveredDatabase {
  /** The connection URL of the recovered database, as its owner. */
  readonly url: string;
  /** Whether the server was restarted after its recovery, so that it no longer knows of it. */
  readonly restarted: boolean;
}

/** The API's clock sets the time of an entry, the database's that of a transaction. */
const clockSkewMs = 60_000;

/**
 * Ends what may have ended between the time to which a database was recovered and now: sessions, login attempts, codes and pending
 * changes of owners, as `restore` does. Without a recovery they would end for nothing, so it throws.
 */
export async function finishRecovery(
  { url, restarted }: RecoveredDatabase,
  print: (line: string) => void,
): Promise<void> {
  await withConnection(url, async (client) => {
    // The time of the last transaction is null if the server was started without a recovery from an archive.
    const { rows } = await client.query<{ recovering: boolean; recoveredTo: Date | null }>(
      'SELECT pg_is_in_recovery() AS recovering, pg_last_xact_replay_timestamp() AS "recoveredTo"',
    );
    const { recovering, recoveredTo } = singleRow(rows);
    if (recovering) throw new AppError('The database still recovers. Wait until it accepts writes.');
    const newestAt = await timeOfNewestEntry(client);
    const newest =
      newestAt === null
        ? 'Its audit log is empty.'
        : `The newest entry of its audit log is of ${newestAt.toISOString()}.`;
    // A standby that became the primary has recovered, too, and has newer entries.
    const isInUse =
      recoveredTo !== null && newestAt !== null && newestAt.getTime() > recoveredTo.getTime() + clockSkewMs;
    if ((recoveredTo === null || isInUse) && !restarted) {
      throw new AppError(
        `${isInUse ? 'This server was used after its recovery.' : 'This server has not recovered since it started.'} ${newest} If it is not the recovered one, recover it first. ` +
          'Add --restarted if it was restarted after its recovery, as some providers and operators do.',
      );
    }
    if (recoveredTo !== null) print(`The last recovered transaction is of ${recoveredTo.toISOString()}.`);
    print(newest);
    await createMissingAuditPartitions(client);
    const { sessions } = await reapplyRevocations(client, noRevocations);
    print(
      `Deleted ${sessions} sessions. Tokens that were revoked or replaced after that time are valid again, and service accounts that were deleted exist again.`,
    );
  });
}

async function timeOfNewestEntry(client: pg.Client): Promise<Date | null> {
  const { rows } = await client.query<{ time: Date | null }>('SELECT max(occurred_at) AS time FROM audit_entries');
  return singleRow(rows).time;
}
