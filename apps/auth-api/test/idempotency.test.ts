import { CreatedAuthToken, CreatedWorkspace, ProblemBody, Whoami } from '@portal/contract';
import { ulid } from 'ulid';
import { purgeExpired } from '../src/jobs/purge-expired.ts';
import { startApi, type Proof, type TestApi } from './support/api.ts';
import { addMember, logIn, makeApiToken, makeUser, makeWorkspace } from './support/builders.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function person() {
  const user = await makeUser(api);
  return { user, proof: await logIn(api, user) };
}

const createWorkspace = (proof: Proof, requestUlid: string, displayName = 'Once') =>
  api.send('POST', '/workspaces/new', proof).send({ displayName, requestUlid });

const owned = (userId: string) => api.db.membership.count({ where: { userId, role: 'OWNER' } });

describe('a repeated requestUlid', () => {
  // @covers 7.4
  it('gets the first answer, and nothing is done twice', async () => {
    const { user, proof } = await person();
    const requestUlid = ulid();
    const first = await createWorkspace(proof, requestUlid);
    await createWorkspace(proof, ulid(), 'Another');
    const again = await createWorkspace(proof, requestUlid.toLowerCase());
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await owned(user.id)).toBe(2);
  });

  it('makes racing twins wait for the first', async () => {
    const { user, proof } = await person();
    const requestUlid = ulid();
    const answers = await Promise.all(Array.from({ length: 60 }, () => createWorkspace(proof, requestUlid)));
    const ids = answers.map((answer) => CreatedWorkspace.parse(answer.body).newWorkspaceId);
    expect(new Set(ids).size).toBe(1);
    expect(await owned(user.id)).toBe(1);
  });

  it('is refused with another payload', async () => {
    const { proof } = await person();
    const requestUlid = ulid();
    await createWorkspace(proof, requestUlid);
    const answer = await createWorkspace(proof, requestUlid, 'Something else');
    expect([answer.status, ProblemBody.parse(answer.body).error.type]).toEqual([422, 'RequestUlidReused']);
  });

  it('is another request when somebody else or another call uses it', async () => {
    const [one, other] = [await person(), await person()];
    const requestUlid = ulid();
    const workspace = await makeWorkspace(api, one.user);
    await createWorkspace(one.proof, requestUlid);
    expect((await createWorkspace(other.proof, requestUlid)).status).toBe(200);
    const path = `/workspaces/${workspace.id}/favourite`;
    expect((await api.send('PATCH', path, one.proof).send({ isFavourite: true, requestUlid })).status).toBe(200);
    expect(await owned(other.user.id)).toBe(1);
  });

  it('of a request that failed tries again', async () => {
    const { user, proof } = await person();
    const workspace = await makeWorkspace(api, user);
    const guest = await makeUser(api);
    const requestUlid = ulid();
    const change = () =>
      api
        .send('POST', `/workspace/${workspace.id}/membership`, proof)
        .send({ userId: guest.id, role: 'APPROVER', requestUlid });
    expect((await change()).status).toBe(404);
    await addMember(api, workspace, guest, 'EDITOR');
    expect((await change()).status).toBe(200);
  });

  it('gets its answer even when the act ended the right to it', async () => {
    const { user, proof } = await person();
    const workspace = await makeWorkspace(api, user);
    const remove = (requestUlid: string) =>
      api.send('DELETE', `/workspaces/${workspace.id}`, proof).send({ requestUlid });
    const requestUlid = ulid();
    expect((await remove(requestUlid)).status).toBe(200);
    expect((await remove(requestUlid)).status).toBe(200);
    expect((await remove(ulid())).status).toBe(404);
  });

  it('tells nobody of a workspace what they may not know any more', async () => {
    const { user: owner } = await person();
    const approver = await person();
    const workspace = await makeWorkspace(api, owner);
    await addMember(api, workspace, approver.user, 'APPROVER');
    const invitation = { email: 'somebody@example.com', requestUlid: ulid() };
    const invite = () => api.send('POST', `/workspace/${workspace.id}/members`, approver.proof).send(invitation);
    expect((await invite()).status).toBe(200);
    await api.db.membership.deleteMany({ where: { userId: approver.user.id } });
    expect((await invite()).status).toBe(404);
  });

  it('answers nobody whom access would refuse', async () => {
    const { user, proof } = await person();
    const { proof: token } = await makeApiToken(api, await makeWorkspace(api, user), user);
    const requestUlid = ulid();
    await createWorkspace(proof, requestUlid);
    expect((await createWorkspace(token, requestUlid)).status).toBe(403);
    await api.db.user.update({ where: { id: user.id }, data: { quarantineBeganAt: new Date() } });
    expect((await createWorkspace(proof, requestUlid)).status).toBe(403);
  });

  it('that is none is refused', async () => {
    const { user, proof } = await person();
    expect((await createWorkspace(proof, 'not-a-ulid')).status).toBe(400);
    expect(await owned(user.id)).toBe(0);
  });

  it('of a token gets a secret for the same token, which was stored nowhere', async () => {
    const { user, proof } = await person();
    const workspace = await makeWorkspace(api, user);
    const requestUlid = ulid();
    const create = async () => {
      const body = { name: 'CI', expiration: '1d', requestUlid };
      return CreatedAuthToken.parse(
        (await api.send('POST', `/workspaces/${workspace.id}/authTokens`, proof).send(body)).body,
      );
    };
    const [first, again] = [await create(), await create()];
    expect(again.authToken).toEqual(first.authToken);
    const whoami = Whoami.parse((await api.send('GET', '/whoami', { token: again.token })).body);
    expect(whoami.token?.id).toBe(first.authToken.id);
    const stored = JSON.stringify(await api.db.idempotencyKey.findMany());
    expect(stored).toContain(first.authToken.id);
    expect(stored).not.toContain(first.token);
    expect(await api.db.authToken.count({ where: { workspaceId: workspace.id } })).toBe(1);
  });

  it('is forgotten after a day', async () => {
    const { user, proof } = await person();
    const requestUlid = ulid();
    await createWorkspace(proof, requestUlid);
    // More than are deleted at once.
    await api.db.$executeRaw`
      INSERT INTO idempotency_keys (user_id, call, request_ulid, payload_hash)
      SELECT ${user.id}, 'createWorkspace', lpad(n::text, 26, '0'), '' FROM generate_series(1, 12000) n`;
    await api.db.idempotencyKey.updateMany({ data: { createdAt: new Date(Date.now() - 25 * 3_600_000) } });
    await purgeExpired(api.services);
    expect(await api.db.idempotencyKey.count()).toBe(0);
    expect((await createWorkspace(proof, requestUlid)).status).toBe(200);
    expect(await owned(user.id)).toBe(2);
  });
});
