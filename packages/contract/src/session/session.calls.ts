import { defineCalls } from '../call.ts';
import { LoginCallbackQuery, LoginQuery, LogoutQuery, Whoami } from './session.schemas.ts';

export const sessionCalls = defineCalls({
  whoami: {
    method: 'GET',
    path: '/whoami',
    access: { who: 'signed-in', needs: [], openWhile: ['quarantined', 'suspended'], tokens: ['api', 'instance'] },
    result: Whoami,
    reads: ['Session'],
    summary: 'Tell who is signed in',
  },
  login: {
    method: 'GET',
    path: '/auth/login',
    limit: { times: 300, seconds: 600, per: 'address', setting: 'LOGIN_LIMIT_PER_ADDRESS' },
    access: { who: 'anyone' },
    answers: 'page',
    confirms: 'embedded',
    query: LoginQuery,
    problems: ['IdentityProviderUnavailable'],
    summary: 'Send the browser to the identity provider to log in or to sign up',
  },
  loginCallback: {
    method: 'GET',
    path: '/auth/login-callback',
    access: { who: 'anyone' },
    asks: 'identity-provider',
    answers: 'page',
    query: LoginCallbackQuery,
    problems: [
      'LoginNotFinished',
      'LoginNotFresh',
      'LoginOfSomebodyElse',
      'IdentityProviderUnavailable',
      'NoEmailAtProvider',
      'TooManyRequests',
    ],
    summary: 'Finish a login and send the browser to the portal',
  },
  logout: {
    method: 'GET',
    path: '/auth/logout',
    access: { who: 'anyone' },
    answers: 'page',
    confirms: 'cross-site',
    query: LogoutQuery,
    summary: 'End the session, then log out of the identity provider',
  },
  logoutCallback: {
    method: 'GET',
    path: '/auth/logout-callback',
    access: { who: 'anyone' },
    answers: 'page',
    summary: 'Send the browser to the portal after the identity provider logged out',
  },
});
