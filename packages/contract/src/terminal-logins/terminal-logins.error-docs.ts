import type { ErrorDoc, ErrorType } from '../errors.ts';

/** The reference's text about the errors of terminal logins. */
export const terminalLoginErrorDocs = {
  UserCodeNotFound: {
    when: 'No device waits with this code: it is mistyped, older than ten minutes, or already approved or refused.',
    remedy: 'Compare the code with the terminal, or start the login there again.',
  },
  UnknownClient: {
    when: 'The `client_id` is missing or is not one of a client of the account portal. `error` is `invalid_client`.',
    remedy: 'Send `client_id=portal-cli`.',
  },
  InvalidGrant: {
    when: 'The code, the device code or the refresh token is unknown, used or expired, its login has ended, or the verifier or the redirect URI differs. `error` is `invalid_grant`.',
    remedy: 'Log in again.',
  },
  InvalidScope: {
    when: 'There is no such scope, or the login does not have it. `error` is `invalid_scope`.',
    remedy: 'Request fewer scopes, or log in again with more.',
  },
  InvalidTarget: {
    when: 'The `resource` is not `{api}/workspaces/{id}`, or is a workspace that the login does not include, that its user cannot use, or whose policy lets the user create no API tokens. `error` is `invalid_target` (RFC 8707).',
    remedy: 'Choose another workspace, or log in again for this one.',
  },
  UnsupportedGrantType: {
    when: 'The `grant_type` is missing or is another one than the metadata lists. `error` is `unsupported_grant_type`.',
    remedy: 'Send one of `grant_types_supported`.',
  },
  AuthorizationPending: {
    when: 'The person has not decided about the device yet. `error` is `authorization_pending`.',
    remedy: 'Ask again after `interval` seconds.',
  },
  PollingTooFast: {
    when: 'The device asked again before the interval was over, which is 5 seconds longer from now on. `error` is `slow_down`.',
    remedy: 'Wait longer between two requests.',
  },
  DeviceCodeExpired: {
    when: 'The device code is older than ten minutes. `error` is `expired_token`.',
    remedy: 'Start the login again.',
  },
  TerminalLoginDenied: {
    when: 'The person refused the device. `error` is `access_denied`.',
    remedy: 'Nothing. The person does not want this login.',
  },
} as const satisfies Partial<Record<ErrorType, ErrorDoc>>;
