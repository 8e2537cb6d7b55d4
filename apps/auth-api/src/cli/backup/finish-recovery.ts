import { createMissingAuditPartitions } from '../../platform/db/migrations/audit-partitions.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { singleRow } from '../../platform/db/single-row.ts';
import { withConnection } from './connection.ts';
import { reapplyRevocations } from './reapply-revocations.ts';

/**
 * Ends what may have ended between the time to which a database was recovered and now: sessions, login attempts, codes and pending
 * changes of owners, as `restore` does.
 */
export async function finishRecovery(url: string, print: (line: string) => void): Promise<void> {
  await withConnection(url, async (client) => {
    const { rows } = await client.query<{ recovering: boolean }>('SELECT pg_is_in_recovery() AS recovering');
    if (singleRow(rows).recovering) throw new AppError('The database still recovers. Wait until it accepts writes.');
    await createMissingAuditPartitions(client);
    const { sessions } = await reapplyRevocations(client, []);
    print(`Deleted ${sessions} sessions. Tokens that were revoked after that time are valid again.`);
  });
}
