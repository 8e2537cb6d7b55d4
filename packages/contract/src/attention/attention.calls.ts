import { defineCalls } from '../call.ts';
import { Attention } from './attention.schemas.ts';

/** Apart from the other calls of users, because the list of workspaces makes it. */
export const attentionCalls = defineCalls({
  getAttention: {
    method: 'GET',
    path: '/attention',
    // What the strictest of the calls that it combines requires.
    access: { who: 'authenticated', requires: ['verifiedEmail', 'acceptedTerms'] },
    result: Attention,
    providesTags: ['AuthToken', 'Billing'],
    summary:
      'Get what needs your attention in all workspaces: invitations, ownership offers, API tokens that end soon, and your subscription',
  },
});
