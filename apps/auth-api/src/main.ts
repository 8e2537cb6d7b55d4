import { createApp } from './app.ts';
import { reportFatalError } from './platform/observability/report-fatal-error.ts';
import { parseSettings } from './platform/config/settings.ts';
import { settingWarnings } from './platform/config/warnings.ts';
import { AppError } from './platform/errors/app-error.ts';
import { waitUntilReady } from './features/health/wait-until-ready.ts';
import { probeIdentityProvider } from './integrations/auth0/probe-identity-provider.ts';
import { warnOfMissingPermissions } from './integrations/auth0/warn-of-missing-permissions.ts';
import { startJobWorker, type JobWorker } from './jobs/worker.ts';
import { withTimeout } from './platform/lib/with-timeout.ts';
import { createLogger } from './platform/observability/logger.ts';
import { startMetricsServer } from './platform/observability/metrics-server.ts';
import { startTracing } from './platform/observability/start-tracing.ts';
import { shutDown } from './platform/server/graceful-shutdown.ts';
import { createHttpServer } from './platform/server/http-server.ts';
import { listenUnlessStopping } from './platform/server/listen.ts';
import { createServices } from './services.ts';

const shutdownTimeoutMs = 9_000;
const jobsTimeoutMs = 8_000;
const closeTimeoutMs = 500;
/**
 * Longer than proxies keep idle connections (Caddy two minutes, load balancers up to ten). If the API closed one first, a
 * request could be on its way, and proxies do not resend requests that change something.
 */
const keepAliveTimeoutMs = 620_000;

function exitWithError(error: unknown): never {
  reportFatalError(error, { prefix: 'The API can’t start. ' });
  process.exit(1);
}

async function main(): Promise<void> {
  const settings = parseSettings(process.env);
  const log = createLogger(settings.LOG_LEVEL);
  // Node itself would print all properties of the error, including secrets.
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception');
    process.exit(1);
  });
  const tracing = await startTracing(process.env, log);
  const services = await createServices(settings, log);
  const shutdown = new AbortController();
  const server = createHttpServer(createApp(services, shutdown.signal), { keepAliveTimeout: keepAliveTimeoutMs });
  let jobs: JobWorker | null = null;
  // Starts first: while the API waits for the database, only this port responds to liveness probes.
  const metricsServer = await startMetricsServer(services);
  const stopProbing = metricsServer && probeIdentityProvider(services);

  const warnOnTimeout = (warning: string, ms: number, work: Promise<void>) =>
    withTimeout(work, ms, () => new AppError('timed out')).catch((error: unknown) => {
      log.warn({ err: error }, warning);
    });

  /** Finishes pending requests and running jobs, then closes everything. */
  const stop = async (signal: string) => {
    if (shutdown.signal.aborted) return;
    shutdown.abort();
    log.info({ signal }, 'shutting down');
    const timer = setTimeout(() => {
      log.warn('shutdown took too long; exiting');
      process.exit(1);
    }, shutdownTimeoutMs);
    await Promise.all([
      server.listening ? shutDown(server) : null,
      jobs && warnOnTimeout('jobs did not finish in time', jobsTimeoutMs, jobs.stop()),
    ]);
    stopProbing?.();
    await metricsServer?.close();
    await warnOnTimeout('connections did not close in time', closeTimeoutMs, services.close());
    // Only traces remain. They may be lost, and have a timeout of their own.
    clearTimeout(timer);
    await tracing.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        log.fatal({ err: error }, 'shutdown failed');
        process.exit(1);
      });
    });
  }

  for (const warning of settingWarnings(settings, process.env)) log.warn(warning);
  // The port stays closed until the API is ready, so that a proxy uses another replica.
  if (!(await waitUntilReady(services, shutdown.signal))) return;
  jobs = startJobWorker(services);
  const options = { host: settings.HOST, port: settings.PORT, portSetting: 'PORT' };
  const port = await listenUnlessStopping(server, options, shutdown.signal);
  if (port === null) return;
  const fields = {
    'server.address': settings.HOST,
    'server.port': port,
    'deployment.environment.name': settings.NODE_ENV,
  };
  log.info({ ...fields, url: settings.AUTH_API_URL }, 'listening');
  await warnOfMissingPermissions(services);
}

main().catch(exitWithError);
