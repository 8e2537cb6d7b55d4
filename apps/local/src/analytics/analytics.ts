import { join } from 'node:path';
import express from 'express';
import { faultSwitch } from '../stand-in/faults.ts';
import { serveStylesheet } from '../stand-in/page.ts';
import { requestLog, toStdout, type Log } from '../stand-in/request-log.ts';
import { listen, type Running } from '../stand-in/server.ts';
import { apiRoutes } from './api.routes.ts';
import { captureRoutes } from './capture.routes.ts';
import { Events } from './events.ts';
import { Flags } from './flags.ts';
import { flagRoutes } from './flags.routes.ts';
import { homeRoutes } from './home.routes.ts';
import { openToBrowsers, Received } from './received.ts';
import type { AnalyticsSettings } from './settings.ts';

const failure = (part: string) => ({
  type: 'server_error',
  code: 'error',
  detail: `The part ${part} is switched off for a test.`,
  attr: null,
});

/** Starts the stand-in for PostHog. */
export async function startAnalytics({
  log = toStdout,
  ...settings
}: AnalyticsSettings & { log?: Log }): Promise<Running> {
  const folder = join(settings.dataDir, 'analytics');
  const listener = await listen(settings.port);
  const events = new Events(folder);
  const flags = new Flags(folder);
  const received = new Received();
  const { routes: faults, breaks } = faultSwitch(['capture', 'flags'], failure);

  const app = express().disable('x-powered-by');
  app.use(requestLog(log));
  app.get('/health', (_request, response) => {
    response.json({ status: 'ok' });
  });
  app.get('/stand-in.css', serveStylesheet);
  app.use(faults, apiRoutes(events, flags, received), homeRoutes(events, flags));
  app.use(openToBrowsers, received.note);
  app.use(captureRoutes(events, breaks('capture'), settings), flagRoutes(flags, breaks('flags'), settings));
  listener.answer(app);
  return listener;
}
