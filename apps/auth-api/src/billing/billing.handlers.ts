import type { billingCalls } from '@portal/contract';
import type { ActorContext, Handlers } from '../http/handlers.ts';
import { problem } from '../http/problem.ts';
import { orCatchUp } from './catch-up.ts';
import { customerOf } from './customer.ts';
import { billingUrl, portalPage, presentDetails, presentSubscription } from './billing.present.ts';
import { inTime, isUnavailable } from './in-time.ts';
import { warnOfRefusedEvent } from './refused-events.ts';
import { keepEvent } from './stripe-events.ts';
import { syncCustomer } from './sync-customer.ts';
import { updateDetails } from './update-details.ts';

export const billingHandlers: Handlers<typeof billingCalls> = {
  async getBillingDetails(_input, context) {
    return { billingDetails: presentDetails(context.actor.user, await accountOf(context), context.services.settings) };
  },

  async updateBillingDetails({ body }, { actor, services }) {
    const { user } = actor;
    const saved = inTime((tooLate) => updateDetails(user, body, services, tooLate), services);
    const account = await orCatchUp(user.id, services, saved);
    return { billingDetails: presentDetails(user, account, services.settings) };
  },

  async getActiveSubscription(_input, context) {
    return { activeSubscription: presentSubscription(await accountOf(context)) };
  },

  async hasBillingDetails(_input, context) {
    return { paymentDetailsSet: (await accountOf(context))?.hasPaymentMethod ?? false };
  },

  async createBillingIntegration(_input, { actor, services }) {
    await inTime(() => customerOf(actor.user, services), services);
    return {};
  },

  async goToCheckout(_input, { actor: { user, now }, services }) {
    const { settings, billing } = services;
    const open = async () => {
      const { customerId, currency } = await customerOf(user, services);
      const returnUrl = billingUrl(user, 'checkout-return', settings);
      const cancelUrl = `${portalPage(user, settings, now)}?payment=cancelled`;
      return billing.openCheckout({ customerId, currency: currency ?? 'usd', returnUrl, cancelUrl });
    };
    return { redirect: await inTime(open, services) };
  },

  async returnFromCheckout({ query }, { actor: { user, now }, services, db }) {
    const page = portalPage(user, services.settings, now);
    if ((await db.billingAccount.count({ where: { userId: user.id } })) === 0) return { redirect: page };
    const synced = inTime(() => syncCustomer(user.id, services), services);
    const isSaved = orCatchUp(user.id, services, synced).then(
      ({ checkoutId }) => checkoutId !== null && checkoutId === query.session_id,
      (error: unknown) => {
        if (isUnavailable(error)) return false;
        throw error;
      },
    );
    return { redirect: `${page}?payment=${(await isSaved) ? 'saved' : 'pending'}` };
  },

  async goToCustomerPortal(_input, { actor: { user, now }, services }) {
    const open = async () => {
      const { customerId } = await customerOf(user, services);
      return services.billing.openPortal({ customerId, returnUrl: portalPage(user, services.settings, now) });
    };
    return { redirect: await inTime(open, services) };
  },

  async receiveStripeEvent(_input, { req, db, services }) {
    const body: unknown = req.body;
    const event = Buffer.isBuffer(body) && services.billing.readEvent(body, req.get('stripe-signature') ?? '');
    if (!event) {
      warnOfRefusedEvent(services);
      services.metrics.countStripeEvent({ type: null, outcome: 'refused' });
      throw problem('InvalidSignature');
    }
    const isNew = await keepEvent(event, body.toString(), db);
    services.metrics.countStripeEvent({ type: event.type, outcome: isNew ? 'kept' : 'repeated' });
    return {};
  },
};

const accountOf = ({ actor, db }: ActorContext) => db.billingAccount.findUnique({ where: { userId: actor.user.id } });
