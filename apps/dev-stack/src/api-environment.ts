import { loadLocalSecrets } from './stack/secrets.ts';
import { databaseUrls, defineServices } from './stack/services.ts';
import { readStackSettings } from './stack/settings.ts';

/** The environment of the stack's API, for commands that run next to it. */
export async function apiEnvironment(root: string): Promise<Readonly<Record<string, string>>> {
  const settings = readStackSettings(process.env, { root });
  const secrets = await loadLocalSecrets(settings.dataDir);
  return defineServices(settings, secrets, databaseUrls(settings, secrets)).authApi.env;
}
