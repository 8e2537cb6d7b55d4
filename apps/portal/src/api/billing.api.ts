import { billingDetailsCalls, type BillingDetails } from '@portal/contract';
import { endpointsFor } from '../http/endpoints-for.ts';
import { portalApi } from './portal-api.ts';

const billingApi = portalApi
  .injectEndpoints({ endpoints: (build) => endpointsFor(build, billingDetailsCalls) })
  .enhanceEndpoints({
    endpoints: {
      updateBillingDetails: {
        // Shown at once; they are also loaded again, as the row in the table says.
        onQueryStarted: ({ params }, { dispatch, queryFulfilled }) => {
          void queryFulfilled.then(
            ({ data }) => dispatch(keepDetails(params.userId, data.billingDetails)),
            () => undefined,
          );
        },
      },
    },
  });

const keepDetails = (userId: string, billingDetails: BillingDetails) =>
  billingApi.util.updateQueryData('getBillingDetails', { params: { userId } }, () => ({ billingDetails }));

export const { useGetBillingDetailsQuery, useUpdateBillingDetailsMutation, useCreateBillingIntegrationMutation } =
  billingApi;
