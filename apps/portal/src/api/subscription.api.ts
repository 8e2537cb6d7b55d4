import { subscriptionCalls } from '@portal/contract';
import { endpointsFor } from '../http/endpoints-for.ts';
import { portalApi } from './portal-api.ts';

const subscriptionApi = portalApi.injectEndpoints({
  endpoints: (build) => endpointsFor(build, subscriptionCalls),
});

export const { useGetActiveSubscriptionQuery, useHasBillingDetailsQuery } = subscriptionApi;
