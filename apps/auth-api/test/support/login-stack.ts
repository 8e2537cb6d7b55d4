import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startIdentityProvider } from '@portal/local/identity-provider';
import { startMail } from '@portal/local/mail';
import { startApi, type TestApi } from './api.ts';

export interface LoginStack {
  readonly api: TestApi;
  /** Where the API listens. */
  readonly url: string;
  readonly providerUrl: string;
  close(): Promise<void>;
}

/** The API on a port of its own, with the identity provider of the local stack, over real sockets. */
export async function startLoginStack(): Promise<LoginStack> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const dataDir = await mkdtemp(join(tmpdir(), 'login-stack-'));
  const log = () => undefined;
  const mail = await startMail({ port: 0, smtpPort: 0, dataDir, log });
  const provider = await startIdentityProvider({
    port: 0,
    dataDir,
    clientId: 'client',
    clientSecret: 'secret',
    callbackUrls: [`${url}/auth/login-callback`],
    logoutUrls: [`${url}/auth/logout-callback`],
    smtpUrl: mail.smtpUrl,
    mailFrom: 'login@example.com',
    log,
  });
  const api = await startApi({ AUTH_API_URL: url, AUTH0_URL: provider.url });
  server.on('request', api.app);
  return {
    api,
    url,
    providerUrl: provider.url,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all([api.close(), provider.stop(), mail.stop()]);
      await rm(dataDir, { recursive: true });
    },
  };
}
