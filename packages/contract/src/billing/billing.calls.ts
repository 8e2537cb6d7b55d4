import { defineCalls } from '../call.ts';
import { Done } from '../fields.ts';
import { UserParams } from '../users/users.schemas.ts';
import {
  ActiveSubscriptionResult,
  BillingDetailsEdit,
  BillingDetailsResult,
  CheckoutReturn,
  PaymentDetailsResult,
} from './billing.schemas.ts';

/** The person themself, also while suspended: that is how they come out of it. */
const payer = { who: 'self', needs: ['verified', 'terms'], openWhile: ['suspended'] } as const;
const reader = { who: 'self', needs: ['terms'], openWhile: ['suspended'] } as const;

const anHour = 3_600;

/** Billing by Stripe. Pages read the API's mirror of it. Source: decision 12. */
export const billingCalls = defineCalls({
  getBillingDetails: {
    method: 'GET',
    path: '/users/:userId/billingDetails',
    access: payer,
    params: UserParams,
    result: BillingDetailsResult,
    reads: ['Billing'],
    summary: 'Read your own billing details',
  },
  updateBillingDetails: {
    method: 'PATCH',
    path: '/users/:userId/billingDetails',
    limit: { times: 60, seconds: anHour, per: 'person' },
    access: payer,
    asks: 'stripe',
    params: UserParams,
    body: BillingDetailsEdit,
    result: BillingDetailsResult,
    problems: ['BillingUnavailable'],
    changes: ['Billing'],
    summary: 'Change the named parts of your billing details, at Stripe first',
  },
  getActiveSubscription: {
    method: 'GET',
    path: '/users/:userId/activeSubscription',
    access: reader,
    params: UserParams,
    result: ActiveSubscriptionResult,
    reads: ['Billing'],
    summary: 'Read your own subscription',
  },
  hasBillingDetails: {
    method: 'GET',
    path: '/users/:userId/hasBillingDetails',
    access: reader,
    params: UserParams,
    result: PaymentDetailsResult,
    reads: ['Billing'],
    summary: 'Tell whether there is something that you can be charged by',
  },
  createBillingIntegration: {
    method: 'POST',
    path: '/users/:userId/create-billing-integration',
    limit: { times: 60, seconds: anHour, per: 'person' },
    access: payer,
    asks: 'stripe',
    params: UserParams,
    result: Done,
    problems: ['BillingUnavailable'],
    changes: ['Billing'],
    summary: 'Make your customer and your subscription at Stripe, once',
  },
  goToCheckout: {
    method: 'GET',
    path: '/users/:userId/billing/checkout',
    limit: { times: 60, seconds: anHour, per: 'person' },
    access: payer,
    asks: 'stripe',
    answers: 'page',
    params: UserParams,
    problems: ['BillingUnavailable'],
    summary: 'Send the browser to Stripe to enter a card',
  },
  returnFromCheckout: {
    method: 'GET',
    path: '/users/:userId/billing/checkout-return',
    limit: { times: 60, seconds: anHour, per: 'person' },
    access: payer,
    asks: 'stripe',
    answers: 'page',
    params: UserParams,
    query: CheckoutReturn,
    summary: 'Make the card that was just entered the default one, and go on to the portal',
  },
  goToCustomerPortal: {
    method: 'GET',
    path: '/users/:userId/billing/portal',
    limit: { times: 60, seconds: anHour, per: 'person' },
    access: payer,
    asks: 'stripe',
    answers: 'page',
    params: UserParams,
    problems: ['BillingUnavailable'],
    summary: 'Send the browser to Stripe’s page with your invoices',
  },
  receiveStripeEvent: {
    method: 'POST',
    path: '/webhooks/stripe',
    access: { who: 'webhook' },
    result: Done,
    problems: ['InvalidSignature'],
    summary: 'Take an event that Stripe signed, and keep it before answering',
  },
});
