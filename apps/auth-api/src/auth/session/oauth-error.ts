/** The error codes of OAuth 2.0 and OpenID Connect. */
const knownErrors = [
  'access_denied',
  'account_selection_required',
  'consent_required',
  'interaction_required',
  'invalid_client',
  'invalid_grant',
  'invalid_request',
  'invalid_scope',
  'login_required',
  'server_error',
  'temporarily_unavailable',
  'unauthorized',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
];

/** The `error` of a login callback, safe to log: anyone can put anything in the URL, so unknown values become `other`. */
export const knownOAuthError = (error: string | undefined) =>
  error === undefined || knownErrors.includes(error) ? error : 'other';

/** The `error_description` that Auth0 sends when the user declines. */
const declined = 'User did not authorize the request';

/**
 * Whether the user ended the login. Auth0 sends the same `access_denied`, with another description, if the user is blocked or an
 * Action denies the login.
 */
export const isCancelledByUser = (query: { error?: string | undefined; error_description?: string | undefined }) =>
  query.error === 'access_denied' && (query.error_description ?? declined) === declined;
