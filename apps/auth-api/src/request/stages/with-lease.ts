import { setTimeout as sleep } from 'node:timers/promises';
import type { Call, ErrorType } from '@portal/contract';
import type { DbContext } from '../../platform/db/transaction.ts';
import { apiError } from '../../platform/errors/api-error.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { cleanUp } from '../call/clean-up.ts';
import { readRightsAgain } from './current-rights.ts';
import { replayResponse } from './invoke-handler.ts';
import type { HandlerResult, IdempotencyKey, ValidRequest } from '../call/types.ts';
import { findSavedResponse, saveResult } from './idempotency-keys.ts';

/** Longer than any provider's timeout, even twice: after this, the process with the lease has exited and a retry may start. */
const leaseSeconds = 30;
const pollIntervalMs = 100;
/** As long as a provider's timeout, so that a duplicate ends together with the request that has the lease. */
const duplicateTimeoutMs = 7_500;
/** After this, a duplicate has no time left to call the provider itself. */
const duplicateRetryWindowMs = 500;

const busyErrors: Readonly<Record<NonNullable<Call['upstream']>, ErrorType>> = {
  'identity-provider': 'IdentityProviderUnavailable',
  stripe: 'BillingUnavailable',
  receiver: 'WebhookReceiverSlow',
};

/**
 * Lets one of several concurrent duplicates call the provider, without an open transaction. The others wait for its
 * response. If it fails soon, the next duplicate calls; if it fails later, the others fail too.
 */
export async function withLease(
  key: IdempotencyKey,
  request: ValidRequest,
  upstream: NonNullable<Call['upstream']>,
  callProvider: () => Promise<HandlerResult>,
): Promise<unknown> {
  const { handler, services } = request;
  const startedAt = performance.now();
  const rejectAfter = (ms: number) => {
    if (performance.now() < startedAt + ms) return;
    throw apiError(busyErrors[upstream]);
  };
  let isDuplicate = false;
  while (!(await acquireLease(key, services))) {
    isDuplicate = true;
    const saved = await findSavedResponse(key, services);
    if (saved) return replayResponse(await readRightsAgain(request), saved, services);
    rejectAfter(duplicateTimeoutMs);
    await sleep(pollIntervalMs);
  }
  try {
    if (isDuplicate) rejectAfter(duplicateRetryWindowMs);
    const result = await callProvider();
    await saveResult(key, handler, result, services);
    return result.response;
  } catch (error) {
    await cleanUp('release a lease', () => releaseLease(key, services), services);
    throw error;
  }
}

/** Whether this request may call the provider: it is the first with its key, or the lease of the previous one has expired. */
async function acquireLease(key: IdempotencyKey, { db }: DbContext): Promise<boolean> {
  const { principalId, call, payloadHash } = key;
  const acquired = await db.$executeRaw`
    INSERT INTO idempotency_keys AS lease (principal_id, call, key, payload_hash)
    VALUES (${principalId}, ${call}, ${key.key}, ${payloadHash})
    ON CONFLICT (principal_id, call, key) DO UPDATE SET created_at = now()
    WHERE lease.response IS NULL AND lease.payload_hash = excluded.payload_hash
      AND lease.created_at < now() - make_interval(secs => ${leaseSeconds})`;
  return acquired === 1;
}

async function releaseLease({ principalId, call, key }: IdempotencyKey, { db }: DbContext): Promise<void> {
  await db.idempotencyKey.deleteMany({ where: { principalId, call, key, response: { equals: Prisma.DbNull } } });
}
