import pg from 'pg';
import type { Logger } from 'pino';
import { withSessionOptions } from './direct-session.ts';

interface PoolOptions {
  readonly url: string;
  readonly size: number;
  /** How long a caller waits for a connection, in milliseconds. */
  readonly waitMs: number;
  /** After how many milliseconds PostgreSQL cancels a statement. */
  readonly statementMs: number;
  /** Whether a pooler in transaction mode may be in between: it refuses session parameters. */
  readonly mayBePooled?: boolean;
}

/** How much later than PostgreSQL itself the API gives up a query. */
const graceMs = 100;

/** A connection pool in which no caller waits forever, whatever happens to the database or the network. */
export function openPool(options: PoolOptions, log: Logger): pg.Pool {
  const { url, size, waitMs, statementMs, mayBePooled = false } = options;
  const pool = new pg.Pool({
    connectionString: mayBePooled ? url : withSessionOptions(url, '-c TimeZone=UTC'),
    Client: connectionClass(statementMs + graceMs),
    max: size,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'auth-api',
    // Prisma's adapter reads and writes every timestamp as UTC, whatever the server's time zone is. Behind a pooler the
    // login's own settings count; see pooler.ts.
    ...(!mayBePooled && { statement_timeout: statementMs }),
  });
  // A broken connection is replaced by the next query; without a listener it would end the process.
  const onBroken = (error: Error) => log.warn({ err: error }, 'a database connection broke');
  pool.on('error', onBroken);
  pool.on('connect', (client) => client.on('error', onBroken));
  return pool;
}

/**
 * A connection that disconnects when the database does not answer a query in time. The pool then replaces it. pg's own
 * `query_timeout` would return it to the pool while the query runs, perhaps within a transaction.
 */
const connectionClass = (answerMs: number) =>
  class Connection extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      let timer: NodeJS.Timeout | undefined;
      const stop = () => {
        clearTimeout(timer);
        timer = undefined;
      };
      // `setImmediate` lets the process first read an answer that has arrived already.
      const endIfSilent = () =>
        setImmediate(() => {
          if (timer) void this.end();
        });
      const query = (...args: unknown[]): unknown => {
        timer ??= setTimeout(endIfSilent, answerMs);
        const ask = super.query.bind(this) as (...args: unknown[]) => unknown;
        return ask(...args);
      };
      this.query = query as typeof this.query;
      // All queries have their answers.
      this.on('drain', stop);
      this.on('end', stop);
    }
  };
