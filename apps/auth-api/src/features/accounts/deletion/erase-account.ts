import { lockKinds } from '@portal/contract';
import { jobActor } from '../../../request/audit/job-actor.ts';
import { writeAuditEntries } from '../../../request/audit/write-entries.ts';
import { setUpJobOptions, eventsJobOptions } from '../../billing/billing-jobs.ts';
import { lockEmail } from '../../../request/account/row-locks.ts';
import type { User } from '../../../generated/prisma/client.ts';
import type { Services } from '../../../request/call/services.ts';

/** Shorter than the timeout of a job. */
const transactionTimeoutMs = 40_000;

/** Matches the address in a text, but not as a part of a longer one: `jo@example.co` in `banjo@example.com`. */
const addressPattern = (email: string) =>
  String.raw`(?<![\w.+-])${email.replaceAll(/[^\p{L}\p{N}@]/gu, String.raw`\$&`)}(?![\w-]|\.\w)`;

/**
 * Deletes a closed account from the database in one transaction: the function `erase_account` of the database deletes the rows, and
 * this deletes the jobs with the user's data. Returns false if the account does not exist.
 */
export async function eraseAccountRows(
  user: User,
  customerIds: readonly string[],
  services: Services,
): Promise<boolean> {
  const { id: userId, email } = user;
  return services.db.$transaction(
    async (db) => {
      await db.$executeRaw`SELECT set_config('statement_timeout', ${`${transactionTimeoutMs}ms`}, true)`;
      await lockEmail(email, db);
      const owned = await db.membership.findMany({ where: { userId, role: 'OWNER' }, select: { workspaceId: true } });
      await db.stripeEvent.deleteMany({ where: { customerId: { in: [...customerIds] } } });
      const [{ isErased }] = await db.$queryRaw<[{ isErased: boolean }]>`
        SELECT erase_account(${userId}) AS "isErased"`;
      if (!isErased) return false;
      const keys = [
        setUpJobOptions(userId),
        ...customerIds.map(eventsJobOptions),
        ...lockKinds.map((kind) => ({ key: `account-lock:${kind}:${userId}` })),
      ].flatMap(({ key }) => key ?? []);
      for (const key of keys) await db.$executeRaw`SELECT graphile_worker.remove_job(${key}::text)`;
      // The replies of mail servers contain addresses. An email to an address of another account is still retried.
      await db.$executeRaw`
        SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs
        WHERE locked_at IS NULL AND lower(last_error) ~ ${addressPattern(email)}
          AND NOT EXISTS (SELECT FROM users WHERE email = ${email})`;
      const details = { workspaceIds: owned.map(({ workspaceId }) => workspaceId) };
      await writeAuditEntries([{ action: 'eraseAccount', ...jobActor(userId), details }], { db });
      return true;
    },
    { timeout: transactionTimeoutMs },
  );
}
