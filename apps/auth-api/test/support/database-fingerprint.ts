import { createFixture, type ActorName, type Fixture } from './actors.ts';
import type { TestApi } from './api.ts';

/** Tables that requests may change although they are refused: anyone may start a login, and each request counts for its limits. */
const excludedTables = ['login_attempts', 'rate_limits'];

/**
 * A fingerprint of the database, jobs included. A write changes the transaction id (`xmin`) of a row, and a delete the row
 * count, so the query stays fast however much data a suite has created.
 */
export async function databaseFingerprint({ services: { pool } }: TestApi): Promise<string> {
  const digests = [...(await readTables(pool)), 'graphile_worker._private_jobs'].map(
    (table) => `(SELECT count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) FROM ${table})`,
  );
  const { rows } = await pool.query<{ digest: string }>(`SELECT concat_ws(', ', ${digests.join(', ')}) AS digest`);
  return rows[0]?.digest ?? '';
}

async function readTables(pool: TestApi['services']['pool']): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname != ALL ($1)
      ORDER BY name`,
    [excludedTables],
  );
  return rows.map(({ name }) => name);
}

/** Below five minutes, after which using a session or a token updates its last use and so changes the database. */
const fixtureLifetimeMs = 60_000;

/** Sends one request with a fixture of its actor. */
type Send<Result> = (fixture: Fixture) => PromiseLike<Result>;

/** The results of several requests. */
export interface SentRequests<Key, Result> {
  /** The result of a request. Expects that it left the database unchanged. */
  expectUnchanged(key: Key): Result;
}

/** For requests that must leave the database unchanged. Actors share one fixture each, because nothing changes it. */
export function unchangedDatabase(api: () => TestApi) {
  const fixtures = new Map<ActorName, { readonly fixture: Fixture; readonly createdAt: number }>();

  async function fixtureOf(actor: ActorName): Promise<Fixture> {
    const cached = fixtures.get(actor);
    if (cached && performance.now() - cached.createdAt < fixtureLifetimeMs) return cached.fixture;
    const fixture = await createFixture(api(), actor);
    fixtures.set(actor, { fixture, createdAt: performance.now() });
    return fixture;
  }

  async function changesDatabase(work: () => Promise<void>): Promise<boolean> {
    const before = await databaseFingerprint(api());
    await work();
    const hasChanged = (await databaseFingerprint(api())) !== before;
    // The next requests need new fixtures.
    if (hasChanged) fixtures.clear();
    return hasChanged;
  }

  /** Sends a request as an actor and expects that the database stays unchanged. */
  async function expectUnchanged<Result>(actor: ActorName, send: Send<Result>): Promise<Result> {
    return (await sendAll([[actor, actor, send]])).expectUnchanged(actor);
  }

  /**
   * Sends several requests, each with a key and an actor. Compares the database once for all of them: only if it changed, it
   * sends them again to find out which of them did that.
   */
  async function sendAll<Key, Result>(
    requests: readonly (readonly [key: Key, actor: ActorName, send: Send<Result>])[],
  ): Promise<SentRequests<Key, Result>> {
    const results = new Map<Key, Result>();
    const sendEach = async (some: typeof requests): Promise<boolean> => {
      const prepared: (() => Promise<unknown>)[] = [];
      for (const [key, actor, send] of some) {
        const fixture = await fixtureOf(actor);
        prepared.push(async () => results.set(key, await send(fixture)));
      }
      return changesDatabase(async () => {
        for (const sendPrepared of prepared) await sendPrepared();
      });
    };
    const changing: Key[] = [];
    if (await sendEach(requests)) {
      for (const request of requests) if (await sendEach([request])) changing.push(request[0]);
      // A change that happens only once can be due to any of them.
      if (changing.length === 0) changing.push(...requests.map(([key]) => key));
    }
    return {
      expectUnchanged(key) {
        expect(changing).not.toContain(key);
        return results.get(key) as Result;
      },
    };
  }

  return { expectUnchanged, sendAll };
}
