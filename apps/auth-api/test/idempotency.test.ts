import { calls, CreatedAuthToken, CreatedWorkspace, Members, ProblemBody, Whoami } from '@portal/contract';
import { ulid } from 'ulid';
import { toJSONSchema } from 'zod/v4/core';
import { authTokenHandlers } from '../src/auth-tokens/auth-tokens.handlers.ts';
import { billingHandlers } from '../src/billing/billing.handlers.ts';
import { purgeExpired } from '../src/jobs/purge-expired.ts';
import { legalHandlers } from '../src/legal/legal.handlers.ts';
import { memberHandlers } from '../src/members/members.handlers.ts';
import { staffHandlers } from '../src/staff/staff.handlers.ts';
import { userHandlers } from '../src/users/users.handlers.ts';
import { workspaceHandlers } from '../src/workspaces/workspaces.handlers.ts';
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

/** How many bytes are stored for each of so many requests of a call. */
async function sizesOf(call: string, count: number, send: (at: number) => PromiseLike<{ status: number }>) {
  for (let at = 0; at < count; at++) expect((await send(at)).status).toBe(200);
  const rows = await api.db.$queryRaw<{ size: number }[]>`
    SELECT octet_length(answer::text) AS size FROM idempotency_keys k
    WHERE call = ${call} ORDER BY created_at DESC LIMIT ${count}`;
  return rows.map(({ size }) => size);
}

describe('a call that changes something and answers a list', () => {
  const handlers: Readonly<Record<string, unknown>> = {
    ...authTokenHandlers,
    ...billingHandlers,
    ...legalHandlers,
    ...memberHandlers,
    ...staffHandlers,
    ...userHandlers,
    ...workspaceHandlers,
  };
  const listing = Object.entries(calls).filter(
    ([, { method, access, result }]) =>
      method !== 'GET' &&
      access.who !== 'anyone' &&
      result &&
      JSON.stringify(toJSONSchema(result, { unrepresentable: 'any' })).includes('"array"'),
  );

  it.each(listing)('has its list read again for a repeat, not stored: %s', (name) =>
    expect(handlers[name]).toHaveProperty('replay.store'),
  );

  it('is one of these', () =>
    expect(listing.map(([name]) => name)).toEqual([
      'createWorkspace',
      'inviteMember',
      'changeMemberRole',
      'removeMember',
    ]));
});

describe('a repeated requestUlid', () => {
  // @covers 7.4
  it('gets the same workspace with the list as it is now, and nothing is done twice', async () => {
    const { user, proof } = await person();
    const requestUlid = ulid();
    const first = await createWorkspace(proof, requestUlid);
    await createWorkspace(proof, ulid(), 'Another');
    const again = await createWorkspace(proof, requestUlid.toLowerCase());
    const { newWorkspaceId, workspaces } = CreatedWorkspace.parse(again.body);
    expect([again.status, newWorkspaceId]).toEqual([200, CreatedWorkspace.parse(first.body).newWorkspaceId]);
    expect(workspaces.map(({ displayName }) => displayName).sort()).toEqual(['Another', 'Once']);
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

  it('is refused for another workspace in the path, though the body is the same', async () => {
    const { user, proof } = await person();
    const [one, other] = [await makeWorkspace(api, user), await makeWorkspace(api, user)];
    const body = { isFavourite: true, requestUlid: ulid() };
    const favour = ({ id }: { id: string }) => api.send('PATCH', `/workspaces/${id}/favourite`, proof).send(body);
    expect((await favour(one)).status).toBe(200);
    const answer = await favour(other);
    expect([answer.status, ProblemBody.parse(answer.body).error.type]).toEqual([422, 'RequestUlidReused']);
    const where = { workspaceId: other.id, isFavourite: true };
    expect(await api.db.membership.count({ where })).toBe(0);

    const rename = { displayName: 'Renamed', requestUlid: ulid() };
    const change = ({ id }: { id: string }) => api.send('PATCH', `/workspaces/${id}`, proof).send(rename);
    expect((await change(one)).status).toBe(200);
    expect((await change(other)).status).toBe(422);
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

  it('stores as much for the last of many workspaces, or invitations, as for the first', async () => {
    const { proof } = await person();
    const sizes = await sizesOf('createWorkspace', 12, (at) => createWorkspace(proof, ulid(), `Workspace ${at}`));
    expect(sizes).toHaveLength(12);
    expect(Math.max(...sizes)).toBe(Math.min(...sizes));

    const { user: owner, proof: asOwner } = await person();
    const workspace = await makeWorkspace(api, owner);
    const invite = (at: number) =>
      api
        .send('POST', `/workspace/${workspace.id}/members`, asOwner)
        .send({ email: `guest-${at}@example.com`, requestUlid: ulid() });
    const ofInvitations = await sizesOf('inviteMember', 12, invite);
    expect(Math.max(...ofInvitations)).toBe(Math.min(...ofInvitations));
  });

  it('of a change of the members gets the list as it is now', async () => {
    const { user, proof } = await person();
    const workspace = await makeWorkspace(api, user);
    const guest = await makeUser(api);
    await addMember(api, workspace, guest, 'EDITOR');
    const path = `/workspace/${workspace.id}`;
    const change = { userId: guest.id, role: 'APPROVER', requestUlid: ulid() };
    const removal = { email: guest.email, requestUlid: ulid() };
    const rolesAfter = async (response: PromiseLike<{ body: unknown }>) =>
      Members.parse((await response).body).map(({ role }) => role);
    const changeRole = () => rolesAfter(api.send('POST', `${path}/membership`, proof).send(change));
    const remove = () => rolesAfter(api.send('DELETE', `${path}/members`, proof).send(removal));
    expect([await changeRole(), await remove()]).toEqual([['OWNER', 'APPROVER'], ['OWNER']]);
    await addMember(api, workspace, guest, 'EDITOR');
    expect([await changeRole(), await remove()]).toEqual([
      ['OWNER', 'EDITOR'],
      ['OWNER', 'EDITOR'],
    ]);
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
    const details = await api.db.auditEntry.findMany({
      where: { action: 'createAuthToken', workspaceId: workspace.id },
      orderBy: { id: 'asc' },
      select: { details: true },
    });
    expect(details.map((line) => line.details)).toEqual([
      { tokenId: first.authToken.id, name: 'CI', expiresAt: first.authToken.expiresAt },
      { tokenId: first.authToken.id, name: 'CI', replayed: true },
    ]);
  });

  it('of a token gets no secret after 10 minutes, and makes no second token', async () => {
    const { user, proof } = await person();
    const workspace = await makeWorkspace(api, user);
    const body = { name: 'CI', expiration: '1d', requestUlid: ulid() };
    const create = () => api.send('POST', `/workspaces/${workspace.id}/authTokens`, proof).send(body);
    const aged = (seconds: number) =>
      api.db.$executeRaw`UPDATE idempotency_keys SET created_at = now() - make_interval(secs => ${seconds})
        WHERE user_id = ${user.id}`;
    const { token } = CreatedAuthToken.parse((await create()).body);
    await aged(590);
    expect((await create()).status).toBe(200);
    await aged(601);
    const late = await create();
    expect([late.status, ProblemBody.parse(late.body).error.type]).toEqual([409, 'SecretNoLongerAvailable']);
    expect(late.text).not.toContain(token.split('.')[1]);
    expect(await api.db.authToken.count({ where: { workspaceId: workspace.id } })).toBe(1);
    expect(await api.db.auditEntry.count({ where: { action: 'createAuthToken', actorUserId: user.id } })).toBe(2);
  });

  it.each([
    ['revoked', { revokedAt: new Date() }],
    ['expired', { expiresAt: new Date(Date.now() - 1_000) }],
  ])('of a token gets no secret once the token is %s', async (_what, end) => {
    const { user, proof } = await person();
    const workspace = await makeWorkspace(api, user);
    const body = { name: 'CI', expiration: '1d', requestUlid: ulid() };
    const create = () => api.send('POST', `/workspaces/${workspace.id}/authTokens`, proof).send(body);
    const { authToken } = CreatedAuthToken.parse((await create()).body);
    const createdAt = new Date(Date.now() - 10_000);
    await api.db.authToken.update({ where: { id: authToken.id }, data: { createdAt, ...end } });
    const late = await create();
    expect([late.status, ProblemBody.parse(late.body).error]).toEqual([
      409,
      {
        type: 'SecretNoLongerAvailable',
        message: 'This request succeeded earlier, but its token has been revoked or has expired. Send a new request.',
      },
    ]);
    expect(await api.db.auditEntry.count({ where: { action: 'createAuthToken', actorUserId: user.id } })).toBe(1);
  });

  it('of a token gets no secret once its maker may make none any more', async () => {
    const owner = await makeUser(api);
    const { user, proof } = await person();
    const workspace = await makeWorkspace(api, owner);
    await addMember(api, workspace, user, 'EDITOR');
    const body = { name: 'CI', expiration: '1d', requestUlid: ulid() };
    const create = () => api.send('POST', `/workspaces/${workspace.id}/authTokens`, proof).send(body);
    expect((await create()).status).toBe(200);
    const removal = api.send('DELETE', `/workspace/${workspace.id}/members`, await logIn(api, owner));
    expect((await removal.send({ email: user.email })).status).toBe(200);
    expect((await create()).status).toBe(404);
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
