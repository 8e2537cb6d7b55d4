import { jest } from '@jest/globals';
import {
  isBillingUnavailable,
  syncAfterTimeout,
  withSaveLock,
  withStripeTimeout,
} from '../../../src/features/billing/stripe-request-guards.ts';
import { saveBillingDetails, updateBillingDetails } from '../../../src/features/billing/update-billing-details.ts';
import { apiError } from '../../../src/platform/errors/api-error.ts';
import type { Prisma, User } from '../../../src/generated/prisma/client.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { findCustomersToSync, makeBillingCustomer } from '../../support/billing-customer.ts';
import { logIn, makeUser } from '../../support/builders.ts';
import { aSnapshot } from '../../support/fake-billing.ts';
import { pollUntil } from '../../support/polling.ts';
import { anInvoice } from '../../support/invoices.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const neverAborted = new AbortController().signal;
const request = { requireRights: () => Promise.resolve(), timedOut: neverAborted };

const customer = (data?: Partial<Prisma.BillingAccountUncheckedCreateInput>) => makeBillingCustomer(api, data);

const accountOf = ({ id }: User) => api.db.billingAccount.findUniqueOrThrow({ where: { userId: id } });

const customersToSync = () => findCustomersToSync(api);

describe('whether an error says that Stripe is unavailable', () => {
  it.each<[string, unknown, boolean]>([
    ['BillingUnavailable does', apiError('BillingUnavailable'), true],
    ['BillingMisconfigured does', apiError('BillingMisconfigured'), true],
    ['another error of the API does not', apiError('InvalidInput'), false],
    ['another class with the same type does not', Object.assign(new Error(), { type: 'BillingUnavailable' }), false],
    ['no error does not', undefined, false],
  ])('%s', (_what, error, expected) => expect(isBillingUnavailable(error)).toBe(expected));
});

it('a request that succeeds or fails in time is not aborted', async () => {
  const signals: AbortSignal[] = [];
  const send = (outcome: () => Promise<string>) =>
    withStripeTimeout((timedOut) => {
      signals.push(timedOut);
      return outcome();
    }, api.services);
  const failure = new Error('a bug');
  expect(await send(() => Promise.resolve('done'))).toBe('done');
  await expect(send(() => Promise.reject(failure))).rejects.toBe(failure);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
});

describe('a request that Stripe does not answer in time', () => {
  const withShortTimeout = () => ({ ...api.services, settings: { ...api.services.settings, STRIPE_TIMEOUT_MS: 1 } });
  const error = { type: 'BillingUnavailable', retryAfter: 30 };

  it('fails, and its work is aborted', async () => {
    const signals: AbortSignal[] = [];
    const work = (timedOut: AbortSignal) => {
      signals.push(timedOut);
      return new Promise<never>(() => {});
    };
    await expect(withStripeTimeout(work, withShortTimeout())).rejects.toMatchObject(error);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(signals[0]?.reason).toMatchObject(error);
  });

  it('is followed by a sync, because Stripe may have executed it', async () => {
    const { user, customerId } = await customer();
    const unavailable = apiError('BillingUnavailable');
    await expect(syncAfterTimeout(user.id, api.services, Promise.reject(unavailable))).rejects.toBe(unavailable);
    expect(await customersToSync()).toContain(customerId);
  });

  it.each<[string, Partial<Prisma.BillingAccountUncheckedCreateInput>, Error]>([
    ['if it was rejected', {}, apiError('InvalidInput')],
    ['without a customer', { customerId: null }, apiError('BillingUnavailable')],
  ])('is not followed by a sync %s', async (_when, data, failure) => {
    const { user } = await customer(data);
    const before = await customersToSync();
    await expect(syncAfterTimeout(user.id, api.services, Promise.reject(failure))).rejects.toBe(failure);
    expect(await customersToSync()).toEqual(before);
  });

  it('is not followed by a sync without an account', async () => {
    const { id } = await makeUser(api);
    const unavailable = apiError('BillingUnavailable');
    await expect(syncAfterTimeout(id, api.services, Promise.reject(unavailable))).rejects.toBe(unavailable);
    expect(await syncAfterTimeout(id, api.services, Promise.resolve('done'))).toBe('done');
  });
});

describe('saves of one user', () => {
  it('run one after the other', async () => {
    const { user } = await customer();
    const steps: string[] = [];
    let finish = () => {};
    const isFinished = new Promise<void>((resolve) => (finish = resolve));
    const first = withSaveLock(user.id, api.services, neverAborted, async () => {
      steps.push('the first starts');
      await isFinished;
      steps.push('the first ends');
    });
    await pollUntil(
      () => Promise.resolve(steps),
      ({ length }) => length > 0,
    );
    const { signal } = new AbortController();
    const attempts = jest.spyOn(signal, 'throwIfAborted');
    const second = withSaveLock(user.id, api.services, signal, () => {
      steps.push('the second starts');
      return Promise.resolve();
    });
    await pollUntil(
      () => Promise.resolve(attempts.mock.calls),
      ({ length }) => length > 1 || steps.length > 1,
    );
    finish();
    await Promise.all([first, second]);
    expect(steps).toEqual(['the first starts', 'the first ends', 'the second starts']);
  });

  it('stop waiting when their request times out', async () => {
    const { user } = await customer({ saveLockedUntil: new Date(Date.now() + 60_000) });
    const save = jest.fn(() => Promise.resolve());
    const unavailable = apiError('BillingUnavailable');
    const waiting = withSaveLock(user.id, api.services, AbortSignal.abort(unavailable), save);
    await expect(waiting).rejects.toBe(unavailable);
    expect(save).not.toHaveBeenCalled();
  });

  it('do not wait for a process that has exited', async () => {
    const { user } = await customer({ saveLockedUntil: new Date(Date.now() - 60_000) });
    const save = jest.fn(() => Promise.resolve());
    await withSaveLock(user.id, api.services, neverAborted, save);
    expect(save).toHaveBeenCalledTimes(1);
  });

  it('hold a lock for longer than a save can take, and release it after an error', async () => {
    const { user } = await customer();
    const failure = new Error('a bug');
    let secondsLeft = 0;
    const save = async () => {
      const { rows } = await api.services.pool.query<{ left: number }>(
        'SELECT extract(epoch FROM save_locked_until - now())::float AS left FROM billing_accounts WHERE user_id = $1',
        [user.id],
      );
      secondsLeft = rows[0]?.left ?? 0;
      throw failure;
    };
    await expect(withSaveLock(user.id, api.services, neverAborted, save)).rejects.toBe(failure);
    const longest = api.services.settings.STRIPE_TIMEOUT_MS / 1_000 + 40;
    expect(secondsLeft).toBeLessThanOrEqual(longest);
    expect(secondsLeft).toBeGreaterThan(longest - 20);
    expect((await accountOf(user)).saveLockedUntil).toBeNull();
  });

  it('do not release the lock of a later save, nor that of another user', async () => {
    const saveLockedUntil = new Date(Date.now() + 600_000);
    const [{ user }, other] = [await customer(), await customer({ saveLockedUntil })];
    await withSaveLock(user.id, api.services, neverAborted, async () => {
      await api.db.billingAccount.update({ where: { userId: user.id }, data: { saveLockedUntil } });
    });
    for (const each of [user, other.user]) expect((await accountOf(each)).saveLockedUntil).toEqual(saveLockedUntil);
  });
});

describe('a save of billing details', () => {
  type Edit = Parameters<typeof updateBillingDetails>[1];
  const german = { taxNumber: 'DE1', country: 'DE' };

  it.each<[Edit, object, [string | null, string | null] | null]>([
    [{ firstName: 'Grace' }, { firstName: 'Grace' }, null],
    [{ lastName: '' }, { lastName: null }, null],
    [{ companyInformation: { legalName: 'Acme' } }, { legalName: 'Acme' }, null],
    [{ companyInformation: { taxIdentificationNumber: 'DE1' } }, { taxNumber: 'DE1' }, null],
    [{ companyInformation: { taxIdentificationNumber: 'DE2' } }, { taxNumber: 'DE2' }, ['DE', 'DE2']],
    [{ companyInformation: { taxIdentificationNumber: '' } }, { taxNumber: null }, ['DE', null]],
    [{ billingInformation: { city: 'Berlin' } }, { city: 'Berlin' }, null],
    [{ billingInformation: { country: 'AT' } }, { country: 'AT' }, ['AT', 'DE1']],
  ])('%j writes what is given, and the tax number if it or the country changes', async (edit, changes, taxNumber) => {
    const { user, customerId, billing, services } = await customer();
    const snapshot = aSnapshot({ email: user.email, ...german });
    billing.readCustomer.mockResolvedValue(snapshot);
    await updateBillingDetails(user, edit, request, services);
    expect(billing.updateTaxNumber.mock.calls).toEqual(taxNumber ? [[customerId, ...taxNumber]] : []);
    expect(billing.updateDetails.mock.calls).toEqual([[customerId, snapshot.mirrored, changes]]);
  });

  const edit = { companyInformation: { taxIdentificationNumber: 'nonsense' } };
  const stripeError = apiError('BillingUnavailable');

  it('writes nothing else if Stripe cannot take the tax number at the moment', async () => {
    const { user, billing, services } = await customer();
    billing.updateTaxNumber.mockRejectedValue(stripeError);
    await expect(updateBillingDetails(user, edit, request, services)).rejects.toBe(stripeError);
    expect(billing.updateDetails.mock.calls).toEqual([]);
  });

  it('fails for now if the customer was just deleted at Stripe', async () => {
    const { user, billing, services } = await customer();
    billing.readCustomer.mockResolvedValue(null);
    const save = updateBillingDetails(user, edit, request, services);
    await expect(save).rejects.toMatchObject({ type: 'BillingUnavailable' });
    expect(billing.updateTaxNumber.mock.calls).toEqual([]);
    expect(billing.updateDetails.mock.calls).toEqual([]);
  });

  it.each([
    ['readCustomer', 0],
    ['updateTaxNumber', 1],
  ] as const)('whose request times out during %s writes nothing more', async (step, taxNumbers) => {
    const { user, billing, services } = await customer();
    const timeout = new AbortController();
    if (step === 'readCustomer') {
      billing.readCustomer.mockImplementation(() => {
        timeout.abort(stripeError);
        return Promise.resolve(aSnapshot({ email: user.email }));
      });
    } else {
      billing.updateTaxNumber.mockImplementation(() => {
        timeout.abort(stripeError);
        return Promise.resolve();
      });
    }
    await expect(saveBillingDetails(user, edit, { ...request, timedOut: timeout.signal }, services)).rejects.toBe(
      stripeError,
    );
    expect(billing.updateTaxNumber.mock.calls).toHaveLength(taxNumbers);
    expect(billing.updateDetails.mock.calls).toEqual([]);
  });
});

describe('the pages of the API that lead to Stripe', () => {
  const open = async ({ id }: User, page: string) =>
    api.send('GET', `/users/${id}/billing/${page}`, await logIn(api, { id })).redirects(0);
  /** Serves the calls of the API by the provider of a customer. */
  const serve = ({ billing }: Pick<Awaited<ReturnType<typeof customer>>, 'billing'>) =>
    Object.assign(api.services.billing, billing);
  let ownBilling: typeof api.services.billing;
  beforeAll(() => {
    ownBilling = { ...api.services.billing };
  });
  afterEach(() => void Object.assign(api.services.billing, ownBilling));
  const billingPage = 'http://localhost:9000/billing';

  it.each([
    ['usd', null],
    ['eur', 'eur'],
  ])('are a checkout in %s if the currency of the account is %j', async (currency, own) => {
    const actor = await customer({ currency: own });
    serve(actor);
    expect((await open(actor.user, 'checkout')).headers['location']).toBe('https://checkout.example.com/');
    expect(actor.billing.openCheckout.mock.calls).toEqual([
      [
        {
          customerId: actor.customerId,
          currency,
          returnUrl: `http://localhost:9001/users/${actor.user.id}/billing/checkout-return`,
          cancelUrl: `${billingPage}?payment=cancelled`,
        },
      ],
    ]);
  });

  it('are a customer portal that leads back', async () => {
    const actor = await customer();
    serve(actor);
    expect((await open(actor.user, 'portal')).headers['location']).toBe('https://portal.example.com/');
    expect(actor.billing.openPortal.mock.calls).toEqual([[{ customerId: actor.customerId, returnUrl: billingPage }]]);
  });

  it.each([
    ['saved', 'cs_1', '?session_id=cs_1'],
    ['pending', 'cs_earlier', '?session_id=cs_1'],
    ['pending', null, '?session_id=cs_1'],
    ['pending', null, ''],
  ])(
    'return from the checkout with the payment %s if the stored one is %j and the link has %j',
    async (state, own, query) => {
      const actor = await customer({ checkoutId: own });
      serve(actor);
      const { headers } = await open(actor.user, `checkout-return${query}`);
      expect(headers['location']).toBe(`${billingPage}?payment=${state}`);
    },
  );

  it('return from the checkout with a pending payment while Stripe is unavailable, but fail after other errors', async () => {
    const actor = await customer();
    serve(actor);
    actor.billing.findCheckoutCard.mockRejectedValueOnce(apiError('BillingUnavailable'));
    const pending = await open(actor.user, 'checkout-return?session_id=cs_1');
    expect(pending.headers['location']).toBe(`${billingPage}?payment=pending`);
    actor.billing.findCheckoutCard.mockRejectedValueOnce(new Error('a bug'));
    expect((await open(actor.user, 'checkout-return?session_id=cs_1')).status).toBe(500);
  });

  it('return a user without billing to the billing page, although others have billing', async () => {
    await customer();
    const user = await makeUser(api);
    expect((await open(user, 'checkout-return?session_id=cs_1')).headers['location']).toBe(billingPage);
  });

  const addInvoices = async ({ user: { id: userId }, customerId }: Awaited<ReturnType<typeof customer>>) => {
    const invoices = [1, 2].map((number) => ({ ...anInvoice({ id: `in_${number}${userId}`, customerId }), userId }));
    await api.db.invoice.createMany({ data: invoices });
    return invoices;
  };

  const urls = {
    ...{ pdfUrl: 'https://pdf.example.com/', pageUrl: 'https://invoice.example.com/' },
    ...{ customerName: null, nextAttemptAt: null },
  };

  it('are the PDF and the page of each invoice of the mirror', async () => {
    const actor = await customer();
    const invoices = await addInvoices(actor);
    serve(actor);
    actor.billing.findInvoice.mockResolvedValue(urls);
    for (const { id } of invoices) {
      expect((await open(actor.user, `invoices/${id}/pdf`)).headers['location']).toBe(urls.pdfUrl);
      expect((await open(actor.user, `invoices/${id}/payment`)).headers['location']).toBe(urls.pageUrl);
    }
    expect(actor.billing.findInvoice.mock.calls).toEqual(
      invoices.flatMap(({ id }) => [
        [actor.customerId, id],
        [actor.customerId, id],
      ]),
    );
  });

  it('are not the PDF of an invoice that is not in the mirror: Stripe is not even asked', async () => {
    const actor = await customer();
    await addInvoices(await customer());
    serve(actor);
    actor.billing.findInvoice.mockResolvedValue(urls);
    expect((await open(actor.user, 'invoices/in_1/pdf')).status).toBe(404);
    expect(actor.billing.findInvoice.mock.calls).toEqual([]);
  });

  it('are the PDF of an invoice of a customer that was deleted', async () => {
    const actor = await customer();
    const [invoice] = await addInvoices(actor);
    await api.db.billingAccount.update({ where: { userId: actor.user.id }, data: { customerId: null } });
    serve(actor);
    actor.billing.findInvoice.mockResolvedValue(urls);
    expect((await open(actor.user, `invoices/${invoice?.id ?? ''}/pdf`)).headers['location']).toBe(urls.pdfUrl);
    expect(actor.billing.findInvoice.mock.calls).toEqual([[actor.customerId, invoice?.id]]);
  });

  it('are not the PDF of an invoice of a user without billing', async () =>
    expect((await open(await makeUser(api), 'invoices/in_1/pdf')).status).toBe(404));
});

it('a user without billing has no payment details', async () => {
  const { id } = await makeUser(api);
  const response = await api.send('GET', `/users/${id}/hasBillingDetails`, await logIn(api, { id }));
  expect(response.body).toEqual({ paymentDetailsSet: false });
});
