import { hash } from 'node:crypto';
import { ulidPattern } from '@portal/contract';
import { addLines } from '../audit/record-acts.ts';
import { Prisma } from '../generated/prisma/client.ts';
import type { Actor } from './actor.ts';
import type { CallHandler, Done } from './call-handler.ts';
import { invalidField, problem } from './problem.ts';
import type { Work } from './transaction.ts';

/** A changing request that its sender may repeat. */
export interface Repeatable {
  readonly userId: string;
  /** The name of the call. */
  readonly call: string;
  readonly requestUlid: string;
  readonly payloadHash: string;
}

/** What is stored of the first answer to a request, and how long ago it was stored, by the database's clock. */
export interface FirstAnswer {
  readonly stored: unknown;
  readonly ageSeconds: number;
}

interface KeyRow {
  readonly payloadHash: string;
  readonly answer: unknown;
  readonly ageSeconds: number;
}

/** The ULID by which a request can be repeated; null if its body has none. */
export function requestUlidOf(body: unknown): string | null {
  const given = (body as { requestUlid?: unknown } | undefined)?.requestUlid;
  if (given == null) return null;
  if (typeof given === 'string' && ulidPattern.test(given)) return given.toUpperCase();
  throw invalidField('body.requestUlid', 'Must be a ULID');
}

/** How a request can be repeated; null without a ULID in its body, or without a user. */
export function repeatableOf(call: string, input: object, body: unknown, actor: Actor | null): Repeatable | null {
  const requestUlid = requestUlidOf(body);
  if (!actor || requestUlid === null) return null;
  return { userId: actor.user.id, call, requestUlid, payloadHash: hash('sha256', JSON.stringify(input), 'base64url') };
}

/**
 * Takes the key of a request at the start of its transaction. Null means that the request is the first one. A repeat that races
 * waits here until the first one commits, and then finds its answer.
 */
export async function claimKey(repeatable: Repeatable, work: Work): Promise<FirstAnswer | null> {
  const { userId, call, requestUlid, payloadHash } = repeatable;
  const claimed = await work.db.$executeRaw`
    INSERT INTO idempotency_keys (user_id, call, request_ulid, payload_hash)
    VALUES (${userId}, ${call}, ${requestUlid}, ${payloadHash}) ON CONFLICT DO NOTHING`;
  return claimed === 1 ? null : findAnswer(repeatable, work);
}

/** The first answer to a request; null if there is none. Throws if the same ULID came with another payload. */
export async function findAnswer(
  { userId, call, requestUlid, payloadHash }: Repeatable,
  { db }: Work,
): Promise<FirstAnswer | null> {
  const [row] = await db.$queryRaw<KeyRow[]>`
    /* find-answer */
    SELECT payload_hash AS "payloadHash", answer, extract(epoch FROM now() - created_at)::float8 AS "ageSeconds"
    FROM idempotency_keys WHERE user_id = ${userId} AND call = ${call} AND request_ulid = ${requestUlid}`;
  if (!row) return null;
  if (row.payloadHash !== payloadHash) throw problem('RequestUlidReused');
  return row.answer === null ? null : { stored: row.answer, ageSeconds: row.ageSeconds };
}

/** Stores the first answer to a request under its key, or what its repeats need of it, and writes its audit entries. */
export async function keepDone(
  { userId, call, requestUlid, payloadHash }: Repeatable,
  { replay }: CallHandler,
  { answer, acts }: Done,
  { db }: Work,
): Promise<void> {
  const stored = JSON.stringify(replay ? replay.store(answer) : answer);
  const keep = Prisma.sql`
    INSERT INTO idempotency_keys (user_id, call, request_ulid, payload_hash, answer)
    VALUES (${userId}, ${call}, ${requestUlid}, ${payloadHash}, ${stored}::jsonb)
    ON CONFLICT (user_id, call, request_ulid) DO UPDATE SET answer = excluded.answer`;
  await db.$executeRaw(acts.length === 0 ? keep : Prisma.sql`/* keep-done */ WITH told AS (${addLines(acts)}) ${keep}`);
}
