import type pg from 'pg';
import { singleRow } from '../single-row.ts';

/**
 * Creates the partitions of the audit log for the next three months. An hourly job does so, too, but the entries of today have no
 * partition in a database that was restored from an old backup. A database with an older schema has no partitions.
 */
export async function createMissingAuditPartitions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(
    `SELECT to_regprocedure('create_audit_partitions()') IS NOT NULL AS exists`,
  );
  if (singleRow(rows).exists) await client.query('SELECT create_audit_partitions()');
}
