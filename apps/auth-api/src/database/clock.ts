import type pg from 'pg';
import type { Prisma } from '../generated/prisma/client.ts';

/**
 * The database's clock, by which everything expires: all replicas share it, and statements that compare with `now()` agree
 * with what is judged here. Within a transaction it is the moment at which the transaction began.
 */
export async function databaseNow(db: Pick<Prisma.TransactionClient, '$queryRaw'>): Promise<Date> {
  const [row] = await db.$queryRaw<{ now: Date }[]>`SELECT now() AS now`;
  if (!row) throw new Error('A query without conditions returns a row.');
  return row.now;
}

/** The largest clock difference that is not reported. Expiry does not depend on it: it uses the database's clock. */
const toleratedSeconds = 5;

/** By how many seconds this machine's clock is ahead of the database's. */
export async function clockSkewSeconds(connection: pg.Pool | pg.ClientBase): Promise<number> {
  const askedAt = Date.now();
  const { rows } = await connection.query<{ ms: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
  );
  const [database] = rows;
  if (!database) throw new Error('A query without conditions returns a row.');
  // Half of the round trip had passed when the database looked.
  return ((askedAt + Date.now()) / 2 - database.ms) / 1_000;
}

/** What is wrong with the clocks, in a sentence for the operator; null while they agree. */
export function clockProblem(skewSeconds: number): string | null {
  const seconds = Math.round(Math.abs(skewSeconds));
  if (Math.abs(skewSeconds) <= toleratedSeconds) return null;
  const direction = skewSeconds > 0 ? 'ahead of' : 'behind';
  return `The clock of this machine is ${seconds} s ${direction} the database's. Synchronize both with NTP.`;
}
