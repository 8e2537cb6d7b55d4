import * as z from 'zod/mini';
import type { Settings } from '../../platform/config/settings.ts';
import { apiError, type ApiError } from '../../platform/errors/api-error.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { quoteAtEnd, toPlainText } from '../../platform/lib/plain-text.ts';
import { tracedFetch } from '../../platform/observability/traced-fetch.ts';
import { EmailVerified, parseEmail, parsePicture, type IdentityProvider } from './identity-provider.ts';
import { missingPermissionsOf } from './permissions.ts';
import { providerFailed, providerUnreachable, rateLimited, retryAfterSeconds } from './provider-errors.ts';

const renewBeforeMs = 60_000;
const serverErrorRetryMs = 300;
/** A longer wait is left to the caller, whose request would time out. */
const maxRetryDelayMs = 2_000;
const maxReasonLength = 200;

const AccessToken = z.object({ access_token: z.string(), expires_in: z.number(), scope: z.optional(z.string()) });
/** The error body of the Management API. */
const ErrorResponse = z.object({ errorCode: z.optional(z.string()), message: z.optional(z.string()) });
const Auth0User = z.object({
  email: z.unknown(),
  email_verified: EmailVerified,
  picture: z.optional(z.unknown()),
  identities: z.catch(
    z.optional(z.array(z.object({ provider: z.string(), user_id: z.unknown(), connection: z.string() }))),
    undefined,
  ),
  last_password_reset: z.catch(z.optional(z.iso.datetime()), undefined),
});

/**
 * The first enrollment that the user confirmed, or else one that is pending (https://github.com/auth0/auth0-java/pull/407). If the tenant
 * uses email as a factor, it can be the verified address, which the user did not set up
 * (https://github.com/auth0/auth0-java/issues/472).
 */
const Enrollments = z.array(z.object({ status: z.optional(z.string()), auth_method: z.optional(z.string()) }));
const EnrollmentTicket = z.object({ ticket_url: z.string() });

interface ManagementRequest {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  /** Whether a missing object counts as success. */
  readonly mayBeMissing?: boolean;
}

/** Auth0's Management API, and the password change of its Authentication API. Caches its access token until shortly before it expires. */
export function auth0Management(settings: Settings): IdentityProvider {
  let accessToken: { value: string; scope: string | undefined; renewAt: number } | null = null;

  async function authorize(signal: AbortSignal): Promise<{ value: string; scope: string | undefined }> {
    if (accessToken && Date.now() < accessToken.renewAt) return accessToken;
    const response = await send('/oauth/token', `${settings.AUTH0_URL}/oauth/token`, {
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
    const { access_token: value, expires_in, scope } = await read(AccessToken, response);
    accessToken = { value, scope, renewAt: Date.now() + expires_in * 1_000 - renewBeforeMs };
    return accessToken;
  }

  async function call<S extends z.ZodMiniType>(
    schema: S,
    template: string,
    path: string,
    { mayBeMissing = false, ...init }: ManagementRequest = {},
  ): Promise<z.output<S>> {
    // One timeout for everything: the access token, the request and a retry.
    const signal = AbortSignal.timeout(settings.AUTH0_TIMEOUT_MS);
    const request = async () => {
      const headers = { ...init.headers, authorization: `Bearer ${(await authorize(signal)).value}` };
      return send(`/api/v2${template}`, `${settings.AUTH0_URL}/api/v2${path}`, { ...init, headers, signal });
    };
    let response = await request();
    if (response.status === 401) {
      // Auth0 no longer accepts the token, for example because its signing key was revoked.
      accessToken = null;
      response = await request();
    }
    if (mayBeMissing && response.status === 404) return schema.parse(undefined);
    return read(schema, response);
  }

  return {
    async getIdentity(auth0Id) {
      const user = await call(Auth0User, '/users/{id}', `/users/${encodeURIComponent(auth0Id)}`);
      const identity = user.identities?.find(({ provider, user_id: id }) => `${provider}|${String(id)}` === auth0Id);
      return {
        email: parseEmail(user),
        emailVerified: user.email_verified,
        pictureUrl: parsePicture(user),
        connection: identity?.connection ?? null,
        passwordChangedAt: user.last_password_reset === undefined ? null : new Date(user.last_password_reset),
      };
    },
    async deleteIdentity(auth0Id) {
      const path = `/users/${encodeURIComponent(auth0Id)}`;
      await call(z.unknown(), '/users/{id}', path, { method: 'DELETE', mayBeMissing: true });
    },
    async sendVerificationEmail(auth0Id) {
      await call(z.unknown(), '/jobs/verification-email', '/jobs/verification-email', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ user_id: auth0Id, ...identityToVerify(auth0Id) }),
      });
    },
    async sendPasswordChangeEmail({ email, connection }) {
      // Without a token: https://auth0.com/docs/api/authentication/change-password/change-password. The answer is a text.
      const template = '/dbconnections/change_password';
      const response = await send(template, `${settings.AUTH0_URL}${template}`, {
        method: 'POST',
        signal: AbortSignal.timeout(settings.AUTH0_TIMEOUT_MS),
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_id: settings.AUTH0_CLIENT_ID, email, connection }),
      });
      if (!response.ok) throw await rejection(response);
      await response.body?.cancel();
    },
    async hasSecondFactor(auth0Id) {
      const path = `/users/${encodeURIComponent(auth0Id)}/enrollments`;
      const enrollments = await call(Enrollments, '/users/{id}/enrollments', path);
      return enrollments.some(({ status, auth_method: method }) => status === 'confirmed' && method !== 'email');
    },
    async createEnrollmentTicket(auth0Id) {
      const path = '/guardian/enrollments/ticket';
      const { ticket_url: url } = await call(EnrollmentTicket, path, path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ user_id: auth0Id, send_mail: false }),
      });
      if (!isOfProvider(url, settings)) {
        const cause = new AppError('the enrollment ticket of the identity provider leads to another host');
        throw apiError('IdentityProviderMisconfigured', { cause });
      }
      return url;
    },
    async missingPermissions() {
      return missingPermissionsOf((await authorize(AbortSignal.timeout(settings.AUTH0_TIMEOUT_MS))).scope);
    },
  };
}

/** Whether a URL leads to the tenant or to its custom domain. */
function isOfProvider(url: string, { AUTH0_URL, AUTH0_DOMAIN, AUTH0_MANAGEMENT_AUDIENCE }: Settings): boolean {
  const known = [AUTH0_URL, `https://${AUTH0_DOMAIN}`, AUTH0_MANAGEMENT_AUDIENCE].filter((each) => URL.canParse(each));
  return URL.canParse(url) && known.some((each) => new URL(each).origin === new URL(url).origin);
}

/** Auth0 requires it for identities of social, enterprise and passwordless connections. */
function identityToVerify(auth0Id: string) {
  const separator = auth0Id.indexOf('|');
  const provider = auth0Id.slice(0, separator);
  return separator < 1 || provider === 'auth0' ? {} : { identity: { provider, user_id: auth0Id.slice(separator + 1) } };
}

/** Sends a request and retries it once if the status allows. Rejects with `IdentityProviderUnavailable` without a response. */
async function send(template: string, url: string, init: RequestInit): Promise<Response> {
  const attempt = () => tracedFetch(template, url, { ...init, redirect: 'error' });
  try {
    const response = await attempt();
    const delayMs = retryDelayMs(response);
    if (delayMs === null) return response;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    return await attempt();
  } catch (error) {
    throw providerUnreachable(error);
  }
}

/** How long to wait before a retry; null if a retry does not help, or is too far away. */
function retryDelayMs({ status, headers }: Response): number | null {
  if (status === 429) {
    const delayMs = retryAfterSeconds(headers) * 1_000;
    return delayMs <= maxRetryDelayMs ? delayMs : null;
  }
  return status === 408 || status >= 500 ? serverErrorRetryMs : null;
}

async function read<S extends z.ZodMiniType>(schema: S, response: Response): Promise<z.output<S>> {
  if (!response.ok) throw await rejection(response);
  try {
    return schema.parse(response.status === 204 ? undefined : await response.json());
  } catch (error) {
    throw providerFailed(error);
  }
}

/** The error of a response. Only a timeout, a limit and an error of the provider itself pass. */
async function rejection(response: Response): Promise<ApiError> {
  const { status, headers } = response;
  const { errorCode, message = '' } = ErrorResponse.safeParse(await response.json().catch(() => null)).data ?? {};
  const cause = new AppError(`the identity provider responded with ${status}${hints[status] ?? ''}`);
  if (status === 404 && errorCode === 'inexistent_user') return apiError('IdentityDeleted', { cause });
  if (status === 429) return rateLimited(headers, cause);
  if (status === 400 || status === 409) {
    const reason = toPlainText(message, maxReasonLength);
    return apiError('IdentityProviderRefused', {
      cause,
      ...(reason !== '' && { message: `The login service refused this request: ${quoteAtEnd(reason)}` }),
    });
  }
  return status === 401 || status === 403 || status === 404
    ? apiError('IdentityProviderMisconfigured', { cause })
    : providerFailed(cause);
}

const clientHint =
  ': check AUTH0_MANAGEMENT_CLIENT_ID, AUTH0_MANAGEMENT_CLIENT_SECRET and AUTH0_MANAGEMENT_AUDIENCE, and the permissions of that client';

/** What operators can check. */
const hints: Readonly<Record<number, string>> = { 401: clientHint, 403: clientHint, 404: ': check AUTH0_URL' };
