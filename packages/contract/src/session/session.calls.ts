import { defineCalls } from '../call.ts';
import { EmptyResult } from '../primitives.ts';
import { LoginCallbackQuery, LoginQuery, LogoutQuery, Whoami } from './session.schemas.ts';

/** Logging in and out, and who is logged in. Source: specification section 7. */
export const sessionCalls = defineCalls({
  whoami: {
    method: 'GET',
    path: '/whoami',
    access: {
      who: 'authenticated',
      requires: [],
      allowedWhile: ['quarantine', 'suspension'],
      tokens: ['api', 'instance', 'account'],
    },
    result: Whoami,
    providesTags: ['Session'],
    summary: 'Get the current user',
  },
  login: {
    method: 'GET',
    path: '/auth/login',
    rateLimit: { times: 300, seconds: 600, per: 'ip', perSessionWith: 'fresh', setting: 'LOGIN_LIMIT_PER_ADDRESS' },
    access: { who: 'anyone' },
    responseKind: 'redirect',
    // Not by a link on another site: the identity provider may remember the login, and each completed one counts.
    confirmWhen: 'cross-site',
    query: LoginQuery,
    errors: ['IdentityProviderUnavailable'],
    summary: 'Redirect to the identity provider to log in or sign up',
  },
  loginCallback: {
    method: 'GET',
    path: '/auth/login-callback',
    access: { who: 'anyone' },
    upstream: 'identity-provider',
    responseKind: 'redirect',
    query: LoginCallbackQuery,
    errors: [
      'LoginNotFinished',
      'LoginDenied',
      'LoginNotFresh',
      'LoginUserMismatch',
      'IdentityProviderMisconfigured',
      'IdentityProviderUnavailable',
      'NoEmailAtProvider',
      'TooManyRequests',
    ],
    summary: 'Complete a login and redirect to the portal',
  },
  logout: {
    method: 'GET',
    path: '/auth/logout',
    access: { who: 'anyone' },
    responseKind: 'redirect',
    confirmWhen: 'cross-site',
    query: LogoutQuery,
    endsAccess: true,
    summary: 'End the session, then log out of the identity provider',
  },
  logoutCallback: {
    method: 'GET',
    path: '/auth/logout-callback',
    access: { who: 'anyone' },
    responseKind: 'redirect',
    summary: 'Redirect to the portal after the logout at the identity provider',
  },
  backChannelLogout: {
    method: 'POST',
    path: '/auth/back-channel-logout',
    rateLimit: { times: 1_200, seconds: 60, per: 'ip', counts: 'failures' },
    access: { who: 'webhook' },
    upstream: 'identity-provider',
    result: EmptyResult,
    errors: ['InvalidLogoutToken', 'IdentityProviderUnavailable'],
    endsAccess: true,
    summary: 'Log out by the identity provider: end the sessions that its logout token names',
  },
});
