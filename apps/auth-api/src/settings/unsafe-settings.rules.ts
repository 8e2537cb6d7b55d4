import type { Environment } from './environment.ts';

/** What some settings may not be where real people log in. */
interface UnsafeRule {
  readonly of: readonly (keyof Environment)[];
  readonly must: string;
  readonly isBroken: (value: string) => boolean;
}

const published = ['AUTH_API_URL', 'PORTAL_URL', 'AUTH0_URL', 'STRIPE_API_URL', 'HOSTED_APP_URL'] as const;
const ofThisMachine = /^(?:localhost|.*\.localhost|127\.[\d.]+|0\.0\.0\.0|\[::(?:1|ffff:7f.*)?\])\.?$/i;
const leastSecret = 32;
const mostScale = 10;

/** A database beside the API is no fault: it may be a proxy to the real one. */
export const unsafeRules: readonly UnsafeRule[] = [
  { of: published, must: 'must be https', isBroken: (url) => url.startsWith('http:') },
  {
    of: [...published, 'AUTH0_DOMAIN', 'SMTP_URL'],
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

const hostOf = (address: string) => new URL(address.includes('://') ? address : `https://${address}`).hostname;
