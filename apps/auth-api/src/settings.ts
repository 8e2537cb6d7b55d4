import { fileURLToPath } from 'node:url';
import { Fault } from './fault.ts';
import { contradictions } from './settings/contradicting-settings.rules.ts';
import { Environment } from './settings/environment.ts';
import { renamedSettings, withNewNames } from './settings/renamed-settings.ts';
import { settingNotes } from './settings/setting-kinds.ts';
import { unsafeSettings } from './settings/unsafe-settings.rules.ts';
import { withValuesFromFiles } from './settings/values-from-files.ts';

export type Settings = ReturnType<typeof parseSettings>;

/** Reads the settings from an environment; throws one error that names every fault. */
export function parseSettings(environment: Record<string, string | undefined>) {
  const env = parseEnvironment(environment);
  const auth0Url = env.AUTH0_URL ?? `https://${env.AUTH0_DOMAIN}`;
  return {
    ...env,
    LEGAL_DIR: env.LEGAL_DIR ?? fileURLToPath(new URL('../../../legal', import.meta.url)),
    AUTH0_URL: auth0Url,
    AUTH0_ISSUER: env.AUTH0_ISSUER ?? `${auth0Url}/`,
    AUTH0_MANAGEMENT_CLIENT_ID: env.AUTH0_MANAGEMENT_CLIENT_ID ?? env.AUTH0_CLIENT_ID,
    AUTH0_MANAGEMENT_CLIENT_SECRET: env.AUTH0_MANAGEMENT_CLIENT_SECRET ?? env.AUTH0_CLIENT_SECRET,
    AUTH0_MANAGEMENT_AUDIENCE: env.AUTH0_MANAGEMENT_AUDIENCE ?? `${auth0Url}/api/v2/`,
    STAFF_CONNECTIONS: env.STAFF_CONNECTIONS ?? [],
    STAFF_REQUIRE_MFA: env.STAFF_REQUIRE_MFA ?? env.NODE_ENV === 'production',
    hostedApp: {
      productName: env.PRODUCT_NAME,
      hostedAppUrl: env.HOSTED_APP_URL,
      hostedAppHost: env.HOSTED_APP_HOST,
      localInstanceUrl: env.LOCAL_INSTANCE_URL,
    },
  };
}

function parseEnvironment(environment: Record<string, string | undefined>): Environment {
  const names = [...Object.keys(Environment.shape), ...Object.keys(renamedSettings)];
  const fromFiles = withValuesFromFiles(environment, names);
  const renamed = withNewNames(fromFiles.given);
  const given = Object.fromEntries(Object.entries(renamed.given).filter(([, value]) => value?.trim()));
  const faults = [...fromFiles.faults, ...renamed.faults];
  const inFaultyFiles = new Set(faults.map((fault) => fault.split('_FILE:')[0]));
  const values: Record<string, unknown> = {};
  // Each alone, so that what is wrong with one does not hide what is wrong with all together.
  for (const [name, schema] of Object.entries(Environment.shape)) {
    const parsed = schema.safeParse(given[name]);
    if (parsed.success) values[name] = parsed.data;
    else if (!inFaultyFiles.has(name))
      faults.push(`${name}: ${name in given ? 'must be' : 'is not set; it must be'} ${expectedOf(name)}`);
  }
  const env = values as Environment;
  faults.push(...unsafeSettings(env));
  faults.push(...contradictions(env, new Set(faults.map((fault) => fault.split(':')[0] ?? ''))));
  if (faults.length === 0) return env;
  throw new Fault(`These settings are missing or wrong:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
}

const expectedOf = (name: string) =>
  settingNotes.get(Environment.shape[name as keyof Environment])?.expected.replaceAll('`', '') ?? 'something else';
