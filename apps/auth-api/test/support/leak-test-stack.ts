import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAuth0 } from '@portal/dev-stack/auth0';
import { startMail } from '@portal/dev-stack/mail';
import { freePort } from '@portal/local-postgres';
import { startReplica, type ApiProcess } from './api-process.ts';
import { startApi, type TestApi } from './api.ts';
import { Canaries } from './canaries.ts';
import { exporterSettings, startOtlpCollector, type OtlpCollector } from './otlp-collector.ts';
import { startStripeEmulator, type StripeEmulator } from './stripe.ts';
import { startLeakyMailServer, startLeakyIdentityProvider } from './leaky-servers.ts';

/** API processes with the most verbose logs and with traces, next to third parties that repeat personal data in errors. */
export interface LeakTestStack {
  readonly canaries: Canaries;
  readonly api: TestApi;
  readonly collector: OtlpCollector;
  readonly stripe: StripeEmulator;
  /** A process whose identity provider works. */
  readonly healthy: ApiProcess;
  /** A process whose identity provider fails. */
  readonly failing: ApiProcess;
  close(): Promise<void>;
}

export async function startLeakTestStack(): Promise<LeakTestStack> {
  const canaries = new Canaries();
  const [dataDir, port, collector, stripe] = await Promise.all([
    mkdtemp(join(tmpdir(), 'leak-test-')),
    freePort(),
    startOtlpCollector(),
    startStripeEmulator(),
  ]);
  const url = `http://localhost:${port}`;
  const clientSecret = canaries.make('client secret');
  const log = () => undefined;
  const inbox = await startMail({ port: 0, smtpPort: 0, dataDir, log });
  const provider = await startAuth0({
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
  const mail = await startLeakyMailServer(canaries.make('password of the mail server'));
  const failingProvider = await startLeakyIdentityProvider({
    error: canaries.make('error of the provider'),
    error_description: `${canaries.make('email in an error')}@example.com`,
    access_token: 5,
  });
  const environment = {
    AUTH_API_URL: url,
    AUTH0_CLIENT_SECRET: clientSecret,
    SMTP_URL: mail.url,
    TRUSTED_PROXIES: '1',
    STRIPE_API_URL: stripe.url,
    ...exporterSettings(collector),
  };
  const api = await startApi({ ...environment, AUTH0_URL: provider.url });
  const [healthy, failing] = await Promise.all([
    startReplica(api, { ...environment, PORT: String(port), LOG_LEVEL: 'trace' }),
    startReplica(api, { ...environment, AUTH0_URL: failingProvider.url, LOG_LEVEL: 'debug' }),
  ]);
  return {
    canaries,
    api,
    collector,
    stripe,
    healthy,
    failing,
    async close() {
      await Promise.all([healthy.stop('SIGKILL'), failing.stop('SIGKILL')]);
      await api.close();
      await Promise.all([
        provider.stop(),
        inbox.stop(),
        mail.close(),
        failingProvider.close(),
        collector.close(),
        stripe.stop(),
      ]);
      await rm(dataDir, { recursive: true });
    },
  };
}
