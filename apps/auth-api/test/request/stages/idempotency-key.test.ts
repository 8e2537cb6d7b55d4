import { apiScopeNames, ErrorBody, Members } from '@portal/contract';
import { ulid } from 'ulid';
import { purgeExpired } from '../../../src/jobs/purge-expired.ts';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import {
  logIn,
  makeApiToken,
  makeServiceAccount,
  makeServiceAccountToken,
  makeUser,
  makeWorkspace,
} from '../../support/builders.ts';
import { outcomeOf } from '../../support/responses.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const scopes = [...apiScopeNames];

async function makeTeam() {
  const owner = await makeUser(api);
  const workspace = await makeWorkspace(api, owner);
  const [one, other] = [await makeServiceAccount(api, workspace), await makeServiceAccount(api, workspace)];
  const tokenOf = async (account: typeof one) => (await makeServiceAccountToken(api, account, { scopes })).credentials;
  return {
    owner,
    workspace,
    session: await logIn(api, owner),
    ofOwner: (await makeApiToken(api, workspace, owner, { scopes })).credentials,
    ofAccount: await tokenOf(one),
    secondOfAccount: await tokenOf(one),
    ofOther: await tokenOf(other),
    invite: (credentials: Credentials, key: string | null, body: object = { email: 'guest@example.com' }) => {
      const request = api.send('POST', `/workspace/${workspace.id}/members`, credentials);
      return (key === null ? request : request.set('Idempotency-Key', key)).send(body);
    },
    countKeys: () => api.db.idempotencyKey.count({ where: { principalId: { in: [owner.id, one.id, other.id] } } }),
    countChanges: () => api.db.auditEntry.count({ where: { workspaceId: workspace.id, action: 'inviteMember' } }),
  };
}

describe('an Idempotency-Key of a request with an API token', () => {
  it('makes a change happen once, and a retry gets the response', async () => {
    const team = await makeTeam();
    for (const credentials of [team.ofOwner, team.ofAccount]) {
      const before = await team.countChanges();
      const key = ulid();
      const [first, again] = [await team.invite(credentials, key), await team.invite(credentials, key)];
      expect(Members.parse(again.body)).toEqual(Members.parse(first.body));
      expect((await team.countChanges()) - before).toBe(1);
    }
  });

  it('makes concurrent requests wait for the first one', async () => {
    const team = await makeTeam();
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => team.invite(team.ofAccount, 'build-1').then((response) => response)),
    );
    expect(new Set(responses.map(outcomeOf))).toEqual(new Set(['ok']));
    expect(await team.countChanges()).toBe(1);
  });

  it('is rejected with another payload', async () => {
    const team = await makeTeam();
    expect(outcomeOf(await team.invite(team.ofAccount, 'k'))).toBe('ok');
    const other = await team.invite(team.ofAccount, 'k', { email: 'other@example.com' });
    expect([other.status, outcomeOf(other)]).toEqual([422, 'IdempotencyKeyReused']);
    expect(await team.countChanges()).toBe(1);
  });

  it('belongs to the principal: it is shared by the tokens of a service account, and by no other principal', async () => {
    const team = await makeTeam();
    const { countChanges, invite } = team;
    await invite(team.ofAccount, 'k');
    await invite(team.secondOfAccount, 'k');
    expect(await countChanges()).toBe(1);
    for (const credentials of [team.ofOther, team.ofOwner])
      expect(outcomeOf(await invite(credentials, 'k'))).toBe('ok');
    expect(await countChanges()).toBe(3);
  });

  it('is another key for another call', async () => {
    const { invite, ofAccount, workspace } = await makeTeam();
    expect(outcomeOf(await invite(ofAccount, 'k'))).toBe('ok');
    const rename = api.send('PATCH', `/workspaces/${workspace.id}`, ofAccount).set('Idempotency-Key', 'k');
    expect(outcomeOf(await rename.send({ displayName: 'Renamed' }))).toBe('ok');
  });

  it.each([
    ['of 255 characters', 'x'.repeat(255)],
    ['of any visible ASCII', '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'],
  ])('%s is accepted, in its letter case', async (_what, key) => {
    const team = await makeTeam();
    for (const each of [key, key]) expect(outcomeOf(await team.invite(team.ofAccount, each))).toBe('ok');
    expect(await team.countChanges()).toBe(1);
  });

  it('differs by letter case', async () => {
    const team = await makeTeam();
    for (const key of ['build-a', 'BUILD-A']) await team.invite(team.ofAccount, key);
    expect(await team.countKeys()).toBe(2);
  });

  it.each([
    ['of 256 characters', 'x'.repeat(256)],
    ['with a space', 'build 17'],
    ['with another character', 'b\u00FCild'],
    ['that is empty', ''],
  ])('%s is invalid', async (_what, key) => {
    const team = await makeTeam();
    const response = await team.invite(team.ofAccount, key);
    expect([response.status, outcomeOf(response)]).toEqual([400, 'InvalidInput']);
    expect(ErrorBody.parse(response.body).error.message).toContain('Idempotency-Key');
    expect(await team.countChanges()).toBe(0);
  });

  it('is kept for 24 hours', async () => {
    const team = await makeTeam();
    await team.invite(team.ofAccount, 'k');
    const age = (hours: number) => api.db.$executeRaw`
      UPDATE idempotency_keys SET created_at = now() - make_interval(mins => ${hours * 60 - 1}::int) WHERE key LIKE '%:k'`;
    await age(24);
    await purgeExpired(api.services);
    expect(await team.countKeys()).toBe(1);
    await age(25);
    await purgeExpired(api.services);
    expect(await team.countKeys()).toBe(0);
  });

  it('is subject to the rights of the token at the time of the retry', async () => {
    const team = await makeTeam();
    await team.invite(team.ofAccount, 'k');
    await api.db.workspace.update({ where: { id: team.workspace.id }, data: { tokenWritesAllowed: false } });
    expect(outcomeOf(await team.invite(team.ofAccount, 'k'))).toBe('InsufficientScope');
  });

  it('does not bring back a token that has revoked itself', async () => {
    const { ofAccount, workspace } = await makeTeam();
    const { id } = ((await api.send('GET', '/whoami', ofAccount)).body as { token: { id: string } }).token;
    const revoke = () =>
      api.send('POST', `/workspaces/${workspace.id}/authTokens/${id}/revoke`, ofAccount).set('Idempotency-Key', 'k');
    expect([outcomeOf(await revoke()), outcomeOf(await revoke())]).toEqual(['ok', 'InvalidToken']);
  });
});

describe('of the two kinds of keys', () => {
  it('a session ignores the Idempotency-Key', async () => {
    const team = await makeTeam();
    for (const key of ['k', 'k', 'not a valid key']) expect(outcomeOf(await team.invite(team.session, key))).toBe('ok');
    expect([await team.countChanges(), await team.countKeys()]).toEqual([3, 0]);
  });

  it('a token ignores the requestUlid', async () => {
    const team = await makeTeam();
    const body = { email: 'guest@example.com', requestUlid: ulid() };
    for (let times = 0; times < 2; times++) expect(outcomeOf(await team.invite(team.ofAccount, null, body))).toBe('ok');
    expect([await team.countChanges(), await team.countKeys()]).toEqual([2, 0]);
    expect(outcomeOf(await team.invite(team.ofAccount, null, { ...body, requestUlid: 'not a ULID' }))).toBe('ok');
  });
});
