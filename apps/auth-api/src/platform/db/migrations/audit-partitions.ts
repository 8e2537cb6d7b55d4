import type pg from 'pg';

/**
 * Creates the partitions of the audit log for the next three months. An hourly job does so, too, but the entries of today have no
 * partition in a database that was restored from an old backup.
 */
export async function createMissingAuditPartitions(client: pg.Client): Promise<void> {
  await client.query('SELECT create_audit_partitions()');
}
