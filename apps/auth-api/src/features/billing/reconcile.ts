import { isDeepStrictEqual } from 'node:util';
import { isAccountClosed } from '../../request/account/deletions.ts';
import { AppError, safeMessage } from '../../platform/errors/app-error.ts';
import type { BillingAccount, Invoice } from '../../generated/prisma/client.ts';
import type { Services } from '../../request/call/services.ts';
import { setUpBilling } from './customer.ts';
import { linkCustomer } from './link-customer.ts';
import { isBillingUnavailable } from './stripe-request-guards.ts';
import { areCustomersUnknown, forgetCustomer } from './unknown-customers.ts';

type Print = (line: string) => void;

/** Fields of the mirror's bookkeeping, which are not compared. */
const bookkeepingFields: readonly string[] = [
  'customerLinkedAt',
  'readsStarted',
  'readStored',
  'mirroredAt',
  'invoicesReadAt',
  'invoicesTriedAt',
  'saveLockedUntil',
];

/**
 * Syncs every billing account with Stripe, except those of accounts that are being deleted, and prints which accounts and fields
 * differed, without their values. Returns how many accounts differed. An account whose sync fails is named, and does not stop the
 * others; an outage of Stripe does. `replaceUnknown` replaces each customer that Stripe does not know, although none may be known.
 */
export async function reconcile(services: Services, print: Print, replaceUnknown = false): Promise<number> {
  const linked = await linkOrphanedCustomers(services, print);
  const synced = await syncAll(services, print, replaceUnknown);
  const differing = linked + synced.differing;
  const accounts = await services.db.billingAccount.count();
  print(`Compared ${accounts - synced.failed} accounts with Stripe; ${differing} differed.`);
  if (synced.failed > 0)
    throw new AppError(`Accounts that could not be compared: ${synced.failed}. They are named above.`);
  return differing;
}

async function syncAll(services: Services, print: Print, replaceUnknown: boolean) {
  let [differing, failed] = [0, 0];
  const accounts = await services.db.billingAccount.findMany({ select: { userId: true }, orderBy: { userId: 'asc' } });
  for (const { userId } of accounts) {
    const before = await readWithInvoices(userId, services);
    // The customer of an account that is being deleted must not be created again.
    if (!before || (await isAccountClosed(userId, services.db))) continue;
    const isSynced = await syncOne(before, services, replaceUnknown).catch((error: unknown) => {
      print(`${userId}: ${reasonOf(error)}`);
      if (isBillingUnavailable(error) && !areCustomersUnknown(error)) throw error;
      services.log.error({ err: error }, 'account could not be compared with Stripe');
      failed += 1;
      return false;
    });
    const after = isSynced && (await readWithInvoices(userId, services));
    if (!after) continue;
    const changed = changedFields(before, after);
    if (changed.length === 0) continue;
    differing += 1;
    print(`${userId}: ${changed.join(', ')}`);
  }
  return { differing, failed };
}

type AccountWithInvoices = BillingAccount & { readonly invoices: readonly Invoice[] };

async function readWithInvoices(userId: string, { db }: Services): Promise<AccountWithInvoices | null> {
  const account = await db.billingAccount.findUnique({ where: { userId } });
  return account && { ...account, invoices: await db.invoice.findMany({ where: { userId }, orderBy: { id: 'asc' } }) };
}

async function syncOne(account: BillingAccount, services: Services, replaceUnknown: boolean): Promise<true> {
  const { userId, customerId } = account;
  if (replaceUnknown && customerId !== null && !(await services.billing.isCustomerKnown(customerId))) {
    // The trials and subscriptions of test data do not count.
    await forgetCustomer(account, services, { keepsHistory: false });
  }
  // Then the next sync reads all invoices.
  await services.db.billingAccount.updateMany({ where: { userId }, data: { invoicesReadAt: null } });
  await setUpBilling(userId, services);
  return true;
}

/** The reason that the error has for operators. */
function reasonOf(error: unknown): string {
  const reason = isBillingUnavailable(error) ? (error as Error).cause : error;
  return safeMessage(reason) ?? 'an unexpected error, which is in the log';
}

function changedFields(before: AccountWithInvoices, after: AccountWithInvoices): string[] {
  const names = Object.keys(after) as (keyof AccountWithInvoices)[];
  return names.filter((name) => !bookkeepingFields.includes(name) && !isDeepStrictEqual(before[name], after[name]));
}

/** Finds customers whose creation succeeded but whose response was lost, and stores them in their accounts. */
async function linkOrphanedCustomers({ db, billing }: Services, print: Print): Promise<number> {
  let linked = 0;
  for await (const { id: customerId, userId } of billing.listCustomers()) {
    if (userId === null) continue;
    const account = await db.billingAccount.findUnique({ where: { customerId }, select: { userId: true } });
    if (account) continue;
    if (await linkCustomer({ userId, customerId }, db)) {
      linked += 1;
      print(`${userId}: linked the customer ${customerId} of Stripe`);
    } else {
      const hasAccount = (await db.billingAccount.count({ where: { userId } })) > 0;
      const difference = hasAccount ? 'the account has another one' : 'there is no billing account';
      print(`${userId}: Stripe has the customer ${customerId} for this user, but ${difference}`);
    }
  }
  return linked;
}
