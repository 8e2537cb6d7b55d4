import { defineCalls } from '../call.ts';
import { billingDetailsCalls } from './billing-details.calls.ts';
import { subscriptionCalls } from './subscription.calls.ts';

/** Billing by Stripe. Pages read the API's mirror of it. Source: decision 12. */
export const billingCalls = defineCalls({ ...billingDetailsCalls, ...subscriptionCalls });
