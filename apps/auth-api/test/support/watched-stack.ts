import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startIdentityProvider } from '@portal/local/identity-provider';
import { startMail } from '@portal/local/mail';
import { freePort } from '@portal/local-postgres';
import { startReplica, type ApiProcess } from './api-process.ts';
import { startApi, type TestApi } from './api.ts';
import { Canaries } from './canaries.ts';
import { exportTo, startCollector, type Collector } from './collector.ts';
import { startTestStripe, type TestStripe } from './stripe.ts';
import { startTellingMailServer, startTellingProvider } from './telling-servers.ts';

/** Real API processes that log all they can and export traces, among parties that give away whom they deal with. */
export interface WatchedStack {
  readonly canaries: Canaries;
  readonly api: TestApi;
  readonly collector: Collector;
  readonly stripe: TestStripe;
  /** With an identity provider that works. */
  readonly sound: ApiProcess;
  /** With an identity provider that fails. */
  readonly broken: ApiProcess;
  close(): Promise<void>;
}

export async function startWatchedStack(): Promise<WatchedStack> {
  const canaries = new Canaries();
  const [dataDir, port, collector, stripe] = await Promise.all([
    mkdtemp(join(tmpdir(), 'watched-')),
    freePort(),
    startCollector(),
    startTestStripe(),
  ]);
  const url = `http://localhost:${port}`;
  const clientSecret = canaries.make('client secret');
  const log = () => undefined;
  const inbox = await startMail({ port: 0, smtpPort: 0, dataDir, log });
  const provider = await startIdentityProvider({
    port: 0,
    dataDir,
    clientId: 'client',
    clientSecret,
    callbackUrls: [`${url}/auth/login-callback`],
    logoutUrls: [`${url}/auth/logout-callback`],
    smtpUrl: inbox.smtpUrl,
    mailFrom: 'login@example.com',
    log,
  });
  const mail = await startTellingMailServer(canaries.make('password of the mail server'));
  const telling = await startTellingProvider({
    error: canaries.make('error of the provider'),
    error_description: `${canaries.make('e-mail in an error')}@example.com`,
    access_token: 5,
  });
  const environment = {
    AUTH_API_URL: url,
    AUTH0_CLIENT_SECRET: clientSecret,
    SMTP_URL: mail.url,
    TRUSTED_PROXIES: '1',
    STRIPE_API_URL: stripe.url,
    ...exportTo(collector),
  };
  const api = await startApi({ ...environment, AUTH0_URL: provider.url });
  const [sound, broken] = await Promise.all([
    startReplica(api, { ...environment, PORT: String(port), LOG_LEVEL: 'trace' }),
    startReplica(api, { ...environment, AUTH0_URL: telling.url, LOG_LEVEL: 'debug' }),
  ]);
  return {
    canaries,
    api,
    collector,
    stripe,
    sound,
    broken,
    async close() {
      await Promise.all([sound.stop('SIGKILL'), broken.stop('SIGKILL')]);
      await api.close();
      await Promise.all([
        provider.stop(),
        inbox.stop(),
        mail.close(),
        telling.close(),
        collector.close(),
        stripe.stop(),
      ]);
      await rm(dataDir, { recursive: true });
    },
  };
}
