import { join } from 'node:path';
import { featureFlagNames } from '@portal/contract';
import express, { Router, type RequestHandler } from 'express';
import * as z from 'zod';
import { createEmulatorApp } from '../emulator/app.ts';
import { createFaults } from '../emulator/faults.ts';
import { logToStdout, type Log } from '../emulator/request-log.ts';
import { listen, type RunningServer } from '../emulator/server.ts';
import { Events } from './events.ts';
import { flagRoutes } from './flags.routes.ts';
import { Flags, FlagRule } from './flags.ts';
import { homeRoutes } from './home.routes.ts';
import { cors, RequestRecorder, parsePayload } from './request-recorder.ts';
import type { PosthogSettings } from './settings.ts';

/** Source: PostHog’s API reference, "Authentication" and "Rate limiting". */
const faultBody = (target: string, status: number) =>
  status === 401
    ? { type: 'authentication_error', code: 'authentication_failed', detail: 'Invalid API key.', attr: null }
    : { type: 'server_error', code: 'error', detail: `A test injected a fault into ${target}.`, attr: null };

/** Starts the PostHog emulator. */
export async function startPosthog({
  log = logToStdout,
  ...settings
}: PosthogSettings & { log?: Log }): Promise<RunningServer> {
  const folder = join(settings.dataDir, 'posthog');
  const listener = await listen(settings.port);
  const events = new Events(folder);
  const flags = new Flags(folder);
  const recorder = new RequestRecorder();
  const faults = createFaults(['capture', 'flags'], faultBody);
  const { injectFault } = faults;

  const app = createEmulatorApp(log);
  app.use(faults.routes, apiRoutes(events, flags, recorder), homeRoutes(events, flags, faults));
  app.use(cors, recorder.middleware);
  app.use(captureRoutes(events, injectFault('capture'), settings), flagRoutes(flags, injectFault('flags'), settings));
  listener.handle(app);
  return listener;
}

const Rules = z.partialRecord(z.enum(featureFlagNames), FlagRule);

/** Events, flags and recorded requests as JSON. */
function apiRoutes(events: Events, flags: Flags, recorder: RequestRecorder): Router {
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

const Properties = z.looseObject({ distinct_id: z.string().optional(), token: z.string().optional() });
const Captured = z.looseObject({
  event: z.string(),
  distinct_id: z.string().optional(),
  properties: Properties.default({}),
  $set: Properties.optional(),
  $set_once: Properties.optional(),
  /** An invalid one is replaced by the time of the request. */
  timestamp: z.iso.datetime({ offset: true }).optional().catch(undefined),
  api_key: z.string().optional(),
  token: z.string().optional(),
});
type Captured = z.infer<typeof Captured>;

const Payload = z.union([
  z
    .looseObject({ api_key: z.string(), batch: z.array(Captured) })
    .transform(({ api_key, batch }) => batch.map((each) => ({ ...each, api_key }))),
  z.array(Captured),
  Captured.transform((event) => [event]),
]);

const projectKeyOf = ({ api_key, token, properties }: Captured) => api_key ?? token ?? properties.token;
const distinctIdOf = ({ distinct_id, properties }: Captured) => distinct_id ?? properties.distinct_id ?? '';

const errorBody = (code: string, detail: string) => ({ type: 'validation_error', code, detail, attr: null });

/** Receives events at every endpoint of PostHog's clients. */
function captureRoutes(events: Events, injectFault: RequestHandler, { projectKey }: PosthogSettings): Router {
  const routes = Router();
  routes.post(['/batch', '/e', '/i/v0/e', '/capture', '/track'], injectFault, (_request, response) => {
    const payload = Payload.safeParse(parsePayload(response.locals));
    if (!payload.success) {
      response.status(400).json(errorBody('invalid_payload', z.prettifyError(payload.error)));
      return;
    }
    if (payload.data.some((event) => projectKeyOf(event) !== projectKey)) {
      response.status(401).json(errorBody('invalid_api_key', 'Project API key invalid.'));
      return;
    }
    for (const captured of payload.data) {
      const { event, properties, $set, $set_once, timestamp = new Date().toISOString() } = captured;
      const allProperties = { ...properties, ...($set && { $set }), ...($set_once && { $set_once }) };
      events.add({ event, distinctId: distinctIdOf(captured), properties: allProperties, at: timestamp });
    }
    response.json({ status: 1 });
  });
  return routes;
}
