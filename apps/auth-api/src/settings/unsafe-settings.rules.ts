import type { Environment } from './environment.ts';

/** What some settings may not be where real people log in. */
interface UnsafeRule {
  readonly of: readonly Exclude<keyof Environment, 'FEATURE_FLAGS'>[];
  readonly must: string;
  readonly isBroken: (value: string) => boolean;
}

const published = [
  'AUTH_API_URL',
  'PORTAL_URL',
  'AUTH0_URL',
  'STRIPE_API_URL',
  'ANALYTICS_URL',
  'HOSTED_APP_URL',
] as const;
const named = ['AUTH0_ISSUER', 'AUTH0_MANAGEMENT_AUDIENCE'] as const;
const ofThisMachine = /^(?:localhost|.*\.localhost|127\.[\d.]+|0\.0\.0\.0|\[::(?:1|ffff:7f.*)?\])\.?$/i;
const leastSecret = 32;
const mostScale = 10;

/** A database beside the API is no fault: it may be a proxy to the real one. */
export const unsafeRules: readonly UnsafeRule[] = [
  { of: [...published, ...named], must: 'must be https', isBroken: (url) => url.startsWith('http:') },
  {
    of: [...published, ...named, 'AUTH0_DOMAIN', 'SMTP_URL'],
    must: 'can’t be an address of this machine',
    isBroken: (address) => ofThisMachine.test(hostOf(address)),
  },
  {
    of: ['AUTH0_CLIENT_ID', 'AUTH0_MANAGEMENT_CLIENT_ID'],
    must: 'can’t be the client of the local stack',
    isBroken: (client) => client === 'account-portal-local',
  },
  {
    of: ['AUTH0_CLIENT_SECRET', 'AUTH0_MANAGEMENT_CLIENT_SECRET'],
    must: `must have at least ${leastSecret} characters`,
    isBroken: (secret) => secret.length < leastSecret,
  },
  {
    of: ['STRIPE_SECRET_KEY'],
    must: 'must be a key of Stripe’s (sk_live_… or rk_live_…, and with a warning sk_test_… or rk_test_…)',
    isBroken: (key) => !/^[rs]k_(?:live|test)_\w{16,}$/.test(key),
  },
  {
    of: ['STRIPE_WEBHOOK_SECRETS'],
    must: `must each begin with whsec_ and have at least ${leastSecret} characters`,
    isBroken: (secrets) => secrets.split(',').some((each) => !each.startsWith('whsec_') || each.length < leastSecret),
  },
  {
    of: ['STAFF_CONNECTIONS'],
    must: 'can’t contain auth0|, the connection that anyone can sign up at',
    isBroken: (prefixes) => prefixes.split(',').some((prefix) => prefix.startsWith('auth0|')),
  },
  { of: ['RATE_LIMIT_SCALE'], must: `can’t be above ${mostScale}`, isBroken: (scale) => Number(scale) > mostScale },
];

/** The faults of a production: plain http, the stand-ins of a local stack, secrets and limits that are none. */
export function unsafeSettings(env: Partial<Environment>): string[] {
  if (env.NODE_ENV !== 'production') return [];
  return unsafeRules.flatMap(({ of, must, isBroken }) =>
    of
      .filter((name) => env[name] !== undefined && isBroken(String(env[name])))
      .map((name) => `${name}: ${must} in production`),
  );
}

/** Empty where it is no address, as an audience need not be. */
function hostOf(address: string): string {
  const url = address.includes('://') ? address : `https://${address}`;
  return URL.canParse(url) ? new URL(url).hostname : '';
}
