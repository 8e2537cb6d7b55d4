import { ulid } from 'ulid';
import { Workspaces, type Workspace as ListedWorkspace } from '@portal/contract';
import type pg from 'pg';
import type { User, Workspace } from '../../../src/generated/prisma/client.ts';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import { upsertUserFromClaims } from '../../../src/features/login/upsert-user-from-claims.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { addMember, logIn, mailboxLogin, makeUser, makeWorkspace } from '../../support/builders.ts';
import { pollUntil } from '../../support/polling.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

let [creator, member]: User[] = [];
let workspace: Workspace;
beforeEach(async () => {
  creator = await makeUser(api, { firstName: 'Ada', lastName: null, nickname: 'Ada' });
  member = await makeUser(api, { nickname: 'Grace' });
  workspace = await makeWorkspace(api, creator, { description: 'Described' });
  await addMember(api, workspace, member, 'EDITOR');
});

/** The workspace list of the member. */
const list = async (): Promise<ListedWorkspace[]> => {
  const credentials = await logIn(api, member ?? { id: '' });
  return Workspaces.parse((await api.send('GET', '/workspaces', credentials)).body);
};

const updateWorkspace = (change: string) => `UPDATE workspaces SET ${change} WHERE id = '${workspace.id}'`;
const updateCreator = (change: string) => `UPDATE users SET ${change} WHERE id = '${creator?.id}'`;
const quarantine = () => updateWorkspace('quarantined_at = now()');
const rename = () => updateWorkspace(`display_name = 'Another'`);

describe('a member sees a workspace', () => {
  it.each<[string, () => string, Partial<ListedWorkspace>]>([
    ['is renamed', rename, { displayName: 'Another' }],
    [
      'gets another description',
      () => updateWorkspace(`description = 'For all of us'`),
      { description: 'For all of us' },
    ],
    ['loses its description', () => updateWorkspace('description = NULL'), { description: null }],
    [
      'gets another instance URL',
      () => updateWorkspace(`instance_url = 'https://other.example', instance_env_type = 'PRIVATE'`),
      { instanceUrl: 'https://other.example', instanceEnvType: 'PRIVATE' },
    ],
    ['requires approvals', () => updateWorkspace('approvals_enabled = true'), { approvalsEnabled: true }],
    [
      'gets new names of its creator',
      () => updateCreator(`first_name = 'Augusta', last_name = 'King', nickname = 'Countess'`),
      { creatorUser: { firstName: 'Augusta', lastName: 'King', nickname: 'Countess' } },
    ],
    [
      'has a creator without names',
      () => updateCreator('first_name = NULL, last_name = NULL'),
      { creatorUser: { firstName: null, lastName: null, nickname: 'Ada' } },
    ],
    [
      'gets another creator',
      () => updateWorkspace(`creator_user_id = '${member?.id}'`),
      { creatorUser: { firstName: null, lastName: null, nickname: 'Grace' } },
    ],
    [
      'gets another nickname of its owner',
      () => updateCreator(`nickname = 'Countess'`),
      {
        owner: expect.objectContaining({ nickname: 'Countess' }) as ListedWorkspace['owner'],
      },
    ],
    [
      'is used',
      () => updateWorkspace(`last_active_at = '2026-01-02 03:04:05Z'`),
      { lastActiveAt: '2026-01-02T03:04:05.000Z' },
    ],
    [
      'is deleted and restored',
      () => `${updateWorkspace('deleted_at = now()')}; ${updateWorkspace('deleted_at = NULL')}`,
      { displayName: 'Production' },
    ],
    [
      'is quarantined and released',
      () => `${quarantine()}; ${updateWorkspace('quarantined_at = NULL')}`,
      { displayName: 'Production' },
    ],
  ])('with the current data after it %s', async (_title, change, expected) => {
    await api.asOwner(change());
    expect(await list()).toEqual([expect.objectContaining({ id: workspace.id, ...expected })]);
  });

  it.each([
    ['deleted', () => updateWorkspace('deleted_at = now()')],
    ['quarantined', quarantine],
    [
      'deleted and quarantined, and only the deletion is undone',
      () => `${quarantine()}; ${updateWorkspace('deleted_at = now()')}; ${updateWorkspace('deleted_at = NULL')}`,
    ],
  ])('no longer after it is %s', async (_title, change) => {
    await api.asOwner(change());
    expect(await list()).toEqual([]);
  });
});

it('the list starts with the default, then favourites, then sorts by type and name, ignoring case and accents', async () => {
  const user = await makeUser(api);
  const make = async (displayName: string, more: Partial<Workspace> = {}, membership: object = {}) => {
    const { id } = await makeWorkspace(api, user, { displayName, ...more });
    await api.db.membership.updateMany({ where: { workspaceId: id }, data: membership });
    return id;
  };
  const longPrefix = 'same '.repeat(20);
  await make('zebra', { instanceEnvType: 'LOCAL' });
  await make('beta', { instanceEnvType: 'PRIVATE' });
  const [firstClient, second] = [await make(`${longPrefix}2`), await make(`${longPrefix}1`)];
  await make('Émile');
  await make('EMIL');
  await make('Zulu', { instanceEnvType: 'LOCAL' }, { isFavourite: true });
  await make('Yankee', {}, { isFavourite: true });
  await make('X-ray', { instanceEnvType: 'LOCAL' }, { isDefault: true });
  const listed = Workspaces.parse((await api.send('GET', '/workspaces', await logIn(api, user))).body);
  expect(listed.map(({ displayName }) => displayName)).toEqual([
    ...['X-ray', 'Yankee', 'Zulu', 'EMIL', 'Émile'],
    ...[`${longPrefix}2`.trim(), `${longPrefix}1`.trim(), 'beta', 'zebra'],
  ]);
  // Names whose first 64 characters are equal are sorted by id.
  expect(listed.slice(5, 7).map(({ id }) => id)).toEqual([firstClient, second]);
});

describe('concurrent changes', () => {
  let firstClient: pg.PoolClient | undefined;
  beforeEach(async () => {
    firstClient = await api.services.pool.connect();
  });
  // Closes the connection, because a failed test leaves its transaction open.
  afterEach(() => firstClient?.release(true));

  /** Read as the owner of the tables, who sees the waits of other roles. */
  const countWaitingStatements = async () => {
    const rows = await api.asOwner(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows.length;
  };

  it.each([
    ['quarantined', quarantine],
    ['renamed', rename],
  ])('a login that takes over a membership, and a workspace that is %s, do not deadlock', async (_title, change) => {
    const preProvisionedUser = await makeUser(api, { auth0Id: null, emailVerified: false });
    const claimant = await makeUser(api, { auth0Id: `email|${ulid()}` });
    await addMember(api, workspace, preProvisionedUser, 'EDITOR');
    await firstClient?.query('BEGIN');
    await firstClient?.query(`SELECT 1 FROM workspaces WHERE id = '${workspace.id}' FOR NO KEY UPDATE`);
    let attempts = 0;
    const claiming = inTransaction(api.services, async (work) => {
      attempts += 1;
      const claims = mailboxLogin(preProvisionedUser.email, claimant.auth0Id ?? '');
      return upsertUserFromClaims(claims, work, api.services);
    });
    expect(await pollUntil(countWaitingStatements, (count) => count === 1)).toBe(1);
    await firstClient?.query(change());
    await firstClient?.query('COMMIT');
    expect((await claiming).claimed?.memberships).toHaveLength(1);
    expect(attempts).toBe(1);
  });
});

it('concurrent changes of names, workspaces, favourites and defaults do not deadlock', async () => {
  const deadlocks = async () =>
    api.asOwner('SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()');
  const before = await deadlocks();
  const [owner, member] = [await makeUser(api), await makeUser(api)];
  const [owners, members] = [await logIn(api, owner), await logIn(api, member)];
  const owned: Workspace[] = [];
  for (let n = 0; n < 3; n++) owned.push(await makeWorkspace(api, owner));
  for (const each of owned) await addMember(api, each, member, 'EDITOR');
  const idOf = (turn: number) => owned[turn % owned.length]?.id ?? '';
  const changes: ((turn: number) => Promise<{ status: number }>)[] = [
    async (turn) => api.send('PATCH', `/users/${owner.id}`, owners).send({ nickname: `Ada ${turn}`, firstName: 'Ada' }),
    async (turn) => api.send('PATCH', `/workspaces/${idOf(turn)}`, owners).send({ displayName: `Name ${turn}` }),
    async (turn) => api.send('PATCH', `/workspaces/${idOf(turn)}/setDefault`, members).send({}),
    async (turn) =>
      api.send('PATCH', `/workspaces/${idOf(turn)}/favourite`, members).send({ isFavourite: turn % 2 > 0 }),
  ];
  const statuses = await Promise.all(
    changes.map(async (change) => {
      const statuses = new Set<number>();
      for (let turn = 0; turn < 40; turn++) statuses.add((await change(turn)).status);
      return [...statuses];
    }),
  );
  expect(statuses).toEqual([[200], [200], [200], [200]]);
  expect(await deadlocks()).toEqual(before);
});
