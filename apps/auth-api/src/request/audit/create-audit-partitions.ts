import type { Logger } from 'pino';
import type { DbContext } from '../../platform/db/transaction.ts';

/** Creates the partitions of the audit log for the next three months. The database's function has the privilege to do so. */
export async function createAuditPartitions({ db, log }: DbContext & { readonly log: Logger }): Promise<void> {
  const [{ created }] = await db.$queryRaw<[{ created: number }]>`SELECT create_audit_partitions() AS created`;
  if (created > 0) log.info({ created }, 'created partitions of the audit log');
}
