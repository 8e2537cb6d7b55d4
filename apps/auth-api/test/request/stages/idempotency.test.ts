import { jest } from '@jest/globals';
import { calls, CreatedAuthToken, CreatedWorkspace, Members, ErrorBody, Whoami } from '@portal/contract';
import { ulid } from 'ulid';
import { toJSONSchema } from 'zod/v4/core';
import { authTokenHandlers } from '../../../src/features/credentials/auth-tokens.handlers.ts';
import { billingHandlers } from '../../../src/features/billing/billing.handlers.ts';
import { purgeExpired } from '../../../src/jobs/purge-expired.ts';
import { legalHandlers } from '../../../src/features/accounts/terms/legal.handlers.ts';
import { memberHandlers } from '../../../src/features/workspaces/members/members.handlers.ts';
import { deletionHandlers } from '../../../src/features/accounts/deletion/deletion.handlers.ts';
import { accountLockHandlers } from '../../../src/features/accounts/locks/account-locks.handlers.ts';
import { adminHandlers } from '../../../src/features/admin/admin.handlers.ts';
import { userSessionHandlers } from '../../../src/features/accounts/sessions/user-sessions.handlers.ts';
import { userHandlers } from '../../../src/features/accounts/users/users.handlers.ts';
import { workspaceHandlers } from '../../../src/features/workspaces/workspaces.handlers.ts';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import { readAuditEntries } from '../../support/audit-log.ts';
import { addMember, logIn, makeApiToken, makeUser, makeWorkspace } from '../../support/builders.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function loggedInUser() {
  const user = await makeUser(api);
  return { user, credentials: await logIn(api, user) };
}

const createWorkspace = (credentials: Credentials, requestUlid: string, displayName = 'Once') =>
  api.send('POST', '/workspaces/new', credentials).send({ displayName, requestUlid });

const countOwned = (userId: string) => api.db.membership.count({ where: { userId, role: 'OWNER' } });

/** Sends a call this many times, and returns the size of each stored response in bytes. */
async function sizesOf(call: string, count: number, send: (index: number) => PromiseLike<{ status: number }>) {
  for (let index = 0; index < count; index++) expect((await send(index)).status).toBe(200);
  const rows = await api.db.$queryRaw<{ size: number }[]>`
    SELECT octet_length(response::text) AS size FROM idempotency_keys k
    WHERE call = ${call} ORDER BY created_at DESC LIMIT ${count}`;
  return rows.map(({ size }) => size);
}

describe('a changing call that returns a list', () => {
  const handlers: Readonly<Record<string, unknown>> = {
    ...deletionHandlers,
    ...authTokenHandlers,
    ...billingHandlers,
    ...legalHandlers,
    ...memberHandlers,
    ...adminHandlers,
    ...accountLockHandlers,
    ...userHandlers,
    ...userSessionHandlers,
    ...workspaceHandlers,
  };
  /** Their list has a row for each row of the request, the scopes and networks of one token or device, or the kinds of one webhook. */
  const boundedLists = [
    'inviteMembers',
    'checkInvitationEmails',
    'renameAuthToken',
    'revokeAuthToken',
    'revokeAuthTokenByStaff',
    'findDevice',
    'createWebhook',
    'updateWebhook',
    'rotateWebhookSecret',
    'pauseWebhook',
    'resumeWebhook',
  ];
  const listingCalls = Object.entries(calls).filter(
    ([name, { method, access, result }]) =>
      method !== 'GET' &&
      access.who !== 'anyone' &&
      !boundedLists.includes(name) &&
      result &&
      JSON.stringify(toJSONSchema(result, { unrepresentable: 'any' })).includes('"array"'),
  );

  it.each(listingCalls)('reads the list again for a replay instead of storing it: %s', (name) =>
    expect(handlers[name]).toHaveProperty('replay.store'),
  );

  it('is one of these', () =>
    expect(listingCalls.map(([name]) => name)).toEqual([
      'requestAccountDeletion',
      'cancelAccountDeletion',
      'endSession',
      'endOtherSessions',
      'keepToken',
      'createWorkspace',
      'inviteMember',
      'changeMemberRole',
      'removeMember',
      'createAuthToken',
      'rotateAuthToken',
    ]));
});

describe('a repeated requestUlid', () => {
  // @covers 7.4
  it('returns the same workspace with the current list, and nothing is done twice', async () => {
    const { user, credentials } = await loggedInUser();
    const requestUlid = ulid();
    const first = await createWorkspace(credentials, requestUlid);
    await createWorkspace(credentials, ulid(), 'Another');
    const again = await createWorkspace(credentials, requestUlid.toLowerCase());
    const { newWorkspaceId, workspaces } = CreatedWorkspace.parse(again.body);
    expect([again.status, newWorkspaceId]).toEqual([200, CreatedWorkspace.parse(first.body).newWorkspaceId]);
    expect(workspaces.map(({ displayName }) => displayName).sort()).toEqual(['Another', 'Once']);
    expect(await countOwned(user.id)).toBe(2);
  });

  it('returns the response even if its point of the rate limit cannot be given back', async () => {
    const { credentials } = await loggedInUser();
    const requestUlid = ulid();
    await createWorkspace(credentials, requestUlid);
    const refund = jest.spyOn(api.services.rateLimits, 'refund').mockRejectedValueOnce(new Error('no connection'));
    expect((await createWorkspace(credentials, requestUlid)).status).toBe(200);
    expect(refund).toHaveBeenCalledTimes(1);
    refund.mockRestore();
  });

  it('makes concurrent duplicates wait for the first request', async () => {
    const { user, credentials } = await loggedInUser();
    const requestUlid = ulid();
    const responses = await Promise.all(Array.from({ length: 60 }, () => createWorkspace(credentials, requestUlid)));
    const ids = responses.map((response) => CreatedWorkspace.parse(response.body).newWorkspaceId);
    expect(new Set(ids).size).toBe(1);
    expect(await countOwned(user.id)).toBe(1);
  });

  it('is rejected with another payload', async () => {
    const { credentials } = await loggedInUser();
    const requestUlid = ulid();
    await createWorkspace(credentials, requestUlid);
    const response = await createWorkspace(credentials, requestUlid, 'Something else');
    expect([response.status, ErrorBody.parse(response.body).error.type]).toEqual([422, 'IdempotencyKeyReused']);
  });

  it('is rejected for another workspace in the path, even with the same body', async () => {
    const { user, credentials } = await loggedInUser();
    const [one, other] = [await makeWorkspace(api, user), await makeWorkspace(api, user)];
    const body = { isFavourite: true, requestUlid: ulid() };
    const setFavourite = ({ id }: { id: string }) =>
      api.send('PATCH', `/workspaces/${id}/favourite`, credentials).send(body);
    expect((await setFavourite(one)).status).toBe(200);
    const response = await setFavourite(other);
    expect([response.status, ErrorBody.parse(response.body).error.type]).toEqual([422, 'IdempotencyKeyReused']);
    const where = { workspaceId: other.id, isFavourite: true };
    expect(await api.db.membership.count({ where })).toBe(0);

    const rename = { displayName: 'Renamed', requestUlid: ulid() };
    const change = ({ id }: { id: string }) => api.send('PATCH', `/workspaces/${id}`, credentials).send(rename);
    expect((await change(one)).status).toBe(200);
    expect((await change(other)).status).toBe(422);
  });

  it('is independent for other users and other calls', async () => {
    const [one, other] = [await loggedInUser(), await loggedInUser()];
    const requestUlid = ulid();
    const workspace = await makeWorkspace(api, one.user);
    await createWorkspace(one.credentials, requestUlid);
    expect((await createWorkspace(other.credentials, requestUlid)).status).toBe(200);
    const path = `/workspaces/${workspace.id}/favourite`;
    expect((await api.send('PATCH', path, one.credentials).send({ isFavourite: true, requestUlid })).status).toBe(200);
    expect(await countOwned(other.user.id)).toBe(1);
  });

  it('runs the request again if it failed', async () => {
    const { user, credentials } = await loggedInUser();
    const workspace = await makeWorkspace(api, user);
    const guest = await makeUser(api);
    const requestUlid = ulid();
    const change = () =>
      api
        .send('POST', `/workspace/${workspace.id}/membership`, credentials)
        .send({ userId: guest.id, role: 'APPROVER', requestUlid });
    expect((await change()).status).toBe(404);
    await addMember(api, workspace, guest, 'EDITOR');
    expect((await change()).status).toBe(200);
  });

  it('returns the response even if the request ended the access to it', async () => {
    const { user, credentials } = await loggedInUser();
    const workspace = await makeWorkspace(api, user);
    const remove = (requestUlid: string) =>
      api.send('DELETE', `/workspaces/${workspace.id}`, credentials).send({ requestUlid });
    const requestUlid = ulid();
    expect((await remove(requestUlid)).status).toBe(200);
    expect((await remove(requestUlid)).status).toBe(200);
    expect((await remove(ulid())).status).toBe(404);
  });

  it('reveals nothing about a workspace to a former member', async () => {
    const { user: owner } = await loggedInUser();
    const approver = await loggedInUser();
    const workspace = await makeWorkspace(api, owner);
    await addMember(api, workspace, approver.user, 'APPROVER');
    const invitation = { email: 'invitee@example.com', requestUlid: ulid() };
    const invite = () => api.send('POST', `/workspace/${workspace.id}/members`, approver.credentials).send(invitation);
    expect((await invite()).status).toBe(200);
    await api.db.membership.deleteMany({ where: { userId: approver.user.id } });
    expect((await invite()).status).toBe(404);
  });

  it('is subject to the access rules', async () => {
    const { user, credentials } = await loggedInUser();
    const { credentials: token } = await makeApiToken(api, await makeWorkspace(api, user), user);
    const requestUlid = ulid();
    await createWorkspace(credentials, requestUlid);
    expect((await createWorkspace(token, requestUlid)).status).toBe(403);
    await api.db.user.update({ where: { id: user.id }, data: { quarantinedAt: new Date() } });
    expect((await createWorkspace(credentials, requestUlid)).status).toBe(403);
  });

  it('is rejected if it is not a ULID', async () => {
    const { user, credentials } = await loggedInUser();
    expect((await createWorkspace(credentials, 'not-a-ulid')).status).toBe(400);
    expect(await countOwned(user.id)).toBe(0);
  });

  it('stores a response of the same size, however many workspaces or invitations there are', async () => {
    const { credentials } = await loggedInUser();
    const sizes = await sizesOf('createWorkspace', 12, (index) =>
      createWorkspace(credentials, ulid(), `Workspace ${index}`),
    );
    expect(sizes).toHaveLength(12);
    expect(Math.max(...sizes)).toBe(Math.min(...sizes));

    const { user: owner, credentials: asOwner } = await loggedInUser();
    const workspace = await makeWorkspace(api, owner);
    const invite = (index: number) =>
      api
        .send('POST', `/workspace/${workspace.id}/members`, asOwner)
        .send({ email: `guest-${index}@example.com`, requestUlid: ulid() });
    const ofInvitations = await sizesOf('inviteMember', 12, invite);
    expect(Math.max(...ofInvitations)).toBe(Math.min(...ofInvitations));
  });

  it('returns the current list of members', async () => {
    const { user, credentials } = await loggedInUser();
    const workspace = await makeWorkspace(api, user);
    const guest = await makeUser(api);
    await addMember(api, workspace, guest, 'EDITOR');
    const path = `/workspace/${workspace.id}`;
    const change = { userId: guest.id, role: 'APPROVER', requestUlid: ulid() };
    const removal = { email: guest.email, requestUlid: ulid() };
    const rolesAfter = async (response: PromiseLike<{ body: unknown }>) =>
      Members.parse((await response).body).map(({ role }) => role);
    const changeRole = () => rolesAfter(api.send('POST', `${path}/membership`, credentials).send(change));
    const remove = () => rolesAfter(api.send('DELETE', `${path}/members`, credentials).send(removal));
    expect([await changeRole(), await remove()]).toEqual([['OWNER', 'APPROVER'], ['OWNER']]);
    await addMember(api, workspace, guest, 'EDITOR');
    expect([await changeRole(), await remove()]).toEqual([
      ['OWNER', 'EDITOR'],
      ['OWNER', 'EDITOR'],
    ]);
  });

  it('returns a secret of the same token, which is stored nowhere', async () => {
    const { user, credentials } = await loggedInUser();
    const workspace = await makeWorkspace(api, user);
    const requestUlid = ulid();
    const create = async () => {
      const body = { name: 'CI', expiration: '1d', requestUlid };
      return CreatedAuthToken.parse(
        (await api.send('POST', `/workspaces/${workspace.id}/authTokens`, credentials).send(body)).body,
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
    const entries = await readAuditEntries(api, { action: 'createAuthToken', workspaceId: workspace.id });
    expect(entries.map(({ details }) => details)).toEqual([
      {
        tokenId: first.authToken.id,
        name: 'CI',
        scopes: ['workspace:read', 'members:read', 'tokens:read', 'platform'],
        expiresAt: first.authToken.expiresAt,
      },
      { tokenId: first.authToken.id, name: 'CI', replayed: true },
    ]);
  });

  it('returns no secret after 10 minutes, and creates no second token', async () => {
    const { user, credentials } = await loggedInUser();
    const workspace = await makeWorkspace(api, user);
    const body = { name: 'CI', expiration: '1d', requestUlid: ulid() };
    const create = () => api.send('POST', `/workspaces/${workspace.id}/authTokens`, credentials).send(body);
    const ageKeys = (seconds: number) =>
      api.db.$executeRaw`UPDATE idempotency_keys SET created_at = now() - make_interval(secs => ${seconds})
        WHERE principal_id = ${user.id}`;
    const { token } = CreatedAuthToken.parse((await create()).body);
    await ageKeys(590);
    expect((await create()).status).toBe(200);
    await ageKeys(601);
    const late = await create();
    expect([late.status, ErrorBody.parse(late.body).error.type]).toEqual([409, 'SecretNoLongerAvailable']);
    expect(late.text).not.toContain(token.split('.')[1]);
    expect(await api.db.authToken.count({ where: { workspaceId: workspace.id } })).toBe(1);
    expect(await api.db.auditEntry.count({ where: { action: 'createAuthToken', actorUserId: user.id } })).toBe(2);
  });

  it.each([
    ['revoked', { revokedAt: new Date() }],
    ['expired', { expiresAt: new Date(Date.now() - 1_000) }],
  ])('returns no secret once the token is %s', async (_what, end) => {
    const { user, credentials } = await loggedInUser();
    const workspace = await makeWorkspace(api, user);
    const body = { name: 'CI', expiration: '1d', requestUlid: ulid() };
    const create = () => api.send('POST', `/workspaces/${workspace.id}/authTokens`, credentials).send(body);
    const { authToken } = CreatedAuthToken.parse((await create()).body);
    const createdAt = new Date(Date.now() - 10_000);
    await api.db.authToken.update({ where: { id: authToken.id }, data: { createdAt, ...end } });
    const late = await create();
    expect([late.status, ErrorBody.parse(late.body).error]).toEqual([
      409,
      {
        type: 'SecretNoLongerAvailable',
        message: 'This request succeeded earlier, but its token has been revoked or has expired. Send a new request.',
      },
    ]);
    expect(await api.db.auditEntry.count({ where: { action: 'createAuthToken', actorUserId: user.id } })).toBe(1);
  });

  it('returns no secret once the creator may no longer create tokens', async () => {
    const owner = await makeUser(api);
    const { user, credentials } = await loggedInUser();
    const workspace = await makeWorkspace(api, owner);
    await addMember(api, workspace, user, 'EDITOR');
    const body = { name: 'CI', expiration: '1d', requestUlid: ulid() };
    const create = () => api.send('POST', `/workspaces/${workspace.id}/authTokens`, credentials).send(body);
    expect((await create()).status).toBe(200);
    const removal = api.send('DELETE', `/workspace/${workspace.id}/members`, await logIn(api, owner));
    expect((await removal.send({ email: user.email })).status).toBe(200);
    expect((await create()).status).toBe(404);
  });

  it('is deleted after a day', async () => {
    const { user, credentials } = await loggedInUser();
    const requestUlid = ulid();
    await createWorkspace(credentials, requestUlid);
    // More than the purge deletes in one statement.
    await api.db.$executeRaw`
      INSERT INTO idempotency_keys (principal_id, call, key, payload_hash)
      SELECT ${user.id}, 'createWorkspace', lpad(n::text, 26, '0'), '' FROM generate_series(1, 12000) n`;
    await api.db.idempotencyKey.updateMany({ data: { createdAt: new Date(Date.now() - 25 * 3_600_000) } });
    await purgeExpired(api.services);
    expect(await api.db.idempotencyKey.count()).toBe(0);
    expect((await createWorkspace(credentials, requestUlid)).status).toBe(200);
    expect(await countOwned(user.id)).toBe(2);
  });
});
