import { apiError, type ApiError } from '../../platform/errors/api-error.ts';

const defaultSeconds = 30;
const maxSeconds = 3_600;

/**
 * After how many seconds Auth0 accepts requests again: `Retry-After`, which is a number of seconds or a date, or
 * `X-RateLimit-Reset`, which is a Unix time.
 */
export function retryAfterSeconds(headers: Headers, now = Date.now()): number {
  const retryAfter = headers.get('retry-after') ?? '';
  const reset = headers.get('x-ratelimit-reset') ?? '';
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - now) / 1_000;
  const candidates = [seconds, /^\d+$/.test(reset) ? Number(reset) - now / 1_000 : Number.NaN];
  const known = candidates.find((candidate) => !Number.isNaN(candidate)) ?? defaultSeconds;
  return Math.min(Math.max(Math.ceil(known), 1), maxSeconds);
}

/** The error of a request without a usable response. */
export const providerUnreachable = (cause: unknown): ApiError =>
  apiError('IdentityProviderUnavailable', { retryAfter: defaultSeconds, cause });

/** The error of a response that is an error of the provider. It responds, so the message does not say that it cannot be reached. */
export const providerFailed = (cause?: unknown): ApiError =>
  apiError('IdentityProviderUnavailable', {
    message: 'The login service answered with an error. Try again in a minute.',
    retryAfter: defaultSeconds,
    cause,
  });

/** The error of a 429 response. The service responds, so the message does not say that it cannot be reached. */
export const rateLimited = (headers: Headers, cause: unknown): ApiError =>
  apiError('IdentityProviderUnavailable', {
    message: 'The login service is busy right now. Try again in a minute.',
    retryAfter: retryAfterSeconds(headers),
    cause,
  });
