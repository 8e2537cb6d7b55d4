import * as z from 'zod/mini';
import { Fault } from '../fault.ts';
import { problem } from '../http/problem.ts';
import type { Settings } from '../settings.ts';
import { tracedFetch } from '../tracing/traced-fetch.ts';

/** What proves to the provider that this is the login that it sent the code for. */
interface CodeGrant {
  readonly code: string;
  readonly code_verifier: string;
  readonly redirect_uri: string;
}

const Tokens = z.object({ id_token: z.string() });
const Rejection = z.object({ error: z.string() });

/** Redeems an authorization code at the provider's token endpoint and returns the ID token. */
export async function exchangeCode(grant: CodeGrant, settings: Settings, timeoutMs: number): Promise<string> {
  const { AUTH0_CLIENT_ID: client_id, AUTH0_CLIENT_SECRET: client_secret } = settings;
  const { status, body } = await post(
    `${settings.AUTH0_URL}/oauth/token`,
    new URLSearchParams({ grant_type: 'authorization_code', client_id, client_secret, ...grant }),
    timeoutMs,
  ).catch((cause: unknown) => {
    throw unavailable(cause);
  });
  if (status !== 200) throw rejected(status, Rejection.safeParse(body).data?.error);
  const tokens = Tokens.safeParse(body);
  if (!tokens.success) throw unavailable(new Fault('The identity provider answered without an ID token.'));
  return tokens.data.id_token;
}

async function post(url: string, form: URLSearchParams, timeoutMs: number) {
  const response = await tracedFetch('/oauth/token', url, {
    method: 'POST',
    body: form,
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const body: Promise<unknown> = response.json();
  // A rejection counts by its status where its body is not JSON.
  return { status: response.status, body: await (response.ok ? body : body.catch(() => null)) };
}

const unavailable = (cause: unknown) => problem('IdentityProviderUnavailable', { retryAfter: 30, cause });

/** OAuth's codes for a client that is not accepted, and Auth0's own. */
const clientErrors: readonly unknown[] = ['invalid_client', 'unauthorized_client', 'access_denied'];

/** A refused code is the login's fault; everything else is the provider's, or that of our settings. */
function rejected(status: number, code: string | undefined) {
  const cause = Object.assign(new Fault('The identity provider rejected the token request.'), { status });
  if (code === 'invalid_grant') return problem('LoginNotFinished', { cause });
  if (status !== 401 && !clientErrors.includes(code)) return unavailable(cause);
  return unavailable(
    new Fault('The identity provider refuses the client. Check AUTH0_CLIENT_ID and AUTH0_CLIENT_SECRET.', { cause }),
  );
}
