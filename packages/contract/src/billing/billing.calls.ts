import { defineCalls } from '../call.ts';
import { EmptyResult } from '../primitives.ts';
import { UserParams } from '../users/users.schemas.ts';
import {
  ActiveSubscriptionResult,
  BillingDetailsEdit,
  BillingDetailsResult,
  CheckoutReturnQuery,
  PaymentDetailsResult,
} from './billing.schemas.ts';

/** Allowed while suspended, because paying is how a user ends a suspension. */
const payer = { who: 'self', requires: ['verifiedEmail', 'acceptedTerms'], allowedWhile: ['suspension'] } as const;
const reader = { who: 'self', requires: ['acceptedTerms'], allowedWhile: ['suspension'] } as const;

const rateLimit = { times: 60, seconds: 3_600, per: 'user' } as const;

/** Billing with Stripe. Reads use the API's copy of it. Source: decision 11. */
export const billingCalls = defineCalls({
  getBillingDetails: {
    method: 'GET',
    path: '/users/:userId/billingDetails',
    access: payer,
    params: UserParams,
    result: BillingDetailsResult,
    providesTags: ['Billing'],
    summary: 'Get your billing details',
  },
  updateBillingDetails: {
    method: 'PATCH',
    path: '/users/:userId/billingDetails',
    rateLimit,
    access: payer,
    upstream: 'stripe',
    params: UserParams,
    body: BillingDetailsEdit,
    result: BillingDetailsResult,
    errors: ['BillingUnavailable', 'BillingMisconfigured'],
    invalidatesTags: ['Billing'],
    summary: 'Update the given fields of your billing details, at Stripe first',
  },
  createBillingIntegration: {
    method: 'POST',
    path: '/users/:userId/create-billing-integration',
    rateLimit,
    access: payer,
    upstream: 'stripe',
    params: UserParams,
    result: EmptyResult,
    errors: ['BillingUnavailable', 'BillingMisconfigured'],
    invalidatesTags: ['Billing'],
    summary: 'Create your customer and subscription at Stripe, unless they exist',
  },
  restartSubscription: {
    method: 'POST',
    path: '/users/:userId/billing/restart',
    rateLimit,
    access: payer,
    upstream: 'stripe',
    params: UserParams,
    result: EmptyResult,
    errors: ['BillingUnavailable', 'BillingMisconfigured'],
    invalidatesTags: ['Billing'],
    summary: 'Start your ended subscription again without a trial, which charges the card on file',
  },
  goToCheckout: {
    method: 'GET',
    path: '/users/:userId/billing/checkout',
    rateLimit,
    access: payer,
    upstream: 'stripe',
    responseKind: 'redirect',
    confirmWhen: 'cross-site',
    params: UserParams,
    errors: ['BillingUnavailable', 'BillingMisconfigured'],
    summary: 'Redirect to Stripe to enter a card',
  },
  returnFromCheckout: {
    method: 'GET',
    path: '/users/:userId/billing/checkout-return',
    rateLimit,
    access: payer,
    upstream: 'stripe',
    // Without `confirmWhen`, because Stripe's page navigates here.
    responseKind: 'redirect',
    params: UserParams,
    query: CheckoutReturnQuery,
    summary: 'Make the entered card the default payment method and redirect to the portal',
  },
  goToCustomerPortal: {
    method: 'GET',
    path: '/users/:userId/billing/portal',
    rateLimit,
    access: payer,
    upstream: 'stripe',
    responseKind: 'redirect',
    confirmWhen: 'cross-site',
    params: UserParams,
    errors: ['BillingUnavailable', 'BillingMisconfigured'],
    summary: 'Redirect to your invoices at Stripe',
  },
  receiveStripeEvent: {
    method: 'POST',
    path: '/webhooks/stripe',
    access: { who: 'webhook' },
    result: EmptyResult,
    errors: ['InvalidSignature'],
    summary: 'Receive a signed Stripe event and store it before responding',
  },
  getActiveSubscription: {
    method: 'GET',
    path: '/users/:userId/activeSubscription',
    access: reader,
    params: UserParams,
    result: ActiveSubscriptionResult,
    providesTags: ['Billing'],
    summary: 'Get your subscription',
  },
  hasBillingDetails: {
    method: 'GET',
    path: '/users/:userId/hasBillingDetails',
    access: reader,
    params: UserParams,
    result: PaymentDetailsResult,
    providesTags: ['Billing'],
    summary: 'Check whether a payment method is on file',
  },
});
