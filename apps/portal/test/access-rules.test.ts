import type { User } from '@portal/contract';
import { accessTo } from '../src/session/access-rules.ts';
import { patterns, type RouteName } from '../src/navigation/paths.ts';
import { aUser } from './support/people-and-things.ts';

const moment = '2026-01-01T00:00:00.000Z';
const member = aUser();
const quarantined = aUser({ quarantinedAt: moment });
const suspended = aUser({ suspendedAt: moment });
const owesTerms = aUser({ needsTosUpdate: true });
const newcomer = aUser({ onboardingDetails: { reviewedProfile: null } });
const unverified = aUser({ emailVerified: false });

const decision = (route: RouteName, user: User | null) => accessTo({ route, user });

const unchecked: RouteName[] = ['print-legal', 'logout', 'logout-success', 'invitations'];
const names = (Object.keys(patterns) as RouteName[]).filter((name) => !unchecked.includes(name));
const but = (...left: RouteName[]) => names.filter((name) => !left.includes(name));

describe('[4.routing-after-the.9] print-legal, logout and logout-success skip the checks', () => {
  test.each(unchecked)('%s', (route) => {
    for (const user of [null, quarantined, suspended, owesTerms, newcomer, unverified]) {
      expect(decision(route, user)).toBe('allowed');
    }
  });
});

describe('[4.routing-after-the.1] somebody who is not logged in', () => {
  const open: RouteName[] = ['login', 'signup', '404', 'legal'];
  test.each(open)('stays on %s', (route) => {
    expect(decision(route, null)).toBe('allowed');
  });
  test.each(but(...open))('is sent from %s to the login', (route) => {
    expect(decision(route, null)).toBe('login');
  });
});

describe('[4.routing-after-the.3] a quarantined user reaches the quarantine notice only', () => {
  test('the notice', () => {
    expect(decision('quarantine-notice', quarantined)).toBe('allowed');
  });
  test.each(but('quarantine-notice'))('not %s', (route) => {
    expect(decision(route, quarantined)).toEqual({ redirectTo: '/quarantine-notice' });
    expect(decision(route, { ...quarantined, ...suspended, needsTosUpdate: true, quarantinedAt: moment })).toEqual({
      redirectTo: '/quarantine-notice',
    });
  });
});

describe('[4.routing-after-the.4] a suspended user reaches the suspension notice only', () => {
  test('the notice', () => {
    expect(decision('suspension-notice', suspended)).toBe('allowed');
  });
  test.each(but('suspension-notice'))('not %s', (route) => {
    expect(decision(route, { ...suspended, needsTosUpdate: true })).toEqual({ redirectTo: '/suspension-notice' });
  });
});

describe('[4.routing-after-the.5] nobody else has business on the notices', () => {
  test.each<RouteName>(['quarantine-notice', 'suspension-notice'])('%s', (route) => {
    for (const user of [member, owesTerms, newcomer, unverified]) {
      expect(decision(route, user)).toEqual({ redirectTo: '/workspaces' });
    }
  });
});

describe('[2.2] somebody who is logged in is sent on from login and signup', () => {
  test.each<RouteName>(['login', 'signup'])('%s', (route) => {
    for (const user of [member, owesTerms, newcomer, unverified]) {
      expect(decision(route, user)).toEqual({ redirectTo: '/login-success' });
    }
  });
});

const settled: RouteName[] = ['login', 'signup', 'quarantine-notice', 'suspension-notice', 'legal', 'review-legal'];

describe('[4.routing-after-the.6] terms that are not accepted come first', () => {
  test.each(but(...settled))('%s leads to review-legal', (route) => {
    expect(decision(route, owesTerms)).toEqual({ redirectTo: '/review-legal' });
    expect(decision(route, { ...newcomer, emailVerified: false, needsTosUpdate: true })).toEqual({
      redirectTo: '/review-legal',
    });
  });
  test.each<RouteName>(['legal', 'review-legal'])('%s can be read', (route) => {
    expect(decision(route, owesTerms)).toBe('allowed');
  });
});

describe('[4.routing-after-the.7] then the profile is reviewed, and the legal page stays reachable', () => {
  test.each(but('profile', ...settled))('%s leads to profile', (route) => {
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
  'workspace-api-tokens',
  'billing',
  'default-workspace',
  'workspace-admin',
  'workspace-admin-user',
  'workspace-admin-workspace',
];

// @covers 2.workspace-details.12
describe('[6.7] [4.default-workspace.2] the pages that need a verified e-mail lead to the profile', () => {
  test.each(verifiedOnly)('%s', (route) => {
    expect(decision(route, unverified)).toEqual({ redirectTo: '/profile' });
    expect(decision(route, member)).toBe('allowed');
  });
  test.each(but(...verifiedOnly, 'login', 'signup', 'quarantine-notice', 'suspension-notice'))(
    '%s does not',
    (route) => {
      expect(decision(route, unverified)).toBe('allowed');
    },
  );
});
