import {
  activityGroups,
  ErrorBody,
  WorkspaceAuditEntry,
  WorkspaceAuditPage,
  visibleActivityGroups,
} from '@portal/contract';
import { ulid } from 'ulid';
import { actionsOf, isStaffAction, staffWorkspaceReadActions } from '../../../../src/request/audit/action-groups.ts';
import { personalTo } from '../../../../src/request/audit/personal-values.ts';
import { transferOwnership } from '../../../../src/features/workspaces/ownership/transfer-ownership.ts';
import { inTransaction } from '../../../../src/platform/db/transaction.ts';
import { startApi, type Credentials, type TestApi } from '../../../support/api.ts';
import {
  makeApiToken,
  makeServiceAccount,
  makeServiceAccountToken,
  makeStaff,
  makeUser,
} from '../../../support/builders.ts';
import { makeActivityTeam, type ActivityTeam } from '../../../support/activity-team.ts';
import { startRawHttpServer } from '../../../support/raw-http-client.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const makeTeam = () => makeActivityTeam(api);

const get = (path: string, credentials: Credentials, query: Record<string, string> = {}) =>
  api.send('GET', path, credentials).query(query);

const read = async ({ path }: ActivityTeam, credentials: Credentials, query: Record<string, string> = {}) =>
  WorkspaceAuditPage.parse((await get(path, credentials, query).expect(200)).body);
const actionsIn = ({ entries }: { entries: readonly { action: string }[] }) => entries.map(({ action }) => action);
const numbersIn = ({ entries }: { entries: readonly { sequence: number | null }[] }) =>
  entries.map(({ sequence }) => sequence);

/** An action of each group, by the group. */
const oneOfEach = {
  members: 'inviteMember',
  tokens: 'createAuthToken',
  workspace: 'updateWorkspace',
  ownership: 'offerOwnership',
  deletion: 'deleteWorkspace',
  support: 'quarantineWorkspace',
};

describe('the groups of actions', () => {
  it('have each action once, and those of staff only in one', () => {
    const all = actionsOf(activityGroups);
    expect(all).toEqual([...new Set(all)]);
    for (const group of activityGroups)
      expect([group, actionsOf([group]).filter(isStaffAction)]).toEqual([
        group,
        group === 'support' ? actionsOf(['support']) : [],
      ]);
    expect(all.filter((action) => staffWorkspaceReadActions.includes(action))).toEqual([]);
  });

  it('of approvers have nothing about ownership, deletion and support, and editors have none', () => {
    expect(visibleActivityGroups('OWNER')).toEqual(activityGroups);
    expect(visibleActivityGroups('APPROVER')).toEqual(['members', 'tokens', 'workspace']);
    expect(visibleActivityGroups('EDITOR')).toEqual([]);
  });
});

describe('the activity of a workspace', () => {
  it('has the number of each entry, and null for one from before the numbers', async () => {
    const team = await makeTeam();
    await api.db.auditEntry.create({
      data: {
        id: ulid(Date.UTC(2024, 0, 1)),
        occurredAt: new Date(Date.UTC(2024, 0, 1)),
        action: 'updateWorkspace',
        credential: 'session',
        actorUserId: team.owner.id,
        workspaceId: team.workspace.id,
        requestId: 'earlier',
      },
    });
    await team.write({ action: 'inviteMember' }, { action: 'updateWorkspace' });
    expect(numbersIn(await read(team, team.asOwner))).toEqual([2, 1, null]);
  });

  it('is followed by number, the oldest first, until there is nothing new', async () => {
    const team = await makeTeam();
    await team.write(...Array.from({ length: 5 }, () => ({ action: 'updateWorkspace' })));
    const first = await read(team, team.asOwner, { after: '0', limit: '2' });
    expect([numbersIn(first), first.next]).toEqual([[1, 2], '2']);
    const response = await get(team.path, team.asOwner, { after: '2', limit: '2' });
    expect(response.headers['link']).toContain('after=4');
    expect(numbersIn(WorkspaceAuditPage.parse(response.body))).toEqual([3, 4]);
    const last = await read(team, team.asOwner, { after: '4', limit: '2' });
    expect([numbersIn(last), last.next]).toEqual([[5], null]);
    expect(await read(team, team.asOwner, { after: '5' })).toEqual({ entries: [], next: null });
    await team.write({ action: 'inviteMember' });
    expect(numbersIn(await read(team, team.asOwner, { after: '5' }))).toEqual([6]);
    expect(numbersIn(await read(team, team.asOwner, { after: '0', group: 'members' }))).toEqual([6]);
  });

  it.each(['-1', '01', '1.5', '1e3', '1234567890123456', '٣', 'x'])('cannot be read after %j', async (after) => {
    const team = await makeTeam();
    const response = await get(team.path, team.asOwner, { after });
    expect(ErrorBody.parse(response.body).error).toMatchObject({
      type: 'InvalidInput',
      details: { fields: [{ path: 'query.after', message: 'This field is invalid' }] },
    });
  });

  it('is filtered by what the actions are about', async () => {
    const team = await makeTeam();
    await team.write(...Object.values(oneOfEach).map((action) => ({ action })));
    for (const [group, action] of Object.entries(oneOfEach))
      expect([group, actionsIn(await read(team, team.asOwner, { group }))]).toEqual([group, [action]]);
    expect(actionsIn(await read(team, team.asOwner, { group: 'support,members' }))).toEqual([
      'quarantineWorkspace',
      'inviteMember',
    ]);
    expect(actionsIn(await read(team, team.asOwner, { group: 'members', action: 'updateWorkspace' }))).toEqual([]);
    const response = await get(team.path, team.asOwner, { group: 'members,staff' });
    expect(ErrorBody.parse(response.body).error).toMatchObject({
      details: { fields: [{ path: 'query.group', message: `Must be one of ${activityGroups.join(', ')}` }] },
    });
  });

  it('is filtered by service account, token and day', async () => {
    const team = await makeTeam();
    const serviceAccount = await makeServiceAccount(api, team.workspace);
    const { id: tokenId } = await makeServiceAccountToken(api, serviceAccount);
    await team.write(
      { action: 'updateWorkspace' },
      {
        action: 'inviteMember',
        actor: { serviceAccountId: serviceAccount.id },
        credential: 'api',
        credentialId: tokenId,
      },
    );
    const today = new Date().toISOString().slice(0, 10);
    for (const query of [{ actorServiceAccountId: serviceAccount.id }, { tokenId, from: today, to: today }])
      expect(actionsIn(await read(team, team.asOwner, query))).toEqual(['inviteMember']);
    expect(actionsIn(await read(team, team.asOwner, { tokenId, to: '2024-01-01' }))).toEqual([]);
  });

  it('does not reveal by a filter who of staff acted', async () => {
    const team = await makeTeam();
    const { user: staff } = await makeStaff(api);
    await team.write(
      { action: 'quarantineWorkspace', actor: { userId: staff.id }, subjectUserId: team.owner.id },
      { action: 'inviteMember', subjectUserId: team.owner.id },
    );
    const support = { group: 'support' };
    for (const who of [{ actorUserId: staff.id }, { subjectUserId: team.owner.id }, { actorUserId: team.owner.id }])
      expect(actionsIn(await read(team, team.asOwner, { ...support, ...who }))).toEqual([]);
    expect(actionsIn(await read(team, team.asOwner, { group: 'support,members', actorUserId: team.owner.id }))).toEqual(
      ['inviteMember'],
    );
    expect(actionsIn(await read(team, team.asOwner, support))).toEqual(['quarantineWorkspace']);
  });
});

describe('approvers read the activity of their workspace', () => {
  it('without ownership, deletion and support, so the numbers have gaps', async () => {
    const team = await makeTeam();
    await team.write(...Object.values(oneOfEach).map((action) => ({ action })), { action: 'aRemovedCall' });
    const page = await read(team, team.asApprover);
    expect(actionsIn(page)).toEqual(['updateWorkspace', 'createAuthToken', 'inviteMember']);
    await team.write({ action: 'inviteMember' });
    expect(numbersIn(await read(team, team.asApprover, { after: '0' }))).toEqual([1, 2, 3, 8]);
    expect(numbersIn(await read(team, team.asOwner, { after: '0' }))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    for (const query of [{ group: 'ownership' }, { group: 'support' }, { action: 'offerOwnership,deleteWorkspace' }])
      expect(actionsIn(await read(team, team.asApprover, query))).toEqual([]);
  });

  it('also with a token and as a download; a service account reads what the owner reads', async () => {
    const team = await makeTeam();
    await team.write({ action: 'inviteMember' }, { action: 'offerOwnership' });
    const scopes = ['audit:read'];
    const { credentials: token } = await makeApiToken(api, team.workspace, team.approver, { scopes });
    const serviceAccount = await makeServiceAccount(api, team.workspace, { role: 'EDITOR' });
    const { credentials: ofServiceAccount } = await makeServiceAccountToken(api, serviceAccount, { scopes });
    expect(actionsIn(await read(team, token))).toEqual(['inviteMember']);
    expect(await exportNdjson(team, token)).toMatchObject([{ action: 'inviteMember' }]);
    expect(await exportNdjson(team, team.asApprover)).toMatchObject([{ action: 'inviteMember' }]);
    expect(actionsIn(await read(team, ofServiceAccount))).toEqual(['offerOwnership', 'inviteMember']);
    expect(await exportNdjson(team, ofServiceAccount)).toHaveLength(2);
  });

  it('until they are editors', async () => {
    const team = await makeTeam();
    await get(team.path, team.asApprover).expect(200);
    await api.db.membership.updateMany({
      where: { workspaceId: team.workspace.id, userId: team.approver.id },
      data: { role: 'EDITOR' },
    });
    for (const path of [team.path, `${team.path}.csv`, `${team.path}.ndjson`])
      await get(path, team.asApprover).expect(403);
  });
});

async function exportNdjson({ path }: ActivityTeam, credentials: Credentials, query: Record<string, string> = {}) {
  const { text } = await get(`${path}.ndjson`, credentials, query).buffer(true).expect(200);
  const lines = text.split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => WorkspaceAuditEntry.parse(JSON.parse(line)));
}

/** The cells of each row in these columns. */
function columnsIn(csv: string, names: readonly string[]) {
  const outsideQuotes = /,(?=(?:[^"]*"[^"]*")*[^"]*$)/;
  const [header = [], ...rows] = csv
    .trim()
    .split('\r\n')
    .map((line) => line.split(outsideQuotes));
  return rows.map((row) => names.map((name) => row[header.indexOf(name)]));
}

describe('a download of the activity', () => {
  it('as NDJSON has the entries of the list, filtered the same way', async () => {
    const team = await makeTeam();
    const { user: staff } = await makeStaff(api);
    await team.write(
      { action: 'quarantineWorkspace', actor: { userId: staff.id }, details: { reason: 'a secret' } },
      { action: 'inviteMember', details: { role: 'EDITOR' } },
      { action: 'updateWorkspace' },
    );
    const { entries } = await read(team, team.asOwner);
    expect(await exportNdjson(team, team.asOwner)).toEqual(entries);
    expect(await exportNdjson(team, team.asOwner, { group: 'members' })).toEqual(entries.slice(1, 2));
    expect(await exportNdjson(team, team.asOwner, { to: '2024-01-01' })).toEqual([]);
    const response = await get(`${team.path}.ndjson`, team.asOwner).buffer(true);
    expect(response.headers).toMatchObject({
      'content-type': 'application/x-ndjson',
      'content-disposition': 'attachment; filename=activity-Production.ndjson',
      'cache-control': 'no-store',
    });
    for (const hidden of ['a secret', staff.id, '203.0.113.9', 'Firefox']) expect(response.text).not.toContain(hidden);
  });

  it('as CSV is a table that spreadsheets display literally', async () => {
    const team = await makeTeam();
    const former = await makeUser(api);
    const token = await makeApiToken(api, team.workspace, team.owner, { name: '=1+1' });
    await team.write(
      {
        action: 'inviteMember',
        credential: 'api',
        credentialId: token.id,
        subjectUserId: former.id,
        details: { role: 'EDITOR' },
      },
      { action: 'quarantineWorkspace' },
    );
    const response = await get(`${team.path}.csv`, team.asOwner);
    const { entries } = await read(team, team.asOwner);
    const [support, invitation] = entries;
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename=activity-Production.csv',
    });
    expect(response.text).toBe(
      [
        '\ufeffNumber,Occurred At,Action,By Support,Actor Email,Actor ID,Service Account,Token ID,Token,Subject Email,' +
          'Subject ID,Subject Token ID,Subject Token,Details,Entry ID',
        `2,${support?.occurredAt},quarantineWorkspace,yes,,,,,,,,,,,${support?.id}`,
        `1,${invitation?.occurredAt},inviteMember,no,${team.owner.email},${team.owner.id},,${token.id},'=1+1,,` +
          `${former.id},,,"{""role"":""EDITOR""}",${invitation?.id}`,
        '',
      ].join('\r\n'),
    );
  });

  it('as CSV names who and what only the details have, as the page does', async () => {
    const team = await makeTeam();
    const [former, erasedUser] = [await makeUser(api), await makeUser(api)];
    const tokenId = ulid();
    await team.write(
      { action: 'inviteMember', details: { email: 'ann@xn--bcher-kva.example', role: 'EDITOR' } },
      { action: 'acceptInvitation', actor: { userId: former.id }, details: { email: 'ann@example.com' } },
      { action: 'removeMember', subjectUserId: former.id, details: { email: 'ann@example.com' } },
      { action: 'createAuthToken', details: { tokenId, name: 'Deploy' } },
      { action: 'renameAuthToken', details: { tokenId, name: { from: 'Deploy', to: 'Release' } } },
      { action: 'createServiceAccount', details: { serviceAccountId: ulid(), name: 'CI' } },
      { action: 'quarantineWorkspace', details: { email: 'ann@example.com', tokenId, name: 'Deploy' } },
      { action: 'offerOwnership', subjectUserId: former.id, details: { email: 'ann@example.com' } },
      {
        action: 'removeMember',
        subjectUserId: erasedUser.id,
        details: { email: personalTo(erasedUser.id, 'ann@example.com') },
      },
    );
    await api.asOwner(`DELETE FROM personal_keys WHERE user_id = '${erasedUser.id}'`);
    const names = ['Actor Email', 'Subject Email', 'Subject ID', 'Subject Token ID', 'Subject Token'];
    const { email } = team.owner;
    const erased = [email, '(erased)', erasedUser.id, '', ''];
    const ofApprover = [
      [email, '', '', '', ''],
      [email, '', '', tokenId, 'Release'],
      [email, '', '', tokenId, 'Deploy'],
      [email, 'ann@example.com', former.id, '', ''],
      ['ann@example.com', '', '', '', ''],
      [email, 'ann@bücher.example', '', '', ''],
    ];
    const rows = async (credentials: Credentials) =>
      columnsIn((await get(`${team.path}.csv`, credentials)).text, names);
    expect(await rows(team.asApprover)).toEqual([erased, ...ofApprover]);
    expect(await rows(team.asOwner)).toEqual([
      erased,
      [email, 'ann@example.com', former.id, '', ''],
      ['', '', '', '', ''],
      ...ofApprover,
    ]);
  });

  it('has no page: the cursor of a list is rejected', async () => {
    const team = await makeTeam();
    for (const query of [{ after: '0' }, { limit: '5' }])
      expect((await get(`${team.path}.csv`, team.asOwner, query)).status).toBe(400);
  });

  /** A workspace with more entries than fit into the buffers of a connection. */
  async function makeBusyTeam() {
    const team = await makeTeam();
    const entryCount = 20_000;
    await api.asOwner(`
      INSERT INTO audit_entries (id, occurred_at, action, actor_user_id, credential, workspace_id, request_id, sequence)
      SELECT first_ulid_at(now() - i * interval '1 second'), now() - i * interval '1 second', 'updateWorkspace',
        '${team.owner.id}', 'session', '${team.workspace.id}', 'seed', i FROM generate_series(1, ${entryCount}) i`);
    return { team, entryCount };
  }

  it('is complete, however long', async () => {
    const { team, entryCount } = await makeBusyTeam();
    expect(await exportNdjson(team, team.asOwner)).toHaveLength(entryCount);
  }, 60_000);

  it.each([
    [
      'leaves the workspace',
      'asApprover',
      ({ workspace, approver }: ActivityTeam) =>
        api.db.membership.deleteMany({ where: { workspaceId: workspace.id, userId: approver.id } }),
    ],
    [
      'is no longer the owner, and so may not see all of it',
      'asOwner',
      ({ workspace, owner, approver }: ActivityTeam) => {
        const parties = { workspaceId: workspace.id, fromUserId: owner.id, toUserId: approver.id };
        return inTransaction(api.services, ({ db }) => transferOwnership(parties, { isBySupport: false }, db));
      },
    ],
  ] as const)(
    'ends when its reader %s',
    async (_what, reader, change) => {
      const { team } = await makeBusyTeam();
      const server = await startRawHttpServer(api.app);
      const client = server.get(`${team.path}.csv`, {
        Cookie: team[reader].cookie ?? '',
        Referer: `${api.services.settings.PORTAL_URL}/`,
      });
      await client.take(1_000);
      // The next batches wait for the table.
      const unlocked = api.asOwner('BEGIN; LOCK TABLE audit_entries; SELECT pg_sleep(1.5); COMMIT');
      await change(team);
      await unlocked;
      await expect(client.take(Number.MAX_SAFE_INTEGER)).rejects.toThrow(/^Only \d{1,6} bytes arrived/);
      await server.close();
    },
    60_000,
  );
});
