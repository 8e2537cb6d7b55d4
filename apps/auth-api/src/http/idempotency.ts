import { createHash } from 'node:crypto';
import { ulidPattern, type Call } from '@portal/contract';
import { invalidField, problem } from './problem.ts';
import type { Work } from './transaction.ts';

/** A changing request that its caller may send again. */
export interface Repeatable {
  readonly userId: string;
  /** The call's name. */
  readonly call: string;
  readonly requestUlid: string;
  readonly input: object;
}

interface KeptRow {
  readonly payloadHash: string;
  readonly answer: unknown;
}

/** The ULID by which a request can be repeated; null if its body has none. */
export function requestUlidOf(body: unknown): string | null {
  const given = (body as { requestUlid?: unknown } | undefined)?.requestUlid;
  if (given == null) return null;
  if (typeof given === 'string' && ulidPattern.test(given)) return given.toUpperCase();
  throw invalidField('body.requestUlid', 'This is not a ULID');
}

/**
 * Takes the key of a request at the start of its transaction. Null means that the request is the first; a twin that
 * races waits here until the first has committed, and then finds its answer.
 */
export async function claimKey(repeatable: Repeatable, { db }: Work): Promise<unknown> {
  const { userId, call, requestUlid } = repeatable;
  const count = await db.$executeRaw`
    INSERT INTO idempotency_keys (user_id, call, request_ulid, payload_hash)
    VALUES (${userId}, ${call}, ${requestUlid}, ${hashOf(repeatable)}) ON CONFLICT DO NOTHING`;
  return count === 1 ? null : findAnswer(repeatable, { db });
}

/** The first answer to a request; null if it was never answered. The same ULID with another payload is a failure. */
export async function findAnswer(repeatable: Repeatable, { db }: Pick<Work, 'db'>): Promise<unknown> {
  const { userId, call, requestUlid } = repeatable;
  const [first] = await db.$queryRaw<KeptRow[]>`
    SELECT payload_hash AS "payloadHash", answer FROM idempotency_keys
    WHERE user_id = ${userId} AND call = ${call} AND request_ulid = ${requestUlid}`;
  if (first && first.payloadHash !== hashOf(repeatable)) throw problem('RequestUlidReused');
  return first?.answer ?? null;
}

/** What tells two payloads under one ULID apart. */
export const hashOf = ({ input }: Repeatable) => createHash('sha256').update(JSON.stringify(input)).digest('base64url');

/** Keeps the first answer with the key, without what may be stored nowhere. */
export async function keepAnswer(repeatable: Repeatable, row: Call, given: unknown, { db }: Work): Promise<void> {
  const { userId, call, requestUlid } = repeatable;
  const answer = JSON.stringify(row.secrets ? withoutFields(given as object, row.secrets) : given);
  await db.$executeRaw`
    INSERT INTO idempotency_keys (user_id, call, request_ulid, payload_hash, answer)
    VALUES (${userId}, ${call}, ${requestUlid}, ${hashOf(repeatable)}, ${answer}::jsonb)
    ON CONFLICT (user_id, call, request_ulid) DO UPDATE SET answer = excluded.answer`;
}

const withoutFields = (answer: object, fields: readonly string[]) =>
  Object.fromEntries(Object.entries(answer).filter(([field]) => !fields.includes(field)));
