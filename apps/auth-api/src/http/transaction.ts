import type pg from 'pg';
import { isLostRace } from '../database/failures.ts';
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';

/** A statement with a name, so that PostgreSQL plans it once a connection. */
export interface NamedStatement {
  readonly name: string;
  readonly text: string;
}

/** What a handler reads and writes by: for a changing call its transaction, else the pool. */
export interface Work {
  readonly db: Prisma.TransactionClient;
  /** Runs a hot read as plain SQL. The caller says what its columns are. */
  readonly read: <Row extends object>(statement: NamedStatement, values: readonly unknown[]) => Promise<Row[]>;
}

/** Work outside of a transaction. */
export function workOn(db: PrismaClient, pool: pg.Pool): Work {
  return {
    db,
    async read<Row extends object>(statement: NamedStatement, values: readonly unknown[]) {
      const { rows } = await pool.query<Row>({ ...statement, values: [...values] });
      return rows;
    },
  };
}

const attempts = 3;

/** Work inside of a transaction: all of it happens, or none. It is begun anew when it lost a race. */
export async function inTransaction<Result>(db: PrismaClient, work: (work: Work) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.$transaction((tx) => work(workIn(tx)));
    } catch (error) {
      if (attempt === attempts || !isLostRace(error)) throw error;
    }
  }
}

const workIn = (tx: Prisma.TransactionClient): Work => ({
  db: tx,
  read: <Row>({ text }: NamedStatement, values: readonly unknown[]) => tx.$queryRawUnsafe<Row[]>(text, ...values),
});
