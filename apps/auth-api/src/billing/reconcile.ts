import type { BillingAccount } from '../generated/prisma/client.ts';
import type { Services } from '../services.ts';
import { setUpBilling } from './customer.ts';

type Tell = (line: string) => void;

/** What no difference is told of: how the mirror is kept, not what it shows. */
const ownFields: readonly string[] = ['readsBegun', 'readKept', 'mirroredAt', 'savingUntil'];

/** Makes the mirror equal to Stripe, and tells what differed, without telling what is personal. Answers how many did. */
export async function reconcile(services: Services, tell: Tell): Promise<number> {
  const differing = (await adoptLost(services, tell)) + (await readAll(services, tell));
  const accounts = await services.db.billingAccount.count();
  tell(`${accounts} accounts compared with Stripe, ${differing} differed.`);
  return differing;
}

async function readAll(services: Services, tell: Tell): Promise<number> {
  let differing = 0;
  const accounts = await services.db.billingAccount.findMany({ select: { userId: true }, orderBy: { userId: 'asc' } });
  for (const { userId } of accounts) {
    const before = await services.db.billingAccount.findUniqueOrThrow({ where: { userId } });
    const changed = fieldsThatDiffer(before, await setUpBilling(userId, services));
    if (changed.length === 0) continue;
    differing += 1;
    tell(`${userId}: ${changed.join(', ')}`);
  }
  return differing;
}

function fieldsThatDiffer(before: BillingAccount, after: BillingAccount): string[] {
  const names = Object.keys(after) as (keyof BillingAccount)[];
  const shown = (account: BillingAccount, name: keyof BillingAccount) => JSON.stringify(account[name]);
  return names.filter((name) => !ownFields.includes(name) && shown(before, name) !== shown(after, name));
}

/** Customers that were made for people, but whose answers were lost. */
async function adoptLost({ db, billing }: Services, tell: Tell): Promise<number> {
  let adopted = 0;
  for await (const { id: customerId, userId } of billing.customers()) {
    if (userId === null) continue;
    const known = await db.billingAccount.findUnique({ where: { customerId }, select: { userId: true } });
    if (known) continue;
    const { count } = await db.billingAccount.updateMany({ where: { userId, customerId: null }, data: { customerId } });
    if (count === 1) adopted += 1;
    tell(
      count === 1
        ? `${userId}: customerId, found at Stripe`
        : `${userId}: Stripe has the customer ${customerId} for them, which is not theirs here`,
    );
  }
  return adopted;
}
