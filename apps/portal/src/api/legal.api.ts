import { legalCalls } from '@portal/contract';
import { contractMutation, contractQuery } from './cache/contract-endpoints.ts';
import { portalApi } from './cache/portal-api.ts';
import { updateCachedUser } from './session.api.ts';

const legalApi = portalApi
  .injectEndpoints({
    endpoints: (build) => ({
      getLegalDocuments: contractQuery(build, legalCalls.getLegalDocuments),
      agreeToTos: contractMutation(build, legalCalls.agreeToTos),
    }),
  })
  .enhanceEndpoints({ endpoints: { agreeToTos: { onQueryStarted: updateCachedUser } } });

export const { useGetLegalDocumentsQuery, useAgreeToTosMutation } = legalApi;
