import { defineCalls } from '../call.ts';
import type { ErrorType } from '../errors.ts';
import { EmptyResult } from '../primitives.ts';
import * as z from 'zod/mini';
import { OtherLogins, ProfileEdit, RefreshedUser, UserParams, UserResult } from './users.schemas.ts';

/** Of calls that read the identity of the user at the provider. */
const identityErrors = [
  'IdentityDeleted',
  'IdentityProviderMisconfigured',
  'IdentityProviderRefused',
  'IdentityProviderUnavailable',
  'NoEmailAtProvider',
  'NoLoginToRefresh',
] as const satisfies readonly ErrorType[];

/** The profile and the email of a user. Source: specification section 7, "Users". */
export const userCalls = defineCalls({
  updateProfile: {
    method: 'PATCH',
    path: '/users/:userId',
    rateLimit: { times: 60, seconds: 600, per: 'user' },
    access: { who: 'self', requires: ['acceptedTerms'] },
    params: UserParams,
    body: ProfileEdit,
    result: UserResult,
    invalidatesTags: ['Workspace', 'Member'],
    summary: 'Update your profile',
  },
  completeProfile: {
    method: 'POST',
    path: '/users/:userId/complete-profile',
    access: { who: 'self', requires: ['acceptedTerms'] },
    params: UserParams,
    body: z.object({}),
    result: UserResult,
    summary: 'Mark the first review of your profile as complete',
  },
  refreshAuth0Profile: {
    method: 'POST',
    path: '/users/:userId/refresh-auth0-profile',
    rateLimit: { times: 5, seconds: 60, per: 'user' },
    access: { who: 'self', requires: [], allowedWhile: ['suspension'] },
    readsCookie: true,
    upstream: 'identity-provider',
    params: UserParams,
    result: RefreshedUser,
    errors: [...identityErrors],
    summary: 'Refresh your email and verification status from the identity provider',
  },
  listOtherLogins: {
    method: 'GET',
    path: '/users/:userId/other-logins',
    access: { who: 'self', requires: ['acceptedTerms'] },
    params: UserParams,
    result: OtherLogins,
    summary: 'List how your earlier accounts with the same verified email log in, if they have workspaces',
  },
  resendEmailVerification: {
    method: 'POST',
    path: '/users/:userId/resend-email-verification',
    rateLimit: { times: 3, seconds: 3600, per: 'user' },
    access: { who: 'self', requires: [], allowedWhile: ['suspension'] },
    readsCookie: true,
    upstream: 'identity-provider',
    params: UserParams,
    result: EmptyResult,
    errors: ['EmailAlreadyVerified', ...identityErrors],
    summary: 'Resend the verification email',
  },
});
