import { setTimeout as sleep } from 'node:timers/promises';
import { Prisma } from '../generated/prisma/client.ts';
import type { Done } from './call-handler.ts';
import type { ValidRequest } from './call-request.ts';
import { findAnswer, keepDone, type Repeatable } from './idempotency.ts';
import { problem } from './problem.ts';
import { replay } from './run-handler.ts';
import type { Work } from './transaction.ts';

/** Longer than the settings let any provider be waited for, even twice: who has not answered by then is dead, and a repeat may begin anew. */
const leaseSeconds = 30;
const lookAgainAfterMs = 100;
/** As long as a provider is waited for, so that a twin ends with the one that asks, however that one ends. */
const twinWaitsMs = 7_500;
/** After that there is no time left to ask as well. */
const twinMayAskMs = 500;

/**
 * Lets one of several concurrent repeats of a request ask a provider, without holding a transaction meanwhile. The others wait
 * for its answer. If it fails soon, the next one asks; if later, the others are told to try again.
 */
export async function askOnce(
  repeatable: Repeatable,
  request: ValidRequest,
  ask: () => Promise<Done>,
): Promise<unknown> {
  const { call, handler, services } = request;
  const beganAt = performance.now();
  const giveUpAfter = (ms: number) => {
    if (performance.now() < beganAt + ms) return;
    throw problem(call.asks === 'stripe' ? 'BillingUnavailable' : 'IdentityProviderUnavailable');
  };
  let isTwin = false;
  while (!(await takeLease(repeatable, services))) {
    isTwin = true;
    const first = await findAnswer(repeatable, services);
    if (first) return replay(request, first);
    giveUpAfter(twinWaitsMs);
    await sleep(lookAgainAfterMs);
  }
  try {
    if (isTwin) giveUpAfter(twinMayAskMs);
    const done = await ask();
    await keepDone(repeatable, handler, done, services);
    return done.answer;
  } catch (failure) {
    await endLease(repeatable, services);
    throw failure;
  }
}

/** Whether this request is the one to ask: the first with its key, or the first after one that died. */
async function takeLease(repeatable: Repeatable, { db }: Work): Promise<boolean> {
  const { userId, call, requestUlid, payloadHash } = repeatable;
  const taken = await db.$executeRaw`
    INSERT INTO idempotency_keys AS held (user_id, call, request_ulid, payload_hash)
    VALUES (${userId}, ${call}, ${requestUlid}, ${payloadHash})
    ON CONFLICT (user_id, call, request_ulid) DO UPDATE SET created_at = now()
    WHERE held.answer IS NULL AND held.payload_hash = excluded.payload_hash
      AND held.created_at < now() - make_interval(secs => ${leaseSeconds})`;
  return taken === 1;
}

async function endLease({ userId, call, requestUlid }: Repeatable, { db }: Work): Promise<void> {
  await db.idempotencyKey.deleteMany({ where: { userId, call, requestUlid, answer: { equals: Prisma.DbNull } } });
}
