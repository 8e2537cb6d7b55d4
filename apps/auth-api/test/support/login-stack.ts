import { createServer } from 'node:http';
import { startApi, type TestApi } from './api.ts';
import { closeServer, listen } from './listen.ts';
import { startLocalIdentityProvider, type LocalIdentityProvider } from './local-identity-provider.ts';
import { pollUntil } from './polling.ts';

export interface LoginStack {
  readonly api: TestApi;
  /** The URL of the API. */
  readonly url: string;
  readonly providerUrl: string;
  readonly mailUrl: string;
  readonly setScenario: LocalIdentityProvider['setScenario'];
  /** Follows the link in the verification email, as the owner of the mailbox. */
  verifyEmail(email: string): Promise<void>;
  close(): Promise<void>;
}

/** The API on a port of its own with the Auth0 emulator of the local stack. */
export async function startLoginStack(environment: Record<string, string> = {}): Promise<LoginStack> {
  const server = createServer();
  const url = `http://localhost:${await listen(server)}`;
  const provider = await startLocalIdentityProvider(url);
  const api = await startApi({ AUTH_API_URL: url, AUTH0_URL: provider.url, ...environment });
  server.on('request', api.app);
  return {
    api,
    url,
    providerUrl: provider.url,
    mailUrl: provider.mailUrl,
    setScenario: (...scenario) => provider.setScenario(...scenario),
    async verifyEmail(email) {
      const findLink = async () => {
        const response = await fetch(`${provider.mailUrl}/api/messages?to=${email}`);
        const mails = (await response.json()) as { text: string }[];
        return /http\S+ticket=\S+/.exec(mails[0]?.text ?? '')?.[0] ?? '';
      };
      const { status } = await fetch(await pollUntil(findLink, Boolean));
      if (status !== 200) throw new Error(`The verification of the email failed with ${status}`);
    },
    async close() {
      server.closeAllConnections();
      await closeServer(server);
      await Promise.all([api.close(), provider.stop()]);
    },
  };
}
