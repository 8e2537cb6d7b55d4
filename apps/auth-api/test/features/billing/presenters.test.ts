import { toActiveSubscription } from '../../../src/features/billing/billing.presenters.ts';
import type { BillingAccount } from '../../../src/generated/prisma/client.ts';

const account = (subscriptionStatus: string, total: number) =>
  ({
    ...{ subscriptionStatus, periodTotal: BigInt(total), planCode: 'monthly' },
    ...{ endingAt: null, hasFailedInvoice: false },
  }) as BillingAccount;

describe('a subscription exceeds the free tier', () => {
  it.each([
    ['active', 1, true],
    ['active', 0, false],
    ['past_due', 1, true],
    ['past_due', 0, false],
    ['unpaid', 1, true],
    ['trialing', 1, false],
    ['paused', 1, false],
    ['canceled', 1, false],
  ])('when it is %s and the period costs %j: %j', (status, total, exceeds) =>
    expect(toActiveSubscription(account(status, total)).exceededFreeTier).toBe(exceeds),
  );
});

describe('the state of a subscription', () => {
  it.each([
    ['trialing', 'trialing', true],
    ['active', 'active', false],
    ['past_due', 'pastDue', false],
    ['unpaid', 'pastDue', false],
    ['incomplete', 'pending', false],
    ['paused', 'paused', false],
    ['canceled', 'ended', false],
    ['incomplete_expired', 'ended', false],
    ['a status that Stripe adds later', 'pending', false],
  ])('that is %s at Stripe is %s', (status, state, isTrial) =>
    expect(toActiveSubscription(account(status, 0))).toMatchObject({
      state,
      isTrial,
      planCode: 'monthly',
      endingAt: null,
    }),
  );

  it('is none without an account, and pending until Stripe has been read', () => {
    expect(toActiveSubscription(null)).toMatchObject({ state: 'none', isTrial: false, exceededFreeTier: false });
    const pending = { ...account('', 0), subscriptionStatus: null };
    expect(toActiveSubscription(pending)).toMatchObject({ state: 'pending', isTrial: false });
  });
});
