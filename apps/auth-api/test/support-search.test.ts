import { FoundUsers, FoundWorkspaces, ProblemBody } from '@portal/contract';
import { ulid } from 'ulid';
import { startApi, type TestApi } from './support/api.ts';
import { statementsOf } from './support/asked-statements.ts';
import { linesOf } from './support/audit-log.ts';
import { addMember, makeUser, makeWorkspace } from './support/builders.ts';
import { makeStaff } from './support/staff.ts';

let api: TestApi;
let staff: Awaited<ReturnType<typeof makeStaff>>;
beforeAll(async () => {
  api = await startApi();
  staff = await makeStaff(api);
});
afterAll(() => api.close());

const ask = (kind: 'users' | 'workspaces', query: string, more: object = {}) =>
  api.send('GET', `/staff/${kind}`, staff.proof).query({ query, ...more });

const users = async (query: string) => FoundUsers.parse((await ask('users', query)).body).users;
const workspaces = async (query: string) => FoundWorkspaces.parse((await ask('workspaces', query)).body).workspaces;
const userIds = async (query: string) => (await users(query)).map(({ userId }) => userId);
const workspaceIds = async (query: string) => (await workspaces(query)).map(({ workspaceId }) => workspaceId);

describe('people', () => {
  it('are found by id, by the id of their login and by their whole address, in any case', async () => {
    const { id, auth0Id, email } = await makeUser(api, { email: 'grace.hopper@navy.example' });
    for (const query of [id, id.toLowerCase(), ` ${id} `, auth0Id ?? '', email, email.toUpperCase()]) {
      expect([query, await userIds(query)]).toEqual([query, [id]]);
    }
  });

  it('are found by parts of their names and their address, in any order and case', async () => {
    const { id } = await makeUser(api, {
      firstName: 'Katherine',
      lastName: 'Johnson',
      nickname: 'kitty',
      email: 'kj@langley.example',
    });
    await makeUser(api, { firstName: 'Katherine', lastName: 'Hepburn' });
    for (const query of ['Katherine Johnson', 'johns KATH', 'atherin ohnso', 'kitt', 'j@langley', 'langley.exam']) {
      expect([query, await userIds(query)]).toEqual([query, [id]]);
    }
    expect(await userIds('Katherine Nobody')).toEqual([]);
  });

  it('come in the order of how well they match, and of equal ones the newest first', async () => {
    const part = await makeUser(api, { nickname: 'Marianne' });
    const word = await makeUser(api, { nickname: 'Annegret' });
    const early = await makeUser(api, { nickname: 'anne' });
    const late = await makeUser(api, { firstName: 'Someone', nickname: 'Anne' });
    const named = await makeUser(api, { firstName: 'Anne', lastName: 'Elk', nickname: 'elk' });
    expect(await userIds('anne')).toEqual([named, late, early, word, part].map(({ id }) => id));
  });

  it('are found without the accents and the punctuation of their names', async () => {
    const { id } = await makeUser(api, { firstName: 'Łukasz', lastName: 'O’Brien-García', nickname: 'Søren' });
    const older = await makeUser(api, { nickname: '李明', email: 'li@beijing.example' });
    for (const query of ['lukasz', 'LUKASZ gar', 'garcía', 'brien', 'o’brien-garcía', 'soren', 'SØREN', 'øre']) {
      expect([query, await userIds(query)]).toEqual([query, [id]]);
    }
    expect(await userIds('李明')).toEqual([older.id]);
  });

  it.each(['ﷺ', '💥', '\u{10348}', 'İ', "'", '\\\\', ' ', 'a\u0301', '-'])(
    'can be called 500 times %j',
    async (letter) => {
      const name = letter.repeat(500);
      const names = { firstName: name, lastName: name, nickname: name, email: `${ulid()}@example.com`.toLowerCase() };
      const owner = await makeUser(api, names);
      const instanceUrl = `https://${name}.example`;
      const { id } = await makeWorkspace(api, owner, { displayName: name, instanceUrl, instanceEnvType: 'PRIVATE' });
      expect([await userIds(owner.id), await workspaceIds(id)]).toEqual([[owner.id], [id]]);
    },
  );

  it('are found by what they are called now', async () => {
    const { id } = await makeUser(api, { nickname: 'Firstname' });
    await api.db.user.update({ where: { id }, data: { nickname: 'Secondname' } });
    expect([await userIds('firstname'), await userIds('condna')]).toEqual([[], [id]]);
  });

  it('of whom too many match are told as such, those who are called just so before all', async () => {
    const crowd = Array.from({ length: 1_001 }, (_, at) => ({
      id: ulid(),
      auth0Id: `auth0|crowded-${at}`,
      email: `${at}@crowded.example`,
      nickname: at === 500 ? 'Crowded' : 'Ada',
    }));
    await api.db.user.createMany({ data: crowd });
    const first = FoundUsers.parse((await ask('users', 'crowded')).body);
    expect([first.users[0]?.userId, first.isCut]).toEqual([crowd[500]?.id, true]);
    const { isCut } = FoundUsers.parse((await ask('users', '77@crowded')).body);
    expect(isCut).toBe(false);
  });

  it('are told apart by who they are and by their state', async () => {
    const { id, createdAt } = await makeUser(api, {
      email: 'pill@example.com',
      auth0Id: null,
      emailVerified: false,
      nickname: 'Pill',
      quarantineBeganAt: new Date(),
      suspensionBeganAt: new Date(0),
      suspensionEndsAt: new Date(1),
    });
    expect(await users('pill@')).toEqual([
      {
        userId: id,
        email: 'pill@example.com',
        emailVerified: false,
        firstName: null,
        lastName: null,
        nickname: 'Pill',
        isInvited: true,
        isQuarantined: true,
        isSuspended: false,
        createdAt: createdAt.toISOString(),
        lastLoginAt: null,
      },
    ]);
  });
});

describe('workspaces', () => {
  it('are found by id, by parts of their name and by the host of a customer’s own instance', async () => {
    const owner = await makeUser(api);
    const instanceUrl = 'https://infra.acme.example:8443/si';
    const { id } = await makeWorkspace(api, owner, {
      displayName: 'Rocket Launches',
      instanceUrl,
      instanceEnvType: 'PRIVATE',
    });
    await makeWorkspace(api, owner);
    const queries = [
      id,
      `https://app.systeminit.com/w/${id}/head`,
      'launch rock',
      'ocket',
      'infra.acme',
      'acme.example',
    ];
    for (const query of [...queries, instanceUrl, `${instanceUrl}/`, 'infra.acme.example:8443']) {
      expect([query, await workspaceIds(query)]).toEqual([query, [id]]);
    }
  });

  it('are not all found by the address that all share', async () => {
    await makeWorkspace(api, await makeUser(api));
    expect(await workspaceIds('app.systeminit.com')).toEqual([]);
  });

  it('are told apart by who owns them and by their state', async () => {
    const owner = await makeUser(api, { firstName: 'Olga', email: 'olga@example.com' });
    const [deletedAt, quarantinedAt] = [new Date(1), new Date(2)];
    const workspace = await makeWorkspace(api, owner, { displayName: 'Gone with it', deletedAt, quarantinedAt });
    await addMember(api, workspace, await makeUser(api), 'EDITOR');
    expect(await workspaces('gone with')).toEqual([
      {
        workspaceId: workspace.id,
        displayName: 'Gone with it',
        instanceUrl: 'https://app.systeminit.com',
        instanceEnvType: 'SI',
        owner: { userId: owner.id, email: 'olga@example.com', firstName: 'Olga', lastName: null, nickname: 'Ada' },
        createdAt: workspace.createdAt.toISOString(),
        deletedAt: deletedAt.toISOString(),
        quarantinedAt: quarantinedAt.toISOString(),
      },
    ]);
  });
});

describe.each(['users', 'workspaces'] as const)('a search over %s', (kind) => {
  it.each(['', ' ', 'a', ' a ', '李'])('says that %j is too short', async (query) => {
    const response = await ask(kind, query);
    expect(response.status).toBe(400);
    expect(ProblemBody.parse(response.body).error.details).toEqual({
      fields: [{ path: 'query.query', message: 'Type at least 2 characters' }],
    });
  });

  it.each(['--', '💥💥', '%_%'])('says that %j has nothing to look for', async (query) => {
    const response = await ask(kind, query);
    expect(ProblemBody.parse(response.body).error.details).toEqual({
      fields: [{ path: 'query.query', message: 'Type a letter or a digit' }],
    });
  });

  it('looks for a word once, however often it is typed, and for no more than twelve', async () => {
    const words = Array.from({ length: 12 }, (_, at) => `word${at}`);
    const asked = await statementsOf(/LIKE/, () => ask(kind, [...words, ...words].join(' ')));
    expect(asked.map(({ text }) => text.split(' LIKE ').length - 1)).toEqual([12]);
    const response = await ask(kind, [...words, 'one-more'].join(' '));
    expect(ProblemBody.parse(response.body).error.details).toEqual({
      fields: [{ path: 'query.query', message: 'Type at most 12 words' }],
    });
  });

  it.each([`a'b`, "''a", `a\\'b`, 'a & !b | (c:*)', '= a', '"a', 'ﷺ'.repeat(250), 'a '.repeat(120)])(
    'looks for %j without falling over',
    async (query) => expect((await ask(kind, query)).status).toBe(200),
  );

  it.each(['100%', 'a_b', 'c:\\d'])('takes %j for what it is', async (query) => {
    const found = query.replace(/[%_\\]/, '*');
    const person = await makeUser(api, { nickname: found });
    await makeWorkspace(api, person, { displayName: found });
    expect((await ask(kind, query)).body).toEqual({ [kind]: [], next: null, isCut: false });
  });

  it('stands in the audit log with what was looked for', async () => {
    const [line, ...more] = await linesOf(api, () => ask(kind, 'nobody at all'));
    expect(more).toEqual([]);
    expect(line).toMatchObject({ actorUserId: staff.user.id, details: { query: 'nobody at all', found: 0 } });
  });
});
