import { Router, type RequestHandler } from 'express';
import * as z from 'zod';
import type { Events } from './events.ts';
import { payloadOf } from './received.ts';
import type { AnalyticsSettings } from './settings.ts';

const Properties = z.looseObject({ distinct_id: z.string().optional(), token: z.string().optional() });
const Captured = z.looseObject({
  event: z.string(),
  distinct_id: z.string().optional(),
  properties: Properties.default({}),
  $set: Properties.optional(),
  $set_once: Properties.optional(),
  timestamp: z.string().optional(),
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

const keyOf = ({ api_key, token, properties }: Captured) => api_key ?? token ?? properties.token;
const personOf = ({ distinct_id, properties }: Captured) => distinct_id ?? properties.distinct_id ?? '';

const refusal = (code: string, detail: string) => ({ type: 'validation_error', code, detail, attr: null });

/** Takes events, by all the ways that PostHog's clients have. */
export function captureRoutes(events: Events, breaks: RequestHandler, { projectKey }: AnalyticsSettings): Router {
  const routes = Router();
  routes.post(['/batch', '/e', '/i/v0/e', '/capture', '/track'], breaks, (_request, response) => {
    const payload = Payload.safeParse(payloadOf(response.locals));
    if (!payload.success) {
      response.status(400).json(refusal('invalid_payload', z.prettifyError(payload.error)));
      return;
    }
    if (payload.data.some((event) => keyOf(event) !== projectKey)) {
      response.status(401).json(refusal('invalid_api_key', 'Project API key invalid.'));
      return;
    }
    for (const captured of payload.data) {
      const { event, properties, $set, $set_once, timestamp = new Date().toISOString() } = captured;
      const all = { ...properties, ...($set && { $set }), ...($set_once && { $set_once }) };
      events.add({ event, person: personOf(captured), properties: all, at: timestamp });
    }
    response.json({ status: 1 });
  });
  return routes;
}
