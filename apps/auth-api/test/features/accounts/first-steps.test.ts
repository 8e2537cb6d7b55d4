import { CreatedAuthToken, FirstStepsResult, UserResult, WhoamiUser } from '@portal/contract';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import { addMember, logIn, makeUser, makeWorkspace } from '../../support/builders.ts';
import { pollUntil } from '../../support/polling.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const readFirstSteps = async (userId: string, credentials: Credentials) =>
  FirstStepsResult.parse((await api.send('GET', `/users/${userId}/first-steps`, credentials)).body).firstSteps;

const createToken = async (workspaceId: string, name: string, credentials: Credentials) =>
  CreatedAuthToken.parse(
    (await api.send('POST', `/workspaces/${workspaceId}/authTokens`, credentials).send({ name, expiration: '3d' }))
      .body,
  );

describe('the first steps', () => {
  it('are shown from the first review of the profile until the user closes them', async () => {
    const user = await makeUser(api, { reviewedProfileAt: null });
    const credentials = await logIn(api, user);
    const whoami = async () => WhoamiUser.parse((await api.send('GET', '/whoami', credentials)).body).user;
    const post = async (action: string) =>
      UserResult.parse((await api.send('POST', `/users/${user.id}/${action}`, credentials).send({})).body).user;
    expect((await whoami()).onboardingDetails.showsFirstSteps).toBe(false);
    expect((await post('complete-profile')).onboardingDetails.showsFirstSteps).toBe(true);
    expect((await whoami()).onboardingDetails.showsFirstSteps).toBe(true);
    expect((await post('close-first-steps')).onboardingDetails).toMatchObject({
      reviewedProfile: expect.any(String) as unknown,
      showsFirstSteps: false,
    });
    await post('close-first-steps');
    // Only the first review opens them.
    expect((await post('complete-profile')).onboardingDetails.showsFirstSteps).toBe(false);
    expect((await whoami()).onboardingDetails.showsFirstSteps).toBe(false);
  });

  it('follow the token that was used, and are about the default workspace before there is one', async () => {
    const user = await makeUser(api);
    const credentials = await logIn(api, user);
    expect(await readFirstSteps(user.id, credentials)).toEqual({
      workspaceId: null,
      token: null,
      hasColleagues: false,
    });
    const other = await makeWorkspace(api, user);
    const own = await makeWorkspace(api, user);
    await api.db.membership.updateMany({ where: { workspaceId: own.id }, data: { isDefault: true } });
    const shared = await makeWorkspace(api, await makeUser(api));
    await addMember(api, shared, user, 'APPROVER');
    await createToken(shared.id, 'Not mine to set up', credentials);
    expect(await readFirstSteps(user.id, credentials)).toEqual({
      workspaceId: own.id,
      token: null,
      hasColleagues: false,
    });

    const first = await createToken(other.id, 'First', credentials);
    expect(await readFirstSteps(user.id, credentials)).toMatchObject({
      workspaceId: other.id,
      token: { id: first.authToken.id, name: 'First', lastUsedAt: null, lastUsedNetwork: null },
    });

    await api.send('GET', '/whoami', { token: first.token });
    const used = await pollUntil(
      () => readFirstSteps(user.id, credentials),
      ({ token }) => token?.lastUsedAt !== null,
    );
    expect(used.token?.lastUsedNetwork).toBe('127.0.0.0/24');
    await createToken(own.id, 'Second', credentials);
    await api.send('POST', `/workspaces/${other.id}/authTokens/${first.authToken.id}/revoke`, credentials).send({});
    expect(await readFirstSteps(user.id, credentials)).toMatchObject({
      workspaceId: other.id,
      token: { id: first.authToken.id },
    });
  });

  it('do not follow a token that was revoked unused, or that another user created', async () => {
    const user = await makeUser(api);
    const credentials = await logIn(api, user);
    const workspace = await makeWorkspace(api, user);
    const colleague = await makeUser(api);
    await addMember(api, workspace, colleague, 'APPROVER');
    await createToken(workspace.id, 'Of a colleague', await logIn(api, colleague));
    const revoked = await createToken(workspace.id, 'Revoked', credentials);
    await api
      .send('POST', `/workspaces/${workspace.id}/authTokens/${revoked.authToken.id}/revoke`, credentials)
      .send({});
    expect(await readFirstSteps(user.id, credentials)).toEqual({
      workspaceId: workspace.id,
      token: null,
      hasColleagues: true,
    });
  });

  it('count a pending invitation, and not one that was cancelled', async () => {
    const user = await makeUser(api);
    const credentials = await logIn(api, user);
    const workspace = await makeWorkspace(api, user);
    const email = `colleague-${user.id.toLowerCase()}@example.com`;
    await api.send('POST', `/workspace/${workspace.id}/members`, credentials).send({ email });
    expect((await readFirstSteps(user.id, credentials)).hasColleagues).toBe(true);
    await api.db.invitation.updateMany({ where: { workspaceId: workspace.id }, data: { cancelledAt: new Date() } });
    expect((await readFirstSteps(user.id, credentials)).hasColleagues).toBe(false);
  });

  it('leave out workspaces that are deleted or quarantined', async () => {
    const user = await makeUser(api);
    const credentials = await logIn(api, user);
    const deleted = await makeWorkspace(api, user);
    await api.db.workspace.update({ where: { id: deleted.id }, data: { deletedAt: new Date() } });
    const quarantined = await makeWorkspace(api, user);
    await api.db.workspace.update({ where: { id: quarantined.id }, data: { quarantinedAt: new Date() } });
    expect((await readFirstSteps(user.id, credentials)).workspaceId).toBeNull();
  });
});
