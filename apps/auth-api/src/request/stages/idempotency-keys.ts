import { hash } from 'node:crypto';
import { ulidPattern } from '@portal/contract';
import { insertAuditEntries } from '../audit/write-entries.ts';
import type { Actor } from '../account/actor.ts';
import type { DbContext } from '../../platform/db/transaction.ts';
import { apiError, invalidField } from '../../platform/errors/api-error.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import type { CallHandler, HandlerResult, IdempotencyKey } from '../call/types.ts';

export interface SavedResponse {
  readonly stored: unknown;
  /** By the database's clock. */
  readonly ageSeconds: number;
}

interface KeyRow {
  readonly payloadHash: string;
  readonly response: unknown;
  readonly ageSeconds: number;
}

/** The `requestUlid` of a request body; null if there is none. */
export function requestUlidOf(body: unknown): string | null {
  const given = (body as { requestUlid?: unknown } | undefined)?.requestUlid;
  if (given == null) return null;
  if (typeof given === 'string' && ulidPattern.test(given)) return given.toUpperCase();
  throw invalidField('body.requestUlid', 'Must be a ULID');
}

/** Null without a `requestUlid` in the body, and without a user. */
export function idempotencyKeyOf(
  call: string,
  input: object,
  body: unknown,
  actor: Actor | null,
): IdempotencyKey | null {
  const requestUlid = requestUlidOf(body);
  if (!actor || requestUlid === null) return null;
  return { userId: actor.user.id, call, requestUlid, payloadHash: hash('sha256', JSON.stringify(input), 'base64url') };
}

/**
 * Claims a key in the statement that locks the actor. `isFirst` says whether no earlier request has it. A concurrent duplicate waits
 * until the first request commits. Claims nothing if the statement finds no actor.
 */
export const claimKeyQuery = (
  lockedActor: Prisma.Sql,
  { userId, call, requestUlid, payloadHash }: IdempotencyKey,
): Prisma.Sql => Prisma.sql`
  WITH actor AS (${lockedActor}), claimed AS (
    INSERT INTO idempotency_keys (user_id, call, request_ulid, payload_hash)
    SELECT ${userId}, ${call}, ${requestUlid}, ${payloadHash} FROM actor
    ON CONFLICT DO NOTHING RETURNING user_id)
  SELECT actor.*, EXISTS (SELECT FROM claimed) AS "isFirst" FROM actor`;

/** Null if no response is saved. Throws `RequestUlidReused` if the key was used with a different payload. */
export async function findSavedResponse(
  { userId, call, requestUlid, payloadHash }: IdempotencyKey,
  { db }: DbContext,
): Promise<SavedResponse | null> {
  const [row] = await db.$queryRaw<KeyRow[]>`
    /* find-saved-response */
    SELECT payload_hash AS "payloadHash", response, extract(epoch FROM now() - created_at)::float8 AS "ageSeconds"
    FROM idempotency_keys WHERE user_id = ${userId} AND call = ${call} AND request_ulid = ${requestUlid}`;
  if (!row) return null;
  if (row.payloadHash !== payloadHash) throw apiError('RequestUlidReused');
  return row.response === null ? null : { stored: row.response, ageSeconds: row.ageSeconds };
}

/** Saves the response, or what is needed to replay it, and writes the audit entries in the same statement. */
export async function saveResult(
  { userId, call, requestUlid, payloadHash }: IdempotencyKey,
  { replay }: CallHandler,
  { response, auditEvents }: HandlerResult,
  context: DbContext,
): Promise<void> {
  const stored = JSON.stringify(replay ? replay.store(response) : response);
  const save = Prisma.sql`
    INSERT INTO idempotency_keys (user_id, call, request_ulid, payload_hash, response)
    VALUES (${userId}, ${call}, ${requestUlid}, ${payloadHash}, ${stored}::jsonb)
    ON CONFLICT (user_id, call, request_ulid) DO UPDATE SET response = excluded.response`;
  await context.db.$executeRaw(
    auditEvents.length === 0
      ? save
      : Prisma.sql`/* save-result */ WITH audited AS (${await insertAuditEntries(auditEvents, context)}) ${save}`,
  );
}
