import express, { Router } from 'express';
import * as z from 'zod';
import type { SmtpFaults } from './smtp-faults.ts';
import { isTo, type Messages } from './messages.ts';

/** The emails to delete; all without an address. */
const Deletion = z.object({ to: z.optional(z.string()) });

/** The inbox as JSON, and fault injection. */
export function apiRoutes(messages: Messages, faults: SmtpFaults): Router {
  const routes = Router();
  routes.get('/api/messages', (request, response) => {
    const { to } = request.query;
    response.set('Cache-Control', 'no-store').json(messages.list(typeof to === 'string' ? isTo(to) : undefined));
  });
  routes.delete('/api/messages', (request, response) => {
    const query = Deletion.safeParse(request.query);
    if (!query.success) {
      response.status(400).json({ error: z.prettifyError(query.error) });
      return;
    }
    const { to } = query.data;
    if (to === undefined) messages.clear();
    else messages.delete(isTo(to));
    response.status(204).end();
  });
  routes.get('/_test/faults', (_request, response) => {
    response.json(faults.mode);
  });
  routes.post('/_test/faults', express.json(), (request, response) => {
    try {
      faults.change(request.body);
      response.json(faults.mode);
    } catch (error) {
      if (!(error instanceof z.ZodError)) throw error;
      response.status(400).json({ error: z.prettifyError(error) });
    }
  });
  return routes;
}
