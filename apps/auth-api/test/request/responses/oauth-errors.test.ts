import { jest } from '@jest/globals';
import { OAuthErrorBody, oauthCalls, type ErrorType } from '@portal/contract';
import { ulid } from 'ulid';
import { apiError } from '../../../src/platform/errors/api-error.ts';
import { possibleErrors } from '../../../src/request/call/possible-errors.ts';
import { toOAuthErrorBody } from '../../../src/request/call/to-api-error.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { makeApiToken, makeUser, makeWorkspace } from '../../support/builders.ts';
import { expectNoQuery, expectOAuthError, postForm, postTokens, revocationPath } from '../../support/oauth-client.ts';

// The format of calls under /oauth/: the form and the errors of RFC 6749, which RFC 7009 repeats for revocation.

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function makeToken(): Promise<{ token: string }> {
  const user = await makeUser(api);
  const { credentials } = await makeApiToken(api, await makeWorkspace(api, user), user);
  return { token: credentials.token ?? '' };
}

const isAccepted = async (token: string) => (await api.send('GET', '/whoami', { token })).status === 200;

describe('an error (RFC 7009, section 2.2.1, and RFC 6749, section 5.2)', () => {
  it('is 503 with Retry-After if the database is unreachable, and the token stays valid', async () => {
    const { token } = await makeToken();
    const { SIGNING_KEYS_DIR } = api.services.settings;
    const unreachable = await startApi({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nowhere', SIGNING_KEYS_DIR });
    const response = await postTokens([token], unreachable);
    await unreachable.close();
    expectOAuthError(response, 503, 'temporarily_unavailable');
    expect(response.headers['retry-after']).toBe('5');
    expect(await isAccepted(token)).toBe(true);
  });

  it('is 503 at once while many requests wait for the database', async () => {
    const { token } = await makeToken();
    const { pool, settings } = api.services;
    const waiting = jest.spyOn(pool, 'waitingCount', 'get').mockReturnValue(settings.DATABASE_POOL_SIZE * 20);
    const response = await postTokens([token], api);
    waiting.mockRestore();
    expectOAuthError(response, 503, 'temporarily_unavailable');
    expect(await isAccepted(token)).toBe(true);
  });

  it('is server_error for a bug, without details, and nothing is revoked', async () => {
    const { token } = await makeToken();
    await api.asOwner('ALTER TABLE account_emails RENAME TO hidden');
    const response = await postTokens([token], api);
    await api.asOwner('ALTER TABLE hidden RENAME TO account_emails');
    expectOAuthError(response, 500, 'server_error');
    expect(response.text).not.toMatch(/account_emails|relation/);
    expect(await isAccepted(token)).toBe(true);
  });

  // RFC 6749, section 3.2: a parameter without a value counts as omitted.
  it.each(['', 'token=', 'token=%20', 'token=&token=', 'Token=x', 'token%5B%5D=x', 'token[0]=x'])(
    'is invalid_request without a token: %j',
    async (body) => {
      await expectNoQuery(async () => {
        const response = await postForm(body, api);
        expectOAuthError(response, 400, 'invalid_request');
        expect(OAuthErrorBody.parse(response.body).error_description).toBe('token: This field is required.');
      });
    },
  );

  it('is invalid_request for a token in the URL, which is not read (RFC 6749, section 2.3.1)', async () => {
    const { token } = await makeToken();
    expectOAuthError(await api.send('POST', `${revocationPath}?token=${token}`), 400, 'invalid_request');
    expectOAuthError(
      await api.send('POST', `${revocationPath}?token=${token}`).type('form').send('a=b'),
      400,
      'invalid_request',
    );
    expect(await isAccepted(token)).toBe(true);
  });

  it('is invalid_request for a body that is not a form', async () => {
    const { token } = await makeToken();
    const json = await api.send('POST', revocationPath).send({ token });
    expectOAuthError(json, 415, 'invalid_request');
    expect(OAuthErrorBody.parse(json.body).error_description).toBe(
      'Send the request as application/x-www-form-urlencoded.',
    );
    for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/xml'])
      expectOAuthError(
        await api.send('POST', revocationPath).type(type).send(`token=${token}`),
        415,
        'invalid_request',
      );
    const compressed = api.send('POST', revocationPath).type('form').set('Content-Encoding', 'gzip');
    expectOAuthError(await compressed.send(`token=${token}`), 415, 'invalid_request');
    expect(await isAccepted(token)).toBe(true);
  });

  it.each([
    ['UTF-8', 200],
    ['utf-8', 200],
    ['utf-16', 415],
  ])('depends on the charset: %s is %d', async (charset, status) => {
    const { token } = await makeToken();
    const body = `token=${token}`;
    const response = await api
      .send('POST', revocationPath)
      .type(`application/x-www-form-urlencoded; charset=${charset}`)
      .send(body);
    expect(response.status).toBe(status);
    expect(await isAccepted(token)).toBe(status !== 200);
  });

  it('is invalid_request for a body that is too large or has too many parameters', async () => {
    await expectNoQuery(async () => {
      expectOAuthError(await postForm(`token=${'x'.repeat(1_050_000)}`, api), 413, 'invalid_request');
      expectOAuthError(await postForm(`token=x${'&a=b'.repeat(2_000)}`, api), 413, 'invalid_request');
    });
  });

  it('is invalid_request for a method other than POST', async () => {
    const { token } = await makeToken();
    for (const address of [`${revocationPath}?token=${token}`, '/OAuth/Revoke']) {
      const response = await api.send('GET', address);
      expectOAuthError(response, 405, 'invalid_request');
      expect(response.headers['allow']).toBe('POST');
    }
    expect(await isAccepted(token)).toBe(true);
  });

  it('has a description of the characters that RFC 6749, section 5.2, allows', () => {
    const types = [...possibleErrors(oauthCalls.revokeTokenByHolder), 'IdentityProviderUnavailable' as ErrorType];
    for (const type of types) {
      const { error_description: description } = toOAuthErrorBody(apiError(type), ulid());
      expect(description).toMatch(/^[\x20\x21\x23-\x5B\x5D-\x7E]+$/);
    }
    const odd = apiError('InvalidInput', { message: '“a\\b”: Ünï…\n' });
    expect(toOAuthErrorBody(odd, ulid()).error_description).toBe("'a?b': ?n???");
  });
});
