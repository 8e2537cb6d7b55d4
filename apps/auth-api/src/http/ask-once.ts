import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '@portal/contract';
import { Prisma } from '../generated/prisma/client.ts';
import { findAnswer, hashOf, keepAnswer, type Repeatable } from './idempotency.ts';
import type { Work } from './transaction.ts';

/** Longer than any provider is waited for: who has not answered by then is dead, and a repeat may begin anew. */
const leaseSeconds = 30;
const lookAgainAfterMs = 100;

/**
 * Lets one of all twins of a request ask a provider, without holding a transaction meanwhile. The others wait for its
 * answer; if it fails, the next one asks.
 */
export async function askOnce(
  repeatable: Repeatable,
  call: Call,
  work: Work,
  ask: () => Promise<unknown>,
): Promise<unknown> {
  while (!(await takeLease(repeatable, work))) {
    const first = await findAnswer(repeatable, work);
    if (first) return first;
    await sleep(lookAgainAfterMs);
  }
  try {
    const answer = await ask();
    await keepAnswer(repeatable, call, answer, work);
    return answer;
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
