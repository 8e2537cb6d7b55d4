import { featureFlagNames } from '@portal/contract';
import express, { Router } from 'express';
import * as z from 'zod';
import type { Events } from './events.ts';
import { FlagRule, type Flags } from './flags.ts';
import type { RequestRecorder } from './request-recorder.ts';

const Rules = z.partialRecord(z.enum(featureFlagNames), FlagRule);

/** Events, flags and recorded requests as JSON. */
export function apiRoutes(events: Events, flags: Flags, recorder: RequestRecorder): Router {
  const routes = Router();
  routes.get('/api/events', (request, response) => {
    const { search } = request.query;
    response.set('Cache-Control', 'no-store').json(events.list(typeof search === 'string' ? search : ''));
  });
  routes.delete('/api/events', (_request, response) => {
    events.clear();
    response.status(204).end();
  });
  routes.get('/api/flags', (_request, response) => {
    response.json(Object.fromEntries(featureFlagNames.map((name) => [name, flags.rule(name)])));
  });
  routes.post('/api/flags', express.json(), (request, response) => {
    const rules = Rules.safeParse(request.body);
    if (!rules.success) {
      response.status(400).json({ error: z.prettifyError(rules.error) });
      return;
    }
    for (const name of featureFlagNames) {
      const rule = rules.data[name];
      if (rule) flags.set(name, rule);
    }
    response.status(204).end();
  });
  routes.get('/_test/requests', (_request, response) => {
    response.set('Cache-Control', 'no-store').json(recorder.requests);
  });
  return routes;
}
