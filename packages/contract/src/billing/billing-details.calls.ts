import { defineCalls } from '../call.ts';
import { Done } from '../fields.ts';
import { UserParams } from '../users/users.schemas.ts';
import { BillingDetailsEdit, BillingDetailsResult, CheckoutReturn } from './billing.schemas.ts';

/** The person themself, also while suspended: that is how they come out of it. */
const payer = { who: 'self', needs: ['verified', 'terms'], openWhile: ['suspended'] } as const;

const anHour = 3_600;

/** What is known of a payer, and what goes to Stripe and comes from there. Source: decision 12. */
export const billingDetailsCalls = defineCalls({
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
