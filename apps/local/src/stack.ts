import path from 'node:path';
import { ensureLoginRole, LocalPostgresError, startPostgres } from '@portal/local-postgres';
import { takeDataDir } from './data-dir.ts';
import { apiLogin, databaseUrls } from './database-urls.ts';
import { localSecrets } from './local-secrets.ts';
import { checkPorts } from './port-check.ts';
import { type Progress, shown } from './progress.ts';
import type { Service } from './service.ts';
import { failure, spawnService, untilReady } from './service-process.ts';
import { services } from './services.ts';
import { localUrl, type StackSettings } from './stack-settings.ts';
import { StartFailure } from './start-failure.ts';
import { type Phase, Teardown } from './teardown.ts';

export interface Stack {
  /** Rejects when a part of it ends by itself. */
  broken: Promise<never>;
  stop(): Promise<void>;
  /** Without waiting for anybody. */
  kill(): void;
}

/** Starts every part, in the order in which they need each other. A failed start leaves nothing running. */
export async function startStack(settings: StackSettings, tell: Progress, signal: AbortSignal): Promise<Stack> {
  const teardown = new Teardown();
  let breaks: (reason: Error) => void = () => undefined;
  const broken = new Promise<never>((_, reject) => (breaks = reject));
  broken.catch(() => undefined);

  const start = async (service: Service, phase: Phase) => {
    signal.throwIfAborted();
    const { verbose, watch } = settings;
    const running = spawnService(service, { logs: path.join(settings.dataDir, 'logs'), verbose, watch });
    teardown.add(phase, running);
    await untilReady(running);
    if (service.health !== undefined) void running.ended.then((how) => breaks(failure(running, how)));
  };
  const ready = (service: Service, title: string, phase: Phase) => tell.step(title, () => start(service, phase));

  const boot = async () => {
    const secrets = await tell.step(`Settings, ports, data folder ${shown(settings.dataDir)}`, async () => {
      teardown.finally(await takeDataDir(settings.dataDir, localUrl(settings.ports.portal)));
      await checkPorts(settings.ports, settings.databaseUrl === undefined ? [] : ['postgres']);
      return await localSecrets(settings.dataDir);
    });
    const { ports } = settings;
    const at = (name: string, port: number) => `${name} ${localUrl(port)}`;
    const part = services(settings, secrets, databaseUrls(settings, secrets));
    await Promise.all([
      (async () => {
        if (settings.databaseUrl === undefined) await tell.step(`PostgreSQL on port ${ports.postgres}`, postgres);
        await ready(part.migrations, 'Migrations', 1);
        await ready(part.authApi, at('Auth API', ports.authApi), 2);
      })(),
      ready(part.identityProvider, at('Identity provider', ports.identityProvider), 1),
      ready(part.stripe, at('Stripe', ports.stripe), 1),
      ready(part.analytics, at('Analytics', ports.analytics), 1),
      ready(part.mail, `${at('Mail', ports.mail)}, SMTP on port ${ports.smtp}`, 1),
      ready(part.hostedApp, at('Hosted app', ports.hostedApp), 2),
      ready(part.instance, at('Local instance', ports.instance), 2),
      ready(part.portal, at('Portal', ports.portal), 2),
    ]);

    async function postgres(): Promise<void> {
      const running = await startPostgres({
        folder: path.join(settings.dataDir, 'postgres'),
        logFile: path.join(settings.dataDir, 'logs', 'postgres.log'),
        port: ports.postgres,
        database: 'portal',
        password: secrets.databasePassword,
      });
      teardown.add(0, { stop: () => running.stop(), kill: () => undefined });
      await ensureLoginRole(running.url, {
        name: apiLogin,
        password: secrets.apiDatabasePassword,
        memberOf: 'portal_auth_api',
      });
      void running.ended.then(() =>
        breaks(new StartFailure('PostgreSQL ended by itself; its log is in logs/postgres.log.')),
      );
    }
  };

  try {
    await Promise.race([boot(), broken, aborted(signal)]);
  } catch (error) {
    await teardown.run();
    throw error instanceof LocalPostgresError ? explained(error) : error;
  }
  return { broken, stop: () => teardown.run(), kill: () => teardown.kill() };
}

function explained(error: LocalPostgresError): StartFailure {
  const reset = error.emptyingHelps ? ' `npm run reset` empties the whole data folder.' : '';
  return new StartFailure(error.message + reset, { cause: error });
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('Stopped while starting', 'AbortError')));
  });
}
