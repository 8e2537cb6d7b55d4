import { isLostRace } from '../database/failures.ts';
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';

/** What a handler reads and writes by: for a changing call its transaction, else the pool. */
export interface Work {
  readonly db: Prisma.TransactionClient;
}

const attempts = 3;

/**
 * Runs work in one transaction: all of it happens, or none. If a concurrent transaction wins a race (a deadlock, a unique key,
 * a rule that is checked at the commit), the work runs again from the start, so that it sees what the other one did.
 */
export async function inTransaction<Result>(
  { db }: { readonly db: PrismaClient },
  work: (work: Work) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.$transaction((tx) => work({ db: tx }));
    } catch (error) {
      if (attempt === attempts || !isLostRace(error)) throw error;
    }
  }
}
