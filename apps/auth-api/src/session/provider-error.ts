/** The errors that OAuth 2.0 and OpenID Connect know. */
const known = [
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

/** The provider's error for the log. It comes by the address, where anybody can write anything. */
export const providerError = (given: string | undefined) =>
  given === undefined || known.includes(given) ? given : 'another';
