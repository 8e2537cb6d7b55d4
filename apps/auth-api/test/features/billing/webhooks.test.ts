/** @takes 15 s */
import { createHmac, randomUUID } from 'node:crypto';
import request from 'supertest';
import { createApp } from '../../../src/app.ts';
import { applyEvents } from '../../../src/features/billing/stripe-events.ts';
import { reconcile } from '../../../src/features/billing/reconcile.ts';
import { replayEvents } from '../../../src/features/billing/replay-events.ts';
import { Prisma, type BillingAccount } from '../../../src/generated/prisma/client.ts';
import { createLogger } from '../../../src/platform/observability/logger.ts';
import { testEnvironment } from '../../support/api.ts';
import { startBillingStack, type BillingStack } from '../../support/billing-stack.ts';
import { closeForDeletion } from '../../support/erase.ts';

const [oldSecret, newSecret] = [`whsec_${randomUUID()}`, testEnvironment.STRIPE_WEBHOOK_SECRETS];

let stack: BillingStack;
beforeAll(async () => {
  const environment = { STRIPE_WEBHOOK_SECRETS: `${oldSecret}, ${newSecret}` };
  stack = await startBillingStack({ runJobs: false, environment });
});
afterAll(() => stack.close());

const accountOf = (userId: string) => stack.api.db.billingAccount.findUniqueOrThrow({ where: { userId } });
const countStoredEvents = () => stack.api.db.stripeEvent.count();

/** The account without its synchronization counters and timestamps. */
function comparableState({
  readsStarted: _begun,
  readStored: _kept,
  mirroredAt: _at,
  resumedWith: _with,
  invoicesReadAt: _read,
  ...account
}: BillingAccount) {
  return account;
}

const post = (body: string, signature: string) =>
  stack.api.send('POST', '/webhooks/stripe').set('Stripe-Signature', signature).type('application/json').send(body);

function sign(body: string, secret: string, time = Math.floor(Date.now() / 1_000)): string {
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}

const event = (id: string, customer: string | null) =>
  JSON.stringify({
    id,
    object: 'event',
    type: 'customer.updated',
    data: { object: { id: 'x', object: 'something', customer } },
  });

describe('an event', () => {
  it('is rejected and not stored unless one of the secrets signed these bytes recently', async () => {
    const body = event('evt_forged', 'cus_1');
    const before = await countStoredEvents();
    const anHourAgo = Math.floor(Date.now() / 1_000) - 3_600;
    for (const signature of [
      '',
      'nonsense',
      sign(body, `whsec_${randomUUID()}`),
      sign(`${body} `, newSecret),
      sign(body, newSecret, anHourAgo),
    ]) {
      const response = await post(body, signature);
      expect([response.status, (response.body as { error: { type: string } }).error.type]).toEqual([
        400,
        'InvalidSignature',
      ]);
    }
    expect(await countStoredEvents()).toBe(before);
  });

  it('that is rejected is logged with the page to read, but not each time', async () => {
    const lines: string[] = [];
    const log = createLogger('warn', { write: (line: string) => void lines.push(line) });
    const app = createApp({ ...stack.api.services, log });
    for (let times = 0; times < 20; times++) {
      const forged = request(app).post('/webhooks/stripe').set('Stripe-Signature', 'canary').type('application/json');
      expect((await forged.send(event('evt_canary', 'cus_canary'))).status).toBe(400);
    }
    const warnings = lines.filter((line) => line.includes('"severity_text":"WARN"'));
    expect(warnings).toEqual([expect.stringContaining('docs/operating/incidents/stripe-events-rejected.md')]);
    expect(warnings).toEqual([expect.stringContaining('"events":1')]);
    expect(warnings.join()).not.toContain('canary');
  });

  it('is accepted with either secret during a rotation, and stored unchanged', async () => {
    for (const [id, secret] of [
      ['evt_old', oldSecret],
      ['evt_new', newSecret],
    ] as const) {
      const body = event(id, null);
      expect((await post(body, sign(body, secret))).status).toBe(200);
      expect(await stack.api.db.stripeEvent.findUnique({ where: { id } })).toMatchObject({ payload: body });
    }
  });

  it.each([
    ['canary', 415, 'UnsupportedMediaType'],
    ['gzip', 415, 'UnsupportedMediaType'],
  ])('with a wrong Content-Encoding %s is rejected as documented', async (encoding, status, type) => {
    const response = await post(event('evt_encoded', null), 'any').set('Content-Encoding', encoding);
    expect([response.status, response.body]).toEqual([
      status,
      expect.objectContaining({ error: expect.objectContaining({ type }) as object }),
    ]);
  });

  it.each([
    'nothing like JSON',
    'null',
    '[]',
    '{}',
    '{"id":5,"type":"customer.updated","data":{"object":{}}}',
    '{"id":"evt_x","type":"customer.updated"}',
    '{"id":"evt_x","type":"customer.updated","data":{"object":null}}',
    '{"id":"evt_\\u0000","type":"customer.updated","data":{"object":{}}}',
    '{"object":"v2.core.event"}',
  ])('that is signed but malformed is rejected: %s', async (body) => {
    const before = await countStoredEvents();
    const response = await post(body, sign(body, newSecret));
    expect([response.status, (response.body as { error: { type: string } }).error.type]).toEqual([
      400,
      'MalformedBody',
    ]);
    expect(await countStoredEvents()).toBe(before);
  });

  // Source: https://docs.stripe.com/event-destinations#thin-payload
  it('of the API v2, which is thin, is accepted, counted and not stored, if it is signed', async () => {
    const body = JSON.stringify({
      id: 'evt_thin',
      object: 'v2.core.event',
      type: 'v1.billing.meter.error_report_triggered',
      livemode: false,
      created: new Date().toISOString(),
      related_object: { id: 'mtr_1', type: 'billing.meter', url: '/v1/billing/meters/mtr_1' },
    });
    const before = await countStoredEvents();
    expect((await post(body, sign(body, newSecret))).status).toBe(200);
    expect((await post(body, sign(body, `whsec_${randomUUID()}`))).status).toBe(400);
    expect(await countStoredEvents()).toBe(before);
    const metrics = await stack.api.services.metrics.read();
    expect(metrics).toMatch(/portal_stripe_events_total\{type="[^"]+",outcome="ignored"\} 1/);
  });

  it('is accepted whatever the cookies and the origin', async () => {
    const { credentials } = await stack.loggedInUser();
    const body = event('evt_cookie', null);
    const response = await post(body, sign(body, newSecret))
      .set('Cookie', credentials.cookie ?? '')
      .set('Origin', 'https://evil.example');
    expect(response.status).toBe(200);
  });

  it('of a customer without a user changes nothing and is deleted', async () => {
    const unknownCustomer = await stack.stripe.request<{ id: string }>('POST', '/v1/customers', {
      email: 'x@example.com',
    });
    for (const customerId of [unknownCustomer.id, 'cus_thatneverwas']) {
      const id = `evt_of_${customerId}`;
      const body = event(id, customerId);
      await post(body, sign(body, newSecret));
      await applyEvents({ customerId }, stack.api.services);
      expect(await stack.api.db.stripeEvent.findUnique({ where: { id } })).toBeNull();
    }
  });

  it('of a customer whose creation got no response assigns the customer to its user', async () => {
    const { user } = await stack.loggedInUser();
    await stack.api.db.billingAccount.create({ data: { userId: user.id, email: user.email } });
    const lost = await stack.stripe.request<{ id: string }>('POST', '/v1/customers', {
      email: 'earlier@example.com',
      'metadata[userId]': user.id,
    });
    const body = event('evt_lost', lost.id);
    await post(body, sign(body, newSecret));
    await applyEvents({ customerId: lost.id }, stack.api.services);
    expect((await accountOf(user.id)).customerId).toBe(lost.id);
  });

  it('of a customer that its request stores at the same time is applied', async () => {
    const { user } = await stack.loggedInUser();
    const { services } = stack.api;
    const { id: customerId } = await stack.stripe.request<{ id: string }>('POST', '/v1/customers', {
      email: user.email,
      'metadata[userId]': user.id,
    });
    await services.db.billingAccount.create({ data: { userId: user.id, email: user.email } });
    const body = event('evt_meanwhile', customerId);
    await post(body, sign(body, newSecret));
    const findUserId = async () => {
      await services.db.billingAccount.update({ where: { userId: user.id }, data: { customerId } });
      return user.id;
    };
    await applyEvents({ customerId }, { ...services, billing: { ...services.billing, findUserId } });
    expect((await accountOf(user.id)).mirroredAt).not.toBeNull();
  });
});

/** A user whose card, trial and address changed at Stripe while no webhook was delivered. */
async function userWithUnappliedEvents() {
  await stack.stripe.setWebhooks({ paused: true });
  const actor = await stack.customer();
  for (const number of ['4242424242424242', '4000000000000341']) {
    const { headers } = await stack.api.send('GET', `${actor.path}/billing/checkout`, actor.credentials).redirects(0);
    await stack.stripe.enterCard(String(headers['location']), number);
  }
  await stack.stripe.request('POST', `/v1/customers/${actor.customerId}`, { 'address[city]': 'Paris' });
  await stack.stripe.moveClock(31);
  const events = await stack.stripe.events(actor.customerId);
  return { ...actor, ids: events.map(({ id }) => id), types: events.map(({ type }) => type) };
}

const toText = (state: object) =>
  JSON.stringify(state, (_name, value: unknown) => (typeof value === 'bigint' ? Number(value) : value));

const apply = (customerId: string) => applyEvents({ customerId }, stack.api.services);

describe('events', () => {
  it('lead to one state in all 120 orders of five events', async () => {
    const actor = await userWithUnappliedEvents();
    const types = ['customer.subscription.created', 'customer.updated', 'checkout.session.completed'];
    const fiveEvents = [...new Set([...types, 'invoice.paid', 'customer.subscription.updated'])].map(
      (type) => actor.ids[actor.types.lastIndexOf(type)] ?? '',
    );
    expect(new Set(fiveEvents).size).toBe(5);
    const memo = new Map<string, ReadonlyMap<string, number>>();
    /**
     * Delivers the remaining events in every order. Returns how many orders end in which state. Orders that reached the same
     * account with the same remaining events continue identically, so the result is stored and reused.
     */
    const applyRemaining = async (
      delivered: readonly string[],
      remaining: readonly string[],
    ): Promise<ReadonlyMap<string, number>> => {
      const account = await accountOf(actor.user.id);
      const invoices = await stack.api.db.invoice.findMany({
        where: { userId: actor.user.id },
        orderBy: { createdAt: 'desc' },
      });
      if (remaining.length === 0) return new Map([[toText({ ...comparableState(account), invoices }), 1]]);
      const memoKey = toText([
        comparableState(account),
        invoices,
        account.resumedWith,
        account.readsStarted - account.readStored,
        remaining.toSorted(),
      ]);
      const before = memo.get(memoKey);
      if (before) return before;
      const endStates = new Map<string, number>();
      for (const id of remaining) {
        await stack.api.db.billingAccount.update({
          where: { userId: actor.user.id },
          data: { ...account, formerInvoices: account.formerInvoices ?? Prisma.DbNull },
        });
        await stack.api.db.invoice.deleteMany({ where: { userId: actor.user.id } });
        await stack.api.db.invoice.createMany({ data: invoices });
        await stack.api.db.stripeEvent.deleteMany({ where: { id: { notIn: [...delivered] } } });
        expect(await stack.stripe.deliver([id])).toEqual([200]);
        await apply(actor.customerId);
        expect(await stack.api.db.stripeEvent.count({ where: { id, appliedAt: { not: null } } })).toBe(1);
        const others = remaining.filter((each) => each !== id);
        for (const [endState, times] of await applyRemaining([...delivered, id], others))
          endStates.set(endState, (endStates.get(endState) ?? 0) + times);
      }
      memo.set(memoKey, endStates);
      return endStates;
    };
    const endStates = [...(await applyRemaining([], fiveEvents))];
    expect(endStates.map(([, orders]) => orders)).toEqual([120]);
    expect(JSON.parse(endStates[0]?.[0] ?? '')).toMatchObject({
      city: 'Paris',
      hasPaymentMethod: true,
      subscriptionStatus: 'paused',
      cardLast4: '0341',
      priceAmount: 4_900,
      invoices: [
        { status: 'failed', total: 4_900 },
        { status: 'paid', total: 0 },
      ],
    });
  }, 240_000);

  it('that arrive a hundred times each are stored once and lead to the same state', async () => {
    const actor = await userWithUnappliedEvents();
    await stack.stripe.deliver(actor.ids);
    await apply(actor.customerId);
    const once = comparableState(await accountOf(actor.user.id));
    const count = await countStoredEvents();
    const oneOfEachType = [...new Map(actor.types.map((type, index) => [type, actor.ids[index] ?? ''])).values()];
    for (let times = 0; times < 100; times += 10) {
      const statuses = await Promise.all(Array.from({ length: 10 }, () => stack.stripe.deliver(oneOfEachType)));
      expect(new Set(statuses.flat())).toEqual(new Set([200]));
    }
    await apply(actor.customerId);
    expect(await countStoredEvents()).toBe(count);
    expect(comparableState(await accountOf(actor.user.id))).toEqual(once);
  }, 120_000);

  it('are applied again by the replay command', async () => {
    const actor = await userWithUnappliedEvents();
    await stack.stripe.deliver(actor.ids);
    await apply(actor.customerId);
    const now = comparableState(await accountOf(actor.user.id));
    await stack.api.db.billingAccount.update({ where: { userId: actor.user.id }, data: { city: 'Nowhere' } });
    expect(await replayEvents([actor.ids[0] ?? ''], stack.api.services)).toBe('Events applied: 1.');
    expect(comparableState(await accountOf(actor.user.id))).toEqual(now);
  });
});

describe('the replay command', () => {
  it('does nothing if one of the events is unknown, and names it', async () => {
    const actor = await userWithUnappliedEvents();
    await stack.stripe.deliver(actor.ids);
    await apply(actor.customerId);
    await stack.api.db.billingAccount.update({ where: { userId: actor.user.id }, data: { city: 'Nowhere' } });
    const replay = replayEvents([actor.ids[0] ?? '', 'evt_thatneverwas'], stack.api.services);
    await expect(replay).rejects.toThrow('Unknown events: evt_thatneverwas. No event was applied.');
    expect((await accountOf(actor.user.id)).city).toBe('Nowhere');
  });

  it('does not count events without a customer as applied', async () => {
    const body = event('evt_about_nobody', null);
    await post(body, sign(body, newSecret));
    expect(await replayEvents(['evt_about_nobody'], stack.api.services)).toBe(
      'Events applied: 0. Skipped, without a customer: 1.',
    );
  });
});

describe('the reconcile command', () => {
  it('updates the local copy from Stripe, and reports the changed fields without personal data', async () => {
    const actor = await userWithUnappliedEvents();
    await reconcile(stack.api.services, () => undefined);
    await stack.stripe.request('POST', `/v1/customers/${actor.customerId}`, { 'address[city]': 'Rome' });
    const lines: string[] = [];
    expect(await reconcile(stack.api.services, (line) => lines.push(line))).toBe(1);
    expect(lines.join('\n')).toContain(`${actor.user.id}: city`);
    expect(lines.join('\n')).not.toContain('Rome');
    expect((await accountOf(actor.user.id)).city).toBe('Rome');
    expect(await reconcile(stack.api.services, () => undefined)).toBe(0);
  });

  it('reports customers that belong to no account, or to one that has another customer', async () => {
    const { user } = await stack.customer();
    const create = async (userId: string) => {
      const form = { email: 'left-over@example.com', 'metadata[userId]': userId };
      return (await stack.stripe.request<{ id: string }>('POST', '/v1/customers', form)).id;
    };
    const [second, leftOver] = [await create(user.id), await create('01ARZ3NDEKTSV4RRFFQ69G5FAV')];
    const lines: string[] = [];
    await reconcile(stack.api.services, (line) => lines.push(line));
    expect(lines).toContain(
      `${user.id}: Stripe has the customer ${second} for this user, but the account has another one`,
    );
    expect(lines).toContain(
      `01ARZ3NDEKTSV4RRFFQ69G5FAV: Stripe has the customer ${leftOver} for this user, but there is no billing account`,
    );
  });

  it('does not create a customer for an account that is being deleted', async () => {
    const { user } = await stack.loggedInUser();
    await stack.api.db.billingAccount.create({ data: { userId: user.id, email: user.email } });
    await closeForDeletion(stack.api, user);
    await reconcile(stack.api.services, () => undefined);
    const customers = await stack.stripe.request<{ data: unknown[] }>('GET', `/v1/customers?email=${user.email}`);
    expect(customers.data).toEqual([]);
  });
});
