import { waitFor } from '@testing-library/react';
import { http, HttpResponse, type HttpHandler } from 'msw';
import { startAnalytics } from '../../src/analytics/analytics.ts';
import { server } from './api-server.ts';

/** An event as the host receives it. */
export interface CapturedEvent {
  event: string;
  distinct_id: string;
  properties: Record<string, unknown>;
}

interface Batch {
  api_key: string;
  batch: CapturedEvent[];
}

const url = 'http://analytics.test';
let projects = 0;

/** An analytics host that records the events of one test, under its own project key. */
export function analyticsHost(
  response: () => Response | Promise<Response> = () => HttpResponse.json({ status: 'Ok' }),
) {
  const projectKey = `phc_${++projects}`;
  const events: CapturedEvent[] = [];
  const rawBodies: string[] = [];
  const handler: HttpHandler = http.all(`${url}/*`, async ({ request }) => {
    const text = await request.text();
    const { api_key, batch } = JSON.parse(text) as Batch;
    if (api_key === projectKey) {
      events.push(...batch);
      rawBodies.push(text);
    }
    return response();
  });
  server.use(handler);
  return {
    events,
    /** The request bodies. */
    rawBodies,
    start: () => startAnalytics({ url, projectKey }),
    /** Waits until the client is loaded and has sent an event with this name. */
    waitForEvent: (name: string) =>
      waitFor(
        () => expect(events.map(({ event }) => event)).toContain(name),
        // The client loads when the browser is idle.
        { timeout: 15_000, interval: 100 },
      ),
    eventNames: () => events.map(({ event }) => event),
  };
}
