import { eventsQueue, orLater, setUpQueue } from '../billing/billing-jobs.ts';
import { isReady, setUpBilling } from '../billing/customer.ts';
import { applyEvents } from '../billing/stripe-events.ts';
import type { Services } from '../services.ts';
import type { Jobs } from './add-job.ts';

/** Makes a person's customer and subscription, and has the customer's address follow the person's. */
export async function setUpBillingJob(payload: Jobs['setUpBilling'], services: Services): Promise<void> {
  const { userId } = payload;
  const account = await services.db.billingAccount.findUnique({ where: { userId }, include: { user: true } });
  if (!account || (isReady(account) && account.email === account.user.email)) return;
  await orLater('setUpBilling', payload, setUpQueue(userId), services, async () => {
    await setUpBilling(userId, services);
  });
}

export async function applyStripeEventsJob(payload: Jobs['applyStripeEvents'], services: Services): Promise<void> {
  await orLater('applyStripeEvents', payload, eventsQueue(payload.customerId), services, () =>
    applyEvents(payload, services),
  );
}
