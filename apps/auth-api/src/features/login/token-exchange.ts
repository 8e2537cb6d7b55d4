import * as z from 'zod/mini';
import type { Settings } from '../../platform/config/settings.ts';
import { apiError } from '../../platform/errors/api-error.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { providerFailed, providerUnreachable, rateLimited } from '../../integrations/auth0/provider-errors.ts';
import { tracedFetch } from '../../platform/observability/traced-fetch.ts';
import { isRefusal, isSetUpError, loginDenied, reasonOf } from './oauth-error.ts';

/** The parameters of an authorization code grant with PKCE. */
interface CodeGrant {
  readonly code: string;
  readonly code_verifier: string;
  readonly redirect_uri: string;
}

const TokenResponse = z.object({ id_token: z.string() });
const ErrorResponse = z.object({ error: z.string(), error_description: z.optional(z.string()) });

/** Redeems an authorization code at the provider's token endpoint and returns the ID token. */
export async function exchangeCode(grant: CodeGrant, settings: Settings, timeoutMs: number): Promise<string> {
  const { AUTH0_CLIENT_ID: client_id, AUTH0_CLIENT_SECRET: client_secret } = settings;
  const { status, headers, body } = await post(
    `${settings.AUTH0_URL}/oauth/token`,
    new URLSearchParams({ grant_type: 'authorization_code', client_id, client_secret, ...grant }),
    timeoutMs,
  ).catch((cause: unknown) => {
    throw providerUnreachable(cause);
  });
  if (status !== 200) throw rejectionError(status, headers, body);
  const tokens = TokenResponse.safeParse(body);
  if (!tokens.success) throw providerFailed(new AppError('The identity provider responded without an ID token.'));
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
  // The status of an error response is enough if its body is not JSON.
  const { status, headers } = response;
  return { status, headers, body: await (response.ok ? body : body.catch(() => null)) };
}

/** OAuth's error codes for a rejected client. Auth0 sends its own with the status 401. */
const clientErrors: readonly unknown[] = ['invalid_client', 'unauthorized_client'];

/**
 * A rejected code is an error of this login. Auth0 denies a login here, too, such as one that needs a second factor. A rejected client
 * or request is an error of our settings, as in a callback. Any other rejection is an error of the provider.
 */
function rejectionError(status: number, headers: Headers, body: unknown) {
  const { error: code, error_description: description } = ErrorResponse.safeParse(body).data ?? {};
  const cause = Object.assign(new AppError('The identity provider rejected the token request.'), { status });
  if (status === 429) return rateLimited(headers, cause);
  if (code === 'invalid_grant') return apiError('LoginNotFinished', { cause });
  if (status === 401 || clientErrors.includes(code)) {
    const message = 'The identity provider rejected the client. Check AUTH0_CLIENT_ID and AUTH0_CLIENT_SECRET.';
    return apiError('IdentityProviderMisconfigured', { cause: new AppError(message, { cause }) });
  }
  if (isSetUpError(code)) return apiError('IdentityProviderMisconfigured', { cause });
  return status < 500 && isRefusal(code) ? loginDenied(reasonOf(description), cause) : providerFailed(cause);
}
