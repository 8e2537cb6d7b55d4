import { createRemoteJWKSet, customFetch, errors } from 'jose';
import { tracedFetch } from '../../platform/observability/traced-fetch.ts';
import type { Services } from '../../request/call/services.ts';

export type ProviderKeys = ReturnType<typeof createRemoteJWKSet>;

/** A login makes two requests to the provider, one for the tokens and one for the keys. They share the timeout. */
export const codeExchangeTimeoutShare = 2 / 3;

/** The keys that the identity provider publishes and signs its tokens with. They are fetched when they are needed. */
export const createProviderKeys = ({ settings }: Services): ProviderKeys =>
  createRemoteJWKSet(new URL(`${settings.AUTH0_URL}/.well-known/jwks.json`), {
    timeoutDuration: Math.ceil(settings.AUTH0_TIMEOUT_MS * (1 - codeExchangeTimeoutShare)),
    [customFetch]: (url, options) => tracedFetch('/.well-known/jwks.json', url, options),
  });

/** Whether jose rejected the token itself, as opposed to failing to fetch the keys. */
export const isTokenRejection = (error: unknown): error is errors.JOSEError =>
  error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout) && error.code !== 'ERR_JOSE_GENERIC';
