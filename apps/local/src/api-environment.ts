import { databaseUrls } from './database-urls.ts';
import { localSecrets } from './local-secrets.ts';
import { services } from './services.ts';
import { readStackSettings } from './stack-settings.ts';

/** What the stack tells its API, for commands that work beside it. */
export async function apiEnvironment(root: string): Promise<Readonly<Record<string, string>>> {
  const settings = readStackSettings(process.env, { root });
  const secrets = await localSecrets(settings.dataDir);
  return services(settings, secrets, databaseUrls(settings, secrets)).authApi.env;
}
