import { defineCalls } from '../call.ts';
import { EmptyResult } from '../primitives.ts';
import { WorkspaceParams } from '../workspaces/workspaces.schemas.ts';
import { myOwnershipOfferCalls } from './my-offers.calls.ts';
import { NewOwner, NewOwnershipOffer, ObjectionQuery, OwnershipOfferResult } from './ownership.schemas.ts';

const requires = ['verifiedEmail', 'acceptedTerms'] as const;
const owner = { who: 'member', roles: ['OWNER'], requires } as const;
/** The handler admits only the member whom the offer names. */
const offeredMember = { who: 'member', roles: ['OWNER', 'APPROVER', 'EDITOR'], requires } as const;

const byLink = {
  path: '/ownership/objection',
  access: { who: 'anyone' },
  responseKind: 'html',
  rateLimit: { times: 300, seconds: 600, per: 'ip', counts: 'failures' },
  query: ObjectionQuery,
  errors: ['InvalidLink'],
} as const;

/** Handing over a workspace: offer, acceptance, and the owner's objection to a change by staff. */
export const ownershipCalls = defineCalls({
  ...myOwnershipOfferCalls,
  getOwnershipOffer: {
    method: 'GET',
    path: '/workspaces/:workspaceId/ownership-offer',
    access: { who: 'member', roles: ['OWNER', 'APPROVER', 'EDITOR'], requires: ['acceptedTerms'] },
    params: WorkspaceParams,
    result: OwnershipOfferResult,
    providesTags: ['OwnershipOffer'],
    summary:
      'Get the open ownership offer of a workspace, for its owner and the member to whom it was made, and for the owner a pending change by staff',
  },
  offerOwnership: {
    method: 'POST',
    path: '/workspaces/:workspaceId/ownership-offer',
    rateLimit: { times: 10, seconds: 3600, per: 'member' },
    access: owner,
    params: WorkspaceParams,
    body: NewOwner,
    result: NewOwnershipOffer,
    recentLogin: 'REAUTH_MAX_AGE_MINUTES',
    errors: ['MemberNotFound', 'MemberCannotOwn', 'OwnershipOfferPending'],
    invalidatesTags: ['OwnershipOffer'],
    audited: true,
    summary: 'Offer the ownership of a workspace to a member, who has seven days to accept, and notify them by email',
  },
  withdrawOwnershipOffer: {
    method: 'DELETE',
    path: '/workspaces/:workspaceId/ownership-offer',
    access: owner,
    params: WorkspaceParams,
    result: EmptyResult,
    errors: ['OwnershipOfferNotFound'],
    invalidatesTags: ['OwnershipOffer'],
    endsAccess: true,
    audited: true,
    summary: 'Withdraw an ownership offer',
  },
  acceptOwnership: {
    method: 'POST',
    path: '/workspaces/:workspaceId/ownership-offer/accept',
    access: offeredMember,
    params: WorkspaceParams,
    result: EmptyResult,
    recentLogin: 'REAUTH_MAX_AGE_MINUTES',
    errors: ['OwnershipOfferNotFound', 'AccountDeletionPending'],
    invalidatesTags: ['OwnershipOffer', 'Workspace', 'Member'],
    audited: true,
    summary: 'Accept an ownership offer: you become the owner, and the previous owner becomes an approver',
  },
  declineOwnership: {
    method: 'POST',
    path: '/workspaces/:workspaceId/ownership-offer/decline',
    access: { ...offeredMember, requires: ['acceptedTerms'] },
    params: WorkspaceParams,
    result: EmptyResult,
    errors: ['OwnershipOfferNotFound'],
    invalidatesTags: ['OwnershipOffer'],
    endsAccess: true,
    audited: true,
    summary: 'Decline an ownership offer',
  },
  showReassignment: {
    ...byLink,
    method: 'GET',
    summary: 'Show the change of the owner that staff requested, with a button to object',
  },
  objectToReassignment: {
    ...byLink,
    method: 'POST',
    endsAccess: true,
    summary: 'Object to an ownership change that staff requested; it does not happen',
  },
});
