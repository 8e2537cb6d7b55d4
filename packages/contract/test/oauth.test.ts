import { calls, oauthErrorCodeOf, type Call } from '../src/index.ts';

describe('the call table', () => {
  it('has the format of OAuth for exactly the calls under /oauth/', () => {
    const isOAuth = ({ path }: Call) => path.startsWith('/oauth/');
    for (const [name, call] of Object.entries(calls))
      expect([name, call.wire === 'oauth']).toEqual([name, isOAuth(call)]);
  });
});

describe('the OAuth error code', () => {
  it.each([
    ['InvalidInput', 'invalid_request'],
    ['UnsupportedMediaType', 'invalid_request'],
    ['MethodNotAllowed', 'invalid_request'],
    ['NotSignedIn', 'invalid_client'],
    ['InvalidToken', 'invalid_token'],
    ['NotAllowed', 'access_denied'],
    ['UnsupportedTokenType', 'unsupported_token_type'],
    ['TooManyRequests', 'temporarily_unavailable'],
    ['DatabaseUnavailable', 'temporarily_unavailable'],
    ['StorageFull', 'temporarily_unavailable'],
    ['InternalError', 'server_error'],
  ] as const)('of %s is %s', (type, code) => expect(oauthErrorCodeOf(type)).toBe(code));
});
