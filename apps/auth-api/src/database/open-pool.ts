import type { Socket } from 'node:net';
import pg from 'pg';
import type { Logger } from 'pino';
import { letPrismaJoin } from './join-transaction.ts';
import { NamedQuery } from './named-query.ts';

interface PoolOptions {
  readonly url: string;
  readonly size: number;
  /** How long somebody waits for a connection. */
  readonly waitMs: number;
  /** After how long PostgreSQL is to give up a statement. */
  readonly statementMs: number;
  /** Whether a pooler in transaction mode may be between: it refuses parameters of sessions, and statements with names. */
  readonly mayBePooled?: boolean;
}

/** How much later than PostgreSQL itself we take its silence for an answer. */
const graceMs = 100;

/** Connections that nobody waits for in vain, whatever happens to the database or the network. */
export function openPool(options: PoolOptions, log: Logger): pg.Pool {
  const { url, size, waitMs, statementMs, mayBePooled = false } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'auth-api',
    // Prisma's adapter takes every moment it reads and writes for one of UTC, whatever the server's time zone is. Behind
    // a pooler both are the login's own; see pooler.ts.
    ...(!mayBePooled && { statement_timeout: statementMs, options: '-c TimeZone=UTC' }),
  });
  // A connection that breaks is replaced by the next query; without a listener it would end the process.
  const broken = (error: Error) => log.warn({ err: error }, 'a database connection broke');
  pool.on('error', broken);
  pool.on('connect', (client) => {
    client.on('error', broken);
    endWhenSilent(client, statementMs + graceMs);
    if (mayBePooled) askWithoutNames(client);
  });
  letPrismaJoin(pool);
  return pool;
}

type Ask = (query: unknown, ...more: unknown[]) => unknown;

/** A name means a statement of this session, and the next transaction may be in another one. */
function askWithoutNames(client: pg.PoolClient): void {
  const ask = client.query.bind(client) as Ask;
  const query: Ask = (asked, ...more) => ask(withoutName(asked), ...more);
  Object.assign(client, { query });
}

function withoutName(asked: unknown): unknown {
  if (asked instanceof NamedQuery) return asked.withoutName();
  const isNamed = typeof asked === 'object' && asked !== null && 'name' in asked;
  return isNamed ? { ...asked, name: undefined } : asked;
}

/** What pg and pg-pool use of each other, but don't publish. */
interface Internals {
  readonly connection: { readonly stream: Socket };
  readonly readyForQuery: boolean;
}

/**
 * Ends a connection that leaves a question unanswered. pg's own query_timeout would keep it: the next one to get it from
 * the pool would be within a transaction that was given up, and what they write would never be committed.
 */
function endWhenSilent(client: pg.PoolClient, afterMs: number): void {
  const internals = client as unknown as Internals;
  const { stream } = internals.connection;
  stream.setTimeout(afterMs, () => {
    if (internals.readyForQuery) return;
    const { bytesRead } = stream;
    // After what has come already was read: a busy process would take its own slowness for the database’s.
    setImmediate(() => {
      if (stream.bytesRead > bytesRead) return;
      stream.destroy(Object.assign(new Error('The database did not answer in time.'), { code: 'ETIMEDOUT' }));
    });
  });
}
