import { defineCalls } from '../call.ts';
import { OwnershipOffers } from './my-offers.schemas.ts';

/** Apart from the other calls, because the list of workspaces makes it. */
export const myOwnershipOfferCalls = defineCalls({
  listOwnershipOffers: {
    method: 'GET',
    path: '/ownership-offers',
    access: { who: 'authenticated', requires: ['acceptedTerms'] },
    result: OwnershipOffers,
    providesTags: ['OwnershipOffer'],
    summary: 'List the workspaces whose owner offers you the ownership',
  },
});
