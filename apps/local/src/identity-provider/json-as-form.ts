import express, { Router } from 'express';
import * as z from 'zod';

const Fields = z.record(z.string(), z.string());

/** The token endpoint also takes JSON, as Auth0's does: it is asked again as a form, which is all that oidc-provider reads. */
export function jsonAsForm(url: string): Router {
  const routes = Router();
  routes.post('/', express.json(), async (request, response, next) => {
    const fields = request.is('json') === false ? undefined : Fields.safeParse(request.body);
    if (!fields) {
      next();
      return;
    }
    if (!fields.success) {
      response.status(400).json({ error: 'invalid_request', error_description: 'The fields have to be texts.' });
      return;
    }
    const answer = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(fields.data) });
    response
      .status(answer.status)
      .set('Cache-Control', 'no-store')
      .json(await answer.json());
  });
  return routes;
}
