import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import { createFixture } from '../../support/actors.ts';
import { logIn, makeUser, makeWorkspace, sessionOf } from '../../support/builders.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ RATE_LIMIT_MULTIPLIER: '1' });
});
afterAll(() => api.close());

describe('a thief with a session of the owner who changes a workspace 60 times', () => {
  it('does not delay the change of the instance URL, which ends the access of instances', async () => {
    const owner = await makeUser(api);
    const edit = { instanceEnvType: 'PRIVATE', instanceUrl: 'https://old.example.com' } as const;
    const workspace = await makeWorkspace(api, owner, edit);
    const update = (credentials: Credentials, body: object) =>
      api.send('PATCH', `/workspaces/${workspace.id}`, credentials).send(body);
    const [thief, credentials] = [await logIn(api, owner), await logIn(api, owner)];
    for (let times = 0; times < 60; times++)
      expect((await update(thief, { description: `Version ${times}` })).status).toBe(200);
    expect((await update(thief, { description: 'Again' })).status).toBe(429);
    expect((await update(credentials, { instanceUrl: 'https://new.example.com' })).status).toBe(200);
  });
});

describe('a thief with the cookie of a session who uses up what ends access', () => {
  it('does not keep the user from acting after a login that renews the session', async () => {
    const { workspace, subject, tokenId, credentials } = await createFixture(api, 'owner');
    const revoke = () => api.send('POST', `/workspaces/${workspace.id}/authTokens/${tokenId}/revoke`, credentials);
    expect((await revoke()).headers.ratelimit).toMatch(/^"access-ends";r=119;/);
    const { id } = await sessionOf(api, credentials);
    const { count } = await api.db.rateLimit.updateMany({
      where: { key: { startsWith: `access-ends:${id}` } },
      data: { points: 1_000_000 },
    });
    expect(count).toBe(1);
    expect((await revoke()).status).toBe(429);
    await api.db.session.update({ where: { id }, data: { createdAt: new Date() } });
    expect((await revoke()).status).toBe(200);
    expect((await api.send('DELETE', `/users/${subject.id}/sessions`, credentials)).status).toBe(200);
  });
});
