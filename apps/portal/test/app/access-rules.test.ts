import type { User } from '@portal/contract';
import { decideAccess } from '../../src/app/guards/access-rules.ts';
import { patterns, type RouteName } from '../../src/lib/paths.ts';
import { aUser } from '@portal/contract/fixtures';

const timestamp = '2026-01-01T00:00:00.000Z';
const member = aUser();
const quarantined = aUser({ quarantinedAt: timestamp });
const suspended = aUser({ suspendedAt: timestamp });
const termsPending = aUser({ needsTosUpdate: true });
const newcomer = aUser({ onboardingDetails: { reviewedProfile: null } });
const unverified = aUser({ emailVerified: false });

const decision = (route: RouteName, user: User | null) => decideAccess({ route, user });

const unguardedRoutes: RouteName[] = ['print-legal', 'logout', 'logout-success'];
const names = (Object.keys(patterns) as RouteName[]).filter((name) => !unguardedRoutes.includes(name));
const but = (...left: RouteName[]) => names.filter((name) => !left.includes(name));

describe('[4.routing-after-the.9] print-legal, logout and logout-success have no access rules', () => {
  test.each(unguardedRoutes)('%s', (route) => {
    for (const user of [null, quarantined, suspended, termsPending, newcomer, unverified]) {
      expect(decision(route, user)).toBe('allowed');
    }
  });
});

describe('[4.routing-after-the.1] an unauthenticated user', () => {
  const open: RouteName[] = ['login', 'signup', '404', 'legal', 'invitation'];
  test.each(open)('stays on %s', (route) => {
    expect(decision(route, null)).toBe('allowed');
  });
  test.each(but(...open))('is redirected from %s to the login', (route) => {
    expect(decision(route, null)).toBe('login');
  });
});

describe('[4.routing-after-the.3] a quarantined user reaches the quarantine notice only', () => {
  test('can open the notice', () => {
    expect(decision('quarantine-notice', quarantined)).toBe('allowed');
  });
  test.each(but('quarantine-notice'))('is redirected from %s', (route) => {
    expect(decision(route, quarantined)).toEqual({ redirectTo: '/quarantine-notice' });
    expect(decision(route, { ...quarantined, ...suspended, needsTosUpdate: true, quarantinedAt: timestamp })).toEqual({
      redirectTo: '/quarantine-notice',
    });
  });
});

describe('[4.routing-after-the.4] a suspended user reaches the suspension notice only', () => {
  test('can open the notice', () => {
    expect(decision('suspension-notice', suspended)).toBe('allowed');
  });
  test.each(but('suspension-notice'))('is redirected from %s', (route) => {
    expect(decision(route, { ...suspended, needsTosUpdate: true })).toEqual({ redirectTo: '/suspension-notice' });
  });
});

describe('[4.routing-after-the.5] users without a lock are redirected from the notices', () => {
  test.each<RouteName>(['quarantine-notice', 'suspension-notice'])('%s', (route) => {
    for (const user of [member, termsPending, newcomer, unverified]) {
      expect(decision(route, user)).toEqual({ redirectTo: '/workspaces' });
    }
  });
});

describe('[2.2] a logged-in user is redirected from login and signup', () => {
  test.each<RouteName>(['login', 'signup'])('%s', (route) => {
    for (const user of [member, termsPending, newcomer, unverified]) {
      expect(decision(route, user)).toEqual({ redirectTo: '/login-success' });
    }
  });
});

const settled: RouteName[] = ['login', 'signup', 'quarantine-notice', 'suspension-notice', 'legal', 'review-legal'];

describe('[4.routing-after-the.6] terms to accept come first', () => {
  test.each(but(...settled))('%s redirects to review-legal', (route) => {
    expect(decision(route, termsPending)).toEqual({ redirectTo: '/review-legal' });
    expect(decision(route, { ...newcomer, emailVerified: false, needsTosUpdate: true })).toEqual({
      redirectTo: '/review-legal',
    });
  });
  test.each<RouteName>(['legal', 'review-legal'])('%s can be opened', (route) => {
    expect(decision(route, termsPending)).toBe('allowed');
  });
});

describe('[4.routing-after-the.7] the profile review comes next, and the legal page stays reachable', () => {
  test.each(but('profile', ...settled))('%s redirects to profile', (route) => {
    expect(decision(route, newcomer)).toEqual({ redirectTo: '/profile' });
    expect(decision(route, { ...newcomer, emailVerified: false })).toEqual({ redirectTo: '/profile' });
  });
  test.each<RouteName>(['profile', 'legal', 'review-legal'])('%s is reachable', (route) => {
    expect(decision(route, newcomer)).toBe('allowed');
  });
});

const verifiedOnly: RouteName[] = [
  'workspaces',
  'workspace-settings',
  'workspace-overview',
  'workspace-members',
  'workspace-api-tokens',
  'workspace-webhooks',
  'workspace-activity',
  'billing',
  'default-workspace',
  'workspace-admin',
  'workspace-admin-user',
  'workspace-admin-workspace',
];

// @covers 2.workspace-details.12
describe('[6.7] [4.default-workspace.2] pages that require a verified email redirect to the profile', () => {
  test.each(verifiedOnly)('%s', (route) => {
    expect(decision(route, unverified)).toEqual({ redirectTo: '/profile' });
    expect(decision(route, member)).toBe('allowed');
  });
  test.each(but(...verifiedOnly, 'login', 'signup', 'quarantine-notice', 'suspension-notice'))(
    '%s does not redirect',
    (route) => {
      expect(decision(route, unverified)).toBe('allowed');
    },
  );
});
