import { Router, type RequestHandler } from 'express';
import * as z from 'zod';
import type { Events } from './events.ts';
import { parsePayload } from './request-recorder.ts';
import type { AnalyticsSettings } from './settings.ts';

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
export function captureRoutes(events: Events, injectFault: RequestHandler, { projectKey }: AnalyticsSettings): Router {
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
