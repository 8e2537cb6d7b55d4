import { createHash } from 'node:crypto';
import type pg from 'pg';

/** The number of rows of a table and a hash of their content, which does not depend on their order. */
export interface TableHash {
  readonly table: string;
  readonly rows: number;
  readonly hash: string;
}

/** Settings that affect the text of a row, and timeouts that could interrupt the reading. */
const sessionSettings = `
  SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL IntervalStyle = 'postgres';
  SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'; SET LOCAL row_security = off;
  SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`;

const tables = `
  SELECT format('%I.%I', n.nspname, c.relname) AS name
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'r' AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
  ORDER BY 1`;

/** Runs work in a snapshot of the database, which other connections can use meanwhile. After an error, close the connection. */
export async function withSnapshot<Result>(
  client: pg.Client,
  work: (snapshot: string) => Promise<Result>,
): Promise<Result> {
  await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${sessionSettings}`);
  const { rows } = await client.query<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot');
  const result = await work(rows[0]?.snapshot ?? '');
  await client.query('ROLLBACK');
  return result;
}

/** Hashes every table. Call it in `withSnapshot`. */
export async function hashTables(client: pg.Client): Promise<TableHash[]> {
  const hashes: TableHash[] = [];
  const { rows: names } = await client.query<{ name: string }>(tables);
  for (const { name } of names) {
    // A sum of row hashes does not depend on the order, and shows duplicate rows.
    const { rows } = await client.query<{ rows: number; sum: string }>(
      `SELECT count(*)::int AS rows, coalesce(sum(('x' || left(encode(sha256(convert_to(t::text, 'UTF8')), 'hex'), 16)
         )::bit(64)::bigint::numeric), 0)::text AS sum FROM ${name} t`,
    );
    const { rows: count, sum } = rows[0] ?? { rows: 0, sum: '0' };
    const hash = createHash('sha256').update(`${count} ${sum}`).digest('hex').slice(0, 16);
    hashes.push({ table: name, rows: count, hash });
  }
  return hashes;
}

/** The tables that differ, or that only one side has. */
export function differingTables(a: readonly TableHash[], b: readonly TableHash[]): string[] {
  const byTable = (hashes: readonly TableHash[]) => new Map(hashes.map(({ table, hash }) => [table, hash]));
  const [hashesA, hashesB] = [byTable(a), byTable(b)];
  return [...new Set([...hashesA.keys(), ...hashesB.keys()])].filter(
    (table) => hashesA.get(table) !== hashesB.get(table),
  );
}

/** One line per table, for people and for `diff`. */
export function formatHashes(hashes: readonly TableHash[]): string {
  const width = Math.max(0, ...hashes.map(({ table }) => table.length));
  return hashes
    .map(({ table, rows, hash }) => `${table.padEnd(width)}  ${hash}  ${String(rows).padStart(9)}`)
    .join('\n');
}
