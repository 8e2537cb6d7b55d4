import type { Middleware } from 'koa';
import * as z from 'zod';

const Failure = z.object({ error: z.string() });

const wordings: Readonly<Record<string, { status: number; error: string; error_description: string }>> = {
  invalid_client: { status: 401, error: 'access_denied', error_description: 'Unauthorized' },
  invalid_grant: { status: 403, error: 'invalid_grant', error_description: 'Invalid authorization code' },
};

/** Refusals of the token endpoint in Auth0's words and statuses, where they differ from oidc-provider's. */
export const answerAsAuth0: Middleware = async (ctx, next) => {
  await next();
  if (ctx.path !== '/oauth/token' || ctx.status < 400) return;
  const failure = Failure.safeParse(ctx.body);
  const wording = failure.success ? wordings[failure.data.error] : undefined;
  if (!wording) return;
  const { status, ...body } = wording;
  ctx.status = status;
  ctx.body = body;
};
