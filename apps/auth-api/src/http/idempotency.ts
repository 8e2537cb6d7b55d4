import { hash } from 'node:crypto';
import { ulidPattern } from '@portal/contract';
import { addLines, linesOf } from '../audit/record-acts.ts';
import type { CallHandler } from './exchange.ts';
import { invalidField, problem } from './problem.ts';
import type { Done } from './run-handler.ts';
import type { Work } from './transaction.ts';

/** A changing request that its caller may send again. */
export interface Repeatable {
  readonly userId: string;
  /** The call's name. */
  readonly call: string;
  readonly requestUlid: string;
  readonly input: object;
}

/** What is kept of a request; all null where it never came. */
export interface KeptRow {
  readonly payloadHash: string | null;
  readonly answer: unknown;
  readonly ageSeconds: number | null;
}

/** What is stored of the first answer to a request, and how long ago it was stored, by the clock of the database. */
export interface FirstAnswer {
  readonly stored: unknown;
  readonly ageSeconds: number;
}

/** How long ago a key was taken. */
export const ageSeconds = `extract(epoch FROM now() - created_at)::float8 AS "ageSeconds"`;

const claim = {
  name: 'claim-key',
  text: `
    INSERT INTO idempotency_keys (user_id, call, request_ulid, payload_hash) VALUES ($1, $2, $3, $4)
    ON CONFLICT DO NOTHING RETURNING call`,
};

const find = {
  name: 'find-answer',
  text: `
    SELECT payload_hash AS "payloadHash", answer, ${ageSeconds} FROM idempotency_keys
    WHERE user_id = $1 AND call = $2 AND request_ulid = $3`,
};

const keep = {
  name: 'keep-done',
  text: `
    WITH told AS (${addLines('$1')})
    INSERT INTO idempotency_keys (user_id, call, request_ulid, payload_hash, answer) VALUES ($2, $3, $4, $5, $6::jsonb)
    ON CONFLICT (user_id, call, request_ulid) DO UPDATE SET answer = excluded.answer`,
};

/** The ULID by which a request can be repeated; null if its body has none. */
export function requestUlidOf(body: unknown): string | null {
  const given = (body as { requestUlid?: unknown } | undefined)?.requestUlid;
  if (given == null) return null;
  if (typeof given === 'string' && ulidPattern.test(given)) return given.toUpperCase();
  throw invalidField('body.requestUlid', 'Must be a ULID');
}

/**
 * Takes the key of a request at the start of its transaction. Null means that the request is the first; a twin that
 * races waits here until the first has committed, and then finds its answer.
 */
export async function claimKey(repeatable: Repeatable, { sql }: Work): Promise<FirstAnswer | null> {
  const claimed = await sql(claim, [...keyOf(repeatable), hashOf(repeatable)]);
  return claimed.length === 1 ? null : findAnswer(repeatable, { sql });
}

/** The first answer to a request; null if it was never answered. The same ULID with another payload is a failure. */
export async function findAnswer(repeatable: Repeatable, { sql }: Pick<Work, 'sql'>): Promise<FirstAnswer | null> {
  const [first] = await sql<KeptRow>(find, keyOf(repeatable));
  return first ? answerOf(first, hashOf(repeatable)) : null;
}

/** The answer that is kept; null if there is none yet. */
export function answerOf(kept: KeptRow, ownHash: string | null): FirstAnswer | null {
  const { payloadHash, answer, ageSeconds: age } = kept;
  if (payloadHash !== null && payloadHash !== ownHash) throw problem('RequestUlidReused');
  return answer === null ? null : { stored: answer, ageSeconds: age ?? 0 };
}

/** What tells two payloads under one ULID apart. */
export const hashOf = ({ input }: Repeatable) => hash('sha256', JSON.stringify(input), 'base64url');

/** Keeps the first answer with the key, and what the audit log is to tell of it. */
export async function keepDone(repeatable: Repeatable, handler: CallHandler, done: Done, { sql }: Work): Promise<void> {
  await sql(keep, [linesOf(done.acts), ...keyOf(repeatable), hashOf(repeatable), keptOf(handler, done)]);
}

/** An answer as it is kept: what its replays need, or all of it. */
export const keptOf = ({ replay }: CallHandler, { answer }: Done) =>
  JSON.stringify(replay ? replay.store(answer) : answer);

const keyOf = ({ userId, call, requestUlid }: Repeatable) => [userId, call, requestUlid];
