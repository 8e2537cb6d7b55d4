import { logInAtProvider } from '../support/log-in.ts';

/** Logins at a fixed rate, from the portal through the provider's form and back. */
export interface Logins {
  readonly succeeded: number;
  /** The errors of the failed logins. */
  readonly errors: readonly string[];
  stop(): Promise<void>;
}

interface LoginOptions {
  readonly apiUrl: string;
  readonly portalUrl: string;
  readonly perMinute: number;
}

export function startLogins({ apiUrl, portalUrl, perMinute }: LoginOptions): Logins {
  const errors: string[] = [];
  const pending = new Set<Promise<void>>();
  let succeeded = 0;
  const logIn = async () => {
    const url = await logInAtProvider({ apiUrl, portalUrl });
    if (url !== `${portalUrl}/login-success`) throw new Error(`A login ended at ${url}.`);
    succeeded++;
  };
  const timer = setInterval(() => {
    const login = logIn()
      .catch((error: unknown) => void errors.push(String(error)))
      .finally(() => pending.delete(login));
    pending.add(login);
  }, 60_000 / perMinute);
  return {
    get succeeded() {
      return succeeded;
    },
    errors,
    async stop() {
      clearInterval(timer);
      await Promise.all(pending);
    },
  };
}
