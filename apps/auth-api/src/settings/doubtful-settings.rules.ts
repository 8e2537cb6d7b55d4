import type { Environment } from './environment.ts';

/** What may be meant, but mostly is not: the API says so when it starts. */
interface DoubtRule {
  readonly words: string;
  readonly holds: (env: Environment) => boolean;
}

const rules: readonly DoubtRule[] = [
  {
    words: 'NODE_ENV is not production: what is unsafe there is taken here',
    holds: ({ NODE_ENV }) => NODE_ENV !== 'production',
  },
  {
    words: 'STRIPE_SECRET_KEY is a key of the test mode: nobody pays',
    holds: ({ NODE_ENV, STRIPE_SECRET_KEY }) => NODE_ENV === 'production' && STRIPE_SECRET_KEY.includes('k_test_'),
  },
  {
    words: 'STRIPE_SECRET_KEY is a key of the live mode, but NODE_ENV is not production: real money is at stake',
    holds: ({ NODE_ENV, STRIPE_SECRET_KEY }) => NODE_ENV !== 'production' && STRIPE_SECRET_KEY.includes('k_live_'),
  },
  {
    words: 'STAFF_REQUIRE_MFA is off: staff can log in without a second factor',
    holds: ({ NODE_ENV, STAFF_REQUIRE_MFA }) => NODE_ENV === 'production' && STAFF_REQUIRE_MFA === false,
  },
  {
    words:
      'TRUSTED_PROXIES is 0: behind a proxy that passes the caller’s address in X-Forwarded-For, everybody would share the limits of one address',
    holds: ({ NODE_ENV, TRUSTED_PROXIES }) => NODE_ENV === 'production' && TRUSTED_PROXIES === 0,
  },
];

/** Warnings for the operator, a sentence each. */
export const doubts = (env: Environment): string[] => rules.filter(({ holds }) => holds(env)).map(({ words }) => words);
