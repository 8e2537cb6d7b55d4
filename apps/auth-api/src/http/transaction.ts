import type pg from 'pg';
import { isLostRace } from '../database/failures.ts';
import { databaseSpan, readNamed, type NamedStatement } from '../database/named-statement.ts';
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import { inSpan } from '../tracing/spans.ts';

/** What a handler reads and writes by: for a changing call its transaction, else the pool. */
export interface Work {
  readonly db: Prisma.TransactionClient;
  /** Runs a hot read as plain SQL. The caller says what its columns are. */
  readonly read: <Row extends object>(statement: NamedStatement, values: readonly unknown[]) => Promise<Row[]>;
}

/** Work outside of a transaction. */
export const workOn = (db: PrismaClient, pool: pg.Pool): Work => ({
  db,
  read: (statement, values) => readNamed(pool, statement, values),
});

const attempts = 3;

/** Work inside of a transaction: all of it happens, or none. It is begun anew when it lost a race. */
export async function inTransaction<Result>(db: PrismaClient, work: (work: Work) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inSpan('transaction', databaseSpan, () => db.$transaction((tx) => work(workIn(tx))));
    } catch (error) {
      if (attempt === attempts || !isLostRace(error)) throw error;
    }
  }
}

const workIn = (tx: Prisma.TransactionClient): Work => ({
  db: tx,
  read: <Row>({ text }: NamedStatement, values: readonly unknown[]) => tx.$queryRawUnsafe<Row[]>(text, ...values),
});
