import type pg from 'pg';
import { send, type RequestResult, type Effect } from './requests.ts';
import type { FaultEnvironment } from './environment.ts';
import { violatedInvariants } from '@portal/auth-api/test/support/invariants.ts';

type DatabaseAccess = Pick<FaultEnvironment, 'inProcessApi'>;

const countQueries = {
  workspace: `SELECT display_name AS name, count(*)::int AS count FROM workspaces
    JOIN memberships ON workspace_id = workspaces.id AND role = 'OWNER'
    WHERE display_name = ANY($1) GROUP BY display_name`,
  invitation: `SELECT email AS name, count(*)::int AS count FROM invitations WHERE email = ANY($1) GROUP BY email`,
} satisfies Record<Effect['kind'], string>;

const writesIn = (results: readonly RequestResult[]) => results.filter(({ request }) => request.effect !== undefined);

type Queryable = Pick<pg.Pool, 'query'>;

/** Counts the rows of each effect, by its unique name. */
async function countEffects(database: Queryable, results: readonly RequestResult[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const [kind, query] of Object.entries(countQueries)) {
    const names = writesIn(results).flatMap(({ request: { effect } }) => (effect?.kind === kind ? [effect.name] : []));
    const { rows } = await database.query<{ name: string; count: number }>(query, [names]);
    for (const row of rows) counts.set(row.name, row.count);
  }
  return counts;
}

/** Reads both in one snapshot, because a delayed request can commit between two separate reads. */
async function countsAndKeys({ inProcessApi }: DatabaseAccess, results: readonly RequestResult[]) {
  const client = await inProcessApi.services.pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    const counts = await countEffects(client, results);
    const { rows } = await client.query<{ ulid: string }>(
      'SELECT key AS ulid FROM idempotency_keys WHERE key = ANY($1) AND response IS NOT NULL',
      [writesIn(results).map(({ request }) => request.effect?.requestUlid)],
    );
    await client.query('COMMIT');
    return { counts, keys: new Set(rows.map(({ ulid }) => ulid)) };
  } finally {
    client.release();
  }
}

/**
 * Counts acknowledged writes that are missing, and reports duplicate effects, effects without an idempotency key, keys
 * without an effect, and violated invariants.
 */
export async function checkEffects(
  environment: DatabaseAccess,
  results: readonly RequestResult[],
): Promise<{ lostWrites: number; violations: string[] }> {
  const { counts, keys } = await countsAndKeys(environment, results);
  const violations = await violatedInvariants(environment.inProcessApi);
  let lostWrites = 0;
  for (const { request, status } of writesIn(results)) {
    const kind = request.effect?.kind ?? '';
    const count = counts.get(request.effect?.name ?? '') ?? 0;
    if (status === 200 && count === 0) lostWrites++;
    if (count > 1) violations.push(`one request created ${count} rows: ${kind}`);
    if (count > 0 !== keys.has(request.effect?.requestUlid ?? '')) {
      violations.push(count > 0 ? `${kind} without an idempotency key` : `idempotency key without its ${kind}`);
    }
  }
  return { lostWrites, violations };
}

/** Retries every write that was not acknowledged, with the same ULID, and checks that each now exists exactly once. */
export async function retryUnacknowledged(
  environment: DatabaseAccess,
  url: string,
  results: readonly RequestResult[],
): Promise<{ retried: readonly RequestResult[]; violations: string[] }> {
  const retried: RequestResult[] = [];
  for (const { request, status } of writesIn(results)) {
    if (status !== 200) retried.push(await send(url, request));
  }
  const counts = await countEffects(environment.inProcessApi.services.pool, retried);
  const violations = retried.flatMap(({ request, status, errorType }) => {
    if (status !== 200) return [`a retry failed: ${status} ${errorType}`];
    const count = counts.get(request.effect?.name ?? '') ?? 0;
    return count === 1 ? [] : [`after a retry ${count} rows exist: ${request.effect?.kind ?? ''}`];
  });
  return { retried, violations };
}
