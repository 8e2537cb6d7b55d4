import { myOwnershipOfferCalls, type Tag } from '@portal/contract';
import { contractQuery } from './cache/contract-endpoints.ts';
import { portalApi } from './cache/portal-api.ts';

const tags: readonly Tag[] = ['OwnershipOffer'];

export const myOwnershipOffersApi = portalApi.enhanceEndpoints({ addTagTypes: tags }).injectEndpoints({
  endpoints: (build) => ({ listOwnershipOffers: contractQuery(build, myOwnershipOfferCalls.listOwnershipOffers) }),
});

export const { useListOwnershipOffersQuery } = myOwnershipOffersApi;
