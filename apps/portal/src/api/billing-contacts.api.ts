import { billingContactCalls } from '@portal/contract';
import { contractMutation, contractQuery } from './cache/contract-endpoints.ts';
import { portalApi } from './cache/portal-api.ts';

const billingContactsApi = portalApi.enhanceEndpoints({ addTagTypes: ['BillingContact'] }).injectEndpoints({
  endpoints: (build) => ({
    listBillingContacts: contractQuery(build, billingContactCalls.listBillingContacts),
    addBillingContact: contractMutation(build, billingContactCalls.addBillingContact),
    removeBillingContact: contractMutation(build, billingContactCalls.removeBillingContact),
  }),
});

export const { useListBillingContactsQuery, useAddBillingContactMutation, useRemoveBillingContactMutation } =
  billingContactsApi;
