import { Fault } from '../fault.ts';
import { tracedFetch } from '../tracing/traced-fetch.ts';

type Exchanged = (
  error: { statusCode: number; data: string } | Error | null,
  accessToken?: string,
  refreshToken?: string,
  answer?: object,
) => void;

/** The part of passport-oauth2 that asks the provider for tokens. */
export interface TokenExchange {
  getOAuthAccessToken(code: string, params: Readonly<Record<string, string>>, done: Exchanged): void;
}

/**
 * passport's own client waits for ever, keeps its socket meanwhile, and ends the process over an answer that is JSON but
 * no object. This one gives up.
 */
export function tokenExchange(
  url: string,
  client: { readonly id: string; readonly secret: string },
  timeoutMs: number,
): TokenExchange['getOAuthAccessToken'] {
  return (code, params, done) => {
    const body = new URLSearchParams({ ...params, client_id: client.id, client_secret: client.secret, code });
    exchange(url, body, timeoutMs)
      .then(({ status, text }) => {
        if (status !== 200) throw Object.assign(new Error(), { statusCode: status, data: text });
        const answer = JSON.parse(text) as { access_token?: unknown } | null;
        if (typeof answer?.access_token !== 'string')
          throw new Fault('The identity provider answered without a token.');
        done(null, answer.access_token, undefined, answer);
      })
      .catch(done);
  };
}

async function exchange(url: string, body: URLSearchParams, timeoutMs: number) {
  const answer = await tracedFetch('/oauth/token', url, {
    method: 'POST',
    body,
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: answer.status, text: await answer.text() };
}
