import type pg from 'pg';
import type { Prisma } from '../../generated/prisma/client.ts';
import { singleRow } from './single-row.ts';

/**
 * The database's clock. All expiry uses it, because all replicas share it and SQL conditions compare with `now()`. In a
 * transaction it is the time at which the transaction started.
 */
export async function databaseNow(db: Pick<Prisma.TransactionClient, '$queryRaw'>): Promise<Date> {
  return singleRow(await db.$queryRaw<{ now: Date }[]>`SELECT now() AS now`).now;
}

/** The database's clock at this moment, also in a transaction. */
export async function databaseClock(db: Pick<Prisma.TransactionClient, '$queryRaw'>): Promise<Date> {
  return singleRow(await db.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`).now;
}

/** The largest clock skew that is not reported. Expiry does not depend on it, because it uses the database's clock. */
const toleratedSkewSeconds = 5;

/** By how many seconds this machine's clock is ahead of the database's clock. */
export async function clockSkewSeconds(connection: pg.Pool | pg.ClientBase): Promise<number> {
  const sentAt = Date.now();
  const { rows } = await connection.query<{ ms: number }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
  );
  // The database read its clock after about half of the round trip.
  return ((sentAt + Date.now()) / 2 - singleRow(rows).ms) / 1_000;
}

/** A sentence about the clock skew for operators; null if it is tolerated. */
export function describeClockSkew(skewSeconds: number): string | null {
  const seconds = Math.round(Math.abs(skewSeconds));
  if (Math.abs(skewSeconds) <= toleratedSkewSeconds) return null;
  const direction = skewSeconds > 0 ? 'ahead of' : 'behind';
  return `The clock of this machine is ${seconds} s ${direction} the database's. Synchronize both with NTP.`;
}
