// The groups of files that `npm run test:mutation` mutates, and the tests that must notice the mutants: tests that start no
// processes of their own, the fastest first. A path that ends with `/` is a folder. A group is one run of Stryker with its own
// report.
const api = 'apps/auth-api';
const contract = 'packages/contract';
const test = (...names) => names.map((name) => `test/${name}.test.ts`);

const tokenTests = ['auth-tokens', 'create-auth-token', 'record-token-use', 'revoke-tokens'].map(
  (name) => `auth-tokens/${name}`,
);
const billingTests = ['presenters', 'billing', 'webhooks', 'triggers', 'concurrency', 'stripe-outages'].map(
  (name) => `billing/${name}`,
);

export const groups = [
  {
    name: 'access',
    folder: api,
    mutate: [
      ...['authorize', 'staff-identity', 'actor', 'actor.queries', 'require-recent-login'].map(
        (name) => `src/auth/${name}.ts`,
      ),
      'src/middleware/csrf.ts',
    ],
    tests: test(
      'middleware/csrf',
      'auth/recent-login',
      'instances/instances',
      'auth/login',
      ...tokenTests,
      'account-locks/quarantine-evasion',
      'auth/staff-rights',
      'pipeline/every-call',
    ),
  },
  {
    name: 'keys',
    folder: api,
    mutate: ['src/auth/signing-keys.ts', 'src/auth/secrets.ts', 'src/auth/tokens/'],
    tests: test(
      'auth/signing-keys',
      'auth/signed-tokens',
      'invitation-emails/unsubscribe-links',
      'instances/instances',
      ...tokenTests,
      'auth/login',
    ),
  },
  {
    name: 'session',
    folder: api,
    mutate: ['src/auth/session/'],
    tests: test(
      'auth/id-token',
      'auth/describe-client',
      'auth/login',
      'audit/logins',
      'user-sessions/user-sessions',
      'user-sessions/renewal',
      'account-emails/logins',
      'auth/recent-login',
      'users/users',
      'auth/staff-sessions',
      'auth/staff-takeover',
      'auth/login-limit',
      'rate-limit/rate-limits',
    ),
  },
  {
    name: 'tokens',
    folder: api,
    mutate: ['src/auth-tokens/'],
    tests: test(
      ...tokenTests,
      'idempotency/idempotency',
      'members/members',
      'workspaces/workspaces',
      'audit/entries',
      'pagination/long-lists',
    ),
  },
  {
    name: 'members',
    folder: api,
    mutate: [
      'src/members/',
      'src/invitations/',
      'src/invitation-emails/',
      'src/db/row-locks.ts',
      'src/users/claim-placeholder.ts',
      'src/users/placeholders.ts',
    ],
    tests: test(
      'members/members',
      'invitations/invitations',
      'invitations/my-invitations',
      'users/users',
      'invitation-emails/send-once',
      'invitation-emails/invitation-email',
      'invitation-emails/unsubscribe-links',
      'admin/placeholders',
      'admin/production-workspaces',
      'auth/login',
      'audit/logins',
      'audit/entries',
      'pagination/long-lists',
    ),
  },
  {
    name: 'idempotency',
    folder: api,
    mutate: ['src/idempotency/'],
    tests: test('idempotency/with-lease', 'idempotency/idempotency', ...tokenTests, 'workspaces/workspaces'),
  },
  {
    name: 'billing',
    folder: api,
    mutate: ['src/billing/'],
    tests: test(...billingTests),
  },
  {
    name: 'stripe',
    folder: api,
    mutate: ['src/integrations/stripe/'],
    tests: test(...billingTests),
  },
  {
    name: 'rules',
    folder: contract,
    mutate: ['auth-tokens', 'billing', 'members', 'users', 'workspaces'].map((feature) => `src/${feature}/`),
    only: /\.rules\.ts$/,
    tests: test('rules', 'rights', 'billing', 'primitives'),
  },
];
