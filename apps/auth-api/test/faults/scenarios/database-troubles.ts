import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Stage } from '../stage.ts';

/** A session of its own, past the network that breaks, in the database that every cluster has. */
async function withAdmin<Result>({ postgres }: Stage, work: (admin: pg.Client) => Promise<Result>): Promise<Result> {
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

const databaseOf = ({ network }: Stage) => new URL(network.url).pathname.slice(1);

const endAll = (admin: pg.Client, database: string) =>
  admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [database]);

/** Ends every session a few times a second. */
export async function endSessions(stage: Stage): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  let endedSessions = 0;
  const work = withAdmin(stage, async (admin) => {
    do {
      endedSessions += (await endAll(admin, databaseOf(stage))).rows.length;
      await sleep(300);
    } while (!stopping.signal.aborted);
  });
  return Promise.resolve(async () => {
    stopping.abort();
    await work;
    if (endedSessions === 0) throw new Error('There was no session to end.');
  });
}

/** Sessions begin as on a standby: they read, and refuse every write. */
export async function forbidWrites(stage: Stage): Promise<() => Promise<void>> {
  const database = databaseOf(stage);
  const become = (what: string) =>
    withAdmin(stage, async (admin) => {
      await admin.query(`ALTER DATABASE "${database}" ${what}`);
      await endAll(admin, database);
    });
  await become('SET default_transaction_read_only = on');
  return () => become('RESET default_transaction_read_only');
}

/** Takes every connection that PostgreSQL has, the API’s too. */
export async function crowdOut(stage: Stage): Promise<() => Promise<void>> {
  const crowd: pg.Client[] = [];
  const join = async () => {
    const client = new pg.Client({ connectionString: stage.postgres.url });
    client.on('error', () => undefined);
    await client.connect();
    crowd.push(client);
  };
  await withAdmin(stage, async (admin) => {
    const { rows } = await admin.query<{ free: number }>(
      `SELECT current_setting('max_connections')::int - count(*)::int AS free FROM pg_stat_activity WHERE backend_type = 'client backend'`,
    );
    await Promise.allSettled(Array.from({ length: rows[0]?.free ?? 0 }, join));
    for (let round = 0; round < 3; round++) {
      const ended = await endAll(admin, databaseOf(stage));
      await Promise.allSettled(ended.rows.map(join));
    }
  });
  return async () => {
    await Promise.all(crowd.map((client) => client.end()));
  };
}
