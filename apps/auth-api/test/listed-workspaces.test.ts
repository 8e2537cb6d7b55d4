import { Workspaces, type Workspace as ListedWorkspace } from '@portal/contract';
import type pg from 'pg';
import type { User, Workspace } from '../src/generated/prisma/client.ts';
import { inTransaction } from '../src/http/transaction.ts';
import { signIn } from '../src/session/sign-in.ts';
import { startApi, type TestApi } from './support/api.ts';
import { addMember, logIn, makeUser, makeWorkspace } from './support/builders.ts';
import { until } from './support/until.ts';

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

/** The workspaces that the member sees. */
const list = async (): Promise<ListedWorkspace[]> => {
  const proof = await logIn(api, member ?? { id: '' });
  return Workspaces.parse((await api.send('GET', '/workspaces', proof)).body);
};

const ofWorkspace = (change: string) => `UPDATE workspaces SET ${change} WHERE id = '${workspace.id}'`;
const ofCreator = (change: string) => `UPDATE users SET ${change} WHERE id = '${creator?.id}'`;
const quarantine = () => ofWorkspace('quarantined_at = now()');
const edit = () => ofWorkspace(`display_name = 'Another'`);

describe('a member sees a workspace', () => {
  it.each<[string, () => string, Partial<ListedWorkspace>]>([
    ['is renamed', edit, { displayName: 'Another' }],
    ['has another description', () => ofWorkspace(`description = 'For all of us'`), { description: 'For all of us' }],
    ['has no description', () => ofWorkspace('description = NULL'), { description: null }],
    [
      'moves',
      () => ofWorkspace(`instance_url = 'https://other.example', instance_env_type = 'PRIVATE'`),
      { instanceUrl: 'https://other.example', instanceEnvType: 'PRIVATE' },
    ],
    ['requires approvals', () => ofWorkspace('approvals_enabled = true'), { approvalsEnabled: true }],
    [
      'has a creator with new names',
      () => ofCreator(`first_name = 'Augusta', last_name = 'King', nickname = 'Countess'`),
      { creatorUser: { firstName: 'Augusta', lastName: 'King', nickname: 'Countess' } },
    ],
    [
      'has a creator without names',
      () => ofCreator('first_name = NULL, last_name = NULL'),
      { creatorUser: { firstName: null, lastName: null, nickname: 'Ada' } },
    ],
    [
      'has another creator',
      () => ofWorkspace(`creator_user_id = '${member?.id}'`),
      { creatorUser: { firstName: null, lastName: null, nickname: 'Grace' } },
    ],
    [
      'is deleted and restored',
      () => `${ofWorkspace('deleted_at = now()')}; ${ofWorkspace('deleted_at = NULL')}`,
      { displayName: 'Production' },
    ],
    [
      'is quarantined and released',
      () => `${quarantine()}; ${ofWorkspace('quarantined_at = NULL')}`,
      { displayName: 'Production' },
    ],
  ])('as it is once it %s', async (_title, change, expected) => {
    await api.asOwner(change());
    expect(await list()).toEqual([expect.objectContaining({ id: workspace.id, ...expected })]);
  });

  it.each([
    ['deleted', () => ofWorkspace('deleted_at = now()')],
    ['quarantined', quarantine],
    [
      'both, and only one of them is undone',
      () => `${quarantine()}; ${ofWorkspace('deleted_at = now()')}; ${ofWorkspace('deleted_at = NULL')}`,
    ],
  ])('no longer once it is %s', async (_title, change) => {
    await api.asOwner(change());
    expect(await list()).toEqual([]);
  });
});

it('the list has the default first, then favourites, then by type and name, whatever case and accents names have', async () => {
  const user = await makeUser(api);
  const make = async (displayName: string, more: Partial<Workspace> = {}, own: object = {}) => {
    const { id } = await makeWorkspace(api, user, { displayName, ...more });
    await api.db.membership.updateMany({ where: { workspaceId: id }, data: own });
    return id;
  };
  const equal = 'same '.repeat(20);
  await make('zebra', { instanceEnvType: 'LOCAL' });
  await make('beta', { instanceEnvType: 'PRIVATE' });
  const [first, second] = [await make(`${equal}2`), await make(`${equal}1`)];
  await make('Émile');
  await make('EMIL');
  await make('Zulu', { instanceEnvType: 'LOCAL' }, { isFavourite: true });
  await make('Yankee', {}, { isFavourite: true });
  await make('X-ray', { instanceEnvType: 'LOCAL' }, { isDefault: true });
  const listed = Workspaces.parse((await api.send('GET', '/workspaces', await logIn(api, user))).body);
  expect(listed.map(({ displayName }) => displayName)).toEqual([
    ...['X-ray', 'Yankee', 'Zulu', 'EMIL', 'Émile'],
    ...[`${equal}2`.trim(), `${equal}1`.trim(), 'beta', 'zebra'],
  ]);
  // Names that begin with 64 equal letters are in the order of their ids.
  expect(listed.slice(5, 7).map(({ id }) => id)).toEqual([first, second]);
});

describe('two changes at the same time', () => {
  let first: pg.PoolClient | undefined;
  beforeEach(async () => {
    first = await api.services.pool.connect();
  });
  // Closed, because a test that failed leaves its transaction open.
  afterEach(() => first?.release(true));

  /** Read as the owner of the tables, who sees what other logins wait for. */
  const waiting = async () => {
    const rows = await api.asOwner(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows.length;
  };

  it.each([
    ['quarantined', quarantine],
    ['renamed', edit],
  ])('a login that claims an invitation, and a workspace that is %s, do not deadlock', async (_title, change) => {
    const placeholder = await makeUser(api, { auth0Id: null, emailVerified: false });
    const claimant = await makeUser(api);
    for (const each of [placeholder, claimant]) await addMember(api, workspace, each, 'EDITOR');
    await first?.query('BEGIN');
    await first?.query(`SELECT 1 FROM workspaces WHERE id = '${workspace.id}' FOR NO KEY UPDATE`);
    let attempts = 0;
    const claiming = inTransaction(api.services, async (work) => {
      attempts += 1;
      const claims = { sub: claimant.auth0Id ?? '', email: placeholder.email, email_verified: true };
      return signIn({ ...claims, amr: [] }, work, api.services);
    });
    expect(await until(waiting, (count) => count === 1)).toBe(1);
    await first?.query(change());
    await first?.query('COMMIT');
    expect((await claiming).claimed?.memberships).toHaveLength(1);
    expect(attempts).toBe(1);
  });
});

it('changes of names, of a workspace and of favourites and defaults at the same time do not deadlock', async () => {
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
      const told = new Set<number>();
      for (let turn = 0; turn < 40; turn++) told.add((await change(turn)).status);
      return [...told];
    }),
  );
  expect(statuses).toEqual([[200], [200], [200], [200]]);
  expect(await deadlocks()).toEqual(before);
});
