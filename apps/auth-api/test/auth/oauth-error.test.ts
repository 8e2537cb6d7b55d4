import { isCancelledByUser, knownOAuthError } from '../../src/auth/session/oauth-error.ts';

describe('the error of a login callback', () => {
  it.each([
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
  ])('%s is logged', (error) => expect(knownOAuthError(error)).toBe(error));

  it.each(['', 'access_denied\nforged line', 'ACCESS_DENIED', 'constructor'])('%j is logged as other', (error) =>
    expect(knownOAuthError(error)).toBe('other'),
  );

  it('may be missing', () => expect(knownOAuthError(undefined)).toBeUndefined());

  it.each<[boolean, Parameters<typeof isCancelledByUser>[0]]>([
    [true, { error: 'access_denied' }],
    [true, { error: 'access_denied', error_description: 'User did not authorize the request' }],
    [false, { error: 'access_denied', error_description: 'user is blocked' }],
    [false, { error: 'unauthorized', error_description: 'User did not authorize the request' }],
    [false, {}],
  ])('says that the user ended the login: %j, for %j', (expected, query) =>
    expect(isCancelledByUser(query)).toBe(expected),
  );
});
