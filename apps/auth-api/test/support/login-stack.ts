import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startApi, type TestApi } from './api.ts';
import { startLocalIdentityProvider } from './local-identity-provider.ts';

export interface LoginStack {
  readonly api: TestApi;
  /** Where the API listens. */
  readonly url: string;
  readonly providerUrl: string;
  readonly mailUrl: string;
  close(): Promise<void>;
}

/** The API on a port of its own, with the identity provider of the local stack, over real sockets. */
export async function startLoginStack(environment: Record<string, string> = {}): Promise<LoginStack> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = await startLocalIdentityProvider(url);
  const api = await startApi({ AUTH_API_URL: url, AUTH0_URL: provider.url, ...environment });
  server.on('request', api.app);
  return {
    api,
    url,
    providerUrl: provider.url,
    mailUrl: provider.mailUrl,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all([api.close(), provider.stop()]);
    },
  };
}
