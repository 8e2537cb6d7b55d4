import { createServer } from 'node:http';
import { pino } from 'pino';
import { createApp } from './app.ts';
import { startJobs } from './jobs/jobs.ts';
import { openServices } from './services.ts';
import { parseSettings } from './settings.ts';

const drainMs = 8_000;

const settings = (() => {
  try {
    return parseSettings(process.env);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
})();

const log = pino({
  level: settings.LOG_LEVEL,
  base: { service: 'auth-api' },
  timestamp: pino.stdTimeFunctions.isoTime,
});
const services = await openServices(settings, log);
const jobs = await startJobs(services);
const server = createServer(createApp(services));

server.on('error', (error) => {
  log.fatal({ err: error }, 'the API can’t listen');
  process.exit(1);
});
server.listen(settings.PORT, settings.HOST, () => log.info({ url: settings.AUTH_API_URL }, 'the API listens'));

let stopping = false;
/** Takes no new work, finishes what is in flight, then lets go of everything. */
async function stop(signal: string): Promise<void> {
  if (stopping) return;
  stopping = true;
  log.info({ signal }, 'the API stops');
  const cutOff = setTimeout(() => server.closeAllConnections(), drainMs);
  await new Promise((resolve) => server.close(resolve));
  clearTimeout(cutOff);
  await jobs.stop();
  await services.close();
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    stop(signal).catch((error: unknown) => {
      log.fatal({ err: error }, 'the API did not stop cleanly');
      process.exit(1);
    });
  });
}
