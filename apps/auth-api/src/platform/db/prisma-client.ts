import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient } from '../../generated/prisma/client.ts';

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

// A query that PostgreSQL should plan once per connection starts with its name in a comment, as in
// `/* actor-by-session */ SELECT ...`.
const nameComment = /^\s*\/\* ([a-z-]+) \*\//;

/** Prisma's writes and locks find their rows by keys, so one plan is right for all values. */
const singlePlanStatement = /^\s*(?:INSERT|UPDATE|DELETE)\b|\bFOR (?:NO KEY )?(?:UPDATE|SHARE)\b/;

/** PostgreSQL keeps named statements as long as the connection, and some statements differ with each request. */
const maxNames = 500;

/**
 * Names the statements that PostgreSQL should plan once per connection, for the `statementNameGenerator` of Prisma's adapter.
 * A statement without a name is planned each time, because the right plan depends on its values.
 */
export function createStatementNameGenerator(): (statement: { readonly sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= maxNames) return '';
    const name = nameComment.exec(sql)?.[1] ?? (singlePlanStatement.test(sql) ? `prisma-${names.size}` : '');
    names.set(sql, name);
    return name;
  };
}
