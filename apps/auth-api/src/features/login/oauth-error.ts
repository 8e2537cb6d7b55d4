import { apiError, type ApiError } from '../../platform/errors/api-error.ts';
import { providerFailed } from '../../integrations/auth0/provider-errors.ts';
import { quoteAtEnd, toPlainText } from '../../platform/lib/plain-text.ts';

/** The parameters of a login callback that failed. */
interface CallbackError {
  readonly error?: string | undefined;
  readonly error_description?: string | undefined;
}

/** The provider refuses a login: an Action denies it, the user is blocked, or a step is missing that the user cannot do here. */
const refusals = [
  'access_denied',
  'consent_required',
  'invalid_user_password',
  'mfa_invalid_code',
  'mfa_registration_required',
  'mfa_required',
  'password_leaked',
  'too_many_attempts',
  'unauthorized',
];

const outages = ['server_error', 'temporarily_unavailable'];

/** The provider rejects the request, not the user. */
const setUpErrors = [
  'invalid_client',
  'invalid_request',
  'invalid_scope',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
];

/** Another attempt may succeed. */
const unfinished = ['account_selection_required', 'interaction_required', 'invalid_grant', 'login_required'];

/** The error codes of OAuth 2.0, OpenID Connect and Auth0. */
const knownErrors = [...refusals, ...outages, ...setUpErrors, ...unfinished];

/** The `error` of a login callback, safe to log: anyone can put anything in the URL, so unknown values become `other`. */
export const knownOAuthError = (error: string | undefined) =>
  error === undefined || knownErrors.includes(error) ? error : 'other';

/** Whether an error code says that the provider refuses the login of this user. */
export const isRefusal = (error: string | undefined): boolean => error !== undefined && refusals.includes(error);

/** Whether an error code says that the provider rejects the request, because of how the API is set up. */
export const isSetUpError = (error: string | undefined): boolean => error !== undefined && setUpErrors.includes(error);

/** The `error_description` that Auth0 sends when the user declines. */
const declined = 'User did not authorize the request';

/**
 * Whether the user ended the login. Auth0 sends the same `access_denied`, with another description, if an Action denies the
 * login.
 */
export const isCancelledByUser = ({ error, error_description: description = declined }: CallbackError) =>
  error === 'access_denied' && description === declined;

const maxReasonLength = 200;

/** The provider's description of an error as one line of plain text without links; undefined without one. */
export const reasonOf = (description: string | undefined): string | undefined =>
  toPlainText(description ?? '', maxReasonLength) || undefined;

/** The error of a login that the provider refused, with the reason that it gave. */
export const loginDenied = (reason: string | undefined, cause?: unknown): ApiError =>
  apiError('LoginDenied', {
    cause,
    ...(reason !== undefined && {
      message: `The login service refused this login: ${quoteAtEnd(reason)} Contact support.`,
    }),
  });

/**
 * The error of a callback without a code. Only a callback of a known attempt says why, or that the provider is at fault:
 * anyone can open the URL with any text.
 */
export function callbackError(
  { error, error_description: description }: CallbackError,
  isKnownAttempt: boolean,
): ApiError {
  if (isRefusal(error)) return loginDenied(isKnownAttempt ? reasonOf(description) : undefined);
  if (error === undefined || !isKnownAttempt) return apiError('LoginNotFinished');
  if (outages.includes(error)) return providerFailed();
  return apiError(isSetUpError(error) ? 'IdentityProviderMisconfigured' : 'LoginNotFinished');
}
