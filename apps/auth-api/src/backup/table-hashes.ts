import { createHash } from 'node:crypto';
import type pg from 'pg';

/** How many rows a table has, and a hash of what they say, whatever their order. */
export interface TableHash {
  readonly table: string;
  readonly rows: number;
  readonly hash: string;
}

/** What the text of a row depends on besides the row, and what could cut the reading short. */
const sameEverywhere = `
  SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD'; SET LOCAL IntervalStyle = 'postgres';
  SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'; SET LOCAL row_security = off;
  SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`;

const tables = `
  SELECT format('%I.%I', n.nspname, c.relname) AS name
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind = 'r' AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
  ORDER BY 1`;

/** A snapshot of the whole database that other connections can look at while this goes on; a failure is the connection's end. */
export async function inSnapshot<Result>(
  client: pg.Client,
  work: (snapshot: string) => Promise<Result>,
): Promise<Result> {
  await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${sameEverywhere}`);
  const { rows } = await client.query<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot');
  const result = await work(rows[0]?.snapshot ?? '');
  await client.query('ROLLBACK');
  return result;
}

/** Reads every table, within `inSnapshot`. */
export async function tableHashes(client: pg.Client): Promise<TableHash[]> {
  const hashes: TableHash[] = [];
  const { rows: names } = await client.query<{ name: string }>(tables);
  for (const { name } of names) {
    // A sum does not depend on the order, and tells a row that is there twice.
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

/** The tables of which one side says something else than the other. */
export function differingTables(one: readonly TableHash[], other: readonly TableHash[]): string[] {
  const said = (hashes: readonly TableHash[]) => new Map(hashes.map(({ table, hash }) => [table, hash]));
  const [left, right] = [said(one), said(other)];
  return [...new Set([...left.keys(), ...right.keys()])].filter((table) => left.get(table) !== right.get(table));
}

/** A line a table, for eyes and for `diff`. */
export function hashLines(hashes: readonly TableHash[]): string {
  const width = Math.max(0, ...hashes.map(({ table }) => table.length));
  return hashes
    .map(({ table, rows, hash }) => `${table.padEnd(width)}  ${hash}  ${String(rows).padStart(9)}`)
    .join('\n');
}
