import { createHash } from 'node:crypto';
import { TerminalRedirect, TokenResponse } from '@portal/contract';
import type { Response } from 'supertest';
import { createSecret } from '../../src/request/auth/secrets.ts';
import type { Credentials, TestApi } from './api.ts';

type Form = Readonly<Record<string, string>>;

/** The scopes that `approve` chooses. */
export const readScopes = ['workspace:read', 'members:read', 'tokens:read'];

const redirectUri = 'http://127.0.0.1:49152/callback';

/** The tokens of a response, which must be a success. */
export function tokensOf({ status, body }: Response): TokenResponse {
  expect([status, body]).toEqual([200, expect.anything()]);
  return TokenResponse.parse(body);
}

/** The code in the URL to which the browser goes. */
export const codeOf = ({ body }: Response): string =>
  new URL(TerminalRedirect.parse(body).redirectUrl).searchParams.get('code') ?? '';

/** A command-line client, with what a person does for it in the browser. */
export function createTerminalClient(api: TestApi) {
  const post = (path: string, form: Form) =>
    api
      .send('POST', path)
      .type('form')
      .send(new URLSearchParams({ client_id: 'portal-cli', ...form }).toString());
  const requestToken = (form: Form) => post('/oauth/token', form);

  /** An approval in the browser of a client on the same machine. */
  async function approve(credentials: Credentials, overrides: object = {}) {
    const verifier = createSecret();
    const codeChallenge = createHash('sha256').update(verifier).digest('base64url');
    const body = { clientId: 'portal-cli', redirectUri, codeChallenge, state: 'state-of-client', host: 'ada-laptop' };
    const response = await api
      .send('POST', '/terminal-logins', credentials)
      .send({ ...body, scopes: readScopes, workspaceIds: null, ...overrides });
    return { response, verifier };
  }

  const redeem = (code: string, verifier: string, overrides: Form = {}) =>
    requestToken({
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
      ...overrides,
    });

  return {
    post,
    requestToken,
    approve,
    redeem,
    refresh: (refreshToken: string, form: Form = {}) =>
      requestToken({ grant_type: 'refresh_token', refresh_token: refreshToken, ...form }),
    async logIn(credentials: Credentials, overrides: object = {}): Promise<TokenResponse> {
      const { response, verifier } = await approve(credentials, overrides);
      return tokensOf(await redeem(codeOf(response), verifier));
    },
  };
}
