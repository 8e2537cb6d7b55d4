/** @takes 30 s */
import { Prisma, type BillingAccount } from '../../../src/generated/prisma/client.ts';
import { composeAccountEmail } from '../../../src/features/emails/send-account-email.ts';
import { applyEvents } from '../../../src/features/billing/stripe-events.ts';
import { syncCustomer } from '../../../src/features/billing/sync-customer.ts';
import { startBillingStack, type BillingStack } from '../../support/billing-stack.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBillingStack({ runJobs: false });
});
afterAll(() => stack.close());
beforeEach(() => stack.stripe.setWebhooks({ paused: true }));

type Customer = Awaited<ReturnType<BillingStack['customer']>>;

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
  const data = { ...account, formerInvoices: account.formerInvoices ?? Prisma.DbNull };
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
  const charged = { payment_behavior: 'resume_on_payment_success' };
  await stack.stripe.request('POST', `/v1/subscriptions/${subscription?.id ?? ''}/resume`, charged);
  await sync(actor);
  expect(await emailsTo(actor.user.id)).toEqual([]);
});

it('an email about a failed payment is not sent if the invoice was paid meanwhile', async () => {
  const actor = await stack.customer();
  await enterCard(actor, '4000000000000341');
  await sync(actor);
  await stack.stripe.moveClock(30.5);
  await sync(actor);
  const email = await stack.api.db.accountEmail.findFirstOrThrow({ where: { userId: actor.user.id } });
  const compose = () => composeAccountEmail(email, { ...stack.api.services, committedDb: stack.api.db });
  expect((await compose())?.text).toContain('We could not charge $49.00');
  await stack.api.db.invoice.updateMany({ where: { userId: actor.user.id }, data: { status: 'paid' } });
  expect(await compose()).toBeNull();
});

describe('a subscription that ends', () => {
  /** Cancels the plan in the customer portal, at the end of the period. */
  const cancelInPortal = async ({ path, credentials }: Customer) => {
    const { headers } = await stack.api.send('GET', `${path}/billing/portal`, credentials).redirects(0);
    await fetch(`${String(headers['location'])}/cancel`, { method: 'POST', redirect: 'manual' });
  };
  const edit = (name: string) => (actor: Customer) => stack.stripe.edit(name, actor.user.email);
  const endedEmails = (userId: string) =>
    stack.api.db.accountEmail.findMany({ where: { userId, kind: 'subscriptionEnded' } });
  const compose = async (userId: string) => {
    const [email] = await endedEmails(userId);
    if (!email) throw new Error('There is no email.');
    const { db, settings } = stack.api.services;
    return composeAccountEmail(email, { db, committedDb: db, settings });
  };

  it.each<[string, (actor: Customer) => Promise<void>, string | null, string]>([
    ['the user cancelled it', cancelInPortal, 'cancelled', 'The plan was cancelled.'],
    ['staff cancelled it', edit('cancelSubscription'), 'cancelled', 'The plan was cancelled.'],
    [
      'a payment is disputed',
      edit('disputePayment'),
      'paymentDisputed',
      'A payment for your subscription was disputed.',
    ],
    [
      'its invoice stays unpaid',
      (actor) => enterCard(actor, '4000000000000341'),
      'paymentFailed',
      'An invoice of your subscription was not paid.',
    ],
    [
      'staff deleted the customer',
      edit('deleteCustomer'),
      'customerDeleted',
      'Your billing account was deleted at our payment provider.',
    ],
    [
      'its trial ended without a card',
      edit('cancelAfterTrial'),
      'trialWithoutCard',
      'Your free trial has ended, and no card was on file.',
    ],
  ])(
    'is announced once, with the reason: %s',
    async (_why, happen, reason, text) => {
      const actor = await stack.customer();
      await happen(actor);
      await sync(actor);
      // The trial, the period and the attempts to charge the card.
      for (const _step of [1, 2, 3, 4, 5, 6, 7]) await stack.stripe.moveClock(6);
      for (const _again of [1, 2]) await sync(actor);
      expect((await endedEmails(actor.user.id)).map(({ details }) => details)).toEqual([{ reason }]);
      const email = await compose(actor.user.id);
      expect(email?.text).toContain(text);
      expect(email?.text).toContain('If you start it again, there is no second trial');
      const isCardMissing = reason !== 'paymentFailed';
      expect(email?.text.includes('we will charge $49.00 at once. Add payment details first.')).toBe(isCardMissing);
      expect(email?.text).toContain('Your workspaces and their members are not deleted.');
    },
    60_000,
  );

  it('ends when the customer is deleted, not when its trial would have ended', async () => {
    const actor = await stack.customer();
    const deletedAt = Date.now();
    await edit('deleteCustomer')(actor);
    await sync(actor);
    const { endingAt, trialEndsAt } = await accountOf(actor.user.id);
    expect(Math.abs((endingAt?.getTime() ?? 0) - deletedAt)).toBeLessThan(60_000);
    expect(trialEndsAt).toBeNull();
  });

  it('is not announced if the account is being deleted, which cancels it', async () => {
    const actor = await stack.customer();
    const { id: userId } = actor.user;
    const deletion = { requestedAt: new Date(0), dueAt: new Date(1), startedAt: new Date(2) };
    await stack.api.db.accountDeletion.create({ data: { userId, ...deletion } });
    await edit('deleteCustomer')(actor);
    await sync(actor);
    expect(await endedEmails(userId)).toEqual([]);
  });

  it('is not announced any more after it was started again', async () => {
    const actor = await stack.customer();
    await enterCard(actor);
    await sync(actor);
    await edit('cancelSubscription')(actor);
    await sync(actor);
    expect(await compose(actor.user.id)).toMatchObject({ subject: expect.stringContaining('has ended') as string });
    await stack.api.send('POST', `${actor.path}/billing/restart`, actor.credentials).send({});
    expect((await accountOf(actor.user.id)).subscriptionStatus).toBe('active');
    expect(await compose(actor.user.id)).toBeNull();
  });

  it('is not announced if the account had another one, which continues', async () => {
    const actor = await stack.customer();
    await edit('secondTrial')(actor);
    await sync(actor);
    const { subscriptionId } = await accountOf(actor.user.id);
    const { data } = await stack.stripe.request<{ data: { id: string }[] }>(
      'GET',
      `/v1/subscriptions?customer=${actor.customerId}`,
    );
    const other = data.find(({ id }) => id !== subscriptionId)?.id ?? '';
    await stack.stripe.request('DELETE', `/v1/subscriptions/${other}`);
    await sync(actor);
    expect(await endedEmails(actor.user.id)).toEqual([]);
  });
});
