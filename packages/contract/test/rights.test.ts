import {
  instanceUrlError,
  canChangeMember,
  instanceEnvLabels,
  fullNameOf,
  isActive,
  isExpired,
  isAccountLocked,
  isSameUrl,
  canChangeAuthToken,
  canChangeRoles,
  canEditWorkspace,
  canManageMembers,
  canRevokeAuthTokens,
  parseTimeString,
  remoteUrlError,
  roleLabels,
  workspaceTypes,
} from '../src/index.ts';
import { portalSettings } from '../fixtures/index.ts';

const hosted = portalSettings();

describe('the permissions of a role', () => {
  it.each([
    ['OWNER', true, true, true, true, false],
    ['APPROVER', true, false, false, false, true],
    ['EDITOR', false, false, false, false, true],
  ] as const)('%s', (role, manages, changesRoles, edits, revokesAll, canBeChanged) => {
    expect(canManageMembers(role)).toBe(manages);
    expect(canChangeRoles(role)).toBe(changesRoles);
    expect(canEditWorkspace(role)).toBe(edits);
    expect(canRevokeAuthTokens(role)).toBe(revokesAll);
    expect(canChangeMember({ role })).toBe(canBeChanged);
  });

  it.each([
    ['OWNER', 'another user', true],
    ['OWNER', 'me', true],
    ['APPROVER', 'another user', false],
    ['EDITOR', 'another user', false],
    ['EDITOR', 'me', true],
  ] as const)('%s can change a token that acts as %s: %j', (role, userId, may) =>
    expect(canChangeAuthToken({ userId }, { userId: 'me', role })).toBe(may),
  );

  it('labels roles and workspace types', () => {
    expect(roleLabels).toEqual({ OWNER: 'Owner', APPROVER: 'Approver', EDITOR: 'Collaborator' });
    expect(instanceEnvLabels).toEqual({ SI: 'Managed', PRIVATE: 'Remote', LOCAL: 'Local' });
    const labels = workspaceTypes.map(({ type, label }) => [type, label(hosted)]);
    expect(labels).toEqual([
      ['saas', `Managed By ${hosted.productName}`],
      ['local', 'Local Dev Instance'],
      ['url', 'Remote URL'],
    ]);
  });
});

describe('a token', () => {
  const now = new Date('2026-01-01T00:00:00.000Z');
  const [past, future] = ['2025-12-31T23:59:59.999Z', '2026-01-01T00:00:00.001Z'];

  it.each([
    [null, null, true],
    [future, null, true],
    [past, null, false],
    [future, past, false],
    [null, past, false],
  ])('that expires at %j and was revoked at %j is active: %j', (expiresAt, revokedAt, active) => {
    expect(isActive({ expiresAt, revokedAt }, now)).toBe(active);
    expect(isExpired({ expiresAt }, now)).toBe(expiresAt === past);
  });
});

describe('a user', () => {
  it.each([
    ['Ada', 'Lovelace', 'Ada Lovelace'],
    ['Ada', null, 'Ada'],
    ['', 'Lovelace', 'Lovelace'],
    [null, null, 'ada'],
    ['', '', 'ada'],
  ])('with the names %j and %j is displayed as %s', (firstName, lastName, name) =>
    expect(fullNameOf({ firstName, lastName, nickname: 'ada' })).toBe(name),
  );

  it('is locked while quarantined or suspended', () => {
    const since = '2026-01-01T00:00:00.000Z';
    expect(isAccountLocked({ quarantinedAt: null, suspendedAt: null })).toBe(false);
    expect(isAccountLocked({ quarantinedAt: since, suspendedAt: null })).toBe(true);
    expect(isAccountLocked({ quarantinedAt: null, suspendedAt: since })).toBe(true);
  });
});

describe('a time string', () => {
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

  it.each([
    ...['m', 'min', 'mins', 'minute', 'minutes'].map((unit) => [unit, minute] as const),
    ...['h', 'hr', 'hrs', 'hour', 'hours'].map((unit) => [unit, hour] as const),
    ...['d', 'day', 'days'].map((unit) => [unit, day] as const),
    ...['y', 'yr', 'yrs', 'year', 'years'].map((unit) => [unit, 365 * day] as const),
  ])('accepts the unit %s', (unit, ms) => {
    expect(parseTimeString(`2${unit}`)).toBe(2 * ms);
    expect(parseTimeString(`2 ${unit}`)).toBe(2 * ms);
    expect(parseTimeString(`2 ${unit}x`)).toBeNull();
    expect(parseTimeString(`x2${unit}`)).toBeNull();
  });
});

describe('an instance URL', () => {
  it('ignores trailing slashes in comparisons, but not other slashes', () => {
    expect(isSameUrl('https://a.example', 'https://a.example///')).toBe(true);
    expect(isSameUrl('https://a.example/b', 'https://a.example//b')).toBe(false);
    expect(isSameUrl('', '/')).toBe(true);
  });

  it.each([
    'https://user@a.example',
    'https://:secret@a.example',
    'https://a.example/?q=1',
    'https://a.example/#part',
    'javascript:alert("https://a.example")',
    'https:////evil.com',
    'https:///evil.com',
    'https://\\\\evil.com',
  ])('of a remote workspace cannot be %s', (url) => expect(remoteUrlError(url, hosted)).toBe('Invalid URL'));

  it.each([
    'http://LOCALHOST:8080',
    'http://a.localhost',
    'http://a.b.localhost',
    'http://127.255.255.254',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://0.0.0.0',
    'http://[::]',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
  ])('of a remote workspace cannot be the local machine as %s', (url) =>
    expect(remoteUrlError(url, hosted)).toMatch(/^You cannot use a "localhost" URL/),
  );

  it.each(['http://128.0.0.1', 'http://10.127.0.2', 'http://[2001:db8::1]', 'http://1.0.0.0'])(
    'of a remote workspace can be %s',
    (url) => expect(remoteUrlError(url, hosted)).toBeNull(),
  );

  it('of a different type is fixed, and the message names the type', () => {
    expect(instanceUrlError('https://a.example', 'SI', hosted)).toBe(
      `A "Managed By ${hosted.productName}" workspace cannot have a URL of its own`,
    );
    expect(instanceUrlError('https://a.example', 'LOCAL', hosted)).toBe('Must be http://localhost with a port');
    expect(instanceUrlError('https://a.example', 'PRIVATE', hosted)).toBeNull();
  });
});
