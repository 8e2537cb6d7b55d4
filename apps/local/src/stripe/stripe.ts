import { join } from 'node:path';
import express from 'express';
import { faultSwitch } from '../stand-in/faults.ts';
import { serveStylesheet } from '../stand-in/page.ts';
import { requestLog, toStdout, type Log } from '../stand-in/request-log.ts';
import { listen, type Running } from '../stand-in/server.ts';
import { apiRoutes } from './api.routes.ts';
import { checkoutRoutes } from './checkout.routes.ts';
import { Clock } from './clock.ts';
import { doWhatIsDue } from './due.ts';
import { Events } from './events.ts';
import { homeRoutes } from './home.routes.ts';
import { IdempotencyKeys } from './idempotency.ts';
import { Objects } from './objects.ts';
import { portalRoutes } from './portal.routes.ts';
import { seedPrices } from './prices.ts';
import { recorderTo } from './recorder.ts';
import type { StripeSettings } from './settings.ts';
import { testRoutes } from './test.routes.ts';
import { Webhooks } from './webhooks.ts';
import type { World } from './world.ts';

const lookEveryMs = 60_000;

const failure = (part: string) => ({
  error: { type: 'api_error', message: `The part ${part} is switched off for a test.` },
});

/** Starts the stand-in for Stripe. */
export async function startStripe({ log = toStdout, ...settings }: StripeSettings & { log?: Log }): Promise<Running> {
  const folder = join(settings.dataDir, 'stripe');
  const listener = await listen(settings.port);
  const objects = new Objects(folder);
  const clock = new Clock(folder);
  const record = recorderTo(settings.recordFile);
  const webhooks = new Webhooks(folder, objects, { ...settings, log, record });
  const events = new Events(objects, clock, (event) => webhooks.add(event));
  const world: World = { objects, clock, events, url: listener.url };
  seedPrices(objects, clock.now);
  doWhatIsDue(world);
  const look = setInterval(() => doWhatIsDue(world), lookEveryMs);
  const { routes: faults, breaks } = faultSwitch(['api', 'pages'], failure);

  const app = express().disable('x-powered-by');
  app.use(requestLog(log));
  app.get('/health', (_request, response) => {
    response.json({ status: 'ok' });
  });
  app.get('/stand-in.css', serveStylesheet);
  app.use(faults, testRoutes(world, webhooks));
  app.use(apiRoutes(world, new IdempotencyKeys(folder), breaks('api'), { ...settings, record }));
  app.use(breaks('pages'), checkoutRoutes(world), portalRoutes(world), homeRoutes(world));
  listener.answer(app);

  return {
    url: listener.url,
    stop: async () => {
      clearInterval(look);
      webhooks.close();
      await listener.stop();
    },
  };
}
