import { hash } from 'node:crypto';
import { ulidPattern } from '@portal/contract';
import type { Request } from 'express';
import { insertAuditEntries } from '../audit/write-entries.ts';
import { isScoped, principalIdOf, type Actor, type Credential } from '../account/actor.ts';
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

/** The header of a request with an API token that names it across its retries. */
export const idempotencyKeyHeader = 'Idempotency-Key';

const headerPattern = /^[\x21-\x7E]{1,255}$/;

/** The `requestUlid` of a request body; null if there is none. */
export function requestUlidOf(body: unknown): string | null {
  const given = (body as { requestUlid?: unknown } | undefined)?.requestUlid;
  if (given == null) return null;
  if (typeof given === 'string' && ulidPattern.test(given)) return given.toUpperCase();
  throw invalidField('body.requestUlid', 'Must be a ULID');
}

/** Null without a key, and without an actor. */
export function idempotencyKeyOf(
  call: string,
  input: object,
  req: Request,
  actor: Actor | null,
): IdempotencyKey | null {
  if (!actor) return null;
  const key = isScoped(actor.credential) ? tokenKeyOf(req, actor.credential) : requestUlidOf(req.body);
  if (key === null) return null;
  const payloadHash = hash('sha256', JSON.stringify(input), 'base64url');
  return { principalId: principalIdOf(actor), call, key, payloadHash };
}

/**
 * The `Idempotency-Key` of a request with the workspace of its token; null if there is none. So it is never the key of a session, nor of a
 * token of the same user in another workspace.
 */
function tokenKeyOf(req: Request, { workspaceId }: Pick<Extract<Credential, { kind: 'terminal' }>, 'workspaceId'>) {
  const key = req.get(idempotencyKeyHeader);
  if (key === undefined) return null;
  if (headerPattern.test(key)) return `${workspaceId}:${key}`;
  throw apiError('InvalidInput', {
    message: `The header ${idempotencyKeyHeader} must have 1 to 255 visible ASCII characters.`,
  });
}

/**
 * Claims a key in the statement that locks the actor. `isFirst` says whether no earlier request has it. A concurrent duplicate waits
 * until the first request commits. Claims nothing if the statement finds no actor.
 */
export const claimKeyQuery = (
  lockedActor: Prisma.Sql,
  { principalId, call, key, payloadHash }: IdempotencyKey,
): Prisma.Sql => Prisma.sql`
  WITH actor AS (${lockedActor}), claimed AS (
    INSERT INTO idempotency_keys (principal_id, call, key, payload_hash)
    SELECT ${principalId}, ${call}, ${key}, ${payloadHash} FROM actor
    ON CONFLICT DO NOTHING RETURNING principal_id)
  SELECT actor.*, EXISTS (SELECT FROM claimed) AS "isFirst" FROM actor`;

/** Null if no response is saved. Throws `IdempotencyKeyReused` if the key was used with a different payload. */
export async function findSavedResponse(
  { principalId, call, key, payloadHash }: IdempotencyKey,
  { db }: DbContext,
): Promise<SavedResponse | null> {
  const [row] = await db.$queryRaw<KeyRow[]>`
    /* find-saved-response */
    SELECT payload_hash AS "payloadHash", response, extract(epoch FROM now() - created_at)::float8 AS "ageSeconds"
    FROM idempotency_keys WHERE principal_id = ${principalId} AND call = ${call} AND key = ${key}`;
  if (!row) return null;
  if (row.payloadHash !== payloadHash) throw apiError('IdempotencyKeyReused');
  return row.response === null ? null : { stored: row.response, ageSeconds: row.ageSeconds };
}

/** Saves the response, or what is needed to replay it, and writes the audit entries in the same statement. */
export async function saveResult(
  { principalId, call, key, payloadHash }: IdempotencyKey,
  { replay }: CallHandler,
  { response, auditEvents }: HandlerResult,
  context: DbContext,
): Promise<void> {
  const stored = JSON.stringify(replay ? replay.store(response) : response);
  const save = Prisma.sql`
    INSERT INTO idempotency_keys (principal_id, call, key, payload_hash, response)
    VALUES (${principalId}, ${call}, ${key}, ${payloadHash}, ${stored}::jsonb)
    ON CONFLICT (principal_id, call, key) DO UPDATE SET response = excluded.response`;
  await context.db.$executeRaw(
    auditEvents.length === 0
      ? save
      : Prisma.sql`/* save-result */ WITH ${await insertAuditEntries(auditEvents, context)} ${save}`,
  );
}
