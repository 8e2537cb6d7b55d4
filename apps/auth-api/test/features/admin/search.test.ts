import { UserSearchPage, WorkspaceSearchPage, ErrorBody, foldText } from '@portal/contract';
import { ulid } from 'ulid';
import { recordStatements } from '../../support/recorded-statements.ts';
import { auditEntriesOf } from '../../support/audit-log.ts';
import { addMember, makeUser, makeWorkspace } from '../../support/builders.ts';
import { startStaffApi, type StaffApi } from '../../support/staff-api.ts';

let api: StaffApi;
beforeAll(async () => {
  api = await startStaffApi();
});
afterAll(() => api.close());

const search = (kind: 'users' | 'workspaces', query: string, parameters: object = {}) =>
  api.send('GET', `/staff/${kind}`, api.staff.credentials).query({ query, ...parameters });

const users = async (query: string) => UserSearchPage.parse((await search('users', query)).body).users;
const workspaces = async (query: string) =>
  WorkspaceSearchPage.parse((await search('workspaces', query)).body).workspaces;
const userIds = async (query: string) => (await users(query)).map(({ userId }) => userId);
const workspaceIds = async (query: string) => (await workspaces(query)).map(({ workspaceId }) => workspaceId);

describe('users', () => {
  it('are found by id, by Auth0 id and by full email, in any letter case', async () => {
    const { id, auth0Id, email } = await makeUser(api, { email: 'grace.hopper@navy.example' });
    for (const query of [id, id.toLowerCase(), ` ${id} `, auth0Id ?? '', email, email.toUpperCase()]) {
      expect([query, await userIds(query)]).toEqual([query, [id]]);
    }
  });

  it('are found by full email in any of its spellings', async () => {
    const { id } = await makeUser(api, { email: 'josé@xn--80a1acny.xn--p1ai' });
    for (const query of ['josé@почта.рф', 'JOSÉ@ПОЧТА.РФ', 'jose\u0301@почта.рф', 'josé@xn--80a1acny.xn--p1ai'])
      expect([query, await userIds(query)]).toEqual([query, [id]]);
  });

  it('are found by parts of their names and email, in any order and letter case', async () => {
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

  it('are sorted by how well they match, then newest first', async () => {
    const part = await makeUser(api, { nickname: 'Marianne' });
    const word = await makeUser(api, { nickname: 'Annegret' });
    const early = await makeUser(api, { nickname: 'anne' });
    const late = await makeUser(api, { firstName: 'Someone', nickname: 'Anne' });
    const named = await makeUser(api, { firstName: 'Anne', lastName: 'Elk', nickname: 'elk' });
    expect(await userIds('anne')).toEqual([named, late, early, word, part].map(({ id }) => id));
  });

  it('are found without accents and punctuation', async () => {
    const { id } = await makeUser(api, { firstName: 'Łukasz', lastName: 'O’Brien-García', nickname: 'Søren' });
    const older = await makeUser(api, { nickname: '李明', email: 'li@beijing.example' });
    for (const query of ['lukasz', 'LUKASZ gar', 'garcía', 'brien', 'o’brien-garcía', 'soren', 'SØREN', 'øre']) {
      expect([query, await userIds(query)]).toEqual([query, [id]]);
    }
    expect(await userIds('李明')).toEqual([older.id]);
  });

  it('folds a text like the lists of the portal', async () => {
    const names = [
      'José',
      'Łukasz',
      'İstanbul',
      'Diyarbakır',
      'Nguyễn',
      'Søren',
      'Đặng',
      'Ｓécurity',
      'straße',
      '李明',
    ];
    const texts = names.flatMap((name) => [name.normalize('NFC'), name.normalize('NFD')]);
    const { rows } = await api.services.pool.query<{ folded: string }>(
      'SELECT folded(name) FROM unnest($1::text[]) WITH ORDINALITY AS texts (name, at) ORDER BY at',
      [texts],
    );
    expect(rows.map(({ folded }) => folded)).toEqual(texts.map(foldText));
  });

  it.each(['ﷺ', '💥', '\u{10348}', 'İ', "'", '\\\\', ' ', 'a\u0301', '-'])(
    'can have a name of 500 times %j',
    async (letter) => {
      const name = letter.repeat(500);
      const names = { firstName: name, lastName: name, nickname: name, email: `${ulid()}@example.com`.toLowerCase() };
      const owner = await makeUser(api, names);
      const instanceUrl = `https://${name}.example`;
      const { id } = await makeWorkspace(api, owner, { displayName: name, instanceUrl, instanceEnvType: 'PRIVATE' });
      expect([await userIds(owner.id), await workspaceIds(id)]).toEqual([[owner.id], [id]]);
    },
  );

  it('are found by their current name', async () => {
    const { id } = await makeUser(api, { nickname: 'Firstname' });
    await api.db.user.update({ where: { id }, data: { nickname: 'Secondname' } });
    expect([await userIds('firstname'), await userIds('condna')]).toEqual([[], [id]]);
  });

  it('with too many matches are truncated, with exact matches first', async () => {
    const crowdedUsers = Array.from({ length: 1_001 }, (_, index) => ({
      id: ulid(),
      auth0Id: `auth0|crowded-${index}`,
      email: `${index}@crowded.example`,
      nickname: index === 500 ? 'Crowded' : 'Ada',
    }));
    await api.db.user.createMany({ data: crowdedUsers });
    const first = UserSearchPage.parse((await search('users', 'crowded')).body);
    expect([first.users[0]?.userId, first.isCut]).toEqual([crowdedUsers[500]?.id, true]);
    const { isCut } = UserSearchPage.parse((await search('users', '77@crowded')).body);
    expect(isCut).toBe(false);
  });

  it('are shown with their identity and state', async () => {
    const { id, createdAt } = await makeUser(api, {
      email: 'pill@example.com',
      auth0Id: null,
      emailVerified: false,
      nickname: 'Pill',
      quarantinedAt: new Date(),
      suspendedAt: new Date(0),
      suspendedUntil: new Date(1),
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
  it('are found by id, by parts of their name and by the host of a remote instance', async () => {
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

  it('are not found by the host that all managed workspaces share', async () => {
    await makeWorkspace(api, await makeUser(api));
    expect(await workspaceIds('app.systeminit.com')).toEqual([]);
  });

  it('are shown with their owner and state', async () => {
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
  it.each(['', ' ', 'a', ' a ', '李'])('rejects %j as too short', async (query) => {
    const response = await search(kind, query);
    expect(response.status).toBe(400);
    expect(ErrorBody.parse(response.body).error.details).toEqual({
      fields: [{ path: 'query.query', message: 'Type at least 2 characters' }],
    });
  });

  it.each(['--', '💥💥', '%_%'])('rejects %j, which has no letter or digit', async (query) => {
    const response = await search(kind, query);
    expect(ErrorBody.parse(response.body).error.details).toEqual({
      fields: [{ path: 'query.query', message: 'Type a letter or a digit' }],
    });
  });

  it('searches for a repeated word once, and for at most twelve words', async () => {
    const words = Array.from({ length: 12 }, (_, index) => `word${index}`);
    const statements = await recordStatements(/LIKE/, () => search(kind, [...words, ...words].join(' ')));
    expect(statements.map(({ text }) => text.split(' LIKE ').length - 1)).toEqual([12]);
    const response = await search(kind, [...words, 'one-more'].join(' '));
    expect(ErrorBody.parse(response.body).error.details).toEqual({
      fields: [{ path: 'query.query', message: 'Type at most 12 words' }],
    });
  });

  it('runs in the transaction for which it sets the planner', async () => {
    const pattern = /BEGIN|enable_seqscan|by_key|COMMIT/;
    const statements = await recordStatements(pattern, () => search(kind, 'ada'));
    const matches = statements.map(({ text }) => pattern.exec(text)?.[0]);
    expect(matches).toEqual(['BEGIN', 'enable_seqscan', 'by_key', 'COMMIT']);
  });

  it.each([`a'b`, "''a", `a\\'b`, 'a & !b | (c:*)', '= a', '"a', 'ﷺ'.repeat(250), 'a '.repeat(120)])(
    'accepts %j without an error',
    async (query) => expect((await search(kind, query)).status).toBe(200),
  );

  it.each(['100%', 'a_b', 'c:\\d'])('does not treat %j as a pattern', async (query) => {
    const found = query.replace(/[%_\\]/, '*');
    const user = await makeUser(api, { nickname: found });
    await makeWorkspace(api, user, { displayName: found });
    expect((await search(kind, query)).body).toEqual({ [kind]: [], next: null, isCut: false });
  });

  it('is recorded in the audit log with its query', async () => {
    const [entry, ...others] = await auditEntriesOf(api, () => search(kind, 'nobody at all'));
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ actorUserId: api.staff.user.id, details: { query: 'nobody at all', found: 0 } });
  });
});
