import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';

const text = z.string().check(z.minLength(1));
const webUrl = z.string().check(
  z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }),
  z.overwrite((url) => url.replace(/\/+$/, '')),
);
const number = (fallback: number) => z._default(z.coerce.number().check(z.minimum(0)), fallback);
const flag = (fallback: boolean) => z._default(z.stringbool(), fallback);

const Environment = z.object({
  NODE_ENV: z._default(z.enum(['development', 'test', 'production']), 'development'),
  HOST: z._default(text, '127.0.0.1'),
  PORT: number(9001),
  /** How many proxies stand in front, whose X-Forwarded-For is believed. */
  TRUSTED_PROXIES: number(0),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), 'info'),

  /** What this build calls itself; the release sets it. */
  VERSION: z._default(text, 'development'),
  /** Where browsers reach this API and the portal. */
  AUTH_API_URL: webUrl,
  PORTAL_URL: webUrl,

  DATABASE_URL: text,
  DATABASE_POOL_SIZE: number(10),
  /** How long a request waits for a connection before it is told that the database is away. */
  DATABASE_WAIT_MS: number(1_500),

  AUTH0_DOMAIN: text,
  AUTH0_CLIENT_ID: text,
  AUTH0_CLIENT_SECRET: text,
  /** Defaults to https://AUTH0_DOMAIN. */
  AUTH0_URL: z.optional(webUrl),
  AUTH0_ISSUER: z.optional(text),
  AUTH0_MANAGEMENT_CLIENT_ID: z.optional(text),
  AUTH0_MANAGEMENT_CLIENT_SECRET: z.optional(text),
  AUTH0_MANAGEMENT_AUDIENCE: z.optional(text),

  SMTP_URL: text,
  MAIL_FROM: text,

  /** The folder of the private keys that tokens are signed with; `keys rotate` makes one. */
  SIGNING_KEYS_DIR: text,
  /** The folder of the legal documents, a folder a version. */
  LEGAL_DIR: z._default(text, fileURLToPath(new URL('../../../legal', import.meta.url))),

  /** A factor on every rate limit; tests and load use a large one. */
  RATE_LIMIT_SCALE: number(1),
  /** The e-mail domain of staff. */
  COMPANY_DOMAIN: z._default(text, 'systeminit.com'),
  PRODUCT_NAME: z._default(text, 'System Initiative'),
  HOSTED_APP_URL: z._default(webUrl, 'https://app.systeminit.com'),
  HOSTED_APP_HOST: z._default(text, 'app.systeminit.com'),
  LOCAL_INSTANCE_URL: z._default(webUrl, 'http://localhost:8080'),
  /** Whether a first login gets a workspace of its own. */
  CREATE_DEFAULT_WORKSPACE: flag(true),

  SESSION_IDLE_HOURS: number(72),
  SESSION_MAX_HOURS: number(14 * 24),
  INSTANCE_TOKEN_DAYS: number(30),
  API_TOKEN_MAX_DAYS: number(365),
});

export type Settings = ReturnType<typeof parseSettings>;

/** Reads the settings from an environment; throws one error that names every fault. */
export function parseSettings(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    throw settingsError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${describe(issue, given)}`));
  }
  const env = parsed.data;
  const unsafe = env.NODE_ENV === 'production' ? unsafeSettings(env) : [];
  if (unsafe.length > 0) throw settingsError(unsafe);
  const auth0Url = env.AUTH0_URL ?? `https://${env.AUTH0_DOMAIN}`;
  return {
    ...env,
    AUTH0_URL: auth0Url,
    AUTH0_ISSUER: env.AUTH0_ISSUER ?? `${auth0Url}/`,
    AUTH0_MANAGEMENT_CLIENT_ID: env.AUTH0_MANAGEMENT_CLIENT_ID ?? env.AUTH0_CLIENT_ID,
    AUTH0_MANAGEMENT_CLIENT_SECRET: env.AUTH0_MANAGEMENT_CLIENT_SECRET ?? env.AUTH0_CLIENT_SECRET,
    AUTH0_MANAGEMENT_AUDIENCE: env.AUTH0_MANAGEMENT_AUDIENCE ?? `${auth0Url}/api/v2/`,
    hostedApp: {
      productName: env.PRODUCT_NAME,
      hostedAppUrl: env.HOSTED_APP_URL,
      hostedAppHost: env.HOSTED_APP_HOST,
      localInstanceUrl: env.LOCAL_INSTANCE_URL,
    },
  };
}

const settingsError = (faults: readonly string[]) =>
  new Error(`These settings are missing or wrong:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);

const published = ['AUTH_API_URL', 'PORTAL_URL', 'AUTH0_URL', 'HOSTED_APP_URL'] as const;
const ofThisMachine = /^(?:localhost|.*\.localhost|127\.[\d.]+|0\.0\.0\.0|\[::1?\])$/;

/** What must not be so where real people log in: plain http, and the stand-ins of a local stack. */
function unsafeSettings(env: z.output<typeof Environment>): string[] {
  return published.flatMap((name) => {
    const url = env[name] === undefined ? null : new URL(env[name]);
    if (url?.protocol === 'http:') return [`${name}: must be https in production`];
    return url && ofThisMachine.test(url.hostname)
      ? [`${name}: can’t be an address of this machine in production`]
      : [];
  });
}

function describe(issue: z.core.$ZodIssue, given: Record<string, string | undefined>): string {
  return given[String(issue.path[0])] === undefined ? 'is not set' : issue.message;
}
