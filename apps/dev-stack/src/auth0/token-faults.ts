import { randomBytes } from 'node:crypto';
import { decodeJwt, exportJWK, generateKeyPair, importJWK, SignJWT, type JWTPayload } from 'jose';
import type { Middleware } from 'koa';
import * as z from 'zod';
import type { CurrentScenario, ScenarioName } from './scenarios.ts';
import type { Secrets } from './secrets.ts';

const Tokens = z.looseObject({ id_token: z.string() });
const Keys = z.object({ keys: z.array(z.unknown()) });

const clockAheadSeconds = 5 * 60;
const daySeconds = 24 * 60 * 60;

/** Changes the claims of an ID token. */
const changes: Partial<Record<ScenarioName, (claims: JWTPayload) => JWTPayload>> = {
  other_issuer: (claims) => ({ ...claims, iss: 'https://other-tenant.eu.auth0.com/' }),
  clock_ahead: (claims) => ({ ...claims, ...shifted(claims, clockAheadSeconds) }),
  expired: (claims) => ({ ...claims, ...shifted(claims, -daySeconds) }),
  rotated_key: (claims) => claims,
  unpublished_key: (claims) => claims,
  // SAML, LDAP and custom databases map attributes as the directory stores them.
  unusual_claims: (claims) => ({
    ...claims,
    email_verified: String(claims['email_verified']),
    nickname: null,
    given_name: null,
    family_name: ['Member'],
    picture: null,
    amr: null,
    'https://example.com/roles': ['admin'],
  }),
};

function shifted(claims: JWTPayload, seconds: number): JWTPayload {
  const times = ['iat', 'exp', 'auth_time'].filter((name) => typeof claims[name] === 'number');
  return Object.fromEntries(times.map((name) => [name, Number(claims[name]) + seconds]));
}

/** Responds as Auth0's token endpoint does to a limited or unknown client or a denied login, and issues faulty ID tokens. */
export async function tokenFaults(scenario: CurrentScenario, { signingKey }: Secrets): Promise<Middleware> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const newKey = { kid: randomBytes(12).toString('base64url'), alg: 'RS256', use: 'sig' };
  const currentKey = await importJWK(signingKey, signingKey.alg);

  async function sign(claims: JWTPayload): Promise<string> {
    const usesNewKey = scenario.name === 'rotated_key' || scenario.name === 'unpublished_key';
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: usesNewKey ? newKey.kid : signingKey.kid })
      .sign(usesNewKey ? privateKey : currentKey);
  }

  return async (ctx, next) => {
    const { name, retryAfter, description } = scenario.value;
    if (ctx.path === '/oauth/token' && name === 'token_rate_limited') {
      ctx.status = 429;
      ctx.set({ 'Retry-After': String(retryAfter), ...rateLimitHeaders(retryAfter) });
      ctx.body = { error: 'too_many_requests', error_description: 'Global limit has been reached' };
      return;
    }
    if (ctx.path === '/oauth/token' && name === 'token_client_rejected') {
      ctx.status = 401;
      ctx.body = { error: 'access_denied', error_description: 'Unauthorized' };
      return;
    }
    await next();
    if (ctx.path === '/.well-known/jwks.json' && name === 'rotated_key')
      ctx.body = { keys: [...Keys.parse(ctx.body).keys, { ...(await exportJWK(publicKey)), ...newKey }] };
    const tokens = ctx.path === '/oauth/token' && ctx.status === 200 ? Tokens.safeParse(ctx.body) : undefined;
    if (!tokens?.success) return;
    if (name === 'token_denied') {
      ctx.status = 403;
      ctx.body = { error: 'access_denied', error_description: description ?? 'You are not allowed to use this app.' };
      return;
    }
    const change = changes[name];
    if (change) ctx.body = { ...tokens.data, id_token: await sign(change(decodeJwt(tokens.data.id_token))) };
  };
}

/** The headers that Auth0 sends to a client that has reached a limit. */
export const rateLimitHeaders = (retryAfter: number) => ({
  'x-ratelimit-limit': '50',
  'x-ratelimit-remaining': '0',
  'x-ratelimit-reset': String(Math.floor(Date.now() / 1000) + retryAfter),
});
