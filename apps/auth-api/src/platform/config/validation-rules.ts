import { databaseTlsRule, lacksVerifiedTls } from './database-urls.ts';
import type { Environment } from './environment.ts';
import { hasSampleDocuments } from './sample-documents.ts';

/** A rule about two settings that are valid on their own. `message` is Markdown and follows the name of `setting`. */
interface ConflictRule {
  readonly setting: keyof Environment;
  readonly conflictsWith: keyof Environment;
  readonly message: string;
  readonly isViolated: (env: Partial<Environment>) => boolean;
}

export const conflictRules: readonly ConflictRule[] = [
  {
    setting: 'SESSION_IDLE_HOURS',
    conflictsWith: 'SESSION_MAX_HOURS',
    message: 'can’t exceed `SESSION_MAX_HOURS` (default 72)',
    isViolated: ({ SESSION_IDLE_HOURS: idle = 0, SESSION_MAX_HOURS: max = Infinity }) => idle > max,
  },
  {
    setting: 'STAFF_SESSION_IDLE_MINUTES',
    conflictsWith: 'STAFF_SESSION_MAX_HOURS',
    message: 'can’t exceed `STAFF_SESSION_MAX_HOURS`',
    isViolated: ({ STAFF_SESSION_IDLE_MINUTES: idle = 0, STAFF_SESSION_MAX_HOURS: max = Infinity }) => idle > max * 60,
  },
  {
    setting: 'PORTAL_URL',
    conflictsWith: 'AUTH_API_URL',
    message:
      'must be on the same site as `AUTH_API_URL`, with the same scheme; otherwise browsers do not send the session cookie',
    isViolated: ({ PORTAL_URL: portal = '', AUTH_API_URL: api = '' }) => siteOf(portal) !== siteOf(api),
  },
  {
    setting: 'PORTAL_URL',
    conflictsWith: 'AUTH_API_URL',
    message: 'can’t be the same as `AUTH_API_URL`',
    isViolated: ({ PORTAL_URL: portal, AUTH_API_URL: api }) => portal === api,
  },
  {
    setting: 'AUTH_API_URL',
    conflictsWith: 'PORTAL_URL',
    message: 'must be `/api` of `PORTAL_URL` if it is at the same host; only this path is forwarded to the API',
    isViolated: ({ PORTAL_URL: portal = '', AUTH_API_URL: api = '' }) =>
      portal !== api && new URL(portal).origin === new URL(api).origin && new URL(api).pathname !== '/api',
  },
  requiresLocalUrl('AUTH_API_URL'),
  requiresLocalUrl('PORTAL_URL'),
  requiresVerifiedTls('DATABASE_URL'),
  requiresVerifiedTls('DATABASE_DIRECT_URL'),
  requiresVerifiedTls('DATABASE_READ_URL'),
  {
    setting: 'METRICS_PORT',
    conflictsWith: 'PORT',
    message: 'can’t be the same as `PORT`',
    // With 0, the operating system gives each a different port.
    isViolated: ({ METRICS_PORT: metricsPort, PORT: port }) => metricsPort === port && port !== 0,
  },
  isRequiredInProduction(
    'LEGAL_DIR',
    '; it is the folder of your legal documents, whose acceptance by each user is recorded',
  ),
  isRequiredInProduction('PRODUCT_NAME'),
  isRequiredInProduction('SUPPORT_EMAIL'),
  isRequiredInProduction('HOSTED_APP_URL'),
  isRequiredInProduction('HOSTED_APP_HOST'),
  isRequiredInProduction('MARKETING_URL'),
  isRequiredInProduction('PRICING_URL'),
  isRequiredInProduction('STAFF_CONNECTIONS', '; `none` means that no one is staff'),
  {
    setting: 'STAFF_EMAIL_DOMAIN',
    conflictsWith: 'NODE_ENV',
    message: 'is required in production, unless `STAFF_CONNECTIONS` is `none`',
    isViolated: ({ NODE_ENV, STAFF_EMAIL_DOMAIN, STAFF_CONNECTIONS }) =>
      NODE_ENV === 'production' && STAFF_EMAIL_DOMAIN === undefined && STAFF_CONNECTIONS?.length !== 0,
  },
  {
    setting: 'WEBHOOK_NETWORKS',
    conflictsWith: 'NODE_ENV',
    message: 'must be `public` in production: with `all`, customers could reach your network',
    isViolated: ({ NODE_ENV, WEBHOOK_NETWORKS }) => NODE_ENV === 'production' && WEBHOOK_NETWORKS === 'all',
  },
  isRequiredWith('AUTH0_MANAGEMENT_CLIENT_ID', 'AUTH0_MANAGEMENT_CLIENT_SECRET'),
  isRequiredWith('AUTH0_MANAGEMENT_CLIENT_SECRET', 'AUTH0_MANAGEMENT_CLIENT_ID'),
  isRequiredWith('ANALYTICS_PROJECT_KEY', 'ANALYTICS_URL'),
  isRequiredWith('ANALYTICS_URL', 'ANALYTICS_PROJECT_KEY'),
  isRequiredWith('ANALYTICS_URL', 'ANALYTICS_FLAGS_KEY'),
];

/** Errors for settings that conflict. Settings in `invalid` have an error of their own and are skipped. */
export function findConflicts(env: Partial<Environment>, invalid: ReadonlySet<string>): string[] {
  return conflictRules
    .filter((rule) => !invalid.has(rule.setting) && !invalid.has(rule.conflictsWith) && rule.isViolated(env))
    .map(({ setting, message: must }) => `${setting}: ${must.replaceAll('`', '')}`);
}

/** Elsewhere the setting has a default that is for developers: a sample, or what belongs to another company. */
function isRequiredInProduction(setting: keyof Environment, meaning = ''): ConflictRule {
  return {
    setting,
    conflictsWith: 'NODE_ENV',
    message: `is required in production${meaning}`,
    isViolated: (env) => env.NODE_ENV === 'production' && env[setting] === undefined,
  };
}

function requiresVerifiedTls(setting: 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_READ_URL'): ConflictRule {
  return {
    setting,
    conflictsWith: 'DATABASE_TLS',
    message: databaseTlsRule,
    isViolated: ({ NODE_ENV, DATABASE_TLS, [setting]: url }) =>
      NODE_ENV === 'production' && DATABASE_TLS === 'verify-full' && url !== undefined && lacksVerifiedTls(url),
  };
}

/** Outside production, unsafe settings are accepted, so other machines must not use the portal. */
function requiresLocalUrl(setting: 'AUTH_API_URL' | 'PORTAL_URL'): ConflictRule {
  return {
    setting,
    conflictsWith: 'NODE_ENV',
    message:
      'must be an address of this machine (`localhost`, `*.localhost`, `127.0.0.1`) when `NODE_ENV` is `development` or `test`; remove `NODE_ENV` for a deployment',
    isViolated: ({ NODE_ENV, [setting]: url }) =>
      NODE_ENV !== 'production' && url !== undefined && !localHost.test(hostOf(url)),
  };
}

/** Without `setting`, the API would use `other` with a default that does not belong to it, or not at all. */
function isRequiredWith(setting: keyof Environment, other: keyof Environment): ConflictRule {
  return {
    setting,
    conflictsWith: other,
    message: `is required when \`${other}\` is set`,
    isViolated: (env) => env[setting] === undefined && env[other] !== undefined,
  };
}

/**
 * Scheme and the last two labels of the host name. The site that browsers compare (the registrable domain) is never
 * shorter, so URLs that differ here are on different sites.
 */
function siteOf(url: string): string {
  const { protocol, hostname } = new URL(url);
  const isName = /[a-z]/i.test(hostname.split('.').at(-1) ?? '') && !hostname.startsWith('[');
  return `${protocol}//${isName ? hostname.split('.').slice(-2).join('.') : hostname}`;
}

/** A rule for production only. `message` is Markdown and follows the names of the settings. */
interface ProductionRule {
  readonly settings: readonly Exclude<keyof Environment, 'FEATURE_FLAGS' | 'PLATFORM_SCOPES'>[];
  readonly message: string;
  readonly isViolated: (value: string) => boolean;
}

const publicUrls = [
  'AUTH_API_URL',
  'PORTAL_URL',
  'AUTH0_URL',
  'STRIPE_API_URL',
  'ANALYTICS_URL',
  'HOSTED_APP_URL',
  'MARKETING_URL',
  'PRICING_URL',
] as const;
/** What the example files of a deployment set. */
const exampleSettings = [
  'AUTH_API_URL',
  'PORTAL_URL',
  'AUTH0_DOMAIN',
  'MAIL_FROM',
  'SUPPORT_EMAIL',
  'STAFF_EMAIL_DOMAIN',
  'HOSTED_APP_URL',
  'HOSTED_APP_HOST',
  'MARKETING_URL',
  'PRICING_URL',
] as const;
const exampleAddress = /(?:^|[@./])(?:example\.(?:com|net|org)|tenant\.eu\.auth0\.com)(?![\w.-])/i;
const urlIdentifiers = ['AUTH0_ISSUER', 'AUTH0_MANAGEMENT_AUDIENCE', 'TOKEN_ISSUER'] as const;
const localHost = /^(?:localhost|.*\.localhost|127\.[\d.]+|0\.0\.0\.0|\[::(?:1|ffff:7f.*)?\])\.?$/i;
const minSecretLength = 32;
const maxRateLimitMultiplier = 10;

/** A local database is allowed: it may be a proxy to the real one. */
export const productionRules: readonly ProductionRule[] = [
  {
    settings: [...publicUrls, ...urlIdentifiers],
    message: 'must be https',
    isViolated: (url) => /^http:/i.test(url),
  },
  {
    settings: [...publicUrls, ...urlIdentifiers, 'AUTH0_DOMAIN', 'SMTP_URL'],
    message: 'can’t be an address of this machine',
    isViolated: (address) => localHost.test(hostOf(address)),
  },
  {
    settings: exampleSettings,
    message:
      'can’t be at `example.com`, `example.net`, `example.org` or `tenant.eu.auth0.com`, the addresses of examples',
    isViolated: (address) => exampleAddress.test(address),
  },
  {
    settings: ['LEGAL_DIR'],
    message: 'can’t contain the sample documents',
    isViolated: hasSampleDocuments,
  },
  {
    settings: ['AUTH0_CLIENT_ID', 'AUTH0_MANAGEMENT_CLIENT_ID'],
    message: 'can’t be the client of the local stack',
    isViolated: (client) => client === 'account-portal-local',
  },
  {
    settings: ['AUTH0_CLIENT_SECRET', 'AUTH0_MANAGEMENT_CLIENT_SECRET'],
    message: `must have at least ${minSecretLength} characters`,
    isViolated: (secret) => secret.length < minSecretLength,
  },
  {
    settings: ['STRIPE_SECRET_KEY'],
    message: 'must be a Stripe key (sk_live_… or rk_live_…, and with a warning sk_test_… or rk_test_…)',
    isViolated: (key) => !/^[rs]k_(?:live|test)_\w{16,}$/.test(key),
  },
  {
    settings: ['STRIPE_WEBHOOK_SECRETS'],
    message: `must each start with whsec_ and have at least ${minSecretLength} characters`,
    isViolated: (secrets) =>
      secrets.split(',').some((secret) => !secret.startsWith('whsec_') || secret.length < minSecretLength),
  },
  {
    settings: ['STAFF_CONNECTIONS', 'MAILBOX_CONNECTIONS'],
    message: 'can’t contain auth0|, the connection that anyone can sign up at',
    isViolated: (prefixes) => prefixes.split(',').some((prefix) => prefix.startsWith('auth0|')),
  },
  {
    settings: ['RATE_LIMIT_MULTIPLIER'],
    message: `can’t exceed ${maxRateLimitMultiplier}`,
    isViolated: (multiplier) => Number(multiplier) > maxRateLimitMultiplier,
  },
];

/** Errors for settings that are unsafe in production: plain http, local services, weak secrets, no effective rate limits. */
export function findUnsafeSettings(env: Partial<Environment>): string[] {
  if (env.NODE_ENV !== 'production') return [];
  return productionRules.flatMap(({ settings, message: must, isViolated }) =>
    settings
      .filter((name) => env[name] !== undefined && isViolated(String(env[name])))
      .map((name) => `${name}: ${must.replaceAll('`', '')} in production`),
  );
}

/** An empty string for a value that is not a URL, such as an audience. */
function hostOf(address: string): string {
  const url = address.includes('://') ? address : `https://${address}`;
  return URL.canParse(url) ? new URL(url).hostname : '';
}
