import { defineCalls } from '../call.ts';
import type { ErrorType } from '../errors.ts';
import { UserParams } from '../users/users.schemas.ts';
import { LoginSecurity, PasswordChangeRequest, SecondFactorPage } from './login-security.schemas.ts';

const self = { who: 'self', requires: [], allowedWhile: ['suspension'] } as const;

const providerErrors = [
  'IdentityDeleted',
  'IdentityProviderMisconfigured',
  'IdentityProviderRefused',
  'IdentityProviderUnavailable',
  'LoginManagedElsewhere',
] as const satisfies readonly ErrorType[];

/** How users protect their login. Source: decision 88. */
export const loginSecurityCalls = defineCalls({
  getLoginSecurity: {
    method: 'GET',
    path: '/users/:userId/login-security',
    rateLimit: { times: 120, seconds: 600, per: 'user' },
    access: self,
    upstream: 'identity-provider',
    params: UserParams,
    result: LoginSecurity,
    // Whether sessions from before a password change are active.
    providesTags: ['UserSession'],
    summary: 'Get how you log in, whether a second factor protects it, and how your other accounts log in',
  },
  requestPasswordChange: {
    method: 'POST',
    path: '/users/:userId/password-change',
    rateLimit: { times: 3, seconds: 3600, per: 'user' },
    access: self,
    upstream: 'identity-provider',
    params: UserParams,
    result: PasswordChangeRequest,
    errors: [...providerErrors, 'NoEmailAtProvider'],
    audited: true,
    summary: 'Ask the identity provider to send you an email with a link to change your password',
  },
  startSecondFactor: {
    method: 'POST',
    path: '/users/:userId/second-factor',
    rateLimit: { times: 5, seconds: 3600, per: 'user' },
    access: self,
    upstream: 'identity-provider',
    params: UserParams,
    result: SecondFactorPage,
    oneTimeFields: ['url'],
    errors: [...providerErrors],
    recentLogin: 'STEP_UP_MAX_AGE_MINUTES',
    audited: true,
    summary: 'Create the page at the identity provider on which you set up a second factor',
  },
});
