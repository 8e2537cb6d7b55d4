import { AppError } from '../errors/app-error.ts';
import { findShippedPath } from '../lib/shipped-path.ts';
import { settingDocs } from './env-parsers.ts';
import { Environment } from './environment.ts';
import { findConflicts, findUnsafeSettings } from './validation-rules.ts';
import { readSecretFiles } from './secret-files.ts';

export type Settings = ReturnType<typeof parseSettings>;

/** Parses the environment variables. Throws one error that lists every invalid setting. */
export function parseSettings(environment: Record<string, string | undefined>) {
  const env = parseEnvironment(environment);
  const productName = env.PRODUCT_NAME ?? 'System Initiative';
  const hostedAppUrl = env.HOSTED_APP_URL ?? 'https://app.systeminit.com';
  const hostedAppHost = env.HOSTED_APP_HOST ?? 'app.systeminit.com';
  const auth0Url = env.AUTH0_URL ?? `https://${env.AUTH0_DOMAIN}`;
  return {
    ...env,
    TRUSTED_PROXY_RANGES: env.TRUSTED_PROXY_RANGES ?? [],
    TOKEN_ISSUER: env.TOKEN_ISSUER ?? env.AUTH_API_URL,
    FORMER_TOKEN_ISSUERS: env.FORMER_TOKEN_ISSUERS ?? [],
    LEGAL_DIR: env.LEGAL_DIR ?? findSampleLegalFolder(),
    SUPPORT_EMAIL: env.SUPPORT_EMAIL ?? 'support@systeminit.com',
    STAFF_EMAIL_DOMAIN: env.STAFF_EMAIL_DOMAIN ?? 'systeminit.com',
    PRODUCT_NAME: productName,
    HOSTED_APP_URL: hostedAppUrl,
    HOSTED_APP_HOST: hostedAppHost,
    AUTH0_URL: auth0Url,
    AUTH0_ISSUER: env.AUTH0_ISSUER ?? `${auth0Url}/`,
    AUTH0_MANAGEMENT_CLIENT_ID: env.AUTH0_MANAGEMENT_CLIENT_ID ?? env.AUTH0_CLIENT_ID,
    AUTH0_MANAGEMENT_CLIENT_SECRET: env.AUTH0_MANAGEMENT_CLIENT_SECRET ?? env.AUTH0_CLIENT_SECRET,
    AUTH0_MANAGEMENT_AUDIENCE: env.AUTH0_MANAGEMENT_AUDIENCE ?? `${auth0Url}/api/v2/`,
    STAFF_CONNECTIONS: env.STAFF_CONNECTIONS ?? [],
    API_REFERENCE: env.API_REFERENCE ?? env.NODE_ENV !== 'production',
    STAFF_REQUIRE_MFA: env.STAFF_REQUIRE_MFA ?? env.NODE_ENV === 'production',
    BACK_CHANNEL_LOGOUT_NETWORKS:
      env.BACK_CHANNEL_LOGOUT_NETWORKS ?? (env.NODE_ENV === 'production' ? 'public' : 'all'),
    WEBHOOK_NETWORKS: env.WEBHOOK_NETWORKS ?? (env.NODE_ENV === 'production' ? 'public' : 'all'),
    hostedApp: {
      productName,
      hostedAppUrl,
      hostedAppHost,
      localInstanceUrl: env.LOCAL_INSTANCE_URL,
    },
  };
}

function parseEnvironment(environment: Record<string, string | undefined>): Environment {
  const fromFiles = readSecretFiles(environment, Object.keys(Environment.shape));
  const given = Object.fromEntries(Object.entries(fromFiles.values).filter(([, value]) => value?.trim()));
  const errors = [...fromFiles.errors];
  const inUnreadableFiles = new Set(errors.map((error) => error.split('_FILE:')[0]));
  const values: Record<string, unknown> = {};
  // One by one, so that an invalid setting does not hide errors about conflicts between the others.
  for (const [name, schema] of Object.entries(Environment.shape)) {
    const parsed = schema.safeParse(given[name]);
    if (parsed.success) values[name] = parsed.data;
    else if (!inUnreadableFiles.has(name))
      errors.push(`${name}: ${name in given ? 'must be' : 'is not set; it must be'} ${formatOf(name)}`);
  }
  const env = values as Environment;
  errors.push(...findUnsafeSettings(env));
  errors.push(...findConflicts(env, new Set(errors.map((error) => error.split(':')[0] ?? ''))));
  if (errors.length === 0) return env;
  throw new AppError(`These settings are missing or invalid:\n${errors.map((error) => `  ${error}`).join('\n')}`);
}

const formatOf = (name: string) =>
  settingDocs.get(Environment.shape[name as keyof Environment])?.format.replaceAll('`', '') ?? 'something else';

/** The folder `legal` in the root of the repository. */
const findSampleLegalFolder = () =>
  findShippedPath(
    import.meta.url,
    ['../../../legal', '../../../../../legal'],
    'LEGAL_DIR is not set, and there are no sample documents.',
  );
