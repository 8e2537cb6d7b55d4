import {
  requiresReauthentication,
  requiresReauthenticationAfterEnd,
} from '../../../src/features/login/complete-login.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { makeUser } from '../../support/builders.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const attempt = { nonce: '', codeVerifier: '', reauthenticatedSince: null, userId: null };

describe('after sessions of a user were ended', () => {
  const endedAt = new Date('2026-03-02T10:00:00Z');
  const seconds = endedAt.getTime() / 1_000;

  it.each([
    ['a remembered login of the same second', { auth_time: seconds }, null, true],
    ['a later login', { auth_time: seconds + 1 }, null, false],
    ['a login of an unknown time', {}, null, true],
    ['an authentication that was requested at that moment', { auth_time: seconds + 1 }, endedAt, true],
    ['an authentication that was requested later', {}, new Date(endedAt.getTime() + 1), false],
  ])('%s', async (_what, time, reauthenticatedSince, expected) => {
    const { auth0Id, email } = await makeUser(api, { sessionsEndedAt: endedAt });
    const claims = { sub: auth0Id ?? '', email, email_verified: true, amr: [], ...time };
    expect(await requiresReauthenticationAfterEnd(claims, { ...attempt, reauthenticatedSince }, api)).toBe(expected);
  });

  it('a user whose sessions were never ended, and a new user, need none', async () => {
    const { auth0Id, email } = await makeUser(api);
    const claims = { email, email_verified: true, amr: [] };
    expect(await requiresReauthenticationAfterEnd({ ...claims, sub: auth0Id ?? '' }, attempt, api)).toBe(false);
    expect(await requiresReauthenticationAfterEnd({ ...claims, sub: 'auth0|new' }, attempt, api)).toBe(false);
  });
});

test('staff authenticate again when the remembered login is as old as an idle session may be', () => {
  const { settings } = api.services;
  const now = new Date('2026-03-02T10:00:00Z');
  const limit = now.getTime() / 1_000 - settings.STAFF_SESSION_IDLE_MINUTES * 60;
  const staff = { sub: 'waad|1', email: 'staff@systeminit.com', email_verified: true, amr: ['mfa'] };
  const requires = (claims: object, since: Date | null = null) =>
    requiresReauthentication({ ...staff, ...claims }, { ...attempt, reauthenticatedSince: since }, settings, now);
  expect(requires({ auth_time: limit })).toBe(true);
  expect(requires({ auth_time: limit + 1 })).toBe(false);
  expect(requires({})).toBe(true);
  expect(requires({ auth_time: limit }, now)).toBe(false);
  expect(requires({ auth_time: limit, amr: ['pwd'] })).toBe(true);
  expect(requires({ auth_time: limit, sub: 'auth0|1' })).toBe(false);
});
