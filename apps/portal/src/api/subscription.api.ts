import { subscriptionCalls } from '@portal/contract';
import { contractQuery } from './contract-endpoints.ts';
import { portalApi } from './portal-api.ts';

const subscriptionApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getActiveSubscription: contractQuery(build, subscriptionCalls.getActiveSubscription),
    hasBillingDetails: contractQuery(build, subscriptionCalls.hasBillingDetails),
  }),
});

export const { useGetActiveSubscriptionQuery, useHasBillingDetailsQuery } = subscriptionApi;
