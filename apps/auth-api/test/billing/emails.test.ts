/** @takes 30 s */
import { dayMs } from '@portal/contract';
import { Prisma, type BillingAccount } from '../../src/generated/prisma/client.ts';
import { composeAccountEmail } from '../../src/account-emails/compose-account-email.ts';
import { applyEvents } from '../../src/billing/stripe-events.ts';
import { syncCustomer } from '../../src/billing/sync-customer.ts';
import { enqueueTrialEmails } from '../../src/jobs/tasks/enqueue-trial-emails.ts';
import { startBillingStack, type BillingStack } from '../support/billing-stack.ts';
import { makeUser } from '../support/builders.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBillingStack({ runJobs: false });
});
afterAll(() => stack.close());
beforeEach(() => stack.stripe.setWebhooks({ paused: true }));

type Customer = Awaited<ReturnType<BillingStack['customer']>>;

const hourMs = 3_600_000;
const accountOf = (userId: string) => stack.api.db.billingAccount.findUniqueOrThrow({ where: { userId } });
const sync = ({ user }: Customer) => syncCustomer(user.id, stack.api.services);

const emailsTo = async (userId: string) =>
  (await stack.api.db.accountEmail.findMany({ where: { userId }, orderBy: { id: 'asc' } })).map(({ kind }) => kind);

async function enterCard({ path, credentials }: Customer, number?: string): Promise<void> {
  const { headers } = await stack.api.send('GET', `${path}/billing/checkout`, credentials).redirects(0);
  await stack.stripe.enterCard(String(headers['location']), number);
}

/** Delivers an event, also if it was delivered before. */
async function deliver(id: string, { customerId }: Customer): Promise<void> {
  expect(await stack.stripe.deliver([id])).toEqual([200]);
  await applyEvents({ customerId }, stack.api.services);
}

function permutationsOf<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) => permutationsOf(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}

/** Lets something happen at Stripe while no event is delivered. Returns one event of each type. */
async function eventsOf(actor: Customer, happen: () => Promise<void>): Promise<string[]> {
  const before = (await stack.stripe.events(actor.customerId)).length;
  await happen();
  const events = (await stack.stripe.events(actor.customerId)).slice(before);
  return [...new Map(events.map(({ type, id }) => [type, id])).values()];
}

/** The account and its emails as they were. */
async function restore(account: BillingAccount): Promise<void> {
  const { userId, customerId } = account;
  const data = { ...account, invoices: account.invoices ?? Prisma.DbNull };
  await stack.api.db.billingAccount.update({ where: { userId }, data });
  await stack.api.db.accountEmail.deleteMany({ where: { userId } });
  await stack.api.db.stripeEvent.deleteMany({ where: { customerId } });
}

/** Delivers four events in every order, each twice. Expects one email of the kind after every order. */
async function expectOneEmail(kind: string, actor: Customer, events: readonly string[]): Promise<void> {
  const before = await accountOf(actor.user.id);
  const emailsBefore = await stack.api.db.billingEmail.findMany({ where: { userId: actor.user.id } });
  const orders = permutationsOf(events.slice(0, 4));
  for (const order of orders) {
    await restore(before);
    await stack.api.db.billingEmail.deleteMany({ where: { userId: actor.user.id } });
    await stack.api.db.billingEmail.createMany({ data: emailsBefore });
    for (const id of [...order, ...order]) await deliver(id, actor);
    expect([order, await emailsTo(actor.user.id)]).toEqual([order, [kind]]);
  }
}

describe('in every order of events, each delivered twice, one email is sent about', () => {
  it('a trial that ends in seven days, and another one about a trial that ends in one', async () => {
    const actor = await stack.customer();
    const sevenDays = await eventsOf(actor, () => stack.stripe.moveClock(24));
    expect(sevenDays.length).toBeGreaterThan(0);
    await expectOneEmail('trialEnding', actor, sevenDays);
    await stack.api.db.accountEmail.deleteMany({ where: { userId: actor.user.id } });
    const oneDay = await eventsOf(actor, () => stack.stripe.moveClock(5.5));
    expect(oneDay.length).toBeGreaterThan(1);
    await expectOneEmail('trialEnding', actor, [...oneDay, ...sevenDays]);
  }, 180_000);

  it('a trial that was paused, and another one about its resumption', async () => {
    const actor = await stack.customer();
    const paused = await eventsOf(actor, () => stack.stripe.moveClock(31));
    expect(paused.length).toBeGreaterThan(1);
    await expectOneEmail('subscriptionPaused', actor, paused);
    await stack.api.db.accountEmail.deleteMany({ where: { userId: actor.user.id } });
    const entered = await eventsOf(actor, () => enterCard(actor));
    // With the first event the card becomes the default one, which resumes the subscription.
    for (const id of [...entered, ...entered, ...paused]) await deliver(id, actor);
    expect(await emailsTo(actor.user.id)).toEqual(['subscriptionResumed']);
    const resumed = await eventsOf(actor, () => Promise.resolve());
    for (const id of resumed.toReversed()) await deliver(id, actor);
    expect(await emailsTo(actor.user.id)).toEqual(['subscriptionResumed']);
  }, 180_000);

  it('a failed payment, and another one about the next invoice that is not paid', async () => {
    const actor = await stack.customer();
    await enterCard(actor, '4000000000000341');
    await sync(actor);
    const failed = await eventsOf(actor, () => stack.stripe.moveClock(30.5));
    expect(failed.length).toBeGreaterThan(2);
    await expectOneEmail('paymentFailed', actor, failed);
    // Another attempt to charge the card.
    const retried = await eventsOf(actor, () => stack.stripe.moveClock(1));
    for (const id of retried) await deliver(id, actor);
    expect(await emailsTo(actor.user.id)).toEqual(['paymentFailed']);
    // Another card pays the invoice. The card of the next month is declined again.
    await enterCard(actor);
    await sync(actor);
    await stack.stripe.moveClock(1);
    await enterCard(actor, '4000000000000341');
    await sync(actor);
    expect(await accountOf(actor.user.id)).toMatchObject({ subscriptionStatus: 'active' });
    const failedAgain = await eventsOf(actor, () => stack.stripe.moveClock(29));
    for (const id of [...failedAgain, ...failedAgain]) await deliver(id, actor);
    expect(await emailsTo(actor.user.id)).toEqual(['paymentFailed', 'paymentFailed']);
  }, 180_000);
});

it('processes that notice a pause at the same time send one email', async () => {
  const actor = await stack.customer();
  await stack.stripe.moveClock(31);
  await Promise.all([1, 2, 3].map(() => sync(actor)));
  expect(await emailsTo(actor.user.id)).toEqual(['subscriptionPaused']);
});

it('a resumption without an email about the pause causes none', async () => {
  const actor = await stack.customer();
  await stack.stripe.moveClock(31);
  await enterCard(actor);
  await stack.api.db.billingEmail.deleteMany({ where: { userId: actor.user.id } });
  const [subscription] = (
    await stack.stripe.request<{ data: { id: string }[] }>('GET', `/v1/subscriptions?customer=${actor.customerId}`)
  ).data;
  const [method] = (
    await stack.stripe.request<{ data: { id: string }[] }>('GET', `/v1/customers/${actor.customerId}/payment_methods`)
  ).data;
  const card = { 'invoice_settings[default_payment_method]': method?.id ?? '' };
  await stack.stripe.request('POST', `/v1/customers/${actor.customerId}`, card);
  await stack.stripe.request('POST', `/v1/subscriptions/${subscription?.id ?? ''}/resume`, {});
  await sync(actor);
  expect(await emailsTo(actor.user.id)).toEqual([]);
});

it('what was so before the upgrade is not emailed, but what changes afterwards is', async () => {
  const actor = await stack.customer();
  await stack.stripe.moveClock(31);
  await stack.api.db.billingAccount.update({
    where: { userId: actor.user.id },
    data: { subscriptionStatus: 'paused', invoices: Prisma.DbNull },
  });
  await sync(actor);
  await sync(actor);
  expect(await emailsTo(actor.user.id)).toEqual([]);
  await enterCard(actor);
  await sync(actor);
  expect(await emailsTo(actor.user.id)).toEqual(['subscriptionResumed']);
});

it('an email about a failed payment is not sent if the invoice was paid meanwhile', async () => {
  const actor = await stack.customer();
  await enterCard(actor, '4000000000000341');
  await sync(actor);
  await stack.stripe.moveClock(30.5);
  await sync(actor);
  const email = await stack.api.db.accountEmail.findFirstOrThrow({ where: { userId: actor.user.id } });
  const compose = () => composeAccountEmail(email, { ...stack.api.services, committedDb: stack.api.db });
  expect((await compose())?.text).toContain('Amount: $49.00');
  const [first, ...others] = (await accountOf(actor.user.id)).invoices as Prisma.JsonObject[];
  const invoices = [{ ...first, status: 'paid' }, ...others] as Prisma.InputJsonValue;
  await stack.api.db.billingAccount.update({ where: { userId: actor.user.id }, data: { invoices } });
  expect(await compose()).toBeNull();
});

describe('the hourly job', () => {
  const fromNow = (ms: number) => new Date(Date.now() + ms);
  /** The user of a trial that has this long left. */
  const trialOf = async (leftMs: number, data: { subscriptionStatus?: string } = {}) => {
    const { id: userId, email } = await makeUser(stack.api);
    const trial = { subscriptionId: `sub_${userId}`, subscriptionStatus: 'trialing', trialEndsAt: fromNow(leftMs) };
    await stack.api.db.billingAccount.create({ data: { userId, email, ...trial, ...data } });
    return userId;
  };
  /** Seen from a trial, moving its end is the same as moving the clock. */
  const moveClock = (userId: string, ms: number) =>
    stack.api.asOwner(`
      UPDATE billing_accounts SET trial_ends_at = trial_ends_at - interval '1 ms' * ${ms} WHERE user_id = '${userId}';
      UPDATE billing_emails SET subject = 'sub_' || user_id || ' ' || (
        SELECT to_char(trial_ends_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') FROM billing_accounts b
        WHERE b.user_id = billing_emails.user_id) WHERE user_id = '${userId}'`);
  const run = async (userId: string) => {
    const before = (await emailsTo(userId)).length;
    await enqueueTrialEmails(stack.api.services);
    return (await emailsTo(userId)).length - before;
  };

  it('sends an email seven days and one day before the end of a trial, once each', async () => {
    const userId = await trialOf(8 * dayMs);
    const sentAt = [];
    for (let hour = 0; hour < 9 * 24; hour += 4) {
      for (const _again of [1, 2]) sentAt.push(...Array<number>(await run(userId)).fill(hour));
      await moveClock(userId, 4 * hourMs);
    }
    expect(sentAt).toEqual([24, 7 * 24]);
  }, 180_000);

  it.each([
    ['that ends in more than seven days', 7.1 * dayMs, {}],
    ['that has ended', -hourMs, {}],
    ['that has become a paid month', 2 * dayMs, { subscriptionStatus: 'active' }],
  ])('sends no email about a trial %s', async (_, leftMs, data) => {
    expect(await run(await trialOf(leftMs, data))).toBe(0);
  });

  it('sends only the second email if it was late, and never the first afterwards', async () => {
    const userId = await trialOf(2 * hourMs);
    expect([await run(userId), await run(userId)]).toEqual([1, 0]);
    await moveClock(userId, -5 * dayMs);
    expect(await run(userId)).toBe(0);
  });

  it('sends one email if several processes run it at once, however many trials end', async () => {
    const userIds = [];
    for (let index = 0; index < 120; index++) userIds.push(await trialOf(6 * dayMs));
    await Promise.all([1, 2, 3].map(() => enqueueTrialEmails(stack.api.services)));
    const emails = await stack.api.db.accountEmail.groupBy({
      by: ['userId'],
      where: { userId: { in: userIds } },
      _count: true,
    });
    expect(emails.map(({ _count: count }) => count)).toEqual(userIds.map(() => 1));
  });

  it('sends another email about a trial that was extended', async () => {
    const userId = await trialOf(6 * dayMs);
    expect(await run(userId)).toBe(1);
    await stack.api.db.billingAccount.update({ where: { userId }, data: { trialEndsAt: fromNow(6.5 * dayMs) } });
    expect(await run(userId)).toBe(1);
  });

  it('sends no email to a user without a verified address', async () => {
    const userId = await trialOf(6 * dayMs);
    await stack.api.db.user.update({ where: { id: userId }, data: { emailVerified: false } });
    expect(await run(userId)).toBe(0);
  });
});

describe('the email about the end of a trial', () => {
  const compose = async (data: Partial<Prisma.BillingAccountUncheckedCreateInput>) => {
    const user = await makeUser(stack.api);
    const trialEndsAt = new Date('2999-01-02T10:00:00.000Z');
    await stack.api.db.billingAccount.create({
      data: {
        subscriptionStatus: 'trialing',
        trialEndsAt,
        nextInvoiceAt: trialEndsAt,
        priceAmount: 4_900,
        priceInterval: 'month',
        priceIntervalCount: 1,
        currency: 'usd',
        ...data,
        userId: user.id,
        email: user.email,
      },
    });
    const row = { id: 'x', userId: user.id, kind: 'trialEnding', recipient: user.email, createdAt: new Date() };
    const details = { trialEndsAt: trialEndsAt.toISOString() };
    return composeAccountEmail({ ...row, details }, { ...stack.api.services, committedDb: stack.api.db });
  };

  it('says what follows: a charge, a pause or nothing', async () => {
    const card = { cardBrand: 'visa', cardLast4: '4242', cardExpMonth: 12, cardExpYear: 2034, hasPaymentMethod: true };
    const charged = await compose(card);
    expect(charged?.subject).toBe('Your System Initiative trial ends on January 2, 2999');
    expect(charged?.text).toContain('your card is charged');
    expect(charged?.text).toContain('Price after the trial: $49.00 per month');
    expect(charged?.text).toContain('Card: Visa ending in 4242');
    const paused = await compose({});
    expect(paused?.text).toContain('your subscription will be paused');
    expect(paused?.text).toContain('Add payment details:\nhttp://localhost:9000/billing');
    const cancelled = await compose({ ...card, nextInvoiceAt: null });
    expect(cancelled?.text).toContain('nothing is charged');
    expect(cancelled?.text).not.toContain('$49.00');
  });

  it('is not sent if the trial has ended or moved meanwhile', async () => {
    expect(await compose({ subscriptionStatus: 'active' })).toBeNull();
    expect(await compose({ trialEndsAt: new Date('2999-02-02T10:00:00.000Z') })).toBeNull();
  });
});
