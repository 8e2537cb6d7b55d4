import pg from 'pg';
import type { Logger } from 'pino';
import { isReadOnlyError } from './database-errors.ts';
import { withSessionOptions } from './session-options.ts';

/**
 * The connections of the job worker, in addition to those of the requests. One for each of its six jobs: that of an email is in use until
 * the mail server has accepted the email. Two for its deliveries to webhooks, which use none while they wait for receivers. For each of
 * its three runners, one to listen and one to fetch jobs.
 */
export const jobPoolSize = 14;

interface PoolOptions {
  readonly url: string;
  readonly size: number;
  /** How long to wait for a connection. */
  readonly connectTimeoutMs: number;
  /** After this, PostgreSQL cancels a statement. */
  readonly statementTimeoutMs: number;
  /** Whether the URL may point to a pooler in transaction mode, which rejects session parameters. */
  readonly allowsPooler?: boolean;
}

/** How much later than PostgreSQL the API gives up on a query. */
const graceMs = 100;

/** The clients on which a write failed because the server is a standby, or became one by a failover. */
const readOnlyClients = new WeakSet<pg.ClientBase>();

/** Creates a connection pool in which no query waits forever, whatever happens to the database or the network. */
export function createPool(options: PoolOptions, log: Logger): pg.Pool {
  const { url, size, connectTimeoutMs, statementTimeoutMs, allowsPooler = false } = options;
  const pool = new Pool({
    connectionString: allowsPooler ? url : withSessionOptions(url, '-c TimeZone=UTC'),
    Client: createClientClass(statementTimeoutMs + graceMs, log),
    max: size,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'auth-api',
    // Prisma's adapter treats every timestamp as UTC, whatever the server's time zone. Behind a pooler, the settings of the
    // login apply; see features/health/check-pooler.ts.
    ...(!allowsPooler && { statement_timeout: statementTimeoutMs }),
  });
  // The next query replaces a broken connection. Without a listener, the error would end the process.
  const onError = (error: Error) => log.warn({ err: error }, 'database connection lost');
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  // A new connection reaches the new primary. The pool does not keep a client that ends while it is released.
  pool.on('release', (_error, client) => {
    if (readOnlyClients.has(client)) void client.end();
  });
  return pool;
}

type ConnectCallback = Parameters<typeof pg.Pool.prototype.connect>[0];

/**
 * A pool whose `connect` passes its callback a release function that ignores a second call. When a connection fails while the job
 * worker stops, graphile-worker (0.17.3, 0.18.0) releases the client that listens for jobs twice. The error of pg would end the
 * process.
 */
class Pool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (!callback) return super.connect();
    super.connect((error, client, release) => {
      let isReleased = false;
      const releaseOnce: typeof release = (reason) => {
        if (!isReleased) release(reason);
        isReleased = true;
      };
      callback(error, client, client ? releaseOnce : release);
    });
  }
}

const isCallback = (value: unknown): value is (...response: unknown[]) => void => typeof value === 'function';

/**
 * A client that disconnects when the database does not respond to a query in time, so that the pool replaces it. pg's own
 * `query_timeout` would return the connection to the pool while the query still runs, perhaps in a transaction. The client also
 * notices when its server is read-only. It takes no `Submittable`, such as a cursor.
 */
const createClientClass = (responseTimeoutMs: number, log: Logger) =>
  class Client extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      // Each query has its own timer: while a client is busy, it has no pause between queries. Returns a function that stops it.
      const startTimer = () => {
        let hasResponse = false;
        // `setImmediate` lets the process read a response that has already arrived.
        const closeIfNoResponse = () =>
          setImmediate(() => {
            if (hasResponse) return;
            log.warn(`closed a database connection, because a query had no response within ${responseTimeoutMs} ms`);
            void this.end();
          });
        const timer = setTimeout(closeIfNoResponse, responseTimeoutMs);
        return () => {
          hasResponse = true;
          clearTimeout(timer);
        };
      };
      const query = (...args: unknown[]): unknown => {
        const superQuery = super.query.bind(this) as (...args: unknown[]) => unknown;
        const stopTimer = startTimer();
        const callback = args.at(-1);
        // `pool.query` passes a callback, and closes the connection after any error.
        if (isCallback(callback)) {
          const onResponse = (...response: unknown[]) => {
            stopTimer();
            callback(...response);
          };
          return superQuery(...args.slice(0, -1), onResponse);
        }
        const result = superQuery(...args) as Promise<unknown>;
        result.then(stopTimer, (error: unknown) => {
          stopTimer();
          if (isReadOnlyError(error)) readOnlyClients.add(this);
        });
        return result;
      };
      this.query = query as typeof this.query;
    }
  };
