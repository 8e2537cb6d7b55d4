// The groups of files that `npm run test:mutation` mutates, and the tests that must notice the mutants: tests that start no
// processes of their own, the fastest first. A path that ends with `/` is a folder. A group is one run of Stryker with its own
// report.
const api = 'apps/auth-api';
const contract = 'packages/contract';
const test = (...names) => names.map((name) => `test/${name}.test.ts`);

const tokenTests = ['auth-tokens', 'create-auth-token', 'record-token-use', 'revoke-tokens'].map(
  (name) => `auth-tokens/${name}`,
);
const stripeTests = [
  ...['tax-ids', 'mirror', 'mirror-overview', 'verify-event', 'stripe-errors', 'stripe-payments', 'stripe-customers'],
  ...['overview', 'billing', 'webhooks', 'emails', 'triggers', 'stripe-outages'],
].map((name) => `billing/${name}`);

const billing = (name) => `src/billing/${name}.ts`;
const session = (name) => `src/auth/session/${name}.ts`;

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
    mutate: ['src/auth/signing-keys.ts', 'src/auth/mailbox-secret.ts', 'src/auth/secrets.ts', 'src/auth/tokens/'],
    tests: test(
      'auth/signing-keys',
      'auth/mailbox-secret',
      'auth/signed-tokens',
      'invitation-emails/unsubscribe-links',
      'instances/instances',
      ...tokenTests,
      'auth/login',
    ),
  },
  {
    name: 'provider-tokens',
    folder: api,
    mutate: ['id-token', 'provider-logout-token', 'provider-keys', 'end-provider-sessions'].map(session),
    tests: test('auth/id-token', 'auth/provider-logout'),
  },
  {
    name: 'login',
    folder: api,
    mutate: [
      ...['auth0-login', 'complete-login', 'login-attempts', 'oauth-error', 'profile-from-claims', 'staff-login'],
      ...['session.handlers', 'token-exchange', 'upsert-user-from-claims'],
    ].map(session),
    tests: test(
      'auth/oauth-error',
      'auth/token-exchange',
      'auth/reauthentication',
      'auth/login-logs',
      'auth/navigation',
      'auth/login',
      'auth/id-token',
      'auth/recent-login',
      'auth/login-limit',
      'auth/staff-rights',
      'auth/provider-logout',
      'auth/staff-sessions',
      'user-sessions/renewal',
      'invitations/my-invitations',
      'admin/production-workspaces',
      'audit/logins',
      'users/users',
      'account/erase-account',
      'auth-tokens/auth-tokens',
      'instances/instances',
      'observability/metrics',
    ),
  },
  {
    name: 'session',
    folder: api,
    mutate: [
      ...['describe-client', 'end-sessions', 'known-devices', 'session-cookie', 'session-expiry', 'sessions'],
    ].map(session),
    tests: test(
      'auth/describe-client',
      'auth/session-expiry',
      'auth/end-sessions',
      'auth/session-cookie',
      'user-sessions/user-sessions',
      'auth/login',
      'user-sessions/renewal',
      'account-emails/logins',
      'auth/staff-sessions',
      'access/access',
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
    mutate: ['src/members/'],
    tests: test(
      'members/members',
      'invitations/lost-rights',
      'pagination/long-lists',
      'audit/entries',
      'account-emails/account-emails',
      'idempotency/idempotency',
      'invitations/invitations',
      'access/access',
      'ownership/ownership',
    ),
  },
  {
    name: 'row-locks',
    folder: api,
    mutate: ['src/db/row-locks.ts'],
    tests: test(
      'members/members',
      'ownership/ownership',
      'user-sessions/user-sessions',
      'auth/end-sessions',
      'account-locks/account-locks',
      'account/erase-account',
      'billing/billing',
      'concurrency/invitations',
      'concurrency/ownership',
      'concurrency/sessions',
      'concurrency/logins',
    ),
  },
  {
    name: 'invitations',
    folder: api,
    mutate: ['src/invitations/', 'src/users/claim-placeholder.ts', 'src/users/placeholders.ts'],
    tests: test(
      'invitations/invitations',
      'invitations/my-invitations',
      'invitations/lost-rights',
      'admin/placeholders',
      'audit/logins',
      'audit/entries',
      'members/members',
      'idempotency/idempotency',
    ),
  },
  {
    name: 'invitation-emails',
    folder: api,
    mutate: ['src/invitation-emails/'],
    tests: test(
      'invitation-emails/permanent-rejection',
      'invitation-emails/send-once',
      'invitation-emails/invitation-email',
      'invitation-emails/unsubscribe-links',
      'admin/production-workspaces',
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
    mutate: [
      ...['billing-overview.handlers', 'billing-overview.presenters', 'billing.handlers', 'billing.presenters'],
      ...['customer', 'request-billing-setup', 'stripe-calls', 'update-billing-details'],
    ].map(billing),
    tests: test(
      ...[
        ...['presenters', 'overview-presenters', 'customer', 'provider-calls', 'overview', 'billing', 'triggers'],
        ...['webhooks', 'stripe-outages'],
      ].map((name) => `billing/${name}`),
      'observability/provider-metrics',
    ),
  },
  {
    name: 'stripe-events',
    folder: api,
    mutate: [...['billing-emails', 'billing-jobs', 'reconcile', 'replay-events', 'stripe-events', 'sync-customer']].map(
      billing,
    ),
    tests: test(
      ...['apply-events', 'customer', 'subscription-emails', 'webhooks', 'emails', 'billing', 'stripe-outages'].map(
        (name) => `billing/${name}`,
      ),
    ),
  },
  {
    name: 'stripe',
    folder: api,
    mutate: ['src/integrations/stripe/'],
    tests: test(...stripeTests),
  },
  {
    name: 'rules',
    folder: contract,
    mutate: ['auth-tokens', 'billing', 'members', 'users', 'workspaces'].map((feature) => `src/${feature}/`),
    only: /\.rules\.ts$/,
    tests: test('rules', 'rights', 'billing', 'primitives'),
  },
];
