import { accountCalls } from '@portal/contract';
import { contractMutation, contractQuery } from './cache/contract-endpoints.ts';
import { portalApi } from './cache/portal-api.ts';

const accountDeletionApi = portalApi.enhanceEndpoints({ addTagTypes: ['AccountDeletion'] }).injectEndpoints({
  endpoints: (build) => ({
    getAccountDeletion: contractQuery(build, accountCalls.getAccountDeletion),
    requestAccountDeletion: contractMutation(build, accountCalls.requestAccountDeletion),
    cancelAccountDeletion: contractMutation(build, accountCalls.cancelAccountDeletion),
  }),
});

export const { useGetAccountDeletionQuery, useRequestAccountDeletionMutation, useCancelAccountDeletionMutation } =
  accountDeletionApi;
