import { billingCalls, billingOverviewCalls } from '@portal/contract';
import { contractList, contractMutation, contractQuery, toResponsePage } from './cache/contract-endpoints.ts';
import { updateCache, type CachedQuery } from './cache/optimistic-update.ts';
import { portalApi } from './cache/portal-api.ts';
import { toRequestError } from './http/request-error.ts';

export const billingApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getBillingDetails: contractQuery(build, billingCalls.getBillingDetails),
    updateBillingDetails: contractMutation(build, billingCalls.updateBillingDetails),
    createBillingIntegration: contractMutation(build, billingCalls.createBillingIntegration),
    restartSubscription: contractMutation(build, billingCalls.restartSubscription),
    getActiveSubscription: contractQuery(build, billingCalls.getActiveSubscription),
    hasBillingDetails: contractQuery(build, billingCalls.hasBillingDetails),
    getBillingOverview: contractQuery(build, billingOverviewCalls.getBillingOverview),
    listInvoices: contractList(build, billingOverviewCalls.listInvoices, { limit: 20, toPage: toResponsePage }),
  }),
});

type Select = ReturnType<typeof billingApi.endpoints.getBillingDetails.select>;
type Details = NonNullable<ReturnType<Select>['data']>;

const cachedDetails = (userId: string): CachedQuery<Details, Parameters<Select>[0]> => {
  const input = { params: { userId } };
  return {
    select: billingApi.endpoints.getBillingDetails.select(input),
    update: (recipe) => billingApi.util.updateQueryData('getBillingDetails', input, recipe),
    getRunningQuery: () => billingApi.util.getRunningQueryThunk('getBillingDetails', input),
  };
};

billingApi.enhanceEndpoints({
  endpoints: {
    updateBillingDetails: {
      // Shows the saved details before the refetch, which the tags of the call cause, completes.
      onQueryStarted: ({ params }, lifecycle) => {
        const applyResult = (details: Details, saved: Details) => void Object.assign(details, saved);
        void updateCache(cachedDetails(params.userId), { applyResult }, lifecycle);
      },
    },
  },
});

/**
 * Without a response, or if the API failed or Stripe timed out, Stripe may have done its part. A key that Stripe refuses fails the first
 * request to it, so nothing was done.
 */
export function isOutcomeUnknown(givenError: Parameters<typeof toRequestError>[0]): boolean {
  const error = toRequestError(givenError);
  if (!error || error.type === 'BillingMisconfigured') return false;
  return error.status === 0 || error.status >= 500;
}

export const {
  useGetBillingDetailsQuery,
  useUpdateBillingDetailsMutation,
  useCreateBillingIntegrationMutation,
  useRestartSubscriptionMutation,
  useGetActiveSubscriptionQuery,
  useHasBillingDetailsQuery,
  useGetBillingOverviewQuery,
  useListInvoicesInfiniteQuery,
} = billingApi;
