import express, { Router } from 'express';
import type { Middleware } from 'koa';
import * as z from 'zod';

const Fields = z.record(z.string(), z.string());

/** Lets the token endpoint accept JSON, as Auth0 does. oidc-provider only reads forms, so the request is forwarded as one. */
export function acceptJson(url: string): Router {
  const routes = Router();
  routes.post('/', express.json(), async (request, response, next) => {
    const fields = request.is('json') === false ? undefined : Fields.safeParse(request.body);
    if (!fields) {
      next();
      return;
    }
    if (!fields.success) {
      response.status(400).json({ error: 'invalid_request', error_description: 'All fields must be strings.' });
      return;
    }
    const forwarded = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(fields.data) });
    response
      .status(forwarded.status)
      .set('Cache-Control', 'no-store')
      .json(await forwarded.json());
  });
  return routes;
}

const TokenError = z.object({ error: z.string() });

const auth0Errors: Readonly<Record<string, { status: number; error: string; error_description: string }>> = {
  invalid_client: { status: 401, error: 'access_denied', error_description: 'Unauthorized' },
  invalid_grant: { status: 403, error: 'invalid_grant', error_description: 'Invalid authorization code' },
};

/** Replaces errors of the token endpoint by Auth0's where they differ from oidc-provider's. */
export const respondLikeAuth0: Middleware = async (ctx, next) => {
  await next();
  if (ctx.path !== '/oauth/token' || ctx.status < 400) return;
  const tokenError = TokenError.safeParse(ctx.body);
  const auth0Error = tokenError.success ? auth0Errors[tokenError.data.error] : undefined;
  if (!auth0Error) return;
  const { status, ...body } = auth0Error;
  ctx.status = status;
  ctx.body = body;
};
