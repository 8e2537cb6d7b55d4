import { jest } from '@jest/globals';
import { getOrCreateCustomer, isBillingSetUp, setUpBilling } from '../../../src/features/billing/customer.ts';
import { requestBillingSetup, syncBillingEmail } from '../../../src/features/billing/request-billing-setup.ts';
import { withIdempotencyKey } from '../../../src/features/billing/stripe-request-guards.ts';
import { syncCustomer } from '../../../src/features/billing/sync-customer.ts';
import { AppError } from '../../../src/platform/errors/app-error.ts';
import { apiError } from '../../../src/platform/errors/api-error.ts';
import type { BillingAccount, Prisma, User } from '../../../src/generated/prisma/client.ts';
import { IdempotencyKeyExhausted } from '../../../src/integrations/stripe/billing-provider.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { makeUser } from '../../support/builders.ts';
import { aSnapshot, fakeBilling } from '../../support/fake-billing.ts';
import { anInvoice } from '../../support/invoices.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** The jobs that set up billing for a user. */
async function jobsFor({ id }: User) {
  const { rows } = await api.services.pool.query<{ queue: string; delay: number }>(
    `SELECT queue_name AS queue, round(extract(epoch FROM run_at - created_at))::int AS delay FROM graphile_worker.jobs
      WHERE task_identifier = 'setUpBilling' AND key = $1`,
    [`billing-${id}`],
  );
  return rows;
}

const request = (user: User, delayMs?: number) =>
  api.db.$transaction((tx) => requestBillingSetup(user, tx, api.services, delayMs));
const syncEmail = (user: User) => api.db.$transaction((tx) => syncBillingEmail(user, tx));
const deleteJobs = () => api.asOwner('TRUNCATE graphile_worker._private_jobs');

describe('the set-up of billing', () => {
  it.each([
    [undefined, 0],
    [0, 0],
    [5_000, 5],
  ])('with a delay of %j ms is enqueued once, %i s later', async (delayMs, delay) => {
    const user = await makeUser(api, { firstName: 'Ada' });
    await request(user, delayMs);
    expect(await jobsFor(user)).toEqual([{ queue: expect.stringMatching(/^stripe-[01]$/) as string, delay }]);
    const account = await api.db.billingAccount.findUniqueOrThrow({ where: { userId: user.id } });
    expect(account).toMatchObject({ email: user.email, firstName: 'Ada', customerId: null });
    await deleteJobs();
    await request(user);
    expect(await jobsFor(user)).toEqual([]);
  });

  it.each<[string, Parameters<typeof makeUser>[1]]>([
    ['whose email is not verified', { emailVerified: false }],
    ['who has not accepted the current terms', { tosVersionId: null }],
  ])('is not enqueued for a user %s', async (_who, overrides) => {
    const user = await makeUser(api, overrides);
    await request(user);
    expect(await jobsFor(user)).toEqual([]);
    expect(await api.db.billingAccount.count({ where: { userId: user.id } })).toBe(0);
  });
});

describe('a changed email address', () => {
  it('is sent to Stripe once it is verified, and only for the account whose address changed', async () => {
    const [user, other] = [await makeUser(api), await makeUser(api)];
    await request(user);
    await request(other);
    await deleteJobs();
    await syncEmail(user);
    expect(await jobsFor(user)).toEqual([]);
    await syncEmail({ ...user, email: 'new@example.com', emailVerified: false });
    expect(await jobsFor(user)).toEqual([]);
    await syncEmail({ ...user, email: 'new@example.com' });
    expect(await jobsFor(user)).toHaveLength(1);
    expect(await jobsFor(other)).toEqual([]);
  });

  it('of a user without billing is not sent to Stripe', async () => {
    const user = await makeUser(api);
    await syncEmail({ ...user, email: 'newer@example.com' });
    expect(await jobsFor(user)).toEqual([]);
  });
});

const accountOf = ({ id }: User) => api.db.billingAccount.findUniqueOrThrow({ where: { userId: id } });
const makeAccount = ({ id, email }: User, data: Partial<Prisma.BillingAccountUncheckedCreateInput> = {}) =>
  api.db.billingAccount.create({ data: { userId: id, email, ...data } });

/** A user, and a provider in whose place nothing is at Stripe. */
async function userWithoutCustomer() {
  const user = await makeUser(api);
  const billing = fakeBilling(user.email);
  return { user, billing, services: { ...api.services, billing } };
}

describe('the customer of a user', () => {
  it('is created with a subscription; a retry by another version uses the same idempotency keys', async () => {
    const { user, billing, services } = await userWithoutCustomer();
    const account = await getOrCreateCustomer(user, services);
    expect(account).toMatchObject({ customerId: `cus_${user.id}`, subscriptionId: 'sub_1' });
    const created = expect.objectContaining({ userId: user.id, email: user.email }) as BillingAccount;
    expect(billing.createCustomer.mock.calls).toEqual([[created, `customer-${user.id}-1`]]);
    expect(billing.startTrial.mock.calls).toEqual([[`cus_${user.id}`, `subscription-${user.id}-1`, null]]);
    // In case that this process exits before.
    expect(await jobsFor(user)).toMatchObject([{ delay: 5 }]);
  });

  it('needs no request to Stripe once it is set up', async () => {
    const { user, billing, services } = await userWithoutCustomer();
    await makeAccount(user, { customerId: `cus_${user.id}`, subscriptionId: 'sub_1' });
    expect(await getOrCreateCustomer(user, services)).toEqual(await accountOf(user));
    for (const method of Object.values(billing)) expect(method).not.toHaveBeenCalled();
  });

  it.each([
    ['cus_1', 'sub_1', 'trialing', true],
    ['cus_1', null, null, false],
    ['cus_1', null, 'canceled', true],
    ['cus_1', null, 'incomplete_expired', true],
    [null, 'sub_1', 'canceled', false],
    [null, null, null, false],
  ])('%j with the subscription %j, %j, counts as set up: %j', (customerId, subscriptionId, status, expected) => {
    const account = { customerId, subscriptionId, subscriptionStatus: status } as BillingAccount;
    expect(isBillingSetUp(account)).toBe(expected);
    expect(isBillingSetUp(null)).toBe(false);
  });

  it('gets only the subscription if that is missing', async () => {
    const { user, billing, services } = await userWithoutCustomer();
    await makeAccount(user, { customerId: `cus_of_${user.id}` });
    await getOrCreateCustomer(user, services);
    expect(billing.createCustomer.mock.calls).toEqual([]);
    expect(billing.startTrial.mock.calls).toEqual([[`cus_of_${user.id}`, `subscription-${user.id}-1`, null]]);
  });

  it('keeps the subscription that it has', async () => {
    const { user, billing, services } = await userWithoutCustomer();
    await makeAccount(user, { customerId: `cus_${user.id}`, subscriptionId: 'sub_1' });
    await setUpBilling(user.id, services);
    expect(billing.startTrial.mock.calls).toEqual([]);
  });

  it('is the first that Stripe has for the user, and no other user gets it', async () => {
    const { user, billing, services } = await userWithoutCustomer();
    const other = await makeUser(api);
    await makeAccount(other);
    billing.findCustomers.mockResolvedValue([`cus_1_${user.id}`, `cus_2_${user.id}`]);
    expect((await getOrCreateCustomer(user, services)).customerId).toBe(`cus_1_${user.id}`);
    expect(billing.createCustomer.mock.calls).toEqual([]);
    expect((await accountOf(other)).customerId).toBeNull();
  });

  it('is the one that another request stored meanwhile', async () => {
    const { user, billing, services } = await userWithoutCustomer();
    const stored = `cus_stored_${user.id}`;
    billing.findCustomers.mockImplementation(async () => {
      await api.db.billingAccount.update({ where: { userId: user.id }, data: { customerId: stored } });
      return [`cus_found_${user.id}`];
    });
    expect((await getOrCreateCustomer(user, services)).customerId).toBe(stored);
    expect(billing.startTrial.mock.calls).toMatchObject([[stored, expect.any(String), null]]);
  });

  it('that replaces another one goes on although Stripe refuses its tax number, and the log has the reason', async () => {
    const { user, billing, services } = await userWithoutCustomer();
    await makeAccount(user, { taxNumber: 'X', country: 'DE' });
    billing.readCustomer.mockResolvedValue(aSnapshot({ email: user.email, taxNumber: 'X', country: 'DE' }));
    const refused = new AppError('Stripe responded with 400, parameter_invalid, type.');
    billing.updateTaxNumber.mockRejectedValue(refused);
    const logged = jest.spyOn(services.log, 'error').mockReturnValue();
    expect(await setUpBilling(user.id, services)).toMatchObject({ subscriptionId: 'sub_1', taxNumber: 'X' });
    const customerId = `cus_${user.id}`;
    expect(logged).toHaveBeenCalledWith(
      { err: refused, customerId },
      'Stripe refused the tax number of a new customer, which keeps it as text',
    );
    logged.mockRestore();
    expect(billing.updateTaxNumber.mock.calls).toEqual([[customerId, 'DE', 'X']]);
  });

  it('that Stripe already had keeps its own tax number', async () => {
    const { user, billing, services } = await userWithoutCustomer();
    await makeAccount(user, { taxNumber: 'DE123456789' });
    billing.readCustomer.mockResolvedValue(aSnapshot({ email: user.email, taxNumber: 'DE987654321' }));
    await setUpBilling(user.id, services);
    expect(billing.updateTaxNumber.mock.calls).toEqual([]);
  });

  it.each([
    [true, 'old@example.com', true],
    [true, null, false],
    [false, 'old@example.com', false],
  ])(
    'gets the address of the user if that is verified (%j) and Stripe has %j: %j',
    async (emailVerified, old, isSent) => {
      const { user, billing, services } = await userWithoutCustomer();
      await makeAccount(user, { customerId: `cus_${user.id}`, ...(old !== null && { email: old }) });
      await api.db.user.update({ where: { id: user.id }, data: { emailVerified } });
      await setUpBilling(user.id, services);
      expect(billing.updateEmail.mock.calls).toEqual(isSent ? [[`cus_${user.id}`, user.email]] : []);
    },
  );
});

describe('an idempotency key', () => {
  const generationOf = async (user: User) => (await accountOf(user)).generation;

  it('is replaced if Stripe only replays an error for it', async () => {
    const { user, billing, services } = await userWithoutCustomer();
    const other = await makeUser(api);
    await makeAccount(other);
    const exhausted = apiError('BillingUnavailable', { cause: new IdempotencyKeyExhausted('replayed') });
    billing.createCustomer.mockRejectedValueOnce(exhausted);
    await expect(getOrCreateCustomer(user, services)).rejects.toBe(exhausted);
    await getOrCreateCustomer(user, services);
    expect(billing.createCustomer.mock.calls.map(([, key]) => key)).toEqual([
      `customer-${user.id}-1`,
      `customer-${user.id}-2`,
    ]);
    expect(await generationOf(other)).toBe(1);
  });

  it('is replaced once by requests that fail at the same time', async () => {
    const { user, services } = await userWithoutCustomer();
    const account = await makeAccount(user);
    const exhausted = apiError('BillingUnavailable', { cause: new IdempotencyKeyExhausted('replayed') });
    const request = () => withIdempotencyKey('any', account, () => Promise.reject(exhausted), services);
    for (const { status } of await Promise.allSettled([request(), request()])) expect(status).toBe('rejected');
    expect(await generationOf(user)).toBe(2);
  });

  it.each([
    ['unreachable', apiError('BillingUnavailable')],
    ['unreachable, with a cause', apiError('BillingUnavailable', { cause: new Error('timeout') })],
    ['not to blame', new Error('a bug')],
  ])('stays the same while Stripe is %s: another one could create a second customer', async (_what, error) => {
    const { user, billing, services } = await userWithoutCustomer();
    billing.createCustomer.mockRejectedValueOnce(error);
    await expect(getOrCreateCustomer(user, services)).rejects.toBe(error);
    expect(await generationOf(user)).toBe(1);
  });
});

describe('a sync of a customer', () => {
  const emailsTo = async ({ id }: User) =>
    (await api.db.accountEmail.findMany({ where: { userId: id }, orderBy: { id: 'asc' } })).map(({ kind }) => kind);

  /** A user with a customer, and another one, whom no sync of the first may change. */
  async function twoCustomers(data: Partial<Prisma.BillingAccountUncheckedCreateInput> = {}) {
    const { user, billing, services } = await userWithoutCustomer();
    const other = await makeUser(api);
    for (const each of [user, other]) await makeAccount(each, { customerId: `cus_${each.id}` });
    await api.db.billingAccount.update({ where: { userId: user.id }, data });
    const otherAccount = await accountOf(other);
    return {
      user,
      billing,
      sync: async () => {
        const account = await syncCustomer(user.id, services);
        expect(await accountOf(other)).toEqual(otherAccount);
        return account;
      },
    };
  }

  it('does nothing without a customer', async () => {
    const { user, billing, sync } = await twoCustomers({ customerId: null });
    expect(await sync()).toEqual(await accountOf(user));
    for (const method of Object.values(billing)) expect(method).not.toHaveBeenCalled();
  });

  it('reads nothing if the customer was removed meanwhile', async () => {
    const { user, billing, sync } = await twoCustomers();
    billing.findCheckoutCard.mockImplementation(async () => {
      await api.db.billingAccount.update({ where: { userId: user.id }, data: { customerId: null } });
      return null;
    });
    expect((await sync()).mirroredAt).toBeNull();
    expect(billing.readCustomer.mock.calls).toEqual([]);
  });

  it('makes the card of a checkout the default one, once', async () => {
    const { user, billing, sync } = await twoCustomers({ checkoutId: 'cs_1' });
    billing.findCheckoutCard.mockResolvedValue({ checkoutId: 'cs_1', paymentMethod: 'pm_1' });
    expect((await sync()).checkoutId).toBe('cs_1');
    expect(billing.setDefaultPaymentMethod.mock.calls).toEqual([]);
    billing.findCheckoutCard.mockResolvedValue({ checkoutId: 'cs_2', paymentMethod: 'pm_2' });
    for (const _again of [1, 2]) expect((await sync()).checkoutId).toBe('cs_2');
    expect(billing.setDefaultPaymentMethod.mock.calls).toEqual([[`cus_${user.id}`, 'pm_2']]);
  });

  it('resumes a paused subscription once with each card, and stores the result', async () => {
    const { user, billing, sync } = await twoCustomers();
    const paused = { email: user.email, subscriptionId: 'sub_1', subscriptionStatus: 'paused' };
    const keys = () => billing.resumeSubscription.mock.calls;
    billing.readCustomer.mockResolvedValue(aSnapshot(paused, 'pm_1'));
    expect((await sync()).resumedWith).toBe('pm_1');
    expect(keys()).toEqual([['sub_1', `resume-sub_1-pm_1-${user.id}-1`]]);
    expect(billing.readCustomer.mock.calls).toHaveLength(2);
    await sync();
    expect(keys()).toHaveLength(1);
    expect(billing.readCustomer.mock.calls).toHaveLength(3);
    // The customer has removed the card.
    billing.readCustomer.mockResolvedValueOnce(aSnapshot(paused, null));
    await sync();
    expect(keys()).toHaveLength(1);
    billing.readCustomer.mockResolvedValueOnce(aSnapshot(paused, 'pm_2'));
    billing.readCustomer.mockResolvedValueOnce(aSnapshot({ ...paused, subscriptionStatus: 'active' }, 'pm_2'));
    expect(await sync()).toMatchObject({ resumedWith: 'pm_2', subscriptionStatus: 'active' });
    expect(keys().slice(1)).toEqual([['sub_1', `resume-sub_1-pm_2-${user.id}-1`]]);
  });

  it.each([
    ['trialing', 'sub_1', 'pm_1'],
    ['canceled', 'sub_1', 'pm_1'],
    ['paused', 'sub_1', null],
    ['paused', null, 'pm_1'],
  ])(
    'resumes nothing if the subscription is %s, its id %j and the card %j',
    async (subscriptionStatus, subscriptionId, card) => {
      const { user, billing, sync } = await twoCustomers();
      billing.readCustomer.mockResolvedValue(
        aSnapshot({ email: user.email, subscriptionId, subscriptionStatus }, card),
      );
      await sync();
      expect(billing.resumeSubscription.mock.calls).toEqual([]);
      expect(billing.readCustomer.mock.calls).toHaveLength(1);
    },
  );

  it('removes what belonged to a customer that was deleted at Stripe, but the ended subscription, which can start again', async () => {
    const kept = { legalName: 'Acme' };
    const { user, billing, sync } = await twoCustomers({
      ...kept,
      trialEndsAt: new Date(0),
      hasPaymentMethod: true,
      cardBrand: 'visa',
      cardLast4: '4242',
      cardExpMonth: 12,
      cardExpYear: 2060,
      subscriptionId: 'sub_1',
      subscriptionStatus: 'active',
      nextInvoiceAt: new Date(0),
      nextInvoiceAmount: 4_900n,
      hasFailedInvoice: true,
      invoicesReadAt: new Date(0),
      checkoutId: 'cs_1',
      resumedWith: 'pm_1',
    });
    for (const status of ['paid', 'open', 'failed'] as const)
      await api.db.invoice.create({ data: { ...anInvoice({ id: `${status}_${user.id}`, status }), userId: user.id } });
    billing.readCustomer.mockResolvedValue(null);
    expect(await sync()).toMatchObject({
      ...kept,
      customerId: null,
      generation: 2,
      hasPaymentMethod: false,
      cardBrand: null,
      cardLast4: null,
      cardExpMonth: null,
      cardExpYear: null,
      subscriptionId: 'sub_1',
      subscriptionStatus: 'canceled',
      endingAt: expect.any(Date) as Date,
      trialEndsAt: null,
      nextInvoiceAt: null,
      nextInvoiceAmount: 4_900n,
      hasFailedInvoice: false,
      invoicesReadAt: expect.any(Date) as Date,
      checkoutId: null,
      resumedWith: null,
    });
    // It can still be opened. Those of a deleted customer cannot be paid.
    expect(await api.db.invoice.findMany({ where: { userId: user.id } })).toMatchObject([{ status: 'paid' }]);
  });

  it('ignores a read of Stripe that started earlier, and sends no email about it', async () => {
    const { user, billing, sync } = await twoCustomers();
    billing.readCustomer.mockImplementation(async () => {
      await api.db.billingAccount.update({ where: { userId: user.id }, data: { readStored: { increment: 1 } } });
      return aSnapshot({ email: 'elsewhere@example.com', subscriptionStatus: 'paused' });
    });
    expect(await sync()).toMatchObject({ email: user.email, subscriptionStatus: null, mirroredAt: null });
    expect(await emailsTo(user)).toEqual([]);
  });

  it.each([
    ['it was changed at Stripe', 'old@example.com', 'elsewhere@example.com', ['billingEmailChanged']],
    ['it became that of the user', 'old@example.com', null, []],
    ['it stays another one', 'old@example.com', 'old@example.com', []],
    ['it stays that of the user', null, null, []],
  ])('emails the user about the billing address if %s', async (_what, before, after, expected) => {
    const { user, billing, sync } = await twoCustomers(before === null ? {} : { email: before });
    billing.readCustomer.mockResolvedValue(aSnapshot({ email: after ?? user.email }));
    expect((await sync()).email).toBe(after ?? user.email);
    expect(await emailsTo(user)).toEqual(expected);
  });
});
