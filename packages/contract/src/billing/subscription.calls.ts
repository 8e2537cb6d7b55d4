import { defineCalls } from '../call.ts';
import { UserParams } from '../users/users.schemas.ts';
import { ActiveSubscriptionResult, PaymentDetailsResult } from './subscription.schemas.ts';

/** The person themself, also while suspended. */
const reader = { who: 'self', needs: ['terms'], openWhile: ['suspended'] } as const;

/** How somebody's subscription is, apart from their details: the first page behind the login asks for no more. */
export const subscriptionCalls = defineCalls({
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
});
