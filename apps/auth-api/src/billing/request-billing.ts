import type { Prisma, User } from '../generated/prisma/client.ts';
import { addJob } from '../jobs/add-job.ts';
import { needsTosUpdate } from '../legal-documents.ts';
import type { Services } from '../services.ts';
import { setUpQueue } from './billing-jobs.ts';

/**
 * Notes that a person wants billing, and has a job make it: at once, or for those who make it themselves so much later.
 * Nothing happens for those who have it, nor for those who have yet to verify their address or to accept the terms.
 */
export async function requestBilling(
  user: User,
  tx: Prisma.TransactionClient,
  { legal }: Pick<Services, 'legal'>,
  leadMs = 0,
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
    { ...setUpQueue(userId), inSeconds: leadMs > 0 ? leadMs / 1_000 : null },
  );
}

/** Has the customer’s address follow the person’s. */
export async function followEmail(user: User, tx: Prisma.TransactionClient): Promise<void> {
  const accounts = await tx.billingAccount.count({ where: { userId: user.id, email: { not: user.email } } });
  if (accounts > 0) await addJob(tx, 'setUpBilling', { userId: user.id }, setUpQueue(user.id));
}
