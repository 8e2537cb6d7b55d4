import type { RequestHandler, Response } from 'express';
import { errors as jose } from 'jose';
import type { ManagementScope, ManagementTokens } from './management-tokens.ts';

const names: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
};

/** A failure in the shape of Auth0's Management API. */
export function refuse(response: Response, statusCode: number, message: string, errorCode?: string): void {
  response.status(statusCode).json({ statusCode, error: names[statusCode], message, errorCode });
}

/** Lets in who has a valid token with the scope. */
export function allow(tokens: ManagementTokens, scope: ManagementScope): RequestHandler {
  return async (request, response, next) => {
    const [scheme, token] = request.get('authorization')?.split(' ') ?? [];
    if (scheme?.toLowerCase() !== 'bearer' || token === undefined) {
      refuse(response, 401, 'Missing authentication');
      return;
    }
    let scopes: readonly string[];
    try {
      scopes = await tokens.scopesOf(token);
    } catch (error) {
      refuse(response, 401, explain(error));
      return;
    }
    if (scopes.includes(scope)) next();
    else refuse(response, 403, `Insufficient scope, expected any of: ${scope}`, 'insufficient_scope');
  };
}

function explain(error: unknown): string {
  if (error instanceof jose.JWTExpired) return 'Expired token received for JSON Web Token validation';
  if (error instanceof jose.JWTClaimValidationFailed && error.claim === 'aud') return 'Bad audience';
  return 'Invalid token';
}

const perSecond = 50;

/** Auth0's rate-limit headers, true to what is counted here: so many requests in each second. */
export function rateLimit(): RequestHandler {
  let second = 0;
  let used = 0;
  return (_request, response, next) => {
    const now = Math.floor(Date.now() / 1000);
    used = now === second ? used + 1 : 1;
    second = now;
    response.set({
      'x-ratelimit-limit': String(perSecond),
      'x-ratelimit-remaining': String(Math.max(0, perSecond - used)),
      'x-ratelimit-reset': String(now + 1),
    });
    if (used <= perSecond) next();
    else refuse(response, 429, 'Global limit has been reached', 'too_many_requests');
  };
}
