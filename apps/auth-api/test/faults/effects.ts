import type pg from 'pg';
import { send, type Answer, type Effect } from './requests.ts';
import type { Stage } from './stage.ts';
import { brokenRules } from '../support/invariants.ts';

const queries = {
  workspace: `SELECT display_name AS name, count(*)::int AS times FROM workspaces
    JOIN memberships ON workspace_id = workspaces.id AND role = 'OWNER'
    WHERE display_name = ANY($1) GROUP BY display_name`,
  invitation: `SELECT email AS name, count(*)::int AS times FROM users
    JOIN memberships ON user_id = users.id WHERE email = ANY($1) GROUP BY email`,
} satisfies Record<Effect['kind'], string>;

const changes = (answers: readonly Answer[]) => answers.filter(({ ask }) => ask.effect !== undefined);

type Queryable = Pick<pg.Pool, 'query'>;

/** How often each effect happened, by its unique name. */
async function timesDone(database: Queryable, answers: readonly Answer[]): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  for (const [kind, query] of Object.entries(queries)) {
    const names = changes(answers).flatMap(({ ask }) => (ask.effect?.kind === kind ? [ask.effect.name] : []));
    const { rows } = await database.query<{ name: string; times: number }>(query, [names]);
    for (const row of rows) times.set(row.name, row.times);
  }
  return times;
}

/** Both as of one moment: what was put off may go on, and be done between one look and the next. */
async function timesAndKeys({ inside }: Stage, answers: readonly Answer[]) {
  const client = await inside.services.pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    const times = await timesDone(client, answers);
    const { rows } = await client.query<{ ulid: string }>(
      'SELECT request_ulid AS ulid FROM idempotency_keys WHERE request_ulid = ANY($1) AND answer IS NOT NULL',
      [changes(answers).map(({ ask }) => ask.effect?.requestUlid)],
    );
    await client.query('COMMIT');
    return { times, keys: new Set(rows.map(({ ulid }) => ulid)) };
  } finally {
    client.release();
  }
}

/** What was acknowledged and is not there; what is there without its key, or the other way round; broken rules. */
export async function examine(stage: Stage, answers: readonly Answer[]): Promise<{ lost: number; faults: string[] }> {
  const { times, keys } = await timesAndKeys(stage, answers);
  const faults = await brokenRules(stage.inside);
  let lost = 0;
  for (const { ask, status } of changes(answers)) {
    const done = times.get(ask.effect?.name ?? '') ?? 0;
    if (status === 200 && done === 0) lost++;
    if (done > 1) faults.push(`a ${ask.effect?.kind ?? ''} was made ${done} times`);
    if (done > 0 !== keys.has(ask.effect?.requestUlid ?? '')) {
      faults.push(`a ${ask.effect?.kind ?? ''} ${done > 0 ? 'without its' : 'that is missing has a'} key`);
    }
  }
  return { lost, faults };
}

/** Makes every change that was not acknowledged once more, with the same ULID; then each has happened once. */
export async function repeatUnacknowledged(
  stage: Stage,
  url: string,
  answers: readonly Answer[],
): Promise<{ repeated: readonly Answer[]; faults: string[] }> {
  const repeated: Answer[] = [];
  for (const { ask, status } of changes(answers)) {
    if (status !== 200) repeated.push(await send(url, ask));
  }
  const times = await timesDone(stage.inside.services.pool, repeated);
  const faults = repeated.flatMap(({ ask, status, type }) => {
    if (status !== 200) return [`a repeat was answered ${status} ${type}`];
    const done = times.get(ask.effect?.name ?? '') ?? 0;
    return done === 1 ? [] : [`a repeated ${ask.effect?.kind ?? ''} happened ${done} times`];
  });
  return { repeated, faults };
}
