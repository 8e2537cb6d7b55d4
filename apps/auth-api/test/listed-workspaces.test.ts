import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
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

let [creator, other, guest]: User[] = [];
let workspace: Workspace;
beforeEach(async () => {
  creator = await makeUser(api, { firstName: 'Ada', lastName: null, nickname: 'Ada' });
  other = await makeUser(api, { nickname: 'Grace' });
  guest = await makeUser(api);
  workspace = await makeWorkspace(api, creator);
  await addMember(api, workspace, other, 'EDITOR');
});

/** Memberships that show something else than what stands in the rows that it comes from. */
async function stale(): Promise<unknown[]> {
  const { rows } = await api.services.pool.query<Record<string, unknown>>(
    `SELECT m.* FROM memberships m JOIN workspaces w ON w.id = m.workspace_id JOIN users c ON c.id = w.creator_user_id
     WHERE (m.workspace_live, m.workspace_order, m.workspace_display_name, m.workspace_description, m.workspace_instance_url,
         m.workspace_instance_env_type, m.workspace_approvals_enabled, m.workspace_created_at,
         m.creator_user_id, m.creator_first_name, m.creator_last_name, m.creator_nickname)
       IS DISTINCT FROM (w.deleted_at IS NULL AND w.quarantined_at IS NULL,
         workspace_order(w.instance_env_type, w.display_name), w.display_name, w.description, w.instance_url,
         w.instance_env_type, w.approvals_enabled, w.created_at,
         c.id, c.first_name, c.last_name, c.nickname)`,
  );
  return rows;
}

const migration = async (name: string) =>
  readFile(fileURLToPath(new URL(`../../../prisma/migrations/${name}/migration.sql`, import.meta.url)), 'utf8');

const ofWorkspace = (change: string) => `UPDATE workspaces SET ${change} WHERE id = '${workspace.id}'`;
const ofCreator = (change: string) => `UPDATE users SET ${change} WHERE id = '${creator?.id}'`;
const rename = () => ofCreator(`first_name = 'Augusta', last_name = 'King', nickname = 'Countess'`);
const invite = () =>
  `INSERT INTO memberships (workspace_id, user_id, role) VALUES ('${workspace.id}', '${guest?.id}', 'EDITOR')`;
/** With all that is held for it, as `members/invite.ts` does. */
const inviteByMember = () =>
  `SELECT FROM users WHERE id = '${other?.id}' FOR SHARE;
   SELECT FROM workspaces WHERE id = '${workspace.id}' FOR SHARE;
   SELECT FROM memberships WHERE workspace_id = '${workspace.id}' AND user_id = '${other?.id}' FOR SHARE;
   ${invite()}`;
const giveToGuest = () => `UPDATE memberships SET user_id = '${guest?.id}' WHERE user_id = '${other?.id}'`;
const edit = () => ofWorkspace(`display_name = 'Another'`);
const handOn = () => ofWorkspace(`creator_user_id = '${other?.id}'`);
const quarantine = () => ofWorkspace('quarantined_at = now()');
const release = () => ofWorkspace('quarantined_at = NULL');
const renameOther = () => `UPDATE users SET nickname = 'Hopper' WHERE id = '${other?.id}'`;

it.each([
  ['is made, with its owner, and gets a member', () => 'SELECT'],
  ['is called otherwise', edit],
  ['is described', () => ofWorkspace(`description = 'For all of us'`)],
  ['is no longer described', () => ofWorkspace('description = NULL')],
  ['moves', () => ofWorkspace(`instance_url = 'https://other.example', instance_env_type = 'PRIVATE'`)],
  ['wants approvals', () => ofWorkspace('approvals_enabled = true')],
  ['is deleted', () => ofWorkspace('deleted_at = now()')],
  ['is quarantined', quarantine],
  ['is quarantined and no longer', () => `${quarantine()}; ${release()}`],
  [
    'is quarantined and deleted, and brought back',
    () => `${quarantine()}; ${ofWorkspace('deleted_at = now()')}; ${ofWorkspace('deleted_at = NULL')}`,
  ],
  ['is quarantined and gets a member', () => `${quarantine()}; ${invite()}`],
  ['is of a creator who is called otherwise', rename],
  ['is of a creator without names', () => ofCreator('first_name = NULL, last_name = NULL')],
  ['is of another creator', handOn],
  ['is shown to somebody else', giveToGuest],
])('what a list shows of a workspace follows when it %s', async (_title, change) => {
  await api.asOwner(ofWorkspace(`description = 'Described'`));
  await api.asOwner(change());
  expect(await stale()).toEqual([]);
});

describe('of two changes at one time', () => {
  let [first, second]: pg.PoolClient[] = [];
  beforeEach(async () => {
    [first, second] = [await api.services.pool.connect(), await api.services.pool.connect()];
  });
  // Closed: one that failed amid its transaction would have the next test wait.
  afterEach(() => {
    first?.release(true);
    second?.release(true);
  });

  /** Asked as the tables' owner, who is told what anybody waits for. */
  const waiting = async () => {
    const rows = await api.asOwner(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows.length;
  };

  /** What `later` begins while `change` is under way, and waits for. */
  async function during(change: string, later: () => Promise<unknown> | undefined): Promise<void> {
    await first?.query('BEGIN');
    await first?.query(change);
    const waits = later();
    expect(await until(waiting, (count) => count === 1)).toBe(1);
    await first?.query('COMMIT');
    await waits;
  }

  it.each([
    ['an invitation', 'the creator’s new name', invite, rename],
    ['the creator’s new name', 'an invitation', rename, invite],
    ['an invitation by a member', 'the creator’s new name', inviteByMember, rename],
    ['the creator’s new name', 'an invitation by a member', rename, inviteByMember],
    ['an invitation', 'the workspace’s new name', invite, edit],
    ['the workspace’s new name', 'an invitation', edit, invite],
    ['an invitation', 'a quarantine', invite, quarantine],
    ['a quarantine', 'an invitation', quarantine, invite],
    ['a quarantine', 'the creator’s new name', quarantine, rename],
    ['the creator’s new name', 'a quarantine', rename, quarantine],
    ['a quarantine', 'the workspace’s new name', quarantine, edit],
    ['the workspace’s new name', 'a quarantine', edit, quarantine],
    ['the workspace’s new name', 'the creator’s', edit, rename],
    ['the creator’s new name', 'the workspace’s', rename, edit],
    ['a new creator', 'their new name', handOn, renameOther],
    ['a new name', 'that they are the creator', renameOther, handOn],
    ['a new creator', 'the old one’s new name', handOn, rename],
    ['the old creator’s new name', 'a new one', rename, handOn],
  ])('none is lost: %s and %s', async (_one, _two, one, two) => {
    await during(one(), () => second?.query(two()));
    expect(await stale()).toEqual([]);
  });

  /** More members than are filled in at once; the last of the first part becomes the last of all. */
  const crowd = 1_100;
  const claim = () =>
    `UPDATE memberships m SET user_id = '${lastOfAll}' FROM (
       SELECT workspace_id, user_id FROM memberships ORDER BY workspace_id, user_id OFFSET 999 LIMIT 1) last
     WHERE m.workspace_id = last.workspace_id AND m.user_id = last.user_id`;
  const lastOfAll = 'Z'.repeat(26);

  it.each([
    ['of a creator’s new name', rename],
    ['of an invitation that is taken up', claim],
    ['of a workspace’s new name', edit],
  ])('none is lost while what was there before is filled in: %s', async (_title, change) => {
    const fill = await migration('20261122200100_fill_listed_workspaces');
    await api.asOwner(
      `INSERT INTO users (id, email, nickname)
       SELECT lpad(n::text, 26, '0'), n || '@crowd.example', 'Crowd' FROM generate_series(1, ${crowd}) n
       UNION SELECT '${lastOfAll}', 'last@crowd.example', 'Last' ON CONFLICT DO NOTHING;
       INSERT INTO memberships (workspace_id, user_id, role)
       SELECT '${workspace.id}', lpad(n::text, 26, '0'), 'EDITOR' FROM generate_series(1, ${crowd}) n`,
    );
    await api.asOwner(
      `SET session_replication_role = replica;
       UPDATE memberships SET workspace_display_name = NULL, creator_user_id = NULL, creator_nickname = NULL`,
    );
    expect((await stale()).length).toBeGreaterThan(crowd);
    await during(change(), () => api.asOwner(fill));
    expect(await stale()).toEqual([]);
  });

  /** As it is before it is filled in. */
  const forgetLiveness = (...workspaceIds: string[]) =>
    api.asOwner(
      `SET session_replication_role = replica; UPDATE memberships SET workspace_live = true
       WHERE workspace_id IN (${workspaceIds.map((id) => `'${id}'`).join()})`,
    );

  it.each([
    ['that a workspace is released', release],
    ['somebody else who is shown it', giveToGuest],
  ])('what is not live is filled in, and nothing lost meanwhile: %s', async (_title, change) => {
    const fill = await migration('20261123200020_fill_live_in_lists');
    const another = await makeWorkspace(api, await makeUser(api));
    await api.asOwner(`${quarantine()}; UPDATE workspaces SET deleted_at = now() WHERE id = '${another.id}'`);
    await forgetLiveness(workspace.id, another.id);
    expect(await stale()).toHaveLength(3);
    await during(change(), () => api.asOwner(fill));
    expect(await stale()).toEqual([]);
  });

  it('who holds members and then their workspace, as an API of before does, does not break the filling in off', async () => {
    await api.asOwner(quarantine());
    await forgetLiveness(workspace.id);
    const { rows } = await api.services.pool.query<{ login: string }>('SELECT current_user AS login');
    await api.asOwner(`GRANT SET ON PARAMETER deadlock_timeout TO "${rows[0]?.login ?? ''}"`);
    await first?.query('BEGIN');
    // So that it is not the one that PostgreSQL breaks off.
    await first?.query(`SET LOCAL deadlock_timeout = '1min'`);
    await first?.query(`SELECT 1 FROM memberships WHERE workspace_id = '${workspace.id}' FOR UPDATE`);
    const filling = api.asOwner(await migration('20261123200020_fill_live_in_lists'));
    expect(await until(waiting, (count) => count === 1)).toBe(1);
    await first?.query(handOn());
    await first?.query('COMMIT');
    await filling;
    expect(await stale()).toEqual([]);
  });

  it('a release that what is not live was not filled in for yet is told to who becomes a member meanwhile', async () => {
    await api.asOwner(quarantine());
    await forgetLiveness(workspace.id);
    await during(giveToGuest(), () => second?.query(release()));
    await api.asOwner(await migration('20261123200020_fill_live_in_lists'));
    expect(await stale()).toEqual([]);
  });

  it.each([
    ['quarantined', quarantine],
    ['called otherwise', edit],
  ])(
    'a login with an address that was invited, and that the workspace is %s, do not wait for one another in a ring',
    async (_title, change) => {
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
      expect(await stale()).toEqual([]);
    },
  );
});

it('to delete what is quarantined already writes nothing to its members', async () => {
  await api.asOwner(quarantine());
  const written = () =>
    api.asOwner(`SELECT user_id, xmin::text FROM memberships WHERE workspace_id = '${workspace.id}' ORDER BY user_id`);
  const before = await written();
  expect(before).toHaveLength(2);
  await api.asOwner(ofWorkspace('deleted_at = now()'));
  expect(await written()).toEqual(before);
});

it('whoever changes their names, a workspace and the marks in a list at one time do not wait for one another in a ring', async () => {
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
  expect(await stale()).toEqual([]);
});
