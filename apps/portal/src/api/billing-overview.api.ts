import { billingOverviewCalls } from '@portal/contract';
import { contractQuery } from './contract-endpoints.ts';
import { portalApi } from './portal-api.ts';

const billingOverviewApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getBillingOverview: contractQuery(build, billingOverviewCalls.getBillingOverview),
  }),
});

export const { useGetBillingOverviewQuery } = billingOverviewApi;
