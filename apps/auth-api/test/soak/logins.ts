import { Browser } from '../support/browser.ts';

/** An account that the local identity provider has from its first start on. */
const member = { email: 'member@example.com', password: 'Correct-horse-1' };

/** Logins from the portal's button through the provider's form and back, at a fixed rate. */
export interface Logins {
  readonly done: number;
  readonly failed: readonly string[];
  stop(): Promise<void>;
}

interface LoginOptions {
  readonly apiUrl: string;
  readonly portalUrl: string;
  readonly perMinute: number;
}

export function startLogins({ apiUrl, portalUrl, perMinute }: LoginOptions): Logins {
  const failed: string[] = [];
  const open = new Set<Promise<void>>();
  let done = 0;
  const logIn = async () => {
    const browser = new Browser();
    const form = await browser.follow(`${apiUrl}/auth/login`, portalUrl);
    const { url } = await browser.follow(form.url, portalUrl, member);
    if (url !== `${portalUrl}/login-success`) throw new Error(`A login led to ${url}.`);
    done++;
  };
  const timer = setInterval(() => {
    const one = logIn()
      .catch((error: unknown) => void failed.push(String(error)))
      .finally(() => open.delete(one));
    open.add(one);
  }, 60_000 / perMinute);
  return {
    get done() {
      return done;
    },
    failed,
    async stop() {
      clearInterval(timer);
      await Promise.all(open);
    },
  };
}
