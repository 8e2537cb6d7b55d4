import { defineCalls } from '../call.ts';
import { EmptyResult } from '../primitives.ts';
import {
  DeviceApproval,
  DeviceAuthorization,
  DeviceCode,
  DeviceCodeEntry,
  DeviceRequest,
  TerminalApproval,
  TerminalRedirect,
  TokenRequest,
  TokenResponse,
} from './terminal-logins.schemas.ts';

/** A person can approve who may create API tokens, except staff, whose session can do more than their account. */
const approver = { who: 'authenticated', requires: ['verifiedEmail', 'acceptedTerms'] } as const;

const byCode = {
  method: 'POST',
  access: approver,
  errors: ['UserCodeNotFound', 'NotAllowed'],
  wrongGuess: 'UserCodeNotFound',
} as const;

/** The page on which a person approves a terminal. Source: decision 87. */
export const terminalLoginCalls = defineCalls({
  findDevice: {
    ...byCode,
    path: '/device-logins/find',
    body: DeviceCodeEntry,
    result: DeviceRequest,
    summary: 'Find the device that shows a code, before you approve it',
  },
  approveDevice: {
    ...byCode,
    path: '/device-logins/approve',
    body: DeviceApproval,
    result: EmptyResult,
    recentLogin: 'STEP_UP_MAX_AGE_MINUTES',
    audited: true,
    summary: 'Let the device that shows a code act as you. Not with a staff session',
  },
  denyDevice: {
    ...byCode,
    path: '/device-logins/deny',
    body: DeviceCodeEntry,
    result: EmptyResult,
    audited: true,
    summary: 'Refuse the device that shows a code',
  },
  approveTerminal: {
    method: 'POST',
    path: '/terminal-logins',
    access: approver,
    body: TerminalApproval,
    result: TerminalRedirect,
    oneTimeFields: ['redirectUrl'],
    errors: ['NotAllowed'],
    recentLogin: 'STEP_UP_MAX_AGE_MINUTES',
    audited: true,
    summary:
      'Let a client on this machine act as you (RFC 8252), and get the URL with its code. Not with a staff session',
  },
});

/** What command-line clients call, in the format of OAuth (`Wire`). */
export const terminalOAuthCalls = defineCalls({
  requestDeviceCode: {
    method: 'POST',
    wire: 'oauth',
    path: '/oauth/device_authorization',
    access: { who: 'anyone' },
    rateLimit: { times: 60, seconds: 600, per: 'ip' },
    body: DeviceAuthorization,
    result: DeviceCode,
    errors: ['UnknownClient', 'InvalidScope'],
    summary: 'Get a code that a person types in a browser to log in a device (RFC 8628)',
  },
  issueToken: {
    method: 'POST',
    wire: 'oauth',
    path: '/oauth/token',
    access: { who: 'anyone' },
    // A device that waits for its approval asks every five seconds.
    rateLimit: { times: 3_000, seconds: 600, per: 'ip', counts: 'failures', store: 'memory' },
    body: TokenRequest,
    result: TokenResponse,
    managesTransactions: true,
    errors: [
      'UnknownClient',
      'InvalidGrant',
      'InvalidScope',
      'InvalidTarget',
      'UnsupportedGrantType',
      'AuthorizationPending',
      'PollingTooFast',
      'DeviceCodeExpired',
      'TerminalLoginDenied',
    ],
    summary: 'Exchange a code or a refresh token for an access token of one hour (RFC 6749)',
  },
});
