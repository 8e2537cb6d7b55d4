import { EmailPreferencesResult } from '@portal/contract';
import { enqueueAccountEmail } from '../../../src/features/emails/enqueue-account-email.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { logIn, makeApiToken, makeUser, makeWorkspace } from '../../support/builders.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function makeSession() {
  const user = await makeUser(api);
  const credentials = await logIn(api, user);
  const path = `/users/${user.id}/email-preferences`;
  const parse = ({ body }: { body: unknown }) => EmailPreferencesResult.parse(body).emailPreferences;
  return {
    user,
    get: async () => parse(await api.send('GET', path, credentials)),
    update: async (body: object) => parse(await api.send('PATCH', path, credentials).send(body)),
  };
}

describe('the email preferences of a user', () => {
  it('are on at first, and change one by one', async () => {
    const { get, update } = await makeSession();
    expect(await get()).toEqual({ tokenExpiring: true, invitationAccepted: true, memberLeft: true });
    expect(await update({ tokenExpiring: false })).toEqual({
      tokenExpiring: false,
      invitationAccepted: true,
      memberLeft: true,
    });
    expect(await update({ invitationAccepted: false })).toEqual({
      tokenExpiring: false,
      invitationAccepted: false,
      memberLeft: true,
    });
    expect(await update({ tokenExpiring: true })).toEqual({
      tokenExpiring: true,
      invitationAccepted: false,
      memberLeft: true,
    });
    expect(await update({ memberLeft: false })).toMatchObject({ tokenExpiring: true, memberLeft: false });
    expect(await update({})).toEqual(await get());
  });

  it('decide about the optional emails only', async () => {
    const { user, update } = await makeSession();
    const { id: tokenId } = await makeApiToken(api, await makeWorkspace(api, user), user);
    await update({ tokenExpiring: false, invitationAccepted: false, tokenCreated: false, newDevice: false });
    const enqueue = (kind: 'tokenExpiring' | 'tokenCreated') =>
      api.db.$transaction((tx) => enqueueAccountEmail(kind, user.id, { tokenId }, tx));
    expect([await enqueue('tokenExpiring'), await enqueue('tokenCreated')]).toEqual([false, true]);
    await update({ tokenExpiring: true });
    expect(await enqueue('tokenExpiring')).toBe(true);
  });

  it('stay as they are if two requests turn the same email off at the same time', async () => {
    const { get, update } = await makeSession();
    await Promise.all([1, 2, 3, 4].map(() => update({ tokenExpiring: false })));
    expect(await get()).toEqual({ tokenExpiring: false, invitationAccepted: true, memberLeft: true });
  });
});
