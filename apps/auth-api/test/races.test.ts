/** @takes 20 s */
import { CreatedAuthToken, CreatedWorkspace, Whoami } from '@portal/contract';
import { ulid } from 'ulid';
import type { Proof } from './support/api.ts';
import { addMember, logIn, makeUser, makeWorkspace } from './support/builders.ts';
import { brokenRules } from './support/invariants.ts';
import { openTransaction, waitsForLock } from './support/lock-waits.ts';
import {
  inRounds,
  outcomeOf,
  outcomesOf,
  shuffled,
  startReplicas,
  times,
  type Finish,
  type Racer,
  type Replicas,
} from './support/replicas.ts';

let replicas: Replicas;
beforeAll(async () => {
  replicas = await startReplicas();
});
afterEach(async () => {
  expect(await brokenRules(replicas.api)).toEqual([]);
  expect(replicas.errors()).toEqual([]);
});
afterAll(async () => {
  expect(await replicas.close()).toBe(0);
});

async function person() {
  const user = await makeUser(replicas.api);
  return { user, proof: await logIn(replicas.api, user) };
}

async function team() {
  const { api } = replicas;
  const [owner, approver, editor] = [await person(), await person(), await person()];
  const workspace = await makeWorkspace(api, owner.user);
  await addMember(api, workspace, approver.user, 'APPROVER');
  await addMember(api, workspace, editor.user, 'EDITOR');
  const path = `/workspaces/${workspace.id}`;
  return { owner, approver, editor, workspace, path, members: `/workspace/${workspace.id}` };
}

const invitation = (members: string, proof: Proof, body: object) =>
  ({ method: 'POST', path: `${members}/members`, proof, body }) as const;
const removal = (members: string, proof: Proof, email: string) =>
  ({ method: 'DELETE', path: `${members}/members`, proof, body: { email } }) as const;
const roleChange = (members: string, proof: Proof, body: object) =>
  ({ method: 'POST', path: `${members}/membership`, proof, body }) as const;
const newToken = (path: string, proof: Proof, more: object = {}) =>
  ({ method: 'POST', path: `${path}/authTokens`, proof, body: { name: 'CI', expiration: '1d', ...more } }) as const;

const setDefault = (path: string, proof: Proof) => ({ method: 'PATCH', path: `${path}/setDefault`, proof }) as const;
const end = 'UPDATE workspaces SET deleted_at = now() WHERE id = $1';

const waitingMails = async (inviteeId: string) => {
  const { rows } = await replicas.api.services.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM graphile_worker._private_jobs WHERE payload->>'inviteeId' = $1`,
    [inviteeId],
  );
  return rows[0]?.count;
};

describe('one requestUlid a hundred times over two processes', () => {
  it('makes one workspace, and all hear the same', () =>
    inRounds(2, async () => {
      const { user, proof } = await person();
      const body = { displayName: 'Once', requestUlid: ulid() };
      const finishes = await replicas.race(times(100, { method: 'POST', path: '/workspaces/new', proof, body }));
      expect(outcomesOf(finishes)).toEqual(['ok']);
      const answers = finishes.map((finish) => CreatedWorkspace.parse(finish.body));
      for (const answer of answers) expect(answer).toEqual(answers[0]);
      expect(await replicas.api.db.membership.count({ where: { userId: user.id } })).toBe(1);
    }));

  it('makes one API token, whose secret all are told', () =>
    inRounds(2, async () => {
      const { editor, path, workspace } = await team();
      const finishes = await replicas.race(times(100, newToken(path, editor.proof, { requestUlid: ulid() })));
      expect(outcomesOf(finishes)).toEqual(['ok']);
      const answers = finishes.map((finish) => CreatedAuthToken.parse(finish.body));
      for (const { authToken } of answers) expect(authToken).toEqual(answers[0]?.authToken);
      expect(await replicas.api.db.authToken.count({ where: { workspaceId: workspace.id } })).toBe(1);
      const whoami = times(10, (at) => ({
        method: 'GET',
        path: '/whoami',
        proof: { token: answers[at]?.token ?? '' },
      }));
      for (const { body } of await replicas.race(whoami)) {
        expect(Whoami.parse(body).token?.id).toBe(answers[0]?.authToken.id);
      }
    }));

  it('invites once and sends one mail', () =>
    inRounds(2, async () => {
      const { approver, members } = await team();
      const body = { email: `${ulid()}@example.com`, requestUlid: ulid() };
      const finishes = await replicas.race(times(100, invitation(members, approver.proof, body)));
      expect(outcomesOf(finishes)).toEqual(['ok']);
      for (const finish of finishes) expect(finish.body).toEqual(finishes[0]?.body);
      const invitee = await replicas.api.db.user.findFirstOrThrow({ where: { email: body.email.toLowerCase() } });
      expect(await waitingMails(invitee.id)).toBe(1);
    }));

  it('deletes a workspace for all of them', async () => {
    const { owner, path } = await team();
    const deletion = { method: 'DELETE', path, proof: owner.proof, body: { requestUlid: ulid() } };
    expect(outcomesOf(await replicas.race(times(100, deletion)))).toEqual(['ok']);
  });

  it('with two payloads does one of them and refuses the other', async () => {
    const { user, proof } = await person();
    const requestUlid = ulid();
    const naming = (displayName: string) =>
      times(50, { method: 'POST', path: '/workspaces/new', proof, body: { displayName, requestUlid } });
    const finishes = await replicas.race(shuffled(naming('One'), naming('Other')));
    expect(finishes.filter((finish) => outcomeOf(finish) === 'ok')).toHaveLength(50);
    expect(outcomesOf(finishes)).toEqual(['RequestUlidReused', 'ok']);
    expect(await replicas.api.db.membership.count({ where: { userId: user.id } })).toBe(1);
  });
});

describe('invitations of one address in any case', () => {
  const cased = (email: string, at: number) =>
    at % 3 === 0 ? email : at % 3 === 1 ? email.toUpperCase() : `V${email.slice(1)}`;

  it('meet in one person with one membership', () =>
    inRounds(2, async () => {
      const { owner, approver, members, workspace } = await team();
      const email = `v${ulid().toLowerCase()}@example.com`;
      const finishes = await replicas.race(
        times(100, (at) => invitation(members, (at % 2 ? owner : approver).proof, { email: cased(email, at) })),
      );
      expect(outcomesOf(finishes)).toEqual(['ok']);
      expect(await replicas.api.db.user.count({ where: { email } })).toBe(1);
      expect(await replicas.api.db.membership.count({ where: { workspaceId: workspace.id, user: { email } } })).toBe(1);
    }));

  it('to two roles leave one of them', async () => {
    const { owner, members, workspace } = await team();
    const email = `v${ulid().toLowerCase()}@example.com`;
    const as = (role: string) => times(50, (at) => invitation(members, owner.proof, { email: cased(email, at), role }));
    const finishes = await replicas.race(shuffled(as('EDITOR'), as('APPROVER')));
    expect(finishes.filter((finish) => outcomeOf(finish) === 'ok')).toHaveLength(50);
    expect(outcomesOf(finishes)).toEqual(['AlreadyMember', 'ok']);
    expect(await replicas.api.db.membership.count({ where: { workspaceId: workspace.id, user: { email } } })).toBe(1);
  });
});

describe('defaults', () => {
  it('of one person over many workspaces end as one', () =>
    inRounds(2, async () => {
      const { user, proof } = await person();
      const workspaces = await Promise.all(Array.from({ length: 10 }, () => makeWorkspace(replicas.api, user)));
      const finishes = await replicas.race(
        times(100, (at) => ({
          method: 'PATCH',
          path: `/workspaces/${workspaces[at % 10]?.id ?? ''}/setDefault`,
          proof,
        })),
      );
      expect(outcomesOf(finishes)).toEqual(['ok']);
      expect(await replicas.api.db.membership.count({ where: { userId: user.id, isDefault: true } })).toBe(1);
    }));

  it('are one or none when they are deleted and left meanwhile', () =>
    inRounds(2, async () => {
      const { owner, editor, path, members } = await team();
      const own = await makeWorkspace(replicas.api, editor.user);
      const finishes = await replicas.race([
        ...times(98, (at) => setDefault(at % 2 ? path : `/workspaces/${own.id}`, editor.proof)),
        { method: 'DELETE', path: `${members}/leave`, proof: editor.proof, after: 10 },
        { method: 'DELETE', path, proof: owner.proof, after: 20 },
      ]);
      expect(['ok', 'WorkspaceNotFound']).toEqual(expect.arrayContaining(outcomesOf(finishes)));
      const ends = await replicas.api.db.membership.count({ where: { userId: editor.user.id, isDefault: true } });
      expect(ends).toBeLessThanOrEqual(1);
    }));

  it('never end on a workspace that was deleted meanwhile', async () => {
    const { owner, path, workspace } = await team();
    const deletion = await openTransaction(replicas.api, end, [workspace.id]);
    const set = replicas.race([setDefault(path, owner.proof)]);
    await waitsForLock(replicas.api, 'FROM workspaces w');
    await deletion.end('COMMIT');
    expect(outcomesOf(await set)).toEqual(['WorkspaceNotFound']);
  });
});

describe('a workspace whose members all act at once', () => {
  it('keeps its owner, and nobody is a member twice', () =>
    inRounds(2, async () => {
      const { owner, approver, editor, members, workspace } = await team();
      const email = editor.user.email;
      const finishes = await replicas.race(
        shuffled(
          times(15, (at) =>
            roleChange(members, owner.proof, { userId: editor.user.id, role: at % 2 ? 'APPROVER' : 'EDITOR' }),
          ),
          times(15, roleChange(members, owner.proof, { userId: owner.user.id, role: 'EDITOR' })),
          times(15, removal(members, approver.proof, owner.user.email)),
          times(15, removal(members, approver.proof, email)),
          times(15, invitation(members, owner.proof, { email: email.toUpperCase() })),
          times(10, { method: 'DELETE', path: `${members}/leave`, proof: editor.proof }),
          times(10, { method: 'DELETE', path: `${members}/leave`, proof: owner.proof }),
          times(5, { method: 'DELETE', path: `${members}/leave`, proof: approver.proof }),
        ),
      );
      const allowed = ['ok', 'AlreadyMember', 'MemberNotFound', 'NotAllowed', 'OwnerMustStay', 'WorkspaceNotFound'];
      expect(allowed).toEqual(expect.arrayContaining(outcomesOf(finishes)));
      const rows = await replicas.api.db.membership.findMany({ where: { workspaceId: workspace.id } });
      expect(rows.filter(({ role }) => role === 'OWNER').map(({ userId }) => userId)).toEqual([owner.user.id]);
    }));

  it('is joined by nobody once it is deleted', async () => {
    const { api } = replicas;
    const { owner, members, workspace } = await team();
    const deletion = await openTransaction(api, end, [workspace.id]);
    const invited = replicas.race([invitation(members, owner.proof, { email: `${ulid()}@example.com` })]);
    await waitsForLock(api, 'FROM workspaces w');
    await deletion.end('COMMIT');
    expect(outcomesOf(await invited)).toEqual(['WorkspaceNotFound']);
    expect(await api.db.membership.count({ where: { workspaceId: workspace.id } })).toBe(3);
  });
});

describe('no token', () => {
  it('outlives the workspace that it was made in', () =>
    inRounds(3, async () => {
      const { owner, approver, editor, path } = await team();
      const makers = [owner, approver, editor];
      const finishes = await replicas.race([
        ...times(80, (at) => newToken(path, (makers[at % 3] ?? owner).proof)),
        ...times(2, { method: 'DELETE', path, proof: owner.proof, after: 15 }),
      ]);
      expect(['ok', 'WorkspaceNotFound']).toEqual(expect.arrayContaining(outcomesOf(finishes)));
    }));

  it('outlives the membership of its maker', () =>
    inRounds(3, async () => {
      const { owner, editor, path, members } = await team();
      const finishes = await replicas.race([
        ...times(80, newToken(path, editor.proof)),
        { ...removal(members, owner.proof, editor.user.email), after: 15 },
        { method: 'DELETE', path: `${members}/leave`, proof: editor.proof, after: 15 },
      ]);
      expect(['ok', 'MemberNotFound', 'WorkspaceNotFound']).toEqual(expect.arrayContaining(outcomesOf(finishes)));
    }));
});

describe('a code for an instance', () => {
  const go = (path: string, proof: Proof, query = ''): Racer => ({ method: 'GET', path: `${path}/go${query}`, proof });
  const redemption = (code: string, state?: string): Racer => ({
    method: 'POST',
    path: '/complete-auth-connect',
    body: { code, state },
  });
  const codesIn = (finishes: Finish[]) =>
    finishes.flatMap(({ location }) => (location === null ? [] : [new URL(location).searchParams.get('code') ?? '']));

  it('has one redeemer of a hundred', () =>
    inRounds(2, async () => {
      const { editor, path, workspace } = await team();
      const [code = ''] = codesIn(await replicas.race([go(path, editor.proof)]));
      const finishes = await replicas.race(times(100, redemption(code)));
      expect(finishes.filter((finish) => outcomeOf(finish) === 'ok')).toHaveLength(1);
      expect(outcomesOf(finishes)).toEqual(['InvalidCode', 'ok']);
      expect(await replicas.api.db.instanceToken.count({ where: { workspaceId: workspace.id } })).toBe(1);
    }));

  it('with a state has one redeemer of a hundred', () =>
    inRounds(2, async () => {
      const { editor, path, workspace } = await team();
      const [code = ''] = codesIn(await replicas.race([go(path, editor.proof, '?state=s')]));
      const finishes = await replicas.race(times(100, redemption(code, 's')));
      expect(outcomesOf(finishes)).toEqual(['InvalidCode', 'ok']);
      expect(await replicas.api.db.instanceToken.count({ where: { workspaceId: workspace.id } })).toBe(1);
    }));

  it.each(['removal', 'deletion'] as const)('gives no token that outlives a %s', (end) =>
    inRounds(3, async () => {
      const { owner, editor, path, members } = await team();
      const codes = codesIn(await replicas.race(times(50, go(path, editor.proof))));
      const ending =
        end === 'deletion'
          ? { method: 'DELETE', path, proof: owner.proof }
          : removal(members, owner.proof, editor.user.email);
      const finishes = await replicas.race([
        ...shuffled(
          codes.map((code) => redemption(code)),
          times(30, go(path, editor.proof)),
        ),
        { ...ending, after: 20 },
      ]);
      expect(['ok', 'InvalidCode', 'page 404']).toEqual(expect.arrayContaining(outcomesOf(finishes)));
      const late = await replicas.race(codesIn(finishes).map((code) => redemption(code)));
      expect(late.map(outcomeOf)).toEqual(late.map(() => 'InvalidCode'));
    }),
  );
});
