import { jest } from '@jest/globals';
import { CreatedAuthToken, dayMs, overlapMs, Whoami } from '@portal/contract';
import { ulid } from 'ulid';
import { enqueueReplacedTokenEmail } from '../../../src/features/credentials/enqueue-replaced-token-email.ts';
import type { Prisma } from '../../../src/generated/prisma/client.ts';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import {
  addMember,
  logIn,
  makeApiToken,
  makeServiceAccount,
  makeServiceAccountToken,
  makeUser,
  makeWorkspace,
  renewableToken,
} from '../../support/builders.ts';
import { pollUntil } from '../../support/polling.ts';
import { outcomeOf } from '../../support/responses.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

type TokenFields = Partial<Prisma.AuthTokenUncheckedCreateInput>;

const hourMs = 3_600_000;
const fromNow = (ms: number) => new Date(Date.now() + ms);
async function makeTeam() {
  const [owner, approver] = [await makeUser(api), await makeUser(api)];
  const workspace = await makeWorkspace(api, owner);
  await addMember(api, workspace, approver, 'APPROVER');
  const serviceAccount = await makeServiceAccount(api, workspace);
  return {
    owner,
    approver,
    workspace,
    serviceAccount,
    asOwner: await logIn(api, owner),
    asApprover: await logIn(api, approver),
    path: `/workspaces/${workspace.id}/authTokens`,
    makeToken: (fields: TokenFields = renewableToken()) => makeApiToken(api, workspace, approver, fields),
    makeAccountToken: (fields: TokenFields = renewableToken()) => makeServiceAccountToken(api, serviceAccount, fields),
  };
}
type Team = Awaited<ReturnType<typeof makeTeam>>;

const rotate = (
  { path }: Team,
  tokenId: string,
  credentials: Credentials,
  { key, body = {} }: { key?: string; body?: object } = {},
) => {
  const request = api.send('POST', `${path}/${tokenId}/rotate`, credentials);
  return (key === undefined ? request : request.set('Idempotency-Key', key)).send(body);
};

const rowOf = (id: string) => api.db.authToken.findUniqueOrThrow({ where: { id } });
const outcomeOfWhoami = async (credentials: Credentials) => outcomeOf(await api.send('GET', '/whoami', credentials));

describe('replacing a token', () => {
  it('is for the person that it acts as: the owner gets no secret that acts as someone else', async () => {
    const team = await makeTeam();
    const { id } = await team.makeToken();
    expect(outcomeOf(await rotate(team, id, team.asOwner))).toBe('NotAllowed');
    expect(outcomeOf(await rotate(team, id, team.asApprover))).toBe('ok');
  });

  it('of a service account is for the owner of now, not for its maker after a transfer', async () => {
    const team = await makeTeam();
    const { workspace, owner, approver } = team;
    const { id } = await team.makeAccountToken({ ...renewableToken(), createdById: owner.id });
    expect(outcomeOf(await rotate(team, id, team.asApprover))).toBe('NotAllowed');
    const setRole = (userId: string, role: 'OWNER' | 'APPROVER') =>
      api.db.membership.update({
        where: { workspaceId_userId: { workspaceId: workspace.id, userId } },
        data: { role },
      });
    await api.db.$transaction([setRole(owner.id, 'APPROVER'), setRole(approver.id, 'OWNER')]);
    const asFormer = (method: string, suffix: string, body: object) =>
      api.send(method, `${team.path}/${id}${suffix}`, team.asOwner).send(body);
    for (const response of [
      await rotate(team, id, team.asOwner),
      await asFormer('PUT', '', { name: 'Mine' }),
      await asFormer('POST', '/revoke', {}),
      await api.send('GET', `${team.path}/${id}/activity`, team.asOwner),
    ])
      expect(outcomeOf(response)).toBe('NotAllowed');
    const create = { name: 'CI', expiration: '1d', serviceAccountId: team.serviceAccount.id };
    expect(outcomeOf(await api.send('POST', team.path, team.asOwner).send(create))).toBe('NotAllowed');
    expect(outcomeOf(await rotate(team, id, team.asApprover))).toBe('ok');
  });

  it('keeps what the token is, and the old one works on for the overlap, never longer than it would have', async () => {
    const team = await makeTeam();
    for (const [body, worksFor] of [
      [{}, dayMs],
      [{ overlap: '7d' }, dayMs],
      [{ overlap: '10m' }, overlapMs.shortest],
      [{ overlap: '0' }, 0],
    ] as const) {
      const { id, credentials } = await team.makeToken({ ...renewableToken(), networks: ['127.0.0.0/8'] });
      const before = await rowOf(id);
      const { authToken, token } = CreatedAuthToken.parse((await rotate(team, id, team.asApprover, { body })).body);
      const after = await rowOf(id);
      expect(Math.abs(after.expiresAt.getTime() - Date.now() - worksFor)).toBeLessThan(10_000);
      expect(after.expiresAt.getTime()).toBeLessThanOrEqual(before.expiresAt.getTime());
      expect(after.replacedById).toBe(authToken.id);
      expect(authToken).toMatchObject({ name: 'CI', scopes: before.scopes, networks: before.networks });
      expect(Math.abs(Date.parse(authToken.expiresAt ?? '') - Date.now() - 4 * dayMs)).toBeLessThan(10_000);
      expect(await outcomeOfWhoami({ token })).toBe('ok');
      expect(await outcomeOfWhoami(credentials)).toBe(worksFor === 0 ? 'TokenReplaced' : 'ok');
    }
  });

  it('happens once, and not after the end of the token', async () => {
    const team = await makeTeam();
    const { id } = await team.makeToken();
    expect(outcomeOf(await rotate(team, id, team.asApprover))).toBe('ok');
    expect(outcomeOf(await rotate(team, id, team.asApprover))).toBe('TokenAlreadyReplaced');
    for (const end of [{ revokedAt: new Date() }, { expiresAt: fromNow(-1_000) }]) {
      const ended = await team.makeToken({ ...renewableToken(), ...end });
      expect(outcomeOf(await rotate(team, ended.id, team.asApprover))).toBe('TokenNotActive');
    }
  });

  it('needs a recent login, as its creation did', async () => {
    const team = await makeTeam();
    const asApprover = await logIn(api, team.approver, fromNow(-24 * hourMs));
    const asOwner = await logIn(api, team.owner, fromNow(-24 * hourMs));
    expect(outcomeOf(await rotate(team, (await team.makeToken()).id, asApprover))).toBe('FreshLoginRequired');
    expect(outcomeOf(await rotate(team, (await team.makeAccountToken()).id, asOwner))).toBe('FreshLoginRequired');
    const reader = await team.makeToken({ ...renewableToken(), scopes: ['members:read'], rotatesUntil: null });
    expect(outcomeOf(await rotate(team, reader.id, asApprover))).toBe('ok');
  });

  it('keeps to the policy of the workspace', async () => {
    const team = await makeTeam();
    const setPolicy = (data: Prisma.WorkspaceUpdateInput) =>
      api.db.workspace.update({ where: { id: team.workspace.id }, data });
    await setPolicy({ tokenMaxDays: 2 });
    const { id } = await team.makeToken();
    const { authToken } = CreatedAuthToken.parse((await rotate(team, id, team.asApprover)).body);
    expect(Math.abs(Date.parse(authToken.expiresAt ?? '') - Date.now() - 2 * dayMs)).toBeLessThan(10_000);
    const { id: renewed, credentials } = await team.makeToken();
    const own = CreatedAuthToken.parse((await rotate(team, renewed, credentials)).body);
    expect(Math.abs(Date.parse(own.authToken.expiresAt ?? '') - Date.now() - 2 * dayMs)).toBeLessThan(10_000);
    await setPolicy({ tokenMakers: 'OWNER' });
    const another = await team.makeToken();
    for (const by of [team.asApprover, another.credentials])
      expect(outcomeOf(await rotate(team, another.id, by))).toBe('NotAllowed');
    expect(outcomeOf(await rotate(team, (await team.makeAccountToken()).id, team.asOwner))).toBe('ok');
  });
});

describe('a token that replaces itself', () => {
  it('does so only if a person allowed it, in the last half of its life, and until the end of the chain', async () => {
    const team = await makeTeam();
    for (const make of [team.makeToken, team.makeAccountToken])
      for (const [fields, expected] of [
        [{ rotatesUntil: null }, 'TokenNotAllowed'],
        [{ rotatesUntil: fromNow(-1_000) }, 'TokenNotAllowed'],
        [{ createdAt: fromNow(-dayMs), expiresAt: fromNow(2 * dayMs) }, 'TooEarlyToRotate'],
        [{}, 'ok'],
      ] as const) {
        const { id, credentials } = await make({ ...renewableToken(), ...fields });
        expect(outcomeOf(await rotate(team, id, credentials))).toBe(expected);
      }
  });

  it('does not outlive the chain, and cannot make it longer; a person can', async () => {
    const team = await makeTeam();
    const rotatesUntil = fromNow(2 * dayMs);
    const { id, credentials } = await team.makeToken({ ...renewableToken(), rotatesUntil });
    const { authToken } = CreatedAuthToken.parse((await rotate(team, id, credentials)).body);
    expect([authToken.expiresAt, authToken.rotatesUntil]).toEqual([
      rotatesUntil.toISOString(),
      rotatesUntil.toISOString(),
    ]);
    const confirmed = CreatedAuthToken.parse((await rotate(team, authToken.id, team.asApprover)).body);
    expect(Math.abs(Date.parse(confirmed.authToken.rotatesUntil ?? '') - Date.now() - 365 * dayMs)).toBeLessThan(
      10_000,
    );
    expect((await rowOf(authToken.id)).createdById).toBe(team.approver.id);
  });

  it('replaces no other token', async () => {
    const team = await makeTeam();
    for (const make of [team.makeToken, team.makeAccountToken]) {
      const [one, other] = [await make(), await make()];
      expect(outcomeOf(await rotate(team, other.id, one.credentials))).toBe('TokenNotAllowed');
      expect((await rowOf(other.id)).replacedAt).toBeNull();
    }
  });

  it('works on for at least 10 minutes, so that a lost answer can be asked for again', async () => {
    const team = await makeTeam();
    for (const overlap of ['0', ' 0 ']) {
      const { id, credentials } = await team.makeToken();
      expect(outcomeOf(await rotate(team, id, credentials, { body: { overlap } }))).toBe('InvalidInput');
      expect((await rowOf(id)).replacedAt).toBeNull();
    }
  });

  it('cannot be made so for instances only, which could replace it', async () => {
    const team = await makeTeam();
    const body = { name: 'CI', expiration: '1d', scopes: ['platform'], canRotateItself: true };
    expect(outcomeOf(await api.send('POST', team.path, team.asOwner).send(body))).toBe('InvalidInput');
  });

  it('gets the same successor for the same Idempotency-Key, for 10 minutes', async () => {
    const team = await makeTeam();
    const { id, credentials } = await team.makeAccountToken();
    const key = 'build 17'.replace(' ', '-');
    const responses = [];
    for (let times = 0; times < 20; times++) responses.push(await rotate(team, id, credentials, { key }));
    const successors = responses.map(({ body }) => CreatedAuthToken.parse(body));
    for (const { authToken } of successors) expect(authToken).toEqual(successors[0]?.authToken);
    const whoami = Whoami.parse((await api.send('GET', '/whoami', { token: successors[19]?.token ?? '' })).body);
    expect(whoami.token?.id).toBe(successors[0]?.authToken.id);
    const age = (seconds: number) => api.db.$executeRaw`
      UPDATE idempotency_keys SET created_at = now() - make_interval(secs => ${seconds}) WHERE key LIKE ${`%:${key}`}`;
    await age(595);
    expect(outcomeOf(await rotate(team, id, credentials, { key }))).toBe('ok');
    await age(601);
    const late = await rotate(team, id, credentials, { key });
    expect(outcomeOf(late)).toBe('SecretNoLongerAvailable');
    expect(late.text).not.toContain('eyJ');
    expect(await api.db.authToken.count({ where: { serviceAccountId: team.serviceAccount.id } })).toBe(2);
  });

  it('gives its successor to no one else: not with another key, not to another token, not to a person', async () => {
    const team = await makeTeam();
    const { id, credentials } = await team.makeToken();
    const other = await team.makeToken();
    expect(outcomeOf(await rotate(team, id, credentials, { key: 'mine' }))).toBe('ok');
    const attempts = {
      'another key': await rotate(team, id, credentials, { key: 'other' }),
      'no key': await rotate(team, id, credentials),
      'another body': await rotate(team, id, credentials, { key: 'mine', body: { overlap: '1h' } }),
      'the same key for another token': await rotate(team, other.id, other.credentials, { key: 'mine' }),
      'a session of the person': await rotate(team, id, team.asApprover, { body: { requestUlid: ulid() } }),
      'the key in a session': await rotate(team, id, team.asApprover, { key: 'mine' }),
      'the owner': await rotate(team, id, team.asOwner, { key: 'mine' }),
    };
    expect(Object.fromEntries(Object.entries(attempts).map(([who, response]) => [who, outcomeOf(response)]))).toEqual({
      'another key': 'TokenAlreadyReplaced',
      'no key': 'TokenAlreadyReplaced',
      'another body': 'IdempotencyKeyReused',
      'the same key for another token': 'IdempotencyKeyReused',
      'a session of the person': 'TokenAlreadyReplaced',
      'the key in a session': 'TokenAlreadyReplaced',
      'the owner': 'NotAllowed',
    });
    for (const { text } of Object.values(attempts)) expect(text).not.toContain('eyJ');
  });

  it('does not get the successor that its person made, with the key of that request', async () => {
    const team = await makeTeam();
    const { id, credentials } = await team.makeToken();
    const requestUlid = ulid();
    const body = { overlap: '1h', requestUlid };
    expect(outcomeOf(await rotate(team, id, team.asApprover, { body }))).toBe('ok');
    const response = await rotate(team, id, credentials, { key: requestUlid, body: { overlap: '1h' } });
    expect(outcomeOf(response)).toBe('TokenAlreadyReplaced');
    expect(response.text).not.toContain('eyJ');
  });

  it('gets no successor again after that one was revoked', async () => {
    const team = await makeTeam();
    const { id, credentials } = await team.makeToken();
    const { authToken } = CreatedAuthToken.parse((await rotate(team, id, credentials, { key: 'k' })).body);
    await api.db.authToken.update({ where: { id: authToken.id }, data: { revokedAt: new Date() } });
    expect(outcomeOf(await rotate(team, id, credentials, { key: 'k' }))).toBe('SecretNoLongerAvailable');
  });

  it('learns after its end that it was replaced, even with its key', async () => {
    const team = await makeTeam();
    const { id, credentials } = await team.makeToken();
    await rotate(team, id, credentials, { key: 'k' });
    await api.db.authToken.update({ where: { id }, data: { expiresAt: fromNow(-1) } });
    const late = await rotate(team, id, credentials, { key: 'k' });
    expect([late.status, outcomeOf(late)]).toEqual([401, 'TokenReplaced']);
    expect(late.headers['www-authenticate']).toBe('Bearer realm="auth-api", error="invalid_token"');
  });
});

describe('a replaced token that is used after its end', () => {
  const used = (fields: TokenFields = {}) => ({
    ...renewableToken(),
    replacedAt: fromNow(-2 * hourMs),
    expiresAt: fromNow(-hourMs),
    ...fields,
  });
  const enqueued = async (tokenId: string) => {
    const { rows } = await api.services.pool.query(
      `SELECT 1 FROM graphile_worker._private_jobs WHERE payload->>'tokenId' = $1`,
      [tokenId],
    );
    return rows.length;
  };
  const emailsOf = async (userId: string) =>
    (await api.db.accountEmail.findMany({ where: { userId } })).map(({ kind, details }) => ({ kind, details }));

  it.each(['user', 'service account'])('is marked and emailed once, for a %s', async (of) => {
    const team = await makeTeam();
    const { id, credentials } = await (of === 'user' ? team.makeToken : team.makeAccountToken)(used());
    const attempts = await Promise.all(Array.from({ length: 20 }, async () => outcomeOfWhoami(credentials)));
    expect(new Set(attempts)).toEqual(new Set(['TokenReplaced']));
    const { usedAfterReplacedAt: first } = await pollUntil(
      () => rowOf(id),
      ({ usedAfterReplacedAt }) => usedAfterReplacedAt !== null,
    );
    expect(first).not.toBeNull();
    expect(
      await pollUntil(
        () => enqueued(id),
        (jobs) => jobs > 0,
      ),
    ).toBe(1);
    await api.services.pool.query(`DELETE FROM graphile_worker._private_jobs WHERE payload->>'tokenId' = $1`, [id]);
    expect(await outcomeOfWhoami(credentials)).toBe('TokenReplaced');
    expect([(await rowOf(id)).usedAfterReplacedAt, await enqueued(id)]).toEqual([first, 0]);

    await enqueueReplacedTokenEmail({ tokenId: id }, api.services);
    const recipient = of === 'user' ? team.approver : team.owner;
    expect(await emailsOf(recipient.id)).toEqual([{ kind: 'replacedTokenUsed', details: { tokenId: id } }]);
  });

  it('is not marked before its end, nor if it was not replaced, or was revoked', async () => {
    const team = await makeTeam();
    for (const fields of [
      used({ expiresAt: fromNow(hourMs) }),
      used({ replacedAt: null }),
      used({ revokedAt: new Date() }),
    ]) {
      const { id, credentials } = await team.makeToken(fields);
      await outcomeOfWhoami(credentials);
      expect([(await rowOf(id)).usedAfterReplacedAt, await enqueued(id)]).toEqual([null, 0]);
    }
  });

  it('is rejected without waiting for the mark', async () => {
    const team = await makeTeam();
    const { id, credentials } = await team.makeToken(used());
    const client = await api.services.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM auth_tokens WHERE id = $1 FOR UPDATE', [id]);
    expect(await outcomeOfWhoami(credentials)).toBe('TokenReplaced');
    await client.query('ROLLBACK');
    client.release();
    await pollUntil(
      () => rowOf(id),
      ({ usedAfterReplacedAt }) => usedAfterReplacedAt !== null,
    );
  });

  it('is rejected as usual if the mark cannot be stored', async () => {
    const team = await makeTeam();
    const { credentials } = await team.makeToken(used());
    const warn = jest.spyOn(api.services.log, 'warn');
    const execute = jest.spyOn(api.services.db, '$executeRaw');
    execute.mockImplementationOnce(() => Promise.reject(new Error('down')) as ReturnType<typeof api.db.$executeRaw>);
    expect(await outcomeOfWhoami(credentials)).toBe('TokenReplaced');
    expect(warn).toHaveBeenCalledWith(expect.anything(), 'could not record the use of a replaced API token');
    execute.mockRestore();
    warn.mockRestore();
  });
});
