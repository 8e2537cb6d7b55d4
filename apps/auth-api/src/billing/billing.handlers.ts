import type { billingCalls } from '@portal/contract';
import type { ActorContext, Handlers } from '../http/handlers.ts';
import { Problem, problem } from '../http/problem.ts';
import { customerOf } from './customer.ts';
import { billingUrl, portalPage, presentDetails, presentSubscription } from './billing.present.ts';
import { inTime } from './in-time.ts';
import { warnOfRefusedEvent } from './refused-events.ts';
import { keepEvent } from './stripe-events.ts';
import { syncCustomer } from './sync-customer.ts';
import { updateDetails } from './update-details.ts';

export const billingHandlers: Handlers<typeof billingCalls> = {
  async getBillingDetails(_input, context) {
    return { billingDetails: presentDetails(context.actor.user, await accountOf(context), context.services.settings) };
  },

  async updateBillingDetails({ body }, { actor, services }) {
    const account = await inTime((tooLate) => updateDetails(actor.user, body, services, tooLate), services);
    return { billingDetails: presentDetails(actor.user, account, services.settings) };
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

  async goToCheckout(_input, { actor: { user }, services }) {
    const { settings, billing } = services;
    const open = async () => {
      const { customerId, currency } = await customerOf(user, services);
      const returnUrl = billingUrl(user, 'checkout-return', settings);
      const cancelUrl = `${portalPage(user, settings)}?payment=cancelled`;
      return billing.openCheckout({ customerId, currency: currency ?? 'usd', returnUrl, cancelUrl });
    };
    return { redirect: await inTime(open, services) };
  },

  async returnFromCheckout({ query }, { actor: { user }, services, db }) {
    const page = portalPage(user, services.settings);
    if ((await db.billingAccount.count({ where: { userId: user.id } })) === 0) return { redirect: page };
    const isSaved = inTime(() => syncCustomer(user.id, services), services).then(
      ({ checkoutId }) => checkoutId !== null && checkoutId === query.session_id,
      (error: unknown) => {
        // The event of the checkout does the same a little later.
        if (error instanceof Problem && error.type === 'BillingUnavailable') return false;
        throw error;
      },
    );
    return { redirect: `${page}?payment=${(await isSaved) ? 'saved' : 'pending'}` };
  },

  async goToCustomerPortal(_input, { actor: { user }, services }) {
    const open = async () => {
      const { customerId } = await customerOf(user, services);
      return services.billing.openPortal({ customerId, returnUrl: portalPage(user, services.settings) });
    };
    return { redirect: await inTime(open, services) };
  },

  async receiveStripeEvent(_input, { req, db, services }) {
    const body: unknown = req.body;
    const event = Buffer.isBuffer(body) && services.billing.readEvent(body, req.get('stripe-signature') ?? '');
    if (!event) {
      warnOfRefusedEvent(services);
      throw problem('InvalidSignature');
    }
    await keepEvent(event, body.toString(), db);
    return {};
  },
};

const accountOf = ({ actor, db }: ActorContext) => db.billingAccount.findUnique({ where: { userId: actor.user.id } });
