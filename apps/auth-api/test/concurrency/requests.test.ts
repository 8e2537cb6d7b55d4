/** @takes 20 s */
import { CreatedAuthToken, CreatedWorkspace, Whoami } from '@portal/contract';
import { ulid } from 'ulid';
import type { Credentials } from '../support/api.ts';
import { addMember, logIn, makeUser, makeWorkspace } from '../support/builders.ts';
import { openTransaction, waitForLockOfRights } from '../support/lock-waits.ts';
import {
  repeatRounds,
  outcomeOf,
  outcomesOf,
  shuffled,
  repeated,
  type RaceResponse,
  type RaceRequest,
  type Replicas,
  raceSize,
} from '../support/replicas.ts';
import { setUpRaces } from '../support/set-up-races.ts';

let replicas: Replicas;
setUpRaces((started) => (replicas = started));

async function makeLoggedInUser() {
  const user = await makeUser(replicas.api);
  return { user, credentials: await logIn(replicas.api, user) };
}

async function makeTeam() {
  const { api } = replicas;
  const [owner, approver, editor] = [await makeLoggedInUser(), await makeLoggedInUser(), await makeLoggedInUser()];
  const workspace = await makeWorkspace(api, owner.user);
  await addMember(api, workspace, approver.user, 'APPROVER');
  await addMember(api, workspace, editor.user, 'EDITOR');
  const path = `/workspaces/${workspace.id}`;
  return { owner, approver, editor, workspace, path, members: `/workspace/${workspace.id}` };
}

const invitation = (members: string, credentials: Credentials, body: object) =>
  ({ method: 'POST', path: `${members}/members`, credentials, body }) as const;
const removal = (members: string, credentials: Credentials, email: string) =>
  ({ method: 'DELETE', path: `${members}/members`, credentials, body: { email } }) as const;
const roleChange = (members: string, credentials: Credentials, body: object) =>
  ({ method: 'POST', path: `${members}/membership`, credentials, body }) as const;
const newToken = (path: string, credentials: Credentials, overrides: object = {}) =>
  ({
    method: 'POST',
    path: `${path}/authTokens`,
    credentials,
    body: { name: 'CI', expiration: '1d', ...overrides },
  }) as const;

const setDefault = (path: string, credentials: Credentials) =>
  ({ method: 'PATCH', path: `${path}/setDefault`, credentials }) as const;
const deleteWorkspaceSql = 'UPDATE workspaces SET deleted_at = now() WHERE id = $1';

const countQueuedEmails = async (invitationId: string) => {
  const { rows } = await replicas.api.services.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM graphile_worker._private_jobs WHERE payload->>'invitationId' = $1`,
    [invitationId],
  );
  return rows[0]?.count;
};

describe('many requests with one requestUlid to two replicas', () => {
  it('create one workspace, and all get the same response', () =>
    repeatRounds(1, async () => {
      const { user, credentials } = await makeLoggedInUser();
      const body = { displayName: 'Once', requestUlid: ulid() };
      const responses = await replicas.race(
        repeated(raceSize, { method: 'POST', path: '/workspaces/new', credentials, body }),
      );
      expect(outcomesOf(responses)).toEqual(['ok']);
      const bodies = responses.map((response) => CreatedWorkspace.parse(response.body));
      for (const each of bodies) expect(each).toEqual(bodies[0]);
      expect(await replicas.api.db.membership.count({ where: { userId: user.id } })).toBe(1);
    }));

  it('create one API token, and all get its secret', () =>
    repeatRounds(1, async () => {
      const { editor, path, workspace } = await makeTeam();
      const responses = await replicas.race(
        repeated(raceSize, newToken(path, editor.credentials, { requestUlid: ulid() })),
      );
      expect(outcomesOf(responses)).toEqual(['ok']);
      const bodies = responses.map((response) => CreatedAuthToken.parse(response.body));
      for (const { authToken } of bodies) expect(authToken).toEqual(bodies[0]?.authToken);
      expect(await replicas.api.db.authToken.count({ where: { workspaceId: workspace.id } })).toBe(1);
      const whoami = repeated(10, (index) => ({
        method: 'GET',
        path: '/whoami',
        credentials: { token: bodies[index]?.token ?? '' },
      }));
      for (const { body } of await replicas.race(whoami)) {
        expect(Whoami.parse(body).token?.id).toBe(bodies[0]?.authToken.id);
      }
    }));

  it('create one invitation and send one email', () =>
    repeatRounds(1, async () => {
      const { approver, members } = await makeTeam();
      const body = { email: `${ulid()}@example.com`, requestUlid: ulid() };
      const responses = await replicas.race(repeated(raceSize, invitation(members, approver.credentials, body)));
      expect(outcomesOf(responses)).toEqual(['ok']);
      for (const response of responses) expect(response.body).toEqual(responses[0]?.body);
      const [created, ...others] = await replicas.api.db.invitation.findMany({
        where: { email: body.email.toLowerCase() },
      });
      expect(others).toEqual([]);
      expect(await countQueuedEmails(created?.id ?? '')).toBe(1);
    }));

  it('delete a workspace, and all succeed', async () => {
    const { owner, path } = await makeTeam();
    const deletion = { method: 'DELETE', path, credentials: owner.credentials, body: { requestUlid: ulid() } };
    expect(outcomesOf(await replicas.race(repeated(raceSize, deletion)))).toEqual(['ok']);
  });

  it('and two payloads apply one payload and reject the other', async () => {
    const { user, credentials } = await makeLoggedInUser();
    const requestUlid = ulid();
    const creations = (displayName: string) =>
      repeated(raceSize / 2, {
        method: 'POST',
        path: '/workspaces/new',
        credentials,
        body: { displayName, requestUlid },
      });
    const responses = await replicas.race(shuffled(creations('One'), creations('Other')));
    expect(responses.filter((response) => outcomeOf(response) === 'ok')).toHaveLength(raceSize / 2);
    expect(outcomesOf(responses)).toEqual(['IdempotencyKeyReused', 'ok']);
    expect(await replicas.api.db.membership.count({ where: { userId: user.id } })).toBe(1);
  });
});

describe('concurrent invitations of one address in any letter case', () => {
  const inVaryingCase = (email: string, index: number) =>
    index % 3 === 0 ? email : index % 3 === 1 ? email.toUpperCase() : `V${email.slice(1)}`;

  it('create one invitation, and no user', () =>
    repeatRounds(1, async () => {
      const { owner, approver, members, workspace } = await makeTeam();
      const email = `v${ulid().toLowerCase()}@example.com`;
      const responses = await replicas.race(
        repeated(raceSize, (index) =>
          invitation(members, (index % 2 ? owner : approver).credentials, { email: inVaryingCase(email, index) }),
        ),
      );
      expect(outcomesOf(responses)).toEqual(['ok']);
      expect(await replicas.api.db.user.count({ where: { email } })).toBe(0);
      expect(await replicas.api.db.invitation.count({ where: { workspaceId: workspace.id, email } })).toBe(1);
    }));

  it('for two roles apply one of them', async () => {
    const { owner, members, workspace } = await makeTeam();
    const email = `v${ulid().toLowerCase()}@example.com`;
    const as = (role: string) =>
      repeated(raceSize / 2, (index) =>
        invitation(members, owner.credentials, { email: inVaryingCase(email, index), role }),
      );
    const responses = await replicas.race(shuffled(as('EDITOR'), as('APPROVER')));
    expect(responses.filter((response) => outcomeOf(response) === 'ok')).toHaveLength(raceSize / 2);
    expect(outcomesOf(responses)).toEqual(['AlreadyMember', 'ok']);
    expect(await replicas.api.db.invitation.count({ where: { workspaceId: workspace.id, email } })).toBe(1);
  });
});

describe('concurrent changes of the default workspace', () => {
  it('leave one default, whatever the number of workspaces', () =>
    repeatRounds(1, async () => {
      const { user, credentials } = await makeLoggedInUser();
      const workspaces = await Promise.all(Array.from({ length: 10 }, () => makeWorkspace(replicas.api, user)));
      const responses = await replicas.race(
        repeated(raceSize, (index) => ({
          method: 'PATCH',
          path: `/workspaces/${workspaces[index % 10]?.id ?? ''}/setDefault`,
          credentials,
        })),
      );
      expect(outcomesOf(responses)).toEqual(['ok']);
      expect(await replicas.api.db.membership.count({ where: { userId: user.id, isDefault: true } })).toBe(1);
    }));

  it('leave at most one default while workspaces are deleted and left', () =>
    repeatRounds(1, async () => {
      const { owner, editor, path, members } = await makeTeam();
      const own = await makeWorkspace(replicas.api, editor.user);
      const responses = await replicas.race([
        ...repeated(98, (index) => setDefault(index % 2 ? path : `/workspaces/${own.id}`, editor.credentials)),
        { method: 'DELETE', path: `${members}/leave`, credentials: editor.credentials, after: 10 },
        { method: 'DELETE', path, credentials: owner.credentials, after: 20 },
      ]);
      expect(['ok', 'WorkspaceNotFound']).toEqual(expect.arrayContaining(outcomesOf(responses)));
      const ends = await replicas.api.db.membership.count({ where: { userId: editor.user.id, isDefault: true } });
      expect(ends).toBeLessThanOrEqual(1);
    }));

  it('never choose a workspace that is being deleted', async () => {
    const { owner, path, workspace } = await makeTeam();
    const deletion = await openTransaction(replicas.api, deleteWorkspaceSql, [workspace.id]);
    const set = replicas.race([setDefault(path, owner.credentials)]);
    await waitForLockOfRights(replicas.api);
    await deletion.end('COMMIT');
    expect(outcomesOf(await set)).toEqual(['WorkspaceNotFound']);
  });
});

describe('a workspace with concurrent changes to its members', () => {
  it('keeps its owner and has no duplicate members', () =>
    repeatRounds(1, async () => {
      const { owner, approver, editor, members, workspace } = await makeTeam();
      const email = editor.user.email;
      const responses = await replicas.race(
        shuffled(
          repeated(15, (index) =>
            roleChange(members, owner.credentials, { userId: editor.user.id, role: index % 2 ? 'APPROVER' : 'EDITOR' }),
          ),
          repeated(15, roleChange(members, owner.credentials, { userId: owner.user.id, role: 'EDITOR' })),
          repeated(15, removal(members, approver.credentials, owner.user.email)),
          repeated(15, removal(members, approver.credentials, email)),
          repeated(15, invitation(members, owner.credentials, { email: email.toUpperCase() })),
          repeated(10, { method: 'DELETE', path: `${members}/leave`, credentials: editor.credentials }),
          repeated(10, { method: 'DELETE', path: `${members}/leave`, credentials: owner.credentials }),
          repeated(5, { method: 'DELETE', path: `${members}/leave`, credentials: approver.credentials }),
        ),
      );
      const allowed = ['ok', 'AlreadyMember', 'MemberNotFound', 'NotAllowed', 'OwnerMustStay', 'WorkspaceNotFound'];
      expect(allowed).toEqual(expect.arrayContaining(outcomesOf(responses)));
      const rows = await replicas.api.db.membership.findMany({ where: { workspaceId: workspace.id } });
      expect(rows.filter(({ role }) => role === 'OWNER').map(({ userId }) => userId)).toEqual([owner.user.id]);
    }));

  it('accepts no member once it is deleted', async () => {
    const { api } = replicas;
    const { owner, members, workspace } = await makeTeam();
    const deletion = await openTransaction(api, deleteWorkspaceSql, [workspace.id]);
    const invited = replicas.race([invitation(members, owner.credentials, { email: `${ulid()}@example.com` })]);
    await waitForLockOfRights(api);
    await deletion.end('COMMIT');
    expect(outcomesOf(await invited)).toEqual(['WorkspaceNotFound']);
    expect(await api.db.membership.count({ where: { workspaceId: workspace.id } })).toBe(3);
  });
});

describe('an API token', () => {
  it('does not outlive its workspace', () =>
    repeatRounds(2, async () => {
      const { owner, approver, editor, path } = await makeTeam();
      const creators = [owner, approver, editor];
      const responses = await replicas.race([
        ...repeated(raceSize, (index) => newToken(path, (creators[index % 3] ?? owner).credentials)),
        ...repeated(2, { method: 'DELETE', path, credentials: owner.credentials, after: 15 }),
      ]);
      expect(['ok', 'WorkspaceNotFound']).toEqual(expect.arrayContaining(outcomesOf(responses)));
    }));

  it('does not outlive the membership of its creator', () =>
    repeatRounds(2, async () => {
      const { owner, editor, path, members } = await makeTeam();
      const responses = await replicas.race([
        ...repeated(raceSize, newToken(path, editor.credentials)),
        { ...removal(members, owner.credentials, editor.user.email), after: 15 },
        { method: 'DELETE', path: `${members}/leave`, credentials: editor.credentials, after: 15 },
      ]);
      expect(['ok', 'MemberNotFound', 'WorkspaceNotFound']).toEqual(expect.arrayContaining(outcomesOf(responses)));
    }));
});

describe('a code for an instance', () => {
  const launch = (path: string, credentials: Credentials, query = ''): RaceRequest => ({
    method: 'GET',
    path: `${path}/go${query}`,
    credentials,
  });
  const redemption = (code: string, state?: string): RaceRequest => ({
    method: 'POST',
    path: '/complete-auth-connect',
    body: { code, state },
  });
  const codesIn = (responses: RaceResponse[]) =>
    responses.flatMap(({ location }) => (location === null ? [] : [new URL(location).searchParams.get('code') ?? '']));

  it('can be redeemed once in many concurrent attempts', () =>
    repeatRounds(1, async () => {
      const { editor, path, workspace } = await makeTeam();
      const [code = ''] = codesIn(await replicas.race([launch(path, editor.credentials)]));
      const responses = await replicas.race(repeated(raceSize, redemption(code)));
      expect(responses.filter((response) => outcomeOf(response) === 'ok')).toHaveLength(1);
      expect(outcomesOf(responses)).toEqual(['InvalidCode', 'ok']);
      expect(await replicas.api.db.instanceToken.count({ where: { workspaceId: workspace.id } })).toBe(1);
    }));

  it('with a state can be redeemed once in many concurrent attempts', () =>
    repeatRounds(1, async () => {
      const { editor, path, workspace } = await makeTeam();
      const [code = ''] = codesIn(await replicas.race([launch(path, editor.credentials, '?state=s')]));
      const responses = await replicas.race(repeated(raceSize, redemption(code, 's')));
      expect(outcomesOf(responses)).toEqual(['InvalidCode', 'ok']);
      expect(await replicas.api.db.instanceToken.count({ where: { workspaceId: workspace.id } })).toBe(1);
    }));

  it.each(['removal', 'deletion'] as const)('gives no token that outlives a %s', (kind) =>
    repeatRounds(2, async () => {
      const { owner, editor, path, members } = await makeTeam();
      const codes = codesIn(await replicas.race(repeated(raceSize / 2, launch(path, editor.credentials))));
      const ending =
        kind === 'deletion'
          ? { method: 'DELETE', path, credentials: owner.credentials }
          : removal(members, owner.credentials, editor.user.email);
      const responses = await replicas.race([
        ...shuffled(
          codes.map((code) => redemption(code)),
          repeated(30, launch(path, editor.credentials)),
        ),
        { ...ending, after: 20 },
      ]);
      expect(['ok', 'InvalidCode', 'page 404']).toEqual(expect.arrayContaining(outcomesOf(responses)));
      const late = await replicas.race(codesIn(responses).map((code) => redemption(code)));
      expect(late.map(outcomeOf)).toEqual(late.map(() => 'InvalidCode'));
    }),
  );
});
