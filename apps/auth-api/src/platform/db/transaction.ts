import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts';
import { isConcurrencyConflict } from './database-errors.ts';

/** The Prisma client of a handler: of its transaction, or of the pool if the call needs no transaction. */
export interface DbContext {
  readonly db: Prisma.TransactionClient;
}

const maxAttempts = 3;

/**
 * Runs work in one transaction. If a concurrent transaction causes a conflict (a deadlock, a unique violation, a constraint
 * that is checked at the commit), the work runs again from the start, so that it sees what the other one did.
 */
export async function inTransaction<Result>(
  { db }: { readonly db: PrismaClient },
  work: (context: DbContext) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.$transaction((tx) => work({ db: tx }));
    } catch (error) {
      if (attempt === maxAttempts || !isConcurrencyConflict(error)) throw error;
    }
  }
}
