import { defineCalls } from '../call.ts';
import { Done } from '../fields.ts';
import * as z from 'zod/mini';
import { ProfileEdit, RefreshedUser, UserParams, UserResult } from './users.schemas.ts';

export const userCalls = defineCalls({
  updateProfile: {
    method: 'PATCH',
    path: '/users/:userId',
    limit: { times: 60, seconds: 600, per: 'person' },
    access: { who: 'self', needs: ['terms'] },
    params: UserParams,
    body: ProfileEdit,
    result: UserResult,
    changes: ['Workspace', 'Member'],
    summary: 'Change your own profile',
  },
  completeProfile: {
    method: 'POST',
    path: '/users/:userId/complete-profile',
    access: { who: 'self', needs: ['terms'] },
    params: UserParams,
    body: z.object({}),
    result: UserResult,
    summary: 'Mark the first review of your profile as done',
  },
  refreshAuth0Profile: {
    method: 'POST',
    path: '/users/:userId/refresh-auth0-profile',
    limit: { times: 5, seconds: 60, per: 'person' },
    access: { who: 'self', needs: [], openWhile: ['suspended'] },
    asks: 'identity-provider',
    params: UserParams,
    result: RefreshedUser,
    problems: ['IdentityProviderUnavailable', 'NoLoginToRefresh', 'NoEmailAtProvider'],
    summary: 'Take your e-mail address and its verification over from the identity provider',
  },
  resendEmailVerification: {
    method: 'POST',
    path: '/users/:userId/resend-email-verification',
    limit: { times: 3, seconds: 3600, per: 'person' },
    access: { who: 'self', needs: [], openWhile: ['suspended'] },
    asks: 'identity-provider',
    params: UserParams,
    result: Done,
    problems: ['EmailAlreadyVerified', 'IdentityProviderUnavailable', 'NoLoginToRefresh', 'NoEmailAtProvider'],
    summary: 'Have the identity provider send the verification mail again',
  },
});
