import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAuth0, type ScenarioName } from '@portal/dev-stack/auth0';
import { startMail } from '@portal/dev-stack/mail';

export interface LocalIdentityProvider {
  readonly url: string;
  /** The mail emulator that receives its emails. */
  readonly mailUrl: string;
  /** Chooses what the provider does, as the switch on its page. */
  setScenario(name: ScenarioName, options?: { description?: string; retryAfter?: number }): Promise<void>;
  stop(): Promise<void>;
}

/** The Auth0 emulator of the local stack, for an API with the client id and secret of `testEnvironment`. */
export async function startLocalIdentityProvider(authApiUrl: string): Promise<LocalIdentityProvider> {
  const dataDir = await mkdtemp(join(tmpdir(), 'identity-provider-'));
  const log = () => undefined;
  const mail = await startMail({ port: 0, smtpPort: 0, dataDir, log });
  const provider = await startAuth0({
    port: 0,
    dataDir,
    clientId: 'client',
    clientSecret: 'secret',
    callbackUrls: [`${authApiUrl}/auth/login-callback`],
    logoutUrls: [`${authApiUrl}/auth/logout-callback`],
    smtpUrl: mail.smtpUrl,
    mailFrom: 'login@example.com',
    log,
  });
  return {
    url: provider.url,
    mailUrl: mail.url,
    async setScenario(name, options) {
      const response = await fetch(`${provider.url}/_test/scenario`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name, ...options }),
      });
      if (!response.ok) throw new Error(await response.text());
    },
    async stop() {
      await Promise.all([provider.stop(), mail.stop()]);
      await rm(dataDir, { recursive: true });
    },
  };
}
