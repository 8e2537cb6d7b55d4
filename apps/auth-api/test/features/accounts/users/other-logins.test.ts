import { OtherLogins } from '@portal/contract';
import { ulid } from 'ulid';
import type { User } from '../../../../src/generated/prisma/client.ts';
import { startApi, type TestApi } from '../../../support/api.ts';
import { logIn, makeUser, makeWorkspace } from '../../../support/builders.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const earlier = new Date('2026-01-01T00:00:00Z');
const later = new Date('2026-02-01T00:00:00Z');

const newEmail = () => `${ulid().toLowerCase()}@example.com`;

/** An account that has a workspace. */
async function makeEarlierAccount(overrides: Partial<User>) {
  const user = await makeUser(api, { auth0Id: `google-oauth2|${ulid()}`, signedUpAt: earlier, ...overrides });
  const workspace = await makeWorkspace(api, user);
  return { user, workspace };
}

async function methodsOf(user: User) {
  const response = await api.send('GET', `/users/${user.id}/other-logins`, await logIn(api, user));
  return OtherLogins.parse(response.body).methods;
}

describe('a user with a second account', () => {
  it('learns how the earlier account with workspaces logs in, and nothing else of it', async () => {
    const email = newEmail();
    await makeEarlierAccount({ email });
    await makeEarlierAccount({ email });
    await makeEarlierAccount({ email, auth0Id: `github|${ulid()}` });
    const user = await makeUser(api, { email, signedUpAt: later });
    const response = await api.send('GET', `/users/${user.id}/other-logins`, await logIn(api, user));
    expect(response.body).toEqual({ methods: ['Google', 'GitHub'] });
  });

  it.each<[string, Partial<User>]>([
    ['has another address', { email: newEmail() }],
    ['has not verified the address', { emailVerified: false }],
    ['has never logged in', { auth0Id: null }],
    ['is newer', { signedUpAt: new Date('2026-03-01T00:00:00Z') }],
    ['is quarantined', { quarantinedAt: earlier, quarantineReason: 'Abuse' }],
  ])('learns nothing of an account that %s', async (_what, overrides) => {
    const email = newEmail();
    await makeEarlierAccount({ email, ...overrides });
    expect(await methodsOf(await makeUser(api, { email, signedUpAt: later }))).toEqual([]);
  });

  it('learns nothing of an account without workspaces', async () => {
    const email = newEmail();
    const { workspace } = await makeEarlierAccount({ email });
    await api.db.workspace.update({ where: { id: workspace.id }, data: { deletedAt: later } });
    expect(await methodsOf(await makeUser(api, { email, signedUpAt: later }))).toEqual([]);
  });

  it('learns nothing before the address is verified, or if the login did not prove it', async () => {
    const email = newEmail();
    await makeEarlierAccount({ email });
    const unverified = await makeUser(api, { email, emailVerified: false, signedUpAt: later });
    expect(await methodsOf(unverified)).toEqual([]);
    // Verified meanwhile, possibly by the owner of the mailbox, who is not who uses this session.
    const credentials = await logIn(api, unverified);
    await api.db.user.update({ where: { id: unverified.id }, data: { emailVerified: true } });
    const response = await api.send('GET', `/users/${unverified.id}/other-logins`, credentials);
    expect(response.body).toEqual({ methods: [] });
  });
});
