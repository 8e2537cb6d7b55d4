/** @takes 20 s */
import { dayMs, type Collection } from '@portal/contract';
import { ulid } from 'ulid';
import { composeAccountEmail } from '../../../src/features/emails/send-account-email.ts';
import { enqueueStateEmails, enqueueTrialEmail } from '../../../src/features/billing/billing-emails.ts';
import { applyEvents } from '../../../src/features/billing/stripe-events.ts';
import type { BillingAccount, Prisma } from '../../../src/generated/prisma/client.ts';
import type { MirroredInvoice } from '../../../src/integrations/stripe/billing-provider.ts';
import { enqueueTrialEmails } from '../../../src/features/billing/billing.tasks.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { makeUser } from '../../support/builders.ts';
import { aSnapshot, fakeBilling } from '../../support/fake-billing.ts';
import { anInvoice } from '../../support/invoices.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const hourMs = 3_600_000;

const emailsTo = async (userId: string) =>
  (await api.db.accountEmail.findMany({ where: { userId }, orderBy: { id: 'asc' } })).map(({ kind }) => kind);

/** The records of emails, by which another version knows what was sent. */
const recordsOf = async (userId: string) =>
  (await api.db.billingEmail.findMany({ where: { userId } }))
    .map(({ kind, subject }) => `${kind} ${subject}`)
    .toSorted();

describe('the email about the state of a subscription', () => {
  const end = '2027-01-02T10:00:00.000Z';
  const open = anInvoice({ id: 'in_open', status: 'open' });
  const failed = anInvoice({ id: 'in_failed', status: 'failed' });

  /** Notices that the subscription has a state. */
  const notice = (
    userId: string,
    state: {
      status: string;
      id?: string | null;
      trialEndsAt?: string | null;
      invoices?: MirroredInvoice[];
      collection?: Collection;
    },
  ) => {
    const { status, id = 'sub_1', trialEndsAt = end, invoices = [], collection = 'automatic' } = state;
    const subscription = { subscriptionId: id, subscriptionStatus: status, collection };
    const mirrored = { ...subscription, trialEndsAt: trialEndsAt === null ? null : new Date(trialEndsAt) };
    return enqueueStateEmails({ userId }, { mirrored, invoices }, api.db);
  };

  it.each<[string, Parameters<typeof notice>[1], string[], string[]]>([
    ['is paused', { status: 'paused' }, ['subscriptionPaused'], [`paused sub_1 ${end}`]],
    ['is paused without a trial', { status: 'paused', trialEndsAt: null }, ['subscriptionPaused'], ['paused sub_1 ']],
    [
      'is paused after a failed charge',
      { status: 'paused', invoices: [failed] },
      ['subscriptionPaused', 'paymentFailed'],
      ['paused sub_1 ' + end, 'paymentFailed in_failed'].toSorted(),
    ],
    ['was paused by staff', { status: 'paused', collection: 'paused' }, [], []],
    ['is not there', { status: 'paused', id: null }, [], []],
    ['is active', { status: 'active' }, [], []],
    ['is incomplete', { status: 'incomplete', invoices: [failed] }, [], []],
    ['waits for a payment', { status: 'past_due', invoices: [open] }, [], []],
    ['is past due', { status: 'past_due', invoices: [open, failed] }, ['paymentFailed'], ['paymentFailed in_failed']],
    ['is unpaid', { status: 'unpaid', invoices: [failed] }, ['paymentFailed'], ['paymentFailed in_failed']],
  ])('that %s', async (_what, state, emails, records) => {
    const { id } = await makeUser(api);
    for (const _again of [1, 2]) await notice(id, state);
    expect([await emailsTo(id), await recordsOf(id)]).toEqual([emails, records]);
  });

  it('says which invoice was not paid', async () => {
    const { id: userId } = await makeUser(api);
    await notice(userId, { status: 'past_due', invoices: [open, failed] });
    const { details } = await api.db.accountEmail.findFirstOrThrow({ where: { userId } });
    expect(details).toEqual({ invoiceId: 'in_failed' });
  });

  it('that resumes is sent once for each pause of this subscription', async () => {
    const { id } = await makeUser(api);
    await notice(id, { status: 'paused' });
    await notice(id, { status: 'active', id: 'sub_10' });
    await notice(id, { status: 'trialing' });
    expect(await emailsTo(id)).toEqual(['subscriptionPaused']);
    for (const _again of [1, 2]) await notice(id, { status: 'active' });
    const later = '2027-02-02T10:00:00.000Z';
    await notice(id, { status: 'paused', trialEndsAt: later });
    for (const _again of [1, 2]) await notice(id, { status: 'active', trialEndsAt: later });
    const [paused, resumed] = ['subscriptionPaused', 'subscriptionResumed'];
    expect(await emailsTo(id)).toEqual([paused, resumed, paused, resumed]);
    expect(await recordsOf(id)).toEqual([
      ...[`paused sub_1 ${end}`, `paused sub_1 ${later}`],
      ...[`resumed sub_1 ${end}`, `resumed sub_1 ${later}`],
    ]);
  });
});

describe('the email about the end of a trial is enqueued', () => {
  const end = new Date('2027-01-02T10:00:00.000Z');
  const [first, second] = [`trialEndsIn7Days sub_1 ${end.toISOString()}`, `trialEndsIn1Day sub_1 ${end.toISOString()}`];
  const enqueue = (userId: string, daysLeft: number, data: Partial<BillingAccount> = {}) => {
    const trial = { userId, subscriptionId: 'sub_1', subscriptionStatus: 'trialing', trialEndsAt: end, ...data };
    return enqueueTrialEmail(trial as BillingAccount, new Date(end.getTime() - daysLeft * dayMs), api.db);
  };

  it.each([
    [7.01, []],
    [7, [first]],
    [1.01, [first]],
    [1, [first, second]],
    [0.01, [first, second]],
    [0, []],
    [-1, []],
  ])('with %d days left once, and is recorded', async (daysLeft, records) => {
    const { id: userId } = await makeUser(api);
    expect(await enqueue(userId, daysLeft)).toBe(records.length > 0);
    expect(await enqueue(userId, daysLeft)).toBe(false);
    expect(await recordsOf(userId)).toEqual(records.toSorted());
    const details = { trialEndsAt: end.toISOString() };
    expect(await api.db.accountEmail.findMany({ where: { userId }, select: { kind: true, details: true } })).toEqual(
      records.length > 0 ? [{ kind: 'trialEnding', details }] : [],
    );
  });

  it.each([{ subscriptionId: null }, { subscriptionStatus: 'active' }, { trialEndsAt: null }])(
    'not if the subscription has %j',
    async (data) => {
      const { id: userId } = await makeUser(api);
      expect(await enqueue(userId, 5, data)).toBe(false);
      expect(await recordsOf(userId)).toEqual([]);
    },
  );

  const [past, future, farFuture] = [-hourMs, hourMs, 2 * dayMs];
  it.each([
    ['by an event of the future', [future], 'trialing', 1],
    ['by an event of the future among others', [past, future, past], 'trialing', 1],
    ['by the latest event', [future, farFuture], 'trialing', 1],
    ['by the latest event, which came first', [farFuture, future], 'trialing', 1],
    ['by an event of the future among one without a time', [future, null], 'trialing', 1],
    ['not by an event of the past: the hourly job does', [past], 'trialing', 0],
    ['not by an event without a time', [null], 'trialing', 0],
    ['not without an event', [], 'trialing', 0],
    ['not for a subscription without a trial', [future], 'active', 0],
  ])('%s', async (_what, times, subscriptionStatus, expected) => {
    const { id: userId, email } = await makeUser(api);
    const customerId = `cus_${userId}`;
    await api.db.billingAccount.create({ data: { userId, email, customerId } });
    // Within seven days only by the time of the latest event.
    const trialEndsAt = new Date(Date.now() + (times.includes(farFuture) ? 8 * dayMs : 5 * dayMs));
    const billing = fakeBilling(email);
    billing.readCustomer.mockResolvedValue(aSnapshot({ email, subscriptionStatus, trialEndsAt }));
    const events = times.map((time, index) => ({
      id: `evt_${index}_${userId}`,
      type: 'customer.updated',
      payload: '{}',
      customerId,
      occurredAt: time === null ? null : new Date(Date.now() + time),
    }));
    await api.db.stripeEvent.createMany({ data: events });
    await applyEvents({ customerId }, { ...api.services, billing });
    expect(await emailsTo(userId)).toEqual(Array<string>(expected).fill('trialEnding'));
    expect(await api.db.stripeEvent.count({ where: { customerId, appliedAt: null } })).toBe(0);
  });
});

describe('the hourly job', () => {
  const fromNow = (ms: number) => new Date(Date.now() + ms);
  /** The user of a trial that has this long left. */
  const trialOf = async (leftMs: number, data: { subscriptionStatus?: string } = {}) => {
    const { id: userId, email } = await makeUser(api);
    const trial = { subscriptionId: `sub_${userId}`, subscriptionStatus: 'trialing', trialEndsAt: fromNow(leftMs) };
    await api.db.billingAccount.create({ data: { userId, email, ...trial, ...data } });
    return userId;
  };
  /** Seen from a trial, moving its end is the same as moving the clock. */
  const moveClock = (userId: string, ms: number) =>
    api.asOwner(`
      UPDATE billing_accounts SET trial_ends_at = trial_ends_at - interval '1 ms' * ${ms} WHERE user_id = '${userId}';
      UPDATE billing_emails SET subject = 'sub_' || user_id || ' ' || (
        SELECT to_char(trial_ends_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') FROM billing_accounts b
        WHERE b.user_id = billing_emails.user_id) WHERE user_id = '${userId}'`);
  const run = async (userId: string) => {
    const before = (await emailsTo(userId)).length;
    await enqueueTrialEmails(api.services);
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
    await Promise.all([1, 2, 3].map(() => enqueueTrialEmails(api.services)));
    const emails = await api.db.accountEmail.groupBy({
      by: ['userId'],
      where: { userId: { in: userIds } },
      _count: true,
    });
    expect(emails.map(({ _count: count }) => count)).toEqual(userIds.map(() => 1));
  });

  it('sends another email about a trial that was extended', async () => {
    const userId = await trialOf(6 * dayMs);
    expect(await run(userId)).toBe(1);
    await api.db.billingAccount.update({ where: { userId }, data: { trialEndsAt: fromNow(6.5 * dayMs) } });
    expect(await run(userId)).toBe(1);
  });

  it('sends no email to a user without a verified address', async () => {
    const userId = await trialOf(6 * dayMs);
    await api.db.user.update({ where: { id: userId }, data: { emailVerified: false } });
    expect(await run(userId)).toBe(0);
  });
});

describe('the email about the end of a trial', () => {
  const compose = async (data: Partial<Prisma.BillingAccountUncheckedCreateInput>) => {
    const user = await makeUser(api);
    const trialEndsAt = new Date('2999-01-02T10:00:00.000Z');
    await api.db.billingAccount.create({
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
    return composeAccountEmail({ ...row, details }, { ...api.services, committedDb: api.db });
  };

  it('says what follows: a charge, a pause or nothing', async () => {
    const card = { cardBrand: 'visa', cardLast4: '4242', cardExpMonth: 12, cardExpYear: 2034, hasPaymentMethod: true };
    const charged = await compose(card);
    expect(charged?.subject).toBe('Your System Initiative trial ends on January 2, 2999 (UTC)');
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

  it.each<[string, Partial<Prisma.BillingAccountUncheckedCreateInput>, string, string]>([
    ['are emailed', { collection: 'sendInvoice' }, 'we email the invoice to you.', 'Open'],
    ['are paused', { collection: 'paused' }, 'Payments for it are paused.', 'Open'],
    [
      'are paused beyond the trial',
      { collection: 'paused', collectionResumesAt: new Date('2999-03-01T10:00:00.000Z') },
      'Payments for it are paused.',
      'Open',
    ],
    ['need a card or end', { trialEndBehavior: 'cancel' }, 'your subscription will end with the trial', 'Add'],
    ['stay unpaid', { trialEndBehavior: 'create_invoice' }, 'an invoice that you have to pay', 'Add'],
  ])('says what follows if the payments %s', async (_what, data, paragraph, link) => {
    const email = await compose(data);
    expect(email?.text).toContain(paragraph);
    expect(email?.text).toContain(`\n${link}`);
    expect(email?.text).not.toContain('will be paused');
  });

  it('is not sent if the trial has ended or moved meanwhile', async () => {
    expect(await compose({ subscriptionStatus: 'active' })).toBeNull();
    expect(await compose({ trialEndsAt: new Date('2999-02-02T10:00:00.000Z') })).toBeNull();
  });
});

describe('an email about a payment', () => {
  const compose = async (
    kind: string,
    data: Partial<Prisma.BillingAccountUncheckedCreateInput>,
    details: object,
    invoice?: MirroredInvoice,
  ) => {
    const user = await makeUser(api);
    await api.db.billingAccount.create({ data: { ...data, currency: 'usd', userId: user.id, email: user.email } });
    if (invoice) await api.db.invoice.create({ data: { ...invoice, userId: user.id } });
    const row = { id: 'x', userId: user.id, kind, recipient: user.email, createdAt: new Date() };
    return {
      user,
      email: await composeAccountEmail({ ...row, details: { ...details } }, { ...api.services, committedDb: api.db }),
    };
  };

  it.each([
    ['the whole invoice', 4_900n, '$49.00'],
    ['what is left of it', 900n, '$9.00'],
  ])('that failed has a link to pay %s', async (_what, amountRemaining, amount) => {
    const invoice = anInvoice({ id: `in_${ulid()}`, status: 'failed', amountRemaining });
    const data = { subscriptionStatus: 'past_due' };
    const { user, email } = await compose('paymentFailed', data, { invoiceId: invoice.id }, invoice);
    const url = `http://localhost:9001/users/${user.id}/billing/invoices/${invoice.id}/payment`;
    expect(email?.text).toContain(`Pay ${amount}:\n${url}`);
    expect(email?.text).toContain(`We could not charge ${amount} to your card.`);
  });

  it.each([
    ['past_due', 'If it stays unpaid, your subscription ends.'],
    ['paused', 'If it stays unpaid, your subscription stays paused.'],
  ])('that failed says what follows if the subscription is %s', async (subscriptionStatus, text) => {
    const invoice = anInvoice({ id: `in_${ulid()}`, status: 'failed', amountRemaining: 4_900n });
    const { email } = await compose('paymentFailed', { subscriptionStatus }, { invoiceId: invoice.id }, invoice);
    expect(email?.text).toContain(text);
  });

  it.each([
    ['names the next attempt', '2099-05-09T10:00:00Z', true],
    ['does not name one that is over', '2026-05-09T10:00:00Z', false],
  ])('that failed %s', async (_what, nextAttempt, isNamed) => {
    const nextAttemptAt = new Date(nextAttempt);
    const failed = { status: 'failed', amountRemaining: 4_900n, nextAttemptAt } as const;
    const invoice = anInvoice({ id: `in_${ulid()}`, ...failed });
    const { email } = await compose(
      'paymentFailed',
      { subscriptionStatus: 'past_due' },
      { invoiceId: invoice.id },
      invoice,
    );
    expect(email?.text.includes('We will charge the card again on May 9, 2099 (UTC).')).toBe(isNamed);
  });

  it.each([
    ['by its login', {}, 'The one that logs in with GitHub'],
    ['by its company and login', { legalName: 'Acme Ltd' }, 'Acme Ltd (logs in with GitHub)'],
  ])('names the account %s, if another one has the same address', async (_how, data, account) => {
    const paused = { subscriptionStatus: 'paused', ...data };
    const { user, email: alone } = await compose('subscriptionPaused', paused, {});
    expect(alone?.text).not.toContain('Account:');
    await api.db.user.update({ where: { id: user.id }, data: { auth0Id: `github|${user.id}` } });
    await makeUser(api, { email: user.email });
    const row = { id: 'x', userId: user.id, kind: 'subscriptionPaused', recipient: user.email, details: {} };
    const email = await composeAccountEmail(
      { ...row, createdAt: new Date() },
      { ...api.services, committedDb: api.db },
    );
    expect(email?.text).toContain(`Account: ${account}`);
  });

  it('of a paused subscription says what a card is charged at once', async () => {
    const data = { subscriptionStatus: 'paused', nextInvoiceAmount: 4_900 };
    const { email } = await compose('subscriptionPaused', data, {});
    expect(email?.text).toContain('When you add a card, your subscription resumes and we will charge $49.00 at once.');
  });
});
