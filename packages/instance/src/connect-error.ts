/**
 * Why a login or a call to the account portal's API failed:
 *
 * - `Rejected`: the API rejects the request; for a login, the code is used, expired or missing.
 * - `StateMismatch`: this browser did not start the login, or started it more than ten minutes ago.
 * - `OtherWorkspace`: the instance does not accept the workspace.
 * - `SessionEnded`: the API answered 401; the session at the portal, the membership or the workspace has ended.
 * - `ApiUnavailable`: the API did not answer, is overloaded, or its keys could not be read. It says nothing about the user.
 * - `UnexpectedResponse`: the API's answer has another shape than its reference says.
 * - `InvalidToken`: a token is forged, expired, or about something else.
 */
export type ConnectErrorType =
  | 'Rejected'
  | 'StateMismatch'
  | 'OtherWorkspace'
  | 'SessionEnded'
  | 'ApiUnavailable'
  | 'UnexpectedResponse'
  | 'InvalidToken';

/** A failed login, or a failed call to the account portal's API. */
export class ConnectError extends Error {
  readonly type: ConnectErrorType;
  /** When to try again, in seconds, if the API names it; otherwise null. */
  readonly retryAfterSeconds: number | null;

  constructor(
    type: ConnectErrorType,
    message: string,
    { retryAfterSeconds = null, cause }: { readonly retryAfterSeconds?: number | null; readonly cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.name = 'ConnectError';
    this.type = type;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
