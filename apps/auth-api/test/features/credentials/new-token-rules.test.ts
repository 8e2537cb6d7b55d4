import { dayMs, WhoamiUser } from '@portal/contract';
import { startApi, type TestApi } from '../../support/api.ts';
import {
  logIn,
  makeApiToken,
  makeServiceAccount,
  makeServiceAccountToken,
  makeUser,
  makeWorkspace,
} from '../../support/builders.ts';
import { openTransaction, waitForLock } from '../../support/lock-waits.ts';
import { outcomeOf } from '../../support/responses.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function makeOwner() {
  const owner = await makeUser(api);
  const workspace = await makeWorkspace(api, owner);
  return { owner, workspace, path: `/workspaces/${workspace.id}/authTokens` };
}

it('a token that can replace itself needs a recent login, however short it is', async () => {
  const { owner, path } = await makeOwner();
  const yesterday = await logIn(api, owner, new Date(Date.now() - dayMs));
  const body = { name: 'CI', expiration: '1h', scopes: ['members:read'] };
  expect(outcomeOf(await api.send('POST', path, yesterday).send(body))).toBe('ok');
  const renewable = { ...body, canRotateItself: true };
  expect(outcomeOf(await api.send('POST', path, yesterday).send(renewable))).toBe('FreshLoginRequired');
  expect(outcomeOf(await api.send('POST', path, await logIn(api, owner)).send(renewable))).toBe('ok');
});

it.each(['constructor', 'toString', '__proto__', 'members:delete'])('the scope %s does not exist', async (scope) => {
  const { owner, path } = await makeOwner();
  const body = { name: 'CI', expiration: '1h', scopes: [scope] };
  expect(outcomeOf(await api.send('POST', path, await logIn(api, owner)).send(body))).toBe('InvalidInput');
});

it('a token for the platform shows no more of its user than the handshake', async () => {
  const { owner, workspace } = await makeOwner();
  const whoami = async (scopes: string[]) => {
    const { credentials } = await makeApiToken(api, workspace, owner, { scopes });
    return WhoamiUser.parse((await api.send('GET', '/whoami', credentials)).body).user;
  };
  expect((await whoami(['members:read'])).auth0Id).toBe(owner.auth0Id);
  expect((await whoami(['platform'])).auth0Id).toBeNull();
});

it('newer terms do not extend the days of earlier ones', async () => {
  const { owner, workspace } = await makeOwner();
  const { credentials } = await makeApiToken(api, workspace, owner);
  await api.db.user.update({ where: { id: owner.id }, data: { tosVersionId: '2000-01-01' } });
  const { legal } = api.services;
  const before = { currentSince: legal.currentSince, earlierSince: legal.earlierSince };
  legal.currentSince = new Date(Date.now() - dayMs);
  const read = async () => outcomeOf(await api.send('GET', `/workspaces/${workspace.id}`, credentials));
  expect(await read()).toBe('ok');
  legal.earlierSince = [{ id: '2000-02-01', since: new Date(Date.now() - 31 * dayMs) }];
  expect(await read()).toBe('TermsNotAccepted');
  legal.earlierSince = [{ id: '1999-01-01', since: new Date(Date.now() - 900 * dayMs) }];
  expect(await read()).toBe('ok');
  Object.assign(legal, before);
});

it('the change of a service account that waits for a transfer goes on with the new owner', async () => {
  const { owner, workspace } = await makeOwner();
  const successor = await makeUser(api);
  const { credentials } = await makeServiceAccountToken(api, await makeServiceAccount(api, workspace));
  const transfer = await openTransaction(
    api,
    `WITH old AS (DELETE FROM memberships WHERE workspace_id = $1 AND user_id = $2)
     SELECT id FROM workspaces WHERE id = $1 FOR NO KEY UPDATE`,
    [workspace.id, owner.id],
  );
  await transfer.query(`INSERT INTO memberships (workspace_id, user_id, role) VALUES ($1, $2, 'OWNER')`, [
    workspace.id,
    successor.id,
  ]);
  const change = api.send('PATCH', `/workspaces/${workspace.id}`, credentials).send({ displayName: 'Renamed' });
  const response = change.then((result) => outcomeOf(result));
  await waitForLock(api, 'lock rights');
  await transfer.end('COMMIT');
  expect(await response).toBe('ok');
});
