import type pg from 'pg';
import { isLostRace } from '../database/failures.ts';
import { prismaWithin } from '../database/join-transaction.ts';
import { databaseSpan, namedOn, type RunNamed } from '../database/named-statement.ts';
import { onOneConnection } from '../database/own-transaction.ts';
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import type { Services } from '../services.ts';
import { inSpan } from '../tracing/spans.ts';

/** What a handler reads and writes by: for a changing call its transaction, else the pool. */
export interface Work {
  /** Prisma, for what is rare. */
  readonly db: Prisma.TransactionClient;
  /** Plain SQL, for what is asked often. */
  readonly sql: RunNamed;
}

/** Work outside of a transaction. */
export const workOn = ({ db, pool }: Pick<Services, 'db' | 'pool'>): Work => ({ db, sql: namedOn(pool) });

const attempts = 3;

/** Work inside of a transaction: all of it happens, or none. It is begun anew when it lost a race. */
export const inTransaction = <Result>(
  { db, pool, settings }: Pick<Services, 'db' | 'pool' | 'settings'>,
  work: (work: Work) => Promise<Result>,
): Promise<Result> =>
  anewIfLost(() =>
    inSpan('transaction', databaseSpan, () =>
      onOneConnection(pool, settings.DATABASE_WAIT_MS, (client) => runWithin(client, db, work)),
    ),
  );

/** Work that happens as a whole or not at all. It is begun anew when it lost a race. */
export async function anewIfLost<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !isLostRace(error)) throw error;
    }
  }
}

async function runWithin<Result>(
  client: pg.PoolClient,
  prisma: PrismaClient,
  work: (work: Work) => Promise<Result>,
): Promise<Result> {
  const joining = prismaWithin(client, prisma);
  try {
    return await work({
      get db() {
        return joining.db;
      },
      sql: namedOn(client),
    });
  } finally {
    joining.end();
  }
}
