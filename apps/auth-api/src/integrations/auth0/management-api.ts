import * as z from 'zod/mini';
import type { Settings } from '../../config/settings.ts';
import { apiError } from '../../errors/api-error.ts';
import { AppError } from '../../errors/app-error.ts';
import { tracedFetch } from '../../observability/traced-fetch.ts';
import { parseEmail, parsePicture, type IdentityProvider } from './identity-provider.ts';

const renewBeforeMs = 60_000;
const retryDelayMs = 300;

const AccessToken = z.object({ access_token: z.string(), expires_in: z.number() });
const Auth0User = z.object({
  email: z.unknown(),
  email_verified: z._default(z.boolean(), false),
  picture: z.optional(z.unknown()),
});

interface ManagementRequest {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** Whether a missing object counts as success. */
  readonly mayBeMissing?: boolean;
}

/** Auth0's Management API. Caches its access token until shortly before it expires. */
export function auth0Management(settings: Settings): IdentityProvider {
  let accessToken: { value: string; renewAt: number } | null = null;

  async function authorize(signal: AbortSignal): Promise<string> {
    if (accessToken && Date.now() < accessToken.renewAt) return accessToken.value;
    const { access_token, expires_in } = await send(AccessToken, '/oauth/token', `${settings.AUTH0_URL}/oauth/token`, {
      method: 'POST',
      signal,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        grant_type: 'client_credentials',
        client_id: settings.AUTH0_MANAGEMENT_CLIENT_ID,
        client_secret: settings.AUTH0_MANAGEMENT_CLIENT_SECRET,
        audience: settings.AUTH0_MANAGEMENT_AUDIENCE,
      }),
    });
    accessToken = { value: access_token, renewAt: Date.now() + expires_in * 1_000 - renewBeforeMs };
    return access_token;
  }

  async function call<S extends z.ZodMiniType>(
    schema: S,
    template: string,
    path: string,
    init: ManagementRequest = {},
  ): Promise<z.output<S>> {
    // One timeout for everything: the access token, the request and a retry.
    const signal = AbortSignal.timeout(settings.AUTH0_TIMEOUT_MS);
    const headers = { ...init.headers, authorization: `Bearer ${await authorize(signal)}` };
    return send(schema, `/api/v2${template}`, `${settings.AUTH0_URL}/api/v2${path}`, { ...init, headers, signal });
  }

  return {
    async getIdentity(auth0Id) {
      const user = await call(Auth0User, '/users/{id}', `/users/${encodeURIComponent(auth0Id)}`);
      return { email: parseEmail(user), emailVerified: user.email_verified, pictureUrl: parsePicture(user) };
    },
    async deleteIdentity(auth0Id) {
      const path = `/users/${encodeURIComponent(auth0Id)}`;
      await call(z.unknown(), '/users/{id}', path, { method: 'DELETE', mayBeMissing: true });
    },
    async sendVerificationEmail(auth0Id) {
      await call(z.unknown(), '/jobs/verification-email', '/jobs/verification-email', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ user_id: auth0Id }),
      });
    },
  };
}

/** Sends a request and retries it once if the status allows. Rejects with `IdentityProviderUnavailable`. */
async function send<S extends z.ZodMiniType>(
  schema: S,
  template: string,
  url: string,
  { mayBeMissing = false, ...init }: RequestInit & Pick<ManagementRequest, 'mayBeMissing'>,
): Promise<z.output<S>> {
  const attempt = () => tracedFetch(template, url, { ...init, redirect: 'error' });
  try {
    let response = await attempt();
    if (response.status === 408 || response.status === 429 || response.status >= 500) {
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
      response = await attempt();
    }
    if (response.status === 204 || (mayBeMissing && response.status === 404)) return schema.parse(undefined);
    if (!response.ok)
      throw new AppError(`the identity provider responded with ${response.status}${hintFor(response.status)}`);
    return schema.parse(await response.json());
  } catch (error) {
    throw apiError('IdentityProviderUnavailable', { retryAfter: 30, cause: error });
  }
}

const hintFor = (status: number) =>
  status === 401 || status === 403
    ? ': check AUTH0_MANAGEMENT_CLIENT_ID, AUTH0_MANAGEMENT_CLIENT_SECRET and AUTH0_MANAGEMENT_AUDIENCE, and the permissions of that client'
    : '';
