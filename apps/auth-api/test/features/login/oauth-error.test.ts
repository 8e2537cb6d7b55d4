import {
  callbackError,
  isCancelledByUser,
  knownOAuthError,
  reasonOf,
} from '../../../src/features/login/oauth-error.ts';

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
    'mfa_required',
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

  // Auth0's codes: https://auth0.com/docs/libraries/error-messages. OpenID Connect's: OpenID Connect Core 1.0, section 3.1.2.6.
  it.each([
    ['access_denied', 'LoginDenied', 'LoginDenied'],
    ['unauthorized', 'LoginDenied', 'LoginDenied'],
    ['mfa_required', 'LoginDenied', 'LoginDenied'],
    ['consent_required', 'LoginDenied', 'LoginDenied'],
    ['server_error', 'IdentityProviderUnavailable', 'LoginNotFinished'],
    ['temporarily_unavailable', 'IdentityProviderUnavailable', 'LoginNotFinished'],
    ['invalid_scope', 'IdentityProviderMisconfigured', 'LoginNotFinished'],
    ['unauthorized_client', 'IdentityProviderMisconfigured', 'LoginNotFinished'],
    ['login_required', 'LoginNotFinished', 'LoginNotFinished'],
    ['unheard_of', 'LoginNotFinished', 'LoginNotFinished'],
    [undefined, 'LoginNotFinished', 'LoginNotFinished'],
  ])('%s becomes %s, and %s if this browser did not start the login', (error, known, unknown) => {
    expect([callbackError({ error }, true).type, callbackError({ error }, false).type]).toEqual([known, unknown]);
  });

  it.each([
    ['Only on weekdays.', 'Only on weekdays.'],
    ['See https://evil.example/login now', 'See https evil. example login now'],
    ['two\nlines \u202e', 'two lines'],
    ['x'.repeat(300), `${'x'.repeat(199)}…`],
    ['', undefined],
    [undefined, undefined],
  ])('has the reason %j as %j', (description, expected) => expect(reasonOf(description)).toBe(expected));
});
