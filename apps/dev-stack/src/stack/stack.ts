import path from 'node:path';
import { ensureLoginRole, LocalPostgresError, startPostgres } from '@portal/local-postgres';
import { checkPorts } from './check-ports.ts';
import { lockDataDir } from './data-dir.ts';
import { type Progress, displayPath } from './progress.ts';
import { loadLocalSecrets } from './secrets.ts';
import { serviceError, spawnService, waitUntilReady } from './service-process.ts';
import { apiDatabaseRole, databaseUrls, defineServices, type Service } from './services.ts';
import { localUrl, type StackSettings } from './settings.ts';
import { StartError } from './start-error.ts';
import { type Phase, Teardown } from './teardown.ts';

export interface Stack {
  /** Rejects when a service exits unexpectedly. */
  failed: Promise<never>;
  stop(): Promise<void>;
  /** Kills every process without waiting. */
  kill(): void;
}

/**
 * Starts every service in the order of their dependencies. If the start fails, everything is stopped again. Rejects with the
 * reason of the signal if that stops the start.
 */
export async function startStack(settings: StackSettings, progress: Progress, signal: AbortSignal): Promise<Stack> {
  const teardown = new Teardown();
  let fail: (reason: Error) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  failed.catch(() => undefined);

  const start = async (service: Service, phase: Phase) => {
    signal.throwIfAborted();
    const { verbose, watch } = settings;
    const running = spawnService(service, { logDir: path.join(settings.dataDir, 'logs'), verbose, watch });
    teardown.add(phase, running);
    await waitUntilReady(running);
    if (service.healthUrl !== undefined) void running.exited.then((exit) => fail(serviceError(running, exit)));
  };
  const startStep = (service: Service, title: string, phase: Phase) =>
    progress.step(title, () => start(service, phase));

  const startAll = async () => {
    const secrets = await progress.step(`Settings, ports, data folder ${displayPath(settings.dataDir)}`, async () => {
      teardown.afterAll(await lockDataDir(settings.dataDir, localUrl(settings.ports.portal)));
      await checkPorts(settings.ports, settings.databaseUrl === undefined ? [] : ['postgres']);
      return await loadLocalSecrets(settings.dataDir);
    });
    const { ports } = settings;
    const withUrl = (name: string, port: number) => `${name} ${localUrl(port)}`;
    const service = defineServices(settings, secrets, databaseUrls(settings, secrets));
    await Promise.all([
      (async () => {
        if (settings.databaseUrl === undefined)
          await progress.step(`PostgreSQL on port ${ports.postgres}`, startDatabase);
        await startStep(service.migrations, 'Migrations', 1);
        await startStep(service.authApi, withUrl('Auth API', ports.authApi), 2);
      })(),
      startStep(service.auth0, withUrl('Auth0', ports.auth0), 1),
      startStep(service.stripe, withUrl('Stripe', ports.stripe), 1),
      startStep(service.posthog, withUrl('PostHog', ports.posthog), 1),
      startStep(service.mail, `${withUrl('Mail', ports.mail)}, SMTP on port ${ports.smtp}`, 1),
      startStep(service.hostedApp, withUrl('Hosted app', ports.hostedApp), 2),
      startStep(service.instance, withUrl('Local instance', ports.instance), 2),
      startStep(service.portal, withUrl('Portal', ports.portal), 2),
    ]);

    async function startDatabase(): Promise<void> {
      const postgres = await startPostgres({
        folder: path.join(settings.dataDir, 'postgres'),
        logFile: path.join(settings.dataDir, 'logs', 'postgres.log'),
        port: ports.postgres,
        database: 'portal',
        password: secrets.databasePassword,
      });
      teardown.add(0, { stop: () => postgres.stop(), kill: () => undefined });
      await ensureLoginRole(postgres.url, {
        name: apiDatabaseRole,
        password: secrets.apiDatabasePassword,
        memberOf: 'portal_auth_api',
      });
      void postgres.exited.then(() =>
        fail(new StartError('PostgreSQL exited unexpectedly. See logs/postgres.log in the data folder.')),
      );
    }
  };

  try {
    await Promise.race([startAll(), failed, rejectOnAbort(signal)]);
  } catch (error) {
    await teardown.run();
    throw error instanceof LocalPostgresError ? toStartError(error) : error;
  }
  return { failed, stop: () => teardown.run(), kill: () => teardown.kill() };
}

function toStartError(error: LocalPostgresError): StartError {
  const remedy = error.resetHelps ? ' `npm run reset` deletes the local data.' : '';
  return new StartError(error.message + remedy, { cause: error });
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
}
