import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { FaultEnvironment } from '../environment.ts';

/** Connects directly, not through the proxy that breaks, and to the `postgres` database, whose sessions are not terminated. */
async function withAdmin<Result>(
  { postgres }: FaultEnvironment,
  work: (admin: pg.Client) => Promise<Result>,
): Promise<Result> {
  const url = new URL(postgres.url);
  url.pathname = '/postgres';
  const admin = new pg.Client({ connectionString: url.href });
  admin.on('error', () => undefined);
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

const databaseOf = ({ databaseNetwork }: FaultEnvironment) => new URL(databaseNetwork.url).pathname.slice(1);

const terminateAll = (admin: pg.Client, database: string) =>
  admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [database]);

/** Terminates all sessions again and again, at random times. */
export async function terminateSessions(environment: FaultEnvironment): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  let terminated = 0;
  const work = withAdmin(environment, async (admin) => {
    do {
      terminated += (await terminateAll(admin, databaseOf(environment))).rows.length;
      await sleep(Math.random() * 300);
    } while (!stopping.signal.aborted);
  });
  return Promise.resolve(async () => {
    stopping.abort();
    await work;
    if (terminated === 0) throw new Error('There was no session to terminate.');
  });
}

/** New sessions behave as on a standby: they can read, and every write fails. */
export async function makeReadOnly(environment: FaultEnvironment): Promise<() => Promise<void>> {
  const database = databaseOf(environment);
  const alterDatabase = (change: string) =>
    withAdmin(environment, async (admin) => {
      await admin.query(`ALTER DATABASE "${database}" ${change}`);
      await terminateAll(admin, database);
    });
  await alterDatabase('SET default_transaction_read_only = on');
  return () => alterDatabase('RESET default_transaction_read_only');
}

/** Opens all of PostgreSQL's connections, including those that the API has. */
export async function exhaustConnections(environment: FaultEnvironment): Promise<() => Promise<void>> {
  const clients: pg.Client[] = [];
  const connect = async () => {
    const client = new pg.Client({ connectionString: environment.postgres.url });
    client.on('error', () => undefined);
    await client.connect();
    clients.push(client);
  };
  await withAdmin(environment, async (admin) => {
    const { rows } = await admin.query<{ free: number }>(
      `SELECT current_setting('max_connections')::int - count(*)::int AS free FROM pg_stat_activity WHERE backend_type = 'client backend'`,
    );
    await Promise.allSettled(Array.from({ length: rows[0]?.free ?? 0 }, connect));
    for (let round = 0; round < 3; round++) {
      const terminated = await terminateAll(admin, databaseOf(environment));
      await Promise.allSettled(terminated.rows.map(connect));
    }
  });
  return async () => {
    await Promise.all(clients.map((client) => client.end()));
  };
}
