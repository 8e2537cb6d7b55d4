import { randomUUID } from 'node:crypto';
import {
  requiresReauthentication,
  requiresReauthenticationAfterEnd,
  requiresReauthenticationToClaim,
} from '../../src/auth/session/complete-login.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { addMember, makeInvitation, makeUser, makeWorkspace } from '../support/builders.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const attempt = { nonce: '', codeVerifier: '', reauthenticatedSince: null, userId: null };
const authenticatedAgain = { ...attempt, reauthenticatedSince: new Date() };

describe('what waits for an address that was just verified', () => {
  const newUser = async () => {
    const email = `${randomUUID()}@example.com`;
    const { auth0Id } = await makeUser(api, { email, emailVerified: false });
    return { email, claims: { sub: auth0Id ?? '', email, email_verified: true, amr: [] } };
  };
  const anyWorkspace = async () => makeWorkspace(api, await makeUser(api));
  const placeholder = (email: string) => makeUser(api, { email, auth0Id: null });
  type Prepare = (email: string) => Promise<unknown>;

  it.each<[string, Prepare]>([
    ['a workspace that staff created', async (email) => makeWorkspace(api, await placeholder(email))],
    ['a membership', async (email) => addMember(api, await anyWorkspace(), await placeholder(email), 'EDITOR')],
  ])('requires a new authentication: %s', async (_what, prepare) => {
    const { email, claims } = await newUser();
    await prepare(email);
    expect(await requiresReauthenticationToClaim(claims, attempt, api)).toBe(true);
    expect(await requiresReauthenticationToClaim(claims, authenticatedAgain, api)).toBe(false);
    expect(await requiresReauthenticationToClaim({ ...claims, email_verified: false }, attempt, api)).toBe(false);
    expect(await requiresReauthenticationToClaim({ ...claims, sub: 'auth0|first-login' }, attempt, api)).toBe(false);
    await api.db.user.update({ where: { auth0Id: claims.sub }, data: { emailVerified: true } });
    expect(await requiresReauthenticationToClaim(claims, attempt, api)).toBe(false);
  });

  it.each<[string, Prepare]>([
    ['nothing', () => Promise.resolve()],
    [
      'a workspace for another address',
      async () => makeWorkspace(api, await placeholder(`${randomUUID()}@example.com`)),
    ],
    [
      'an invitation, which needs a proof of its own',
      async (email) => makeInvitation(api, await anyWorkspace(), { email }),
    ],
    ['a placeholder without a workspace', placeholder],
    ['another account with the address', async (email) => makeWorkspace(api, await makeUser(api, { email }))],
  ])('requires none if it is %s', async (_what, prepare) => {
    const { email, claims } = await newUser();
    await prepare(email);
    expect(await requiresReauthenticationToClaim(claims, attempt, api)).toBe(false);
  });
});

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
