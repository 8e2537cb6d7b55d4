// Which files are mutated, and by which tests a mutant of them must be noticed: those that run without processes of their own,
// the quickest first. What ends with `/` is a folder. A group is one run of Stryker with a report of its own.
const api = 'apps/auth-api';
const contract = 'packages/contract';
const test = (...names) => names.map((name) => `test/${name}.test.ts`);

export const groups = [
  {
    name: 'access',
    folder: api,
    mutate: ['access', 'staff-identity', 'actor', 'actor.sql', 'cross-site', 'fresh-login'].map(
      (name) => `src/http/${name}.ts`,
    ),
    tests: test(
      'forgeries',
      'fresh-login',
      'instances',
      'login',
      'auth-tokens',
      'account-locks/quarantine-evasion',
      'auth/staff-rights',
      'every-call',
    ),
  },
  {
    name: 'keys',
    folder: api,
    mutate: ['src/keys/'],
    tests: test(
      'auth/signing-keys',
      'auth/signed-tokens',
      'invitation-email-links',
      'instances',
      'auth-tokens',
      'login',
    ),
  },
  {
    name: 'session',
    folder: api,
    mutate: ['src/session/'],
    tests: test(
      'id-token',
      'login',
      'audit-logins',
      'fresh-login',
      'users/users',
      'auth/staff-sessions',
      'auth/staff-takeover',
      'logins-of-account',
      'rate-limit/rate-limits',
    ),
  },
  {
    name: 'tokens',
    folder: api,
    mutate: ['src/auth-tokens/'],
    tests: test('auth-tokens', 'idempotency', 'members/members', 'workspaces/workspaces', 'audit-acts', 'long-lists'),
  },
  {
    name: 'members',
    folder: api,
    mutate: ['src/members/', 'src/invitation-emails/', 'src/users/claim-invitations.ts', 'src/users/find-invitee.ts'],
    tests: test(
      'members/members',
      'users/users',
      'invitation-mail',
      'invitation-email-links',
      'admin/placeholders',
      'login',
      'audit-acts',
      'long-lists',
    ),
  },
  {
    name: 'idempotency',
    folder: api,
    mutate: ['src/http/idempotency.ts', 'src/http/ask-once.ts'],
    tests: test('ask-once', 'idempotency', 'auth-tokens', 'workspaces/workspaces'),
  },
  {
    name: 'billing',
    folder: api,
    mutate: ['src/billing/'],
    tests: test('billing', 'billing-webhooks', 'billing-triggers', 'billing-races', 'billing-faults'),
  },
  {
    name: 'stripe',
    folder: api,
    mutate: ['src/providers/stripe/'],
    tests: test('billing', 'billing-webhooks', 'billing-triggers', 'billing-races', 'billing-faults'),
  },
  {
    name: 'rules',
    folder: contract,
    mutate: ['auth-tokens', 'billing', 'members', 'users', 'workspaces'].map((feature) => `src/${feature}/`),
    only: /\.rules\.ts$/,
    tests: test('rules', 'rights', 'billing', 'fields'),
  },
];
