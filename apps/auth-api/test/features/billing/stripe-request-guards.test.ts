import { jest } from '@jest/globals';
import {
  syncAfterTimeout,
  withIdempotencyKey,
  withSaveLock,
} from '../../../src/features/billing/stripe-request-guards.ts';
import { restartSubscription } from '../../../src/features/billing/billing.handlers.ts';
import { updateBillingDetails } from '../../../src/features/billing/update-billing-details.ts';
import type { Prisma, User } from '../../../src/generated/prisma/client.ts';
import { IdempotencyKeyExhausted, MissingAtStripe } from '../../../src/integrations/stripe/billing-provider.ts';
import { apiError } from '../../../src/platform/errors/api-error.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { findCustomersToSync, makeBillingCustomer } from '../../support/billing-customer.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const neverAborted = new AbortController().signal;
const request = { requireRights: () => Promise.resolve() };

const customer = (data?: Partial<Prisma.BillingAccountUncheckedCreateInput>) => makeBillingCustomer(api, data);

const accountOf = ({ id }: User) => api.db.billingAccount.findUniqueOrThrow({ where: { userId: id } });

const customersToSync = () => findCustomersToSync(api);

describe('a save that Stripe has, if it cannot be read afterwards', () => {
  const edit = { billingInformation: { city: 'Paris' }, companyInformation: { taxIdentificationNumber: 'DE2' } };
  const saved = { city: 'Paris', taxNumber: 'DE2', taxNumberState: null, legalName: 'Acme' };

  it.each<[string, number, () => Promise<never>]>([
    ['is unreachable', 20_000, () => Promise.reject(apiError('BillingUnavailable'))],
    ['refuses the key', 20_000, () => Promise.reject(apiError('BillingMisconfigured'))],
    ['does not respond in time', 1_000, () => new Promise<never>(() => {})],
  ])('is reported as saved, and a sync follows: Stripe %s', async (_what, STRIPE_TIMEOUT_MS, sync) => {
    const { user, customerId, billing, services } = await customer({ legalName: 'Acme', taxNumberState: 'verified' });
    billing.findCheckoutCard.mockImplementation(sync);
    const settings = { ...services.settings, STRIPE_TIMEOUT_MS };
    expect(await updateBillingDetails(user, edit, request, { ...services, settings })).toMatchObject(saved);
    // The page reads them next.
    expect(await accountOf(user)).toMatchObject(saved);
    expect(await customersToSync()).toContain(customerId);
  });

  it.each([
    ['kept, because all are unknown', false],
    ['replaced', true],
  ])('is reported as saved while its customer, which Stripe does not know, is %s', async (_what, areOthersKnown) => {
    const { user, customerId, billing, services } = await customer({ legalName: 'Acme', mirroredAt: new Date() });
    await customer({ customerLinkedAt: new Date(0) });
    const missing = apiError('BillingUnavailable', { cause: new MissingAtStripe('unknown') });
    billing.findCheckoutCard.mockRejectedValue(missing);
    billing.isCustomerKnown.mockImplementation((id) => Promise.resolve(areOthersKnown && id !== customerId));
    expect(await updateBillingDetails(user, edit, request, services)).toMatchObject(saved);
    expect(await accountOf(user)).toMatchObject({ ...saved, customerId: areOthersKnown ? null : customerId });
  });

  it('fails if the sync fails because of a bug', async () => {
    const { user, billing, services } = await customer();
    const bug = new Error('a bug');
    billing.findCheckoutCard.mockRejectedValue(bug);
    await expect(updateBillingDetails(user, edit, request, services)).rejects.toBe(bug);
  });
});

describe('a subscription that Stripe has started again, if the customer cannot be read afterwards', () => {
  const ended = { subscriptionStatus: 'canceled' };

  it.each(['BillingUnavailable', 'BillingMisconfigured'] as const)(
    'counts as started, and a sync follows: %s',
    async (type) => {
      const { user, customerId, billing, services } = await customer(ended);
      billing.findCheckoutCard.mockRejectedValue(apiError(type));
      await restartSubscription(await accountOf(user), services);
      expect(billing.restartSubscription.mock.calls).toHaveLength(1);
      expect(await customersToSync()).toContain(customerId);
    },
  );

  it('fails if the sync fails because of a bug', async () => {
    const { user, billing, services } = await customer(ended);
    const bug = new Error('a bug');
    billing.findCheckoutCard.mockRejectedValue(bug);
    await expect(restartSubscription(await accountOf(user), services)).rejects.toBe(bug);
  });
});

describe('a clean-up that fails after a request to Stripe', () => {
  const failure = new Error('the database is gone');
  const stripeError = apiError('BillingUnavailable', { cause: new IdempotencyKeyExhausted('replayed') });

  /** Lets the database fail once the request to Stripe has ended. Returns what is logged. */
  function failAfterwards() {
    jest.spyOn(api.db.billingAccount, 'updateMany').mockRejectedValueOnce(failure);
    jest.spyOn(api.db.billingAccount, 'findUnique').mockRejectedValueOnce(failure);
    return jest.spyOn(api.services.log, 'warn').mockReturnValue();
  }
  afterEach(() => jest.restoreAllMocks());

  const cleanUps: Record<string, (user: User, outcome: () => Promise<void>) => Promise<unknown>> = {
    'enqueue a sync': ({ id }, outcome) => syncAfterTimeout(id, api.services, outcome()),
    'replace the idempotency key': async (user, outcome) =>
      withIdempotencyKey('any', await accountOf(user), outcome, api.services),
    'release the lock of a save': ({ id }, outcome) => withSaveLock(id, api.services, neverAborted, outcome),
  };

  it.each(Object.entries(cleanUps))('does not hide the error of Stripe: %s', async (what, run) => {
    const { user } = await customer();
    const warned = failAfterwards();
    await expect(run(user, () => Promise.reject(stripeError))).rejects.toBe(stripeError);
    expect(warned.mock.calls).toEqual([[{ err: failure }, `could not ${what}`]]);
  });

  it('does not make a successful save fail', async () => {
    const { user } = await customer();
    const warned = failAfterwards();
    await withSaveLock(user.id, api.services, neverAborted, () => Promise.resolve());
    expect(warned).toHaveBeenCalledTimes(1);
  });
});
