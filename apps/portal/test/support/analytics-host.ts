import { waitFor } from '@testing-library/react';
import { http, HttpResponse, type HttpHandler } from 'msw';
import { startAnalytics } from '../../src/analytics/analytics.ts';
import { server } from './api-server.ts';

/** What the host sees of an event. */
export interface ToldEvent {
  event: string;
  distinct_id: string;
  properties: Record<string, unknown>;
}

interface Batch {
  api_key: string;
  batch: ToldEvent[];
}

const url = 'http://analytics.test';
let projects = 0;

/** An analytics host that keeps what one test tells it; each has a project of its own. */
export function analyticsHost(answer: () => Response | Promise<Response> = () => HttpResponse.json({ status: 'Ok' })) {
  const projectKey = `phc_${++projects}`;
  const events: ToldEvent[] = [];
  const texts: string[] = [];
  const handler: HttpHandler = http.all(`${url}/*`, async ({ request }) => {
    const text = await request.text();
    const { api_key, batch } = JSON.parse(text) as Batch;
    if (api_key === projectKey) {
      events.push(...batch);
      texts.push(text);
    }
    return answer();
  });
  server.use(handler);
  return {
    events,
    /** Each request as it came. */
    texts,
    start: () => startAnalytics({ url, projectKey }),
    /** Waits until the client is there and an event of this name was told. */
    hears: (name: string) =>
      waitFor(
        () => expect(events.map(({ event }) => event)).toContain(name),
        // The client comes once the browser has nothing better to do.
        { timeout: 15_000, interval: 100 },
      ),
    names: () => events.map(({ event }) => event),
  };
}
