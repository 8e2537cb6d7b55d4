import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../services.ts';

/** Longer than a save goes on with what it was at when its caller was answered: whose turn lasts so long is dead. */
const graceSeconds = 40;
const lookAgainAfterMs = 50;

/**
 * Lets one save of a person’s billing details happen at a time, in whichever process, without holding a transaction
 * meanwhile. Fails once it is too late for the caller.
 */
export async function inTurn(
  userId: string,
  services: Services,
  tooLate: AbortSignal,
  save: () => Promise<void>,
): Promise<void> {
  let savingUntil = await takeTurn(userId, services);
  while (!savingUntil) {
    await sleep(lookAgainAfterMs);
    tooLate.throwIfAborted();
    savingUntil = await takeTurn(userId, services);
  }
  try {
    await save();
  } finally {
    await services.db.billingAccount.updateMany({ where: { userId, savingUntil }, data: { savingUntil: null } });
  }
}

/** Until when it is theirs, which tells this turn from later ones; nothing while it is somebody else’s. */
async function takeTurn(userId: string, { db, settings }: Services): Promise<Date | undefined> {
  const leaseSeconds = settings.STRIPE_WAIT_MS / 1_000 + graceSeconds;
  const [taken] = await db.$queryRaw<{ savingUntil: Date }[]>`
    UPDATE billing_accounts SET saving_until = now() + make_interval(secs => ${leaseSeconds})
    WHERE user_id = ${userId} AND (saving_until IS NULL OR saving_until < now())
    RETURNING saving_until AS "savingUntil"`;
  return taken?.savingUntil;
}
