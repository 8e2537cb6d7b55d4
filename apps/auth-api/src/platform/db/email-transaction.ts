import { AppError } from '../errors/app-error.ts';
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts';
import { emailJobTimeoutMs } from '../lib/email-timeouts.ts';

/** Longer than the timeout of the job. */
const transactionTimeoutMs = emailJobTimeoutMs + 30_000;

/**
 * A transaction that lasts while an email is sent. It locks the row of the email, so that two workers never send the same email: the
 * lock ends with the connection of a killed process, and does not depend on a clock.
 */
export const inEmailTransaction = <Result>(
  db: PrismaClient,
  work: (tx: Prisma.TransactionClient) => Promise<Result>,
): Promise<Result> =>
  db.$transaction(
    async (tx) => {
      // PostgreSQL ends the connection of a machine that is unreachable.
      await tx.$executeRaw`SELECT set_config('idle_in_transaction_session_timeout', ${`${transactionTimeoutMs}ms`}, true)`;
      return work(tx);
    },
    { timeout: transactionTimeoutMs },
  );

/** While another worker has the lock: that of a job that was unlocked as stale because its email takes long. */
export const emailIsBeingSent = () =>
  new AppError('The email is being sent by another worker. The job will be retried.');
