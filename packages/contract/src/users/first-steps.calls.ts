import * as z from 'zod/mini';
import { defineCalls } from '../call.ts';
import { FirstStepsResult } from './first-steps.schemas.ts';
import { UserParams, UserResult } from './users.schemas.ts';

/** Apart from the other calls of users, because only new users need them. */
export const firstStepsCalls = defineCalls({
  getFirstSteps: {
    method: 'GET',
    path: '/users/:userId/first-steps',
    access: { who: 'self', requires: ['verifiedEmail', 'acceptedTerms'] },
    params: UserParams,
    result: FirstStepsResult,
    providesTags: ['Workspace', 'Member', 'Invitation', 'AuthToken'],
    summary: 'Get how far you are with your first workspace, API token and request',
  },
  closeFirstSteps: {
    method: 'POST',
    path: '/users/:userId/close-first-steps',
    access: { who: 'self', requires: ['acceptedTerms'] },
    params: UserParams,
    body: z.object({}),
    result: UserResult,
    summary: 'Stop showing the first steps in the list of workspaces',
  },
});
