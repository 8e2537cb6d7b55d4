import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from '../../generated/prisma/client.ts';
import { createStatementNameGenerator } from './statement-names.ts';

interface ClientOptions {
  readonly transactionTimeoutMs: number;
  /** A pooler in transaction mode may not support named statements. */
  readonly usesNamedStatements: boolean;
}

/** Creates a Prisma client on an existing pool. Closing the pool is up to the caller. */
export function createPrismaClient(
  pool: pg.Pool,
  { transactionTimeoutMs, usesNamedStatements }: ClientOptions,
): PrismaClient {
  const naming = usesNamedStatements ? { statementNameGenerator: createStatementNameGenerator() } : {};
  return new PrismaClient({
    adapter: new PrismaPg(pool, { disposeExternalPool: false, ...naming }),
    // Longer than the pool's own connect timeout, so that the pool's error is the one that is reported.
    transactionOptions: { maxWait: transactionTimeoutMs + 5_000, timeout: transactionTimeoutMs },
  });
}
