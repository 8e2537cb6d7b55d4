import { ownershipCalls, type ResponseOf, type Tag } from '@portal/contract';
import { contractMutation, contractQuery } from './cache/contract-endpoints.ts';
import { updateCache, type CachedQuery, type MutationLifecycle } from './cache/optimistic-update.ts';
import { portalApi } from './cache/portal-api.ts';

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

type Offer = ResponseOf<typeof ownershipCalls.getOwnershipOffer>;
type NewOffer = ResponseOf<typeof ownershipCalls.offerOwnership>;
type State = Parameters<ReturnType<typeof ownershipApi.endpoints.getOwnershipOffer.select>>[0];

const cachedOffer = (workspaceId: string): CachedQuery<Offer, State> => {
  const input = { params: { workspaceId } };
  return {
    select: ownershipApi.endpoints.getOwnershipOffer.select(input),
    update: (recipe) => ownershipApi.util.updateQueryData('getOwnershipOffer', input, recipe),
    getRunningQuery: () => ownershipApi.util.getRunningQueryThunk('getOwnershipOffer', input),
  };
};

interface WorkspaceInput {
  readonly params: { readonly workspaceId: string };
}

/** Removes an answered or withdrawn offer before the refetch, which the tags of the call cause, completes. */
const closeOffer = {
  onQueryStarted: ({ params }: WorkspaceInput, lifecycle: MutationLifecycle<State, unknown>) => {
    const applyResult = (cached: Offer) => {
      cached.offer = null;
    };
    void updateCache(cachedOffer(params.workspaceId), { applyResult }, lifecycle);
  },
};

ownershipApi.enhanceEndpoints({
  endpoints: {
    offerOwnership: {
      onQueryStarted: ({ params }: WorkspaceInput, lifecycle: MutationLifecycle<State, NewOffer>) => {
        const applyResult = (cached: Offer, { offer }: NewOffer) => {
          cached.offer = offer;
        };
        void updateCache(cachedOffer(params.workspaceId), { applyResult }, lifecycle);
      },
    },
    withdrawOwnershipOffer: closeOffer,
    acceptOwnership: closeOffer,
    declineOwnership: closeOffer,
  },
});

export const {
  useGetOwnershipOfferQuery,
  useOfferOwnershipMutation,
  useWithdrawOwnershipOfferMutation,
  useAcceptOwnershipMutation,
  useDeclineOwnershipMutation,
} = ownershipApi;
