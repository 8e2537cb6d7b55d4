import { setTimeout as sleep } from 'node:timers/promises';
import { Prisma } from '../generated/prisma/client.ts';
import type { Task } from './exchange.ts';
import { findAnswer, hashOf, keepDone, type FirstAnswer, type Repeatable } from './idempotency.ts';
import { problem } from './problem.ts';
import type { Done } from './run-handler.ts';
import type { Work } from './transaction.ts';

/** Longer than the settings let any provider be waited for, even twice: who has not answered by then is dead, and a repeat may begin anew. */
const leaseSeconds = 30;
const lookAgainAfterMs = 100;
/** As long as a provider is waited for, so that a twin ends with the one that asks, however that one ends. */
const twinWaitsMs = 7_500;
/** After that there is no time left to ask as well. */
const twinMayAskMs = 500;

interface Asking {
  readonly work: Work;
  readonly ask: () => Promise<Done>;
  /** The answer to a concurrent duplicate of a request that is done. */
  readonly replay: (first: FirstAnswer) => Promise<unknown>;
}

/**
 * Lets one of all twins of a request ask a provider, without holding a transaction meanwhile. The others wait for its
 * answer. If it fails at once, the next one asks; if later, the others are told to try again.
 */
export async function askOnce(
  repeatable: Repeatable,
  { call, handler }: Pick<Task, 'call' | 'handler'>,
  { work, ask, replay }: Asking,
): Promise<unknown> {
  const beganAt = performance.now();
  const giveUpAfter = (ms: number) => {
    if (performance.now() < beganAt + ms) return;
    throw problem(call.asks === 'stripe' ? 'BillingUnavailable' : 'IdentityProviderUnavailable');
  };
  let isTwin = false;
  while (!(await takeLease(repeatable, work))) {
    isTwin = true;
    const first = await findAnswer(repeatable, work);
    if (first) return replay(first);
    giveUpAfter(twinWaitsMs);
    await sleep(lookAgainAfterMs);
  }
  try {
    if (isTwin) giveUpAfter(twinMayAskMs);
    const done = await ask();
    await keepDone(repeatable, handler, done, work);
    return done.answer;
  } catch (failure) {
    await endLease(repeatable, work);
    throw failure;
  }
}

/** Whether this request is the one to ask: the first with its key, or the first after one that died. */
async function takeLease(repeatable: Repeatable, { db }: Work): Promise<boolean> {
  const { userId, call, requestUlid } = repeatable;
  const taken = await db.$executeRaw`
    INSERT INTO idempotency_keys AS held (user_id, call, request_ulid, payload_hash)
    VALUES (${userId}, ${call}, ${requestUlid}, ${hashOf(repeatable)})
    ON CONFLICT (user_id, call, request_ulid) DO UPDATE SET created_at = now()
    WHERE held.answer IS NULL AND held.payload_hash = excluded.payload_hash
      AND held.created_at < now() - make_interval(secs => ${leaseSeconds})`;
  return taken === 1;
}

async function endLease({ userId, call, requestUlid }: Repeatable, { db }: Work): Promise<void> {
  await db.idempotencyKey.deleteMany({ where: { userId, call, requestUlid, answer: { equals: Prisma.DbNull } } });
}
