import { apiErrors, type ErrorType } from '../errors.ts';

/**
 * The error codes of calls under `/oauth/`: those of RFC 6749, sections 4.1.2.1 and 5.2, of RFC 6750, section 3.1, and of RFC 7009,
 * section 2.2.1, of RFC 8628, section 3.5, and of RFC 8707, section 2.
 */
export const oauthErrorCodes = [
  'invalid_request',
  'invalid_client',
  'invalid_token',
  'access_denied',
  'unsupported_token_type',
  'temporarily_unavailable',
  'server_error',
  'invalid_grant',
  'invalid_scope',
  'invalid_target',
  'unsupported_grant_type',
  'authorization_pending',
  'slow_down',
  'expired_token',
] as const;
export type OAuthErrorCode = (typeof oauthErrorCodes)[number];

/** The codes of statuses. Any other 4xx is an `invalid_request`, and any other 5xx a `server_error`. */
const codesOfStatuses: Readonly<Record<number, OAuthErrorCode>> = {
  401: 'invalid_client',
  403: 'access_denied',
  429: 'temporarily_unavailable',
  503: 'temporarily_unavailable',
};

/** The codes of types that have another one than their status. */
const codesOfTypes: Partial<Record<ErrorType, OAuthErrorCode>> = {
  InvalidToken: 'invalid_token',
  UnsupportedTokenType: 'unsupported_token_type',
  InvalidGrant: 'invalid_grant',
  InvalidScope: 'invalid_scope',
  InvalidTarget: 'invalid_target',
  UnsupportedGrantType: 'unsupported_grant_type',
  AuthorizationPending: 'authorization_pending',
  PollingTooFast: 'slow_down',
  DeviceCodeExpired: 'expired_token',
  TerminalLoginDenied: 'access_denied',
};

/** The OAuth error code of one of our error types. */
export function oauthErrorCodeOf(type: ErrorType): OAuthErrorCode {
  const { status } = apiErrors[type];
  return codesOfTypes[type] ?? codesOfStatuses[status] ?? (status < 500 ? 'invalid_request' : 'server_error');
}
