import type { RouteName } from '../src/navigation/paths.ts';
import { whereTo } from '../src/app/where-to.ts';
import { aUser } from './support/people-and-things.ts';

const quarantined = aUser({ quarantinedAt: '2026-01-01T00:00:00.000Z' });
const suspended = aUser({ suspendedAt: '2026-01-01T00:00:00.000Z' });
const owesTerms = aUser({ needsTosUpdate: true });
const newcomer = aUser({ onboardingDetails: { reviewedProfile: null } });
const unverified = aUser({ emailVerified: false });

describe('print-legal, logout and logout-success skip the checks', () => {
  test.each<RouteName>(['print-legal', 'logout', 'logout-success'])('%s', (route) => {
    for (const user of [null, quarantined, suspended, owesTerms, newcomer]) {
      expect(whereTo({ route, user })).toBe('stay');
    }
  });
});

describe('somebody who is not logged in', () => {
  test.each<RouteName>(['login', 'signup', '404', 'legal'])('stays on %s', (route) => {
    expect(whereTo({ route, user: null })).toBe('stay');
  });
  test.each<RouteName>(['workspaces', 'profile', 'review-legal', 'login-success', 'workspace-go', 'quarantine-notice'])(
    'is sent from %s to the login',
    (route) => {
      expect(whereTo({ route, user: null })).toBe('login');
    },
  );
});

test('a quarantined user reaches the quarantine notice only', () => {
  expect(whereTo({ route: 'quarantine-notice', user: quarantined })).toBe('stay');
  for (const route of ['workspaces', 'profile', 'suspension-notice', 'legal', '404', 'login'] as const) {
    expect(whereTo({ route, user: quarantined })).toEqual({ to: '/quarantine-notice' });
  }
});

test('a suspended user reaches the suspension notice only', () => {
  expect(whereTo({ route: 'suspension-notice', user: suspended })).toBe('stay');
  for (const route of ['workspaces', 'profile', 'quarantine-notice', 'review-legal'] as const) {
    expect(whereTo({ route, user: suspended })).toEqual({ to: '/suspension-notice' });
  }
});

test('nobody else has business on the notices', () => {
  expect(whereTo({ route: 'quarantine-notice', user: aUser() })).toEqual({ to: '/workspaces' });
  expect(whereTo({ route: 'suspension-notice', user: aUser() })).toEqual({ to: '/workspaces' });
});

test('somebody who is logged in is sent on from login and signup', () => {
  expect(whereTo({ route: 'login', user: aUser() })).toEqual({ to: '/login-success' });
  expect(whereTo({ route: 'signup', user: owesTerms })).toEqual({ to: '/login-success' });
});

test('terms that are not accepted come first', () => {
  for (const route of ['workspaces', 'profile', 'login-success', 'workspace-go'] as const) {
    expect(whereTo({ route, user: { ...newcomer, needsTosUpdate: true } })).toEqual({ to: '/review-legal' });
  }
  expect(whereTo({ route: 'review-legal', user: owesTerms })).toBe('stay');
  expect(whereTo({ route: 'legal', user: owesTerms })).toBe('stay');
});

test('then the profile is reviewed, and the legal page stays reachable', () => {
  expect(whereTo({ route: 'workspaces', user: newcomer })).toEqual({ to: '/profile' });
  expect(whereTo({ route: 'login-success', user: newcomer })).toEqual({ to: '/profile' });
  expect(whereTo({ route: 'profile', user: newcomer })).toBe('stay');
  expect(whereTo({ route: 'legal', user: newcomer })).toBe('stay');
  expect(whereTo({ route: 'review-legal', user: newcomer })).toBe('stay');
});

test('the pages that need a verified e-mail lead to the profile', () => {
  for (const route of [
    'workspaces',
    'workspace-settings',
    'workspace-api-tokens',
    'billing',
    'default-workspace',
  ] as const) {
    expect(whereTo({ route, user: unverified })).toEqual({ to: '/profile' });
    expect(whereTo({ route, user: aUser() })).toBe('stay');
  }
  expect(whereTo({ route: 'profile', user: unverified })).toBe('stay');
});
