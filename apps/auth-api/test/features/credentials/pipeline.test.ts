import {
  AuthTokens,
  CreatedAuthToken,
  ErrorBody,
  Members,
  ServiceAccountResult,
  Whoami,
  WorkspaceAuditPage,
} from '@portal/contract';
import { ulid } from 'ulid';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import { addMember, logIn, makeUser, makeWorkspace } from '../../support/builders.ts';

// The pipeline of docs/api-tokens.md, from the creation of its service account to the day on which its owner leaves.

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ TRUSTED_PROXIES: '1' });
});
afterAll(() => api.close());

const runner = '198.51.100.7';

/** A request of the pipeline, from the address of its runner or another one. */
function asPipeline(method: string, path: string, token: string, { from = runner, key = ulid() } = {}) {
  const request = api.send(method, path, { token }).set('X-Forwarded-For', from);
  return method === 'GET' ? request : request.set('Idempotency-Key', key);
}

async function createPipelineToken(workspaceId: string, owner: Credentials) {
  const account = await api
    .send('POST', `/workspaces/${workspaceId}/serviceAccounts`, owner)
    .send({ name: 'Onboarding', role: 'APPROVER' });
  const { serviceAccount } = ServiceAccountResult.parse(account.body);
  const created = await api.send('POST', `/workspaces/${workspaceId}/authTokens`, owner).send({
    name: 'Pipeline',
    expiration: '1h',
    serviceAccountId: serviceAccount.id,
    scopes: ['workspace:read', 'members:read', 'members:write', 'audit:read'],
    networks: ['198.51.100.0/24'],
    canRotateItself: true,
  });
  expect(created.status).toBe(200);
  return { serviceAccount, ...CreatedAuthToken.parse(created.body) };
}

/** Moves a token to the last quarter of its life. */
const age = (tokenId: string) =>
  api.asOwner(`UPDATE auth_tokens SET created_at = now() - interval '45 minutes', expires_at = now() + interval '15 minutes'
    WHERE id = '${tokenId}'`);

it('a pipeline works on when its owner leaves', async () => {
  const owner = await makeUser(api, { nickname: 'Olga' });
  const successor = await makeUser(api, { nickname: 'Sam' });
  const workspace = await makeWorkspace(api, owner);
  await addMember(api, workspace, successor, 'EDITOR');
  const [asOwner, asSuccessor] = [await logIn(api, owner), await logIn(api, successor)];
  const { serviceAccount, authToken, token } = await createPipelineToken(workspace.id, asOwner);
  const members = `/workspace/${workspace.id}/members`;

  // It invites someone; the retry of a lost answer invites no one twice.
  const email = `${ulid().toLowerCase()}@example.com`;
  for (const attempt of ['first', 'retry']) {
    const invited = await asPipeline('POST', members, token, { key: 'onboarding-1' }).send({ email, role: 'EDITOR' });
    expect([attempt, invited.status]).toEqual([attempt, 200]);
    expect(Members.parse(invited.body).filter((member) => member.email === email)).toHaveLength(1);
  }
  const invitations = await api.db.invitation.findMany({ where: { workspaceId: workspace.id, email } });
  expect(invitations).toMatchObject([{ inviterServiceAccountId: serviceAccount.id, authTokenId: authToken.id }]);
  expect(await api.db.auditEntry.count({ where: { action: 'inviteMember', credentialId: authToken.id } })).toBe(1);

  // It changes a role, but makes no one the owner.
  const changeRole = (role: string) =>
    asPipeline('POST', `/workspace/${workspace.id}/membership`, token).send({ userId: successor.id, role });
  expect((await changeRole('APPROVER')).status).toBe(200);
  expect((await changeRole('OWNER')).status).toBe(400);

  // It replaces its token under load, and no request fails.
  await age(authToken.id);
  let current = token;
  let isRotating = true;
  const statuses = new Set<number>();
  const load = Array.from({ length: 4 }, async () => {
    while (isRotating) statuses.add((await asPipeline('GET', members, current)).status);
  });
  const rotation = { key: 'rotate-1', path: `/workspaces/${workspace.id}/authTokens/${authToken.id}/rotate` };
  const rotated = await asPipeline('POST', rotation.path, token, rotation).send({ overlap: '10m' });
  const again = await asPipeline('POST', rotation.path, token, rotation).send({ overlap: '10m' });
  const next = CreatedAuthToken.parse(rotated.body);
  expect(CreatedAuthToken.parse(again.body).authToken.id).toBe(next.authToken.id);
  current = next.token;
  await asPipeline('GET', members, current);
  isRotating = false;
  await Promise.all(load);
  expect([...statuses]).toEqual([200]);

  // From a foreign network, it is stopped.
  const foreign = await asPipeline('GET', members, current, { from: '203.0.113.66' });
  expect([foreign.status, ErrorBody.parse(foreign.body).error.type]).toEqual([403, 'NetworkNotAllowed']);

  // It reads what it did.
  const activity = await asPipeline('GET', `/workspaces/${workspace.id}/audit?tokenId=${authToken.id}`, current);
  const { entries } = WorkspaceAuditPage.parse(activity.body);
  expect(entries.map(({ action }) => action)).toEqual([
    'rotateAuthToken',
    'rotateAuthToken',
    'changeMemberRole',
    'inviteMember',
  ]);
  expect(entries[0]).toMatchObject({
    actor: { serviceAccountId: serviceAccount.id, name: 'Onboarding' },
    token: { tokenId: authToken.id, name: 'Pipeline' },
  });

  // The owner hands the workspace over and leaves. The pipeline goes on, and the new owner sees its token.
  await api.send('POST', `/workspaces/${workspace.id}/ownership-offer`, asOwner).send({ userId: successor.id });
  const accepted = await api.send('POST', `/workspaces/${workspace.id}/ownership-offer/accept`, asSuccessor);
  expect(accepted.status).toBe(200);
  expect((await api.send('DELETE', `/workspace/${workspace.id}/leave`, asOwner)).status).toBe(200);
  const whoami = Whoami.parse((await asPipeline('GET', '/whoami', current)).body);
  expect(whoami).toMatchObject({ serviceAccount: { id: serviceAccount.id, role: 'APPROVER' } });
  const listed = await api.send('GET', `/workspaces/${workspace.id}/authTokens`, asSuccessor);
  const { authTokens } = AuthTokens.parse(listed.body);
  expect(authTokens.find(({ id }) => id === next.authToken.id)).toMatchObject({
    creatorUserId: owner.id,
    serviceAccountId: serviceAccount.id,
    lastUsedNetwork: '198.51.100.0/24',
  });
  expect((await api.send('POST', rotation.path.replace(authToken.id, next.authToken.id), asOwner)).status).toBe(404);
});
