import { resumeText, type billingCalls } from '@portal/contract';
import type { BillingAccount } from '../../generated/prisma/client.ts';
import { toChargeOnRestart, toChargeOnResume } from '../../integrations/stripe/billing-overview.presenters.ts';
import { apiError } from '../../platform/errors/api-error.ts';
import { throttledWarning } from '../../platform/observability/throttled-warning.ts';
import type { Services } from '../../request/call/services.ts';
import type { ActorContext, Handlers } from '../../request/call/types.ts';
import { enqueueApplyEvents } from './billing-jobs.ts';
import { billingUrl, portalBillingUrl, toBillingDetails, toActiveSubscription } from './billing.presenters.ts';
import { getOrCreateCustomer, withCustomer, type AccountWithCustomer } from './customer.ts';
import {
  syncAfterTimeout,
  withStripeTimeout,
  isBillingUnavailable,
  withIdempotencyKey,
} from './stripe-request-guards.ts';
import { storeEvent } from './stripe-events.ts';
import { syncCustomer } from './sync-customer.ts';
import { updateBillingDetails } from './update-billing-details.ts';

/** Throttled, because anyone can send such events. */
const warnOfInvalidSignature = throttledWarning(
  'events',
  'rejected Stripe webhook events with an invalid signature; see docs/operating/incidents/stripe-events-rejected.md',
);

export const billingHandlers: Handlers<typeof billingCalls> = {
  async getBillingDetails(_input, context) {
    return {
      billingDetails: toBillingDetails(context.actor.user, await accountOf(context), context.services.settings),
    };
  },

  async updateBillingDetails({ body }, { actor: { user }, requireRights, services }) {
    const account = await updateBillingDetails(user, body, { requireRights }, services);
    return { billingDetails: toBillingDetails(user, account, services.settings) };
  },

  async getActiveSubscription(_input, context) {
    return { activeSubscription: toActiveSubscription(await accountOf(context)) };
  },

  async hasBillingDetails(_input, context) {
    return { paymentDetailsSet: (await accountOf(context))?.hasPaymentMethod ?? false };
  },

  async createBillingIntegration(_input, { actor, services }) {
    await withStripeTimeout(() => getOrCreateCustomer(actor.user, services), services);
    return {};
  },

  async restartSubscription(_input, { actor: { user }, db, services }) {
    const account = await db.billingAccount.findUnique({ where: { userId: user.id } });
    if (!account?.hasPaymentMethod || toChargeOnRestart(account) === null) return {};
    const restarted = withStripeTimeout(() => restartSubscription(account, services), services);
    await syncAfterTimeout(user.id, services, restarted);
    return {};
  },

  async goToCheckout(_input, { actor: { user, now }, needsConfirmation, confirmationPage, services }) {
    if (needsConfirmation) return confirmationPage(confirmStripe);
    const { settings, billing } = services;
    const returnUrl = billingUrl(user, 'checkout-return', settings);
    const cancelUrl = `${portalBillingUrl(user, settings, now)}?payment=cancelled`;
    const open = (account: AccountWithCustomer) => {
      const { customerId, currency } = account;
      const charge = toChargeOnResume(account);
      return billing.openCheckout({
        customerId,
        currency: currency ?? 'usd',
        returnUrl,
        cancelUrl,
        ...(charge && { notice: resumeText(charge) }),
      });
    };
    return { redirect: await withStripeTimeout(() => withCustomer(user, services, open), services) };
  },

  async returnFromCheckout({ query }, { actor: { user, now }, services, db }) {
    const page = portalBillingUrl(user, services.settings, now);
    if ((await db.billingAccount.count({ where: { userId: user.id } })) === 0) return { redirect: page };
    const synced = withStripeTimeout(() => syncCustomer(user.id, services), services);
    const isSaved = syncAfterTimeout(user.id, services, synced).then(
      ({ checkoutId }) => checkoutId === query.session_id,
      (error: unknown) => {
        if (isBillingUnavailable(error)) return false;
        throw error;
      },
    );
    return { redirect: `${page}?payment=${(await isSaved) ? 'saved' : 'pending'}` };
  },

  async goToCustomerPortal(_input, { actor: { user, now }, needsConfirmation, confirmationPage, services }) {
    if (needsConfirmation) return confirmationPage(confirmStripe);
    const returnUrl = portalBillingUrl(user, services.settings, now);
    const open = ({ customerId }: AccountWithCustomer) => services.billing.openPortal({ customerId, returnUrl });
    return { redirect: await withStripeTimeout(() => withCustomer(user, services, open), services) };
  },

  async receiveStripeEvent(_input, { req, db, services }) {
    const body: unknown = req.body;
    const event = Buffer.isBuffer(body) && services.billing.verifyEvent(body, req.get('stripe-signature') ?? '');
    if (!event) {
      warnOfInvalidSignature(services);
      services.metrics.countStripeEvent({ type: null, outcome: 'rejected' });
      throw apiError('InvalidSignature');
    }
    // An error would make Stripe send it again for days.
    if ('thinType' in event) {
      services.metrics.countStripeEvent({ type: event.thinType, outcome: 'ignored' });
      return {};
    }
    const isNew = await storeEvent(event, body.toString(), db);
    services.metrics.countStripeEvent({ type: event.type, outcome: isNew ? 'stored' : 'duplicate' });
    return {};
  },
};

/** For a link on another site. */
const confirmStripe = {
  title: 'Continue to Stripe?',
  text: 'This link opens your payment details and invoices at Stripe. Continue only if you expected this.',
  label: 'Continue',
};

const accountOf = ({ actor, db }: ActorContext) => db.billingAccount.findUnique({ where: { userId: actor.user.id } });

/** Starts an ended subscription again. The key names the ended one, so that it is started once, however often this is called. */
export async function restartSubscription(account: BillingAccount, services: Services): Promise<void> {
  const { userId, customerId, subscriptionId } = account;
  if (customerId === null || subscriptionId === null) return;
  const start = (key: string) => services.billing.restartSubscription(customerId, subscriptionId, key);
  await withIdempotencyKey(`restart-${subscriptionId}`, account, start, services);
  try {
    await syncCustomer(userId, services);
  } catch (error) {
    if (!isBillingUnavailable(error)) throw error;
    // The subscription has started. Only the mirror is out of date.
    await enqueueApplyEvents(customerId, services.db);
  }
}
