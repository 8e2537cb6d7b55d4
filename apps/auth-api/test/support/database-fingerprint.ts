import { createFixture, type ActorName, type Fixture } from './actors.ts';
import type { TestApi } from './api.ts';

// `login_attempts` is missing: anyone may start a login, which adds a row there.
const tables = [
  'users',
  'sessions',
  'tos_agreements',
  'workspaces',
  'memberships',
  'auth_tokens',
  'connect_codes',
  'instance_tokens',
  'ownership_offers',
  'ownership_reassignments',
  'idempotency_keys',
  'account_deletions',
  'billing_accounts',
  'billing_emails',
  'stripe_events',
  'audit_entries',
  'personal_keys',
];

/**
 * A fingerprint of the database, jobs included. A write changes the transaction id (`xmin`) of a row, and a delete the row
 * count, so the query stays fast however much data a suite has created.
 */
export async function databaseFingerprint({ services: { pool } }: TestApi): Promise<string> {
  const digests = [...tables, 'graphile_worker._private_jobs'].map(
    (table) => `(SELECT count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) FROM ${table})`,
  );
  const { rows } = await pool.query<{ digest: string }>(`SELECT concat_ws(', ', ${digests.join(', ')}) AS digest`);
  return rows[0]?.digest ?? '';
}

/** Below five minutes, after which using a session or a token updates its last use and so changes the database. */
const fixtureLifetimeMs = 60_000;

/**
 * Returns a function that sends a request as an actor and expects that the database stays unchanged. Actors share one
 * fixture each, because nothing changes it.
 */
export function expectDatabaseUnchanged(api: () => TestApi) {
  const fixtures = new Map<ActorName, { readonly fixture: Fixture; readonly createdAt: number }>();
  return async <Result>(actor: ActorName, send: (fixture: Fixture) => PromiseLike<Result>): Promise<Result> => {
    const cached = fixtures.get(actor);
    const isUsable = cached && performance.now() - cached.createdAt < fixtureLifetimeMs;
    const fixture = isUsable ? cached.fixture : await createFixture(api(), actor);
    if (!isUsable) fixtures.set(actor, { fixture, createdAt: performance.now() });
    const before = await databaseFingerprint(api());
    const result = await send(fixture);
    const after = await databaseFingerprint(api());
    // The next request needs a new fixture if this one changed it.
    if (after !== before) fixtures.delete(actor);
    expect(after).toBe(before);
    return result;
  };
}
