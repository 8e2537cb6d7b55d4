import { join } from 'node:path';
import { createFaults } from '../emulator/faults.ts';
import { createEmulatorApp } from '../emulator/app.ts';
import { logToStdout, type Log } from '../emulator/request-log.ts';
import { listen, type RunningServer } from '../emulator/server.ts';
import { apiRoutes } from './api.routes.ts';
import { checkoutRoutes } from './checkout.routes.ts';
import { Clock } from './clock.ts';
import { runScheduledTransitions } from './scheduled-transitions.ts';
import { Events } from './events.ts';
import { homeRoutes } from './home.routes.ts';
import { IdempotencyKeys } from './http/idempotency.ts';
import { Objects } from './objects.ts';
import { portalRoutes } from './portal.routes.ts';
import { seedPrices } from './prices.ts';
import { createRecorder } from './http/recording.ts';
import type { StripeSettings } from './settings.ts';
import { testRoutes } from './test.routes.ts';
import { CurrentScenario } from './scenarios.ts';
import { Webhooks } from './webhooks.ts';
import type { StripeState } from './state.ts';

const transitionIntervalMs = 60_000;

const faultBody = (target: string) => ({
  error: { type: 'api_error', message: `A test injected a fault into ${target}.` },
});

export async function startStripe({
  log = logToStdout,
  ...settings
}: StripeSettings & { log?: Log }): Promise<RunningServer> {
  const folder = join(settings.dataDir, 'stripe');
  const listener = await listen(settings.port);
  const objects = new Objects(folder);
  const clock = new Clock(folder);
  const record = createRecorder(settings.recordFile);
  const webhooks = new Webhooks(folder, objects, { ...settings, log, record });
  const events = new Events(objects, clock, (event) => webhooks.add(event));
  const closing = new AbortController();
  const state: StripeState = { objects, clock, events, url: listener.url, closing: closing.signal };
  seedPrices(objects, clock.now);
  runScheduledTransitions(state);
  const timer = setInterval(() => runScheduledTransitions(state), transitionIntervalMs);
  const scenario = new CurrentScenario((delivery) => webhooks.configure(delivery));
  const { routes: faults, injectFault } = createFaults(['api', 'pages'], faultBody);

  const app = createEmulatorApp(log);
  app.use(faults, testRoutes(state, webhooks, scenario));
  app.use(apiRoutes(state, new IdempotencyKeys(folder), [injectFault('api'), scenario.guard], { ...settings, record }));
  app.use(injectFault('pages'), checkoutRoutes(state), portalRoutes(state), homeRoutes(state, webhooks, scenario));
  listener.handle(app);

  return {
    url: listener.url,
    stop: async () => {
      clearInterval(timer);
      closing.abort();
      webhooks.close();
      await listener.stop();
    },
  };
}
