import { billingDetailsCalls } from '@portal/contract';
import { contractMutation, contractQuery } from './contract-endpoints.ts';
import { updateCache, type CachedQuery } from './optimistic-update.ts';
import { portalApi } from './portal-api.ts';

const billingApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getBillingDetails: contractQuery(build, billingDetailsCalls.getBillingDetails),
    updateBillingDetails: contractMutation(build, billingDetailsCalls.updateBillingDetails),
    createBillingIntegration: contractMutation(build, billingDetailsCalls.createBillingIntegration),
  }),
});

type Select = ReturnType<typeof billingApi.endpoints.getBillingDetails.select>;
type Details = NonNullable<ReturnType<Select>['data']>;

const cachedDetails = (userId: string): CachedQuery<Details, Parameters<Select>[0]> => {
  const input = { params: { userId } };
  return {
    select: billingApi.endpoints.getBillingDetails.select(input),
    update: (recipe) => billingApi.util.updateQueryData('getBillingDetails', input, recipe),
    running: () => billingApi.util.getRunningQueryThunk('getBillingDetails', input),
  };
};

billingApi.enhanceEndpoints({
  endpoints: {
    updateBillingDetails: {
      // Shown without waiting for the details to be read again, which the tags of the call ask for.
      onQueryStarted: ({ params }, lifecycle) => {
        const confirmed = (details: Details, saved: Details) => void Object.assign(details, saved);
        void updateCache(cachedDetails(params.userId), { confirmed }, lifecycle);
      },
    },
  },
});

export const { useGetBillingDetailsQuery, useUpdateBillingDetailsMutation, useCreateBillingIntegrationMutation } =
  billingApi;
