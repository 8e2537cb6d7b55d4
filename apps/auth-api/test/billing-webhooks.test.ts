/** @takes 15 s */
import { createHmac, randomUUID } from 'node:crypto';
import request from 'supertest';
import { createApp } from '../src/app.ts';
import { applyEvents } from '../src/billing/stripe-events.ts';
import { reconcile } from '../src/billing/reconcile.ts';
import { replayEvents } from '../src/billing/replay.ts';
import type { BillingAccount } from '../src/generated/prisma/client.ts';
import { createLog } from '../src/log.ts';
import { testEnvironment } from './support/api.ts';
import { startBillingStack, type BillingStack } from './support/billing-stack.ts';

const [oldSecret, newSecret] = [`whsec_${randomUUID()}`, testEnvironment.STRIPE_WEBHOOK_SECRETS];

let stack: BillingStack;
beforeAll(async () => {
  const environment = { STRIPE_WEBHOOK_SECRETS: `${oldSecret}, ${newSecret}` };
  stack = await startBillingStack({ worksOnJobs: false, environment });
});
afterAll(() => stack.close());

const accountOf = (userId: string) => stack.api.db.billingAccount.findUniqueOrThrow({ where: { userId } });
const keptEvents = () => stack.api.db.stripeEvent.count();

/** What the API shows and goes on from; not how it came there. */
function shown({
  readsBegun: _begun,
  readKept: _kept,
  mirroredAt: _at,
  resumedWith: _with,
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
  it('is refused unless one of the secrets signed these bytes lately, and nothing is kept', async () => {
    const body = event('evt_forged', 'cus_1');
    const before = await keptEvents();
    const long = Math.floor(Date.now() / 1_000) - 3_600;
    for (const signature of [
      '',
      'nonsense',
      sign(body, `whsec_${randomUUID()}`),
      sign(`${body} `, newSecret),
      sign(body, newSecret, long),
    ]) {
      const answer = await post(body, signature);
      expect([answer.status, (answer.body as { error: { type: string } }).error.type]).toEqual([
        400,
        'InvalidSignature',
      ]);
    }
    expect(await keptEvents()).toBe(before);
  });

  it('that is refused is told to the operator, with what to check, but not once for each', async () => {
    const lines: string[] = [];
    const log = createLog('warn', { write: (line: string) => void lines.push(line) });
    const app = createApp({ ...stack.api.services, log });
    for (let times = 0; times < 20; times++) {
      const forged = request(app).post('/webhooks/stripe').set('Stripe-Signature', 'forged').type('application/json');
      expect((await forged.send(event('evt_forged', 'cus_1'))).status).toBe(400);
    }
    const told = lines.filter((line) => line.includes('"level":40'));
    expect(told).toEqual([expect.stringContaining('check STRIPE_WEBHOOK_SECRETS')]);
    expect(told.join()).not.toContain('forged');
  });

  it('is taken with either secret while one replaces the other, and kept as it came', async () => {
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
  ])('that comes as %s and is not is refused as documented', async (encoding, status, type) => {
    const answer = await post(event('evt_encoded', null), 'any').set('Content-Encoding', encoding);
    expect([answer.status, answer.body]).toEqual([
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
  ])('that is signed but malformed is refused: %s', async (body) => {
    const before = await keptEvents();
    const answer = await post(body, sign(body, newSecret));
    expect([answer.status, (answer.body as { error: { type: string } }).error.type]).toEqual([400, 'MalformedBody']);
    expect(await keptEvents()).toBe(before);
  });

  it('looks at no cookie', async () => {
    const { proof } = await stack.person();
    const body = event('evt_cookie', null);
    const answer = await post(body, sign(body, newSecret))
      .set('Cookie', proof.cookie ?? '')
      .set('Origin', 'https://evil.example');
    expect(answer.status).toBe(200);
  });

  it('of a customer that is nobody’s here, or that Stripe never had, changes nothing and is done with', async () => {
    const stranger = await stack.stripe.ask<{ id: string }>('POST', '/v1/customers', { email: 'x@example.com' });
    for (const customerId of [stranger.id, 'cus_thatneverwas']) {
      const id = `evt_of_${customerId}`;
      const body = event(id, customerId);
      await post(body, sign(body, newSecret));
      await applyEvents({ customerId }, stack.api.services);
      expect(await stack.api.db.stripeEvent.findUnique({ where: { id } })).toMatchObject({
        appliedAt: expect.any(Date) as Date,
      });
    }
  });

  it('of a customer whose making was never answered hands them to their person', async () => {
    const { user } = await stack.person();
    await stack.api.db.billingAccount.create({ data: { userId: user.id, email: user.email } });
    const lost = await stack.stripe.ask<{ id: string }>('POST', '/v1/customers', {
      email: 'earlier@example.com',
      'metadata[userId]': user.id,
    });
    const body = event('evt_lost', lost.id);
    await post(body, sign(body, newSecret));
    await applyEvents({ customerId: lost.id }, stack.api.services);
    expect((await accountOf(user.id)).customerId).toBe(lost.id);
  });
});

/** A person whose card, trial and address changed while no event of it was acted upon. */
async function changedMeanwhile() {
  await stack.stripe.webhooks({ hold: true });
  const person = await stack.customer();
  for (const number of ['4242424242424242', '4000000000000341']) {
    const { headers } = await stack.api.send('GET', `${person.path}/billing/checkout`, person.proof).redirects(0);
    await stack.stripe.enterCard(String(headers['location']), number);
  }
  await stack.stripe.ask('POST', `/v1/customers/${person.customerId}`, { 'address[city]': 'Paris' });
  await stack.stripe.moveClock(31);
  const events = await stack.stripe.events(person.customerId);
  return { ...person, ids: events.map(({ id }) => id), types: events.map(({ type }) => type) };
}

const apply = (customerId: string) => applyEvents({ customerId }, stack.api.services);

describe('events', () => {
  it('in all 720 orders of six, each acted upon as it comes, lead to one state', async () => {
    const person = await changedMeanwhile();
    const wanted = ['customer.subscription.created', 'customer.updated', 'checkout.session.completed'];
    const six = [
      ...new Set([...wanted, 'invoice.paid', 'payment_method.attached', 'customer.subscription.updated']),
    ].map((type) => person.ids[person.types.lastIndexOf(type)] ?? '');
    expect(new Set(six).size).toBe(6);
    const known = new Map<string, ReadonlyMap<string, number>>();
    /**
     * Goes every way on from here; answers how many of these orders end in which state. Orders that came to the very
     * same copy with the same events go on alike from there, so one of them does it for all.
     */
    const goOn = async (come: readonly string[], left: readonly string[]): Promise<ReadonlyMap<string, number>> => {
      const here = await accountOf(person.user.id);
      if (left.length === 0) return new Map([[JSON.stringify(shown(here)), 1]]);
      const whole = JSON.stringify([shown(here), here.resumedWith, here.readsBegun - here.readKept, left.toSorted()]);
      const before = known.get(whole);
      if (before) return before;
      const ends = new Map<string, number>();
      for (const id of left) {
        await stack.api.db.billingAccount.update({ where: { userId: person.user.id }, data: here });
        await stack.api.db.stripeEvent.deleteMany({ where: { id: { notIn: [...come] } } });
        expect(await stack.stripe.deliver([id])).toEqual([200]);
        await apply(person.customerId);
        expect(await stack.api.db.stripeEvent.count({ where: { id, appliedAt: { not: null } } })).toBe(1);
        const others = left.filter((each) => each !== id);
        for (const [end, times] of await goOn([...come, id], others)) ends.set(end, (ends.get(end) ?? 0) + times);
      }
      known.set(whole, ends);
      return ends;
    };
    const ends = [...(await goOn([], six))];
    expect(ends.map(([, orders]) => orders)).toEqual([720]);
    expect(JSON.parse(ends[0]?.[0] ?? '')).toMatchObject({
      city: 'Paris',
      hasPaymentMethod: true,
      subscriptionStatus: 'past_due',
    });
  }, 120_000);

  it('that come a hundred times each are kept once, and lead to the same state', async () => {
    const person = await changedMeanwhile();
    await stack.stripe.deliver(person.ids);
    await apply(person.customerId);
    const once = shown(await accountOf(person.user.id));
    const count = await keptEvents();
    for (let times = 0; times < 100; times += 10) {
      const statuses = await Promise.all(Array.from({ length: 10 }, () => stack.stripe.deliver(person.ids)));
      expect(new Set(statuses.flat())).toEqual(new Set([200]));
    }
    await apply(person.customerId);
    expect(await keptEvents()).toBe(count);
    expect(shown(await accountOf(person.user.id))).toEqual(once);
  }, 120_000);

  it('replayed by the command are acted upon once more', async () => {
    const person = await changedMeanwhile();
    await stack.stripe.deliver(person.ids);
    await apply(person.customerId);
    const now = shown(await accountOf(person.user.id));
    await stack.api.db.billingAccount.update({ where: { userId: person.user.id }, data: { city: 'Nowhere' } });
    expect(await replayEvents([person.ids[0] ?? ''], stack.api.services)).toBe('Events acted upon: 1.');
    expect(shown(await accountOf(person.user.id))).toEqual(now);
  });
});

describe('the replay command', () => {
  it('does nothing at all where it does not know one of the events, and names that one', async () => {
    const person = await changedMeanwhile();
    await stack.stripe.deliver(person.ids);
    await apply(person.customerId);
    await stack.api.db.billingAccount.update({ where: { userId: person.user.id }, data: { city: 'Nowhere' } });
    const replay = replayEvents([person.ids[0] ?? '', 'evt_thatneverwas'], stack.api.services);
    await expect(replay).rejects.toThrow('No such event was kept: evt_thatneverwas. Nothing was done.');
    expect((await accountOf(person.user.id)).city).toBe('Nowhere');
  });

  it('does not count what is about no customer among the events acted upon', async () => {
    const body = event('evt_about_nobody', null);
    await post(body, sign(body, newSecret));
    expect(await replayEvents(['evt_about_nobody'], stack.api.services)).toBe(
      'Events acted upon: 0. About no customer, so left alone: 1.',
    );
  });
});

describe('the reconcile command', () => {
  it('makes the copy equal to Stripe, tells what differed, and nothing that is personal', async () => {
    const person = await changedMeanwhile();
    await reconcile(stack.api.services, () => undefined);
    await stack.stripe.ask('POST', `/v1/customers/${person.customerId}`, { 'address[city]': 'Rome' });
    const lines: string[] = [];
    expect(await reconcile(stack.api.services, (line) => lines.push(line))).toBe(1);
    expect(lines.join('\n')).toContain(`${person.user.id}: city`);
    expect(lines.join('\n')).not.toContain('Rome');
    expect((await accountOf(person.user.id)).city).toBe('Rome');
    expect(await reconcile(stack.api.services, () => undefined)).toBe(0);
  });
});
