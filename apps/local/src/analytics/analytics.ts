import { join } from 'node:path';
import { createFaults } from '../emulator/faults.ts';
import { createEmulatorApp } from '../emulator/app.ts';
import { logToStdout, type Log } from '../emulator/request-log.ts';
import { listen, type RunningServer } from '../emulator/server.ts';
import { apiRoutes } from './api.routes.ts';
import { captureRoutes } from './capture.routes.ts';
import { Events } from './events.ts';
import { Flags } from './flags.ts';
import { flagRoutes } from './flags.routes.ts';
import { homeRoutes } from './home.routes.ts';
import { cors, RequestRecorder } from './request-recorder.ts';
import type { AnalyticsSettings } from './settings.ts';

/** Source: PostHog’s API reference, "Authentication" and "Rate limiting". */
const faultBody = (target: string, status: number) =>
  status === 401
    ? { type: 'authentication_error', code: 'authentication_failed', detail: 'Invalid API key.', attr: null }
    : { type: 'server_error', code: 'error', detail: `A test injected a fault into ${target}.`, attr: null };

/** Starts the PostHog emulator. */
export async function startAnalytics({
  log = logToStdout,
  ...settings
}: AnalyticsSettings & { log?: Log }): Promise<RunningServer> {
  const folder = join(settings.dataDir, 'analytics');
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
