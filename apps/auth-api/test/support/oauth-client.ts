import type { OAuthErrorBody } from '@portal/contract';
import type { Response } from 'supertest';
import type { TestApi } from './api.ts';
import { recordStatements } from './recorded-statements.ts';

export const revocationPath = '/oauth/revoke';

export const postForm = (body: string, to: TestApi) => to.send('POST', revocationPath).type('form').send(body);

/** Posts tokens, with a repeated parameter for several. */
export const postTokens = (tokens: readonly string[], to: TestApi) =>
  postForm(new URLSearchParams(tokens.map((token): [string, string] => ['token', token])).toString(), to);

export function expectRevoked({ status, body }: Response): void {
  expect([status, body]).toEqual([200, {}]);
}

/** Expects exactly the fields of an OAuth error. */
export function expectOAuthError(response: Response, status: number, error: OAuthErrorBody['error']): void {
  expect([response.status, response.body]).toEqual([
    status,
    { error, error_description: expect.any(String) as string, requestId: response.headers['x-request-id'] },
  ]);
}

/** Expects no statement, not even one that counts requests. */
export const expectNoQuery = async (work: () => PromiseLike<unknown>): Promise<void> =>
  expect(await recordStatements(/./, work)).toEqual([]);
