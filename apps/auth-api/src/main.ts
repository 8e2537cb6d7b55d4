import { Fault } from './fault.ts';
import { createApp } from './app.ts';
import { startJobs, type JobWork } from './jobs/jobs.ts';
import { createLog } from './log.ts';
import { waitUntilReady } from './operation/wait-until-ready.ts';
import { operatorWords } from './operator-words.ts';
import { createHttpServer } from './server/create-server.ts';
import { listenUnlessStopping } from './server/listen.ts';
import { shutDown } from './server/shut-down.ts';
import { openServices } from './services.ts';
import { parseSettings } from './settings.ts';
import { settingWarnings } from './settings/setting-warnings.ts';
import { serveMetrics } from './metrics/serve-metrics.ts';
import { startTracing } from './tracing/start-tracing.ts';
import { withTimeout } from './with-timeout.ts';

const stopWithinMs = 9_000;
const jobsWithinMs = 8_000;
const closeWithinMs = 500;
/**
 * Longer than proxies keep a connection that nobody uses (Caddy two minutes, balancers up to ten): whoever ends it first
 * may end it while a request is on its way, and one that changes something is not sent again.
 */
const idleForMs = 620_000;

/** A fault that an operator mends: one sentence, no stack. */
function giveUp(error: unknown): never {
  process.stderr.write(`The API can’t start. ${operatorWords(error)}\n`);
  process.exit(1);
}

async function main(): Promise<void> {
  const settings = parseSettings(process.env);
  const log = createLog(settings.LOG_LEVEL);
  // Node itself would print all that hangs on it.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'the API broke');
    process.exit(1);
  });
  const tracing = await startTracing(process.env, settings.VERSION, log);
  const services = await openServices(settings, log);
  const stopping = new AbortController();
  const server = createHttpServer(createApp(services, stopping.signal), log, { keepAliveTimeout: idleForMs });
  let jobs: JobWork | null = null;
  // From the start: while the process waits for its database, this port alone answers liveness probes.
  const figures = await serveMetrics(services);

  const inTime = (what: string, ms: number, work: Promise<void>) =>
    withTimeout(work, ms, () => new Fault('It took too long.')).catch((error: unknown) => {
      log.warn({ err: error }, `the API ends without ${what}`);
    });

  /** Answers what is in flight, finishes the jobs at hand, lets go of everything. */
  const stop = async (signal: string) => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    log.info({ signal }, 'the API stops');
    const overdue = setTimeout(() => {
      log.warn('the API was not done in time and ends');
      process.exit(1);
    }, stopWithinMs);
    await Promise.all([
      server.listening ? shutDown(server) : null,
      jobs && inTime('the jobs at hand', jobsWithinMs, jobs.stop()),
    ]);
    await figures?.close();
    await inTime('closing its connections', closeWithinMs, services.close());
    // What is left may be lost, and has a limit of its own.
    clearTimeout(overdue);
    await tracing.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        log.fatal({ err: error }, 'the API did not stop cleanly');
        process.exit(1);
      });
    });
  }

  for (const warning of settingWarnings(settings, process.env)) log.warn(warning);
  // Requests come only once they can be answered; meanwhile a proxy asks another replica.
  if (!(await waitUntilReady(services, stopping.signal))) return;
  jobs = startJobs(services);
  const place = { host: settings.HOST, port: settings.PORT, setting: 'PORT' };
  const port = await listenUnlessStopping(server, place, stopping.signal);
  if (port === null) return;
  log.info({ url: settings.AUTH_API_URL, port, environment: settings.NODE_ENV }, 'the API listens');
}

main().catch(giveUp);
