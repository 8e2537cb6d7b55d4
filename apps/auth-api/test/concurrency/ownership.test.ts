/** @takes 20 s */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { addMember, logIn, makeUser, makeWorkspace } from '../support/builders.ts';
import {
  outcomeOf,
  outcomesOf,
  repeated,
  repeatRounds,
  shuffled,
  type RaceRequest,
  type Replicas,
} from '../support/replicas.ts';
import { setUpRaces } from '../support/set-up-races.ts';

let replicas: Replicas;
setUpRaces((started) => (replicas = started));

async function makeLoggedInUser() {
  const user = await makeUser(replicas.api);
  return { user, credentials: await logIn(replicas.api, user) };
}

async function makeOffer() {
  const { api } = replicas;
  const [owner, approver, editor] = [await makeLoggedInUser(), await makeLoggedInUser(), await makeLoggedInUser()];
  const workspace = await makeWorkspace(api, owner.user);
  await addMember(api, workspace, approver.user, 'APPROVER');
  await addMember(api, workspace, editor.user, 'EDITOR');
  const path = `/workspaces/${workspace.id}`;
  const offer = await api.send('POST', `${path}/ownership-offer`, owner.credentials).send({ userId: editor.user.id });
  expect(offer.status).toBe(200);
  const members = `/workspace/${workspace.id}`;
  const requests = {
    accept: { method: 'POST', path: `${path}/ownership-offer/accept`, credentials: editor.credentials },
    decline: { method: 'POST', path: `${path}/ownership-offer/decline`, credentials: editor.credentials },
    withdraw: { method: 'DELETE', path: `${path}/ownership-offer`, credentials: owner.credentials },
    leave: { method: 'DELETE', path: `${members}/leave`, credentials: editor.credentials },
    remove: {
      method: 'DELETE',
      path: `${members}/members`,
      credentials: approver.credentials,
      body: { email: editor.user.email },
    },
    changeRole: {
      method: 'POST',
      path: `${members}/membership`,
      credentials: owner.credentials,
      body: { userId: editor.user.id, role: 'APPROVER' },
    },
    delete: { method: 'DELETE', path, credentials: owner.credentials },
  } satisfies Record<string, RaceRequest>;
  const read: RaceRequest = { method: 'GET', path, credentials: approver.credentials };
  return { workspaceId: workspace.id, owner: owner.user, editor: editor.user, requests, read };
}

/** Counts the owners of a workspace all the time while the work runs. Returns the different counts. */
async function watchOwners(workspaceId: string, work: () => Promise<void>): Promise<number[]> {
  const counts = new Set<number>();
  let isRunning = true;
  const watch = async () => {
    while (isRunning) {
      counts.add(await replicas.api.db.membership.count({ where: { workspaceId, role: 'OWNER' } }));
      await sleep(1);
    }
  };
  const watching = watch();
  try {
    await work();
  } finally {
    isRunning = false;
    await watching;
  }
  return [...counts];
}

const actions = {
  accept: 'acceptOwnership',
  decline: 'declineOwnership',
  withdraw: 'withdrawOwnershipOffer',
  leave: 'leaveWorkspace',
  remove: 'removeMember',
  changeRole: 'changeMemberRole',
  delete: 'deleteWorkspace',
} as const;
type Name = keyof typeof actions;

/** What each request may respond with in a race. */
const allowed: Record<Name, readonly string[]> = {
  accept: ['ok', 'OwnershipOfferNotFound', 'WorkspaceNotFound'],
  decline: ['ok', 'OwnershipOfferNotFound', 'WorkspaceNotFound'],
  // NotAllowed: the owner has become an approver.
  withdraw: ['ok', 'OwnershipOfferNotFound', 'WorkspaceNotFound', 'NotAllowed'],
  leave: ['ok', 'OwnerMustStay', 'WorkspaceNotFound'],
  remove: ['ok', 'OwnerMustStay', 'MemberNotFound', 'WorkspaceNotFound'],
  changeRole: ['ok', 'OwnerMustStay', 'MemberNotFound', 'WorkspaceNotFound', 'NotAllowed'],
  delete: ['ok', 'WorkspaceNotFound', 'NotAllowed'],
};

/** How many reads take part in a round. */
const reads = 20;

// Ten attempts a round.
const attempts: readonly Name[] = [
  'accept',
  'accept',
  'accept',
  'withdraw',
  'decline',
  'remove',
  'changeRole',
  'changeRole',
  'leave',
  'delete',
];

it('a workspace has one owner throughout 100 concurrent attempts to end an offer', () =>
  repeatRounds(10, async () => {
    const { workspaceId, owner, editor, requests, read } = await makeOffer();
    // Acceptance takes the most locks and would lose to requests that start with it, so that they start while reads finish.
    const staggered = attempts.map((name) => ({
      ...requests[name],
      after: name === 'accept' ? 0 : randomInt(5, reads),
    }));
    const raced = shuffled(staggered, repeated(reads, read));
    let responses: Awaited<ReturnType<Replicas['race']>> = [];
    const ownerCounts = await watchOwners(workspaceId, async () => {
      responses = await replicas.race(raced);
    });
    expect(ownerCounts).toEqual([1]);

    const responsesTo = (name: Name) =>
      responses.filter(
        ({ request }) => request.method === requests[name].method && request.path === requests[name].path,
      );
    for (const name of new Set(attempts)) {
      expect(allowed[name]).toEqual(expect.arrayContaining(outcomesOf(responsesTo(name))));
    }
    // One entry for each success; a role change to the same role, and leaving or removing a member again, change nothing.
    const entries = await replicas.api.db.auditEntry.findMany({ where: { workspaceId } });
    const counts = (name: Name) => [
      entries.filter(({ action }) => action === actions[name]).length,
      responsesTo(name).filter((response) => outcomeOf(response) === 'ok').length,
    ];
    for (const name of ['accept', 'decline', 'withdraw', 'delete', 'remove'] as const) {
      const [written, succeeded] = counts(name);
      expect([name, written]).toEqual([name, succeeded]);
      expect(written).toBeLessThanOrEqual(1);
    }
    const { outcome } = await replicas.api.db.ownershipOffer.findFirstOrThrow({ where: { workspaceId } });
    const entriesFor = (name: Name) => counts(name)[0] ?? 0;
    expect(outcome).not.toBeNull();
    expect({
      ACCEPTED: entriesFor('accept'),
      DECLINED: entriesFor('decline'),
      WITHDRAWN: entriesFor('withdraw'),
    }).toEqual({
      ACCEPTED: outcome === 'ACCEPTED' ? 1 : 0,
      DECLINED: outcome === 'DECLINED' ? 1 : 0,
      WITHDRAWN: outcome === 'WITHDRAWN' ? 1 : 0,
    });
    if (outcome === 'ENDED')
      expect(entriesFor('remove') + entriesFor('leave') + entriesFor('delete')).toBeGreaterThan(0);
    const { userId } = await replicas.api.db.membership.findFirstOrThrow({ where: { workspaceId, role: 'OWNER' } });
    expect(userId).toBe(outcome === 'ACCEPTED' ? editor.id : owner.id);
  }));

it('of two accounts with offers to each other, both can be locked at once', () =>
  repeatRounds(3, async () => {
    const { api } = replicas;
    const [one, other] = [await makeLoggedInUser(), await makeLoggedInUser()];
    for (const [owner, member] of [
      [one, other],
      [other, one],
    ] as const) {
      const workspace = await makeWorkspace(api, owner.user);
      await addMember(api, workspace, member.user, 'EDITOR');
      const offer = api.send('POST', `/workspaces/${workspace.id}/ownership-offer`, owner.credentials);
      expect((await offer.send({ userId: member.user.id })).status).toBe(200);
    }
    const staff = await makeUser(api, {
      auth0Id: `waad|${one.user.id}`,
      email: `${one.user.id.toLowerCase()}@systeminit.com`,
    });
    const credentials = await logIn(api, staff);
    const locks = repeated(10, (index) => ({
      method: 'PATCH',
      path: `/users/${(index % 2 ? one : other).user.id}/suspend`,
      credentials,
      body: { isSuspended: true },
    }));
    expect(outcomesOf(await replicas.race(locks))).toEqual(['ok']);
    const open = { closedAt: null, fromUserId: { in: [one.user.id, other.user.id] } };
    expect(await api.db.ownershipOffer.count({ where: open })).toBe(0);
  }));
