import type { LocalSecrets } from './local-secrets.ts';
import type { DatabaseUrls } from './services.ts';
import type { StackSettings } from './stack-settings.ts';

/** The API's own login at the embedded PostgreSQL. */
export const apiLogin = 'auth_api';

/** For the migrations, and for the API, which owns nothing. In a PostgreSQL of the user's own we make no logins. */
export function databaseUrls({ databaseUrl: own, ports }: StackSettings, secrets: LocalSecrets): DatabaseUrls {
  if (own !== undefined) return { owner: own, api: own };
  const address = (login: string) => `postgresql://${login}@127.0.0.1:${ports.postgres}/portal`;
  return {
    owner: address(`portal:${secrets.databasePassword}`),
    api: address(`${apiLogin}:${secrets.apiDatabasePassword}`),
  };
}
