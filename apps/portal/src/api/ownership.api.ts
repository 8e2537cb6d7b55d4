import { ownershipCalls, type Tag } from '@portal/contract';
import { contractMutation, contractQuery } from './contract-endpoints.ts';
import { portalApi } from './portal-api.ts';

const tags: readonly Tag[] = ['OwnershipOffer'];

const ownershipApi = portalApi.enhanceEndpoints({ addTagTypes: tags }).injectEndpoints({
  endpoints: (build) => ({
    getOwnershipOffer: contractQuery(build, ownershipCalls.getOwnershipOffer),
    offerOwnership: contractMutation(build, ownershipCalls.offerOwnership),
    withdrawOwnershipOffer: contractMutation(build, ownershipCalls.withdrawOwnershipOffer),
    acceptOwnership: contractMutation(build, ownershipCalls.acceptOwnership),
    declineOwnership: contractMutation(build, ownershipCalls.declineOwnership),
  }),
});

export const {
  useGetOwnershipOfferQuery,
  useOfferOwnershipMutation,
  useWithdrawOwnershipOfferMutation,
  useAcceptOwnershipMutation,
  useDeclineOwnershipMutation,
} = ownershipApi;
