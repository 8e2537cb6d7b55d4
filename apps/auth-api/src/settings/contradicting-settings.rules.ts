import { databaseTlsRule, isUnverified } from './database-tls.ts';
import type { Environment } from './environment.ts';

type Values = Partial<Environment>;

/** What settings that are right by themselves can't be together. */
interface ContradictionRule {
  readonly of: keyof Environment;
  readonly with: keyof Environment;
  readonly must: string;
  readonly isBroken: (env: Values) => boolean;
}

export const contradictionRules: readonly ContradictionRule[] = [
  {
    of: 'SESSION_IDLE_HOURS',
    with: 'SESSION_MAX_HOURS',
    must: 'can’t be above `SESSION_MAX_HOURS`, nor can the 72 that stand in for it',
    isBroken: ({ SESSION_IDLE_HOURS: idle = 0, SESSION_MAX_HOURS: most = Infinity }) => idle > most,
  },
  {
    of: 'STAFF_SESSION_IDLE_MINUTES',
    with: 'STAFF_SESSION_MAX_HOURS',
    must: 'can’t be above `STAFF_SESSION_MAX_HOURS`',
    isBroken: ({ STAFF_SESSION_IDLE_MINUTES: idle = 0, STAFF_SESSION_MAX_HOURS: most = Infinity }) => idle > most * 60,
  },
  {
    of: 'PORTAL_URL',
    with: 'AUTH_API_URL',
    must: 'must be of the same site as `AUTH_API_URL`, with the same scheme, or browsers keep the session’s cookie from its requests',
    isBroken: ({ PORTAL_URL: portal = '', AUTH_API_URL: api = '' }) => siteOf(portal) !== siteOf(api),
  },
  {
    of: 'PORTAL_URL',
    with: 'AUTH_API_URL',
    must: 'can’t be the same as `AUTH_API_URL`',
    isBroken: ({ PORTAL_URL: portal, AUTH_API_URL: api }) => portal === api,
  },
  needsVerifiedTls('DATABASE_URL'),
  needsVerifiedTls('DATABASE_DIRECT_URL'),
  {
    of: 'METRICS_PORT',
    with: 'PORT',
    must: 'can’t be the same as `PORT`',
    // Of 0 each gets a free one.
    isBroken: ({ METRICS_PORT: figures, PORT: port }) => figures === port && port !== 0,
  },
  {
    of: 'STAFF_CONNECTIONS',
    with: 'NODE_ENV',
    must: 'has to be given in production; `none` means that no one is staff',
    isBroken: (env) => env.NODE_ENV === 'production' && env.STAFF_CONNECTIONS === undefined,
  },
  isNeededBy('AUTH0_MANAGEMENT_CLIENT_ID', 'AUTH0_MANAGEMENT_CLIENT_SECRET'),
  isNeededBy('AUTH0_MANAGEMENT_CLIENT_SECRET', 'AUTH0_MANAGEMENT_CLIENT_ID'),
  isNeededBy('ANALYTICS_PROJECT_KEY', 'ANALYTICS_URL'),
  isNeededBy('ANALYTICS_URL', 'ANALYTICS_PROJECT_KEY'),
  isNeededBy('ANALYTICS_URL', 'ANALYTICS_FLAGS_KEY'),
];

/** The faults of settings that contradict each other. What is at fault by itself has to change anyway and is left out. */
export function contradictions(env: Values, faulty: ReadonlySet<string>): string[] {
  return contradictionRules
    .filter((rule) => !faulty.has(rule.of) && !faulty.has(rule.with) && rule.isBroken(env))
    .map(({ of, must }) => `${of}: ${must.replaceAll('`', '')}`);
}

function needsVerifiedTls(of: 'DATABASE_URL' | 'DATABASE_DIRECT_URL'): ContradictionRule {
  return {
    of,
    with: 'DATABASE_TLS',
    must: databaseTlsRule,
    isBroken: ({ NODE_ENV, DATABASE_TLS, [of]: url }) =>
      NODE_ENV === 'production' && DATABASE_TLS === 'verify-full' && url !== undefined && isUnverified(url),
  };
}

/** Without it, the other would be used with what stands in for it, which belongs to something else, or not at all. */
function isNeededBy(of: keyof Environment, other: keyof Environment): ContradictionRule {
  return {
    of,
    with: other,
    must: `has to be given where \`${other}\` is`,
    isBroken: (env) => env[of] === undefined && env[other] !== undefined,
  };
}

/** Of names the last two labels: what browsers call a site is never less, so addresses that differ there can't be of one. */
function siteOf(url: string): string {
  const { protocol, hostname } = new URL(url);
  const isName = /[a-z]/i.test(hostname.split('.').at(-1) ?? '') && !hostname.startsWith('[');
  return `${protocol}//${isName ? hostname.split('.').slice(-2).join('.') : hostname}`;
}
