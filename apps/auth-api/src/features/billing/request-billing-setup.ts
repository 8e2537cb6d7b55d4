import type { Prisma, User } from '../../generated/prisma/client.ts';
import { addJob } from '../../platform/queue/queue.ts';
import { needsTosUpdate } from '../../request/account/legal-documents.ts';
import type { Services } from '../../request/call/services.ts';
import { setUpJobOptions } from './billing-jobs.ts';

/**
 * Creates the billing account of a user and enqueues the job that sets it up at Stripe. Does nothing if the account exists, or
 * if the user has not verified the email address or not accepted the current terms.
 */
export async function requestBillingSetup(
  user: User,
  tx: Prisma.TransactionClient,
  { legal }: Pick<Services, 'legal'>,
  delayMs = 0,
): Promise<void> {
  if (!user.emailVerified || needsTosUpdate(user, legal)) return;
  const { id: userId, email, firstName, lastName } = user;
  const { count } = await tx.billingAccount.createMany({
    data: [{ userId, email, firstName, lastName }],
    skipDuplicates: true,
  });
  if (count === 0) return;
  await addJob(
    tx,
    'setUpBilling',
    { userId },
    { ...setUpJobOptions(userId), delaySeconds: delayMs > 0 ? delayMs / 1_000 : null },
  );
}

/** Enqueues an update of the customer's email address if it differs from the user's verified one. */
export async function syncBillingEmail(user: User, tx: Prisma.TransactionClient): Promise<void> {
  if (!user.emailVerified) return;
  const accounts = await tx.billingAccount.count({ where: { userId: user.id, email: { not: user.email } } });
  if (accounts > 0) await addJob(tx, 'setUpBilling', { userId: user.id }, setUpJobOptions(user.id));
}
