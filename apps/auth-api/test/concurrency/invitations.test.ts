/** @takes 20 s */
import type { AuditEntry, Invitation } from '../../src/generated/prisma/client.ts';
import type { Credentials } from '../support/api.ts';
import {
  addMember,
  logIn,
  makeInvitation,
  makeStaff,
  makeUser,
  makeWorkspace,
  proveMailbox,
} from '../support/builders.ts';
import {
  outcomesOf,
  repeated,
  repeatRounds,
  shuffled,
  type RaceRequest,
  type Replicas,
  raceSize,
} from '../support/replicas.ts';
import { setUpRaces } from '../support/set-up-races.ts';

let replicas: Replicas;
setUpRaces((started) => (replicas = started));

async function makeTeam() {
  const { api } = replicas;
  const [owner, approver] = [await makeUser(api), await makeUser(api)];
  const workspace = await makeWorkspace(api, owner);
  await addMember(api, workspace, approver, 'APPROVER');
  const [asOwner, asApprover] = [await logIn(api, owner), await logIn(api, approver)];
  const { credentials: asStaff } = await makeStaff(api);
  return { workspace, asOwner, asApprover, asStaff };
}
type Team = Awaited<ReturnType<typeof makeTeam>>;

async function inviteSomeone({ workspace }: Team) {
  const user = await makeUser(replicas.api);
  const invitation = await makeInvitation(replicas.api, workspace, { email: user.email });
  await proveMailbox(replicas.api, invitation, user);
  return { user, invitation, asUser: await logIn(replicas.api, user) };
}
type Invitee = Awaited<ReturnType<typeof inviteSomeone>>;

/** Every way to end an invitation, and what changes it or its workspace. */
function requestsFor({ workspace, ...team }: Team, { invitation, user, asUser }: Invitee) {
  const members = `/workspace/${workspace.id}`;
  const request = (method: string, path: string, credentials: Credentials, body: object): RaceRequest => ({
    method,
    path,
    credentials,
    body,
  });
  return {
    /** Half of the acceptances are of the role that the invitation has at first, half of the one that it gets. */
    accept: (index: number) =>
      request('POST', `/invitations/${invitation.id}/accept`, asUser, { role: index % 2 ? 'APPROVER' : 'EDITOR' }),
    decline: request('POST', `/invitations/${invitation.id}/decline`, asUser, {}),
    cancel: request('DELETE', `/workspaces/${workspace.id}/invitations/${invitation.id}`, team.asOwner, {}),
    remove: request('DELETE', `${members}/members`, team.asApprover, { email: user.email }),
    changeRole: request('POST', `${members}/membership`, team.asOwner, { userId: invitation.id, role: 'APPROVER' }),
    invite: request('POST', `${members}/members`, team.asOwner, { email: user.email }),
    quarantine: request('PATCH', `/workspaces/${workspace.id}/quarantine`, team.asStaff, { isQuarantined: true }),
  };
}

const endOf = ({ acceptedAt, declinedAt, cancelledAt }: Invitation) =>
  acceptedAt ? 'accepted' : declinedAt ? 'declined' : cancelledAt ? 'cancelled' : 'open';

const endActions = {
  acceptInvitation: 'accepted',
  declineInvitation: 'declined',
  cancelInvitation: 'cancelled',
  removeMember: 'cancelled',
} as const;

const isAbout =
  (invitationId: string) =>
  ({ details }: AuditEntry): boolean =>
    (details as { invitationId?: string } | null)?.invitationId === invitationId;

/** What a race left behind. Fails if it is not consistent with the audit log. */
async function outcomeOfRace({ workspace }: Team, { invitation: { id }, user }: Invitee): Promise<string> {
  const { db } = replicas.api;
  const invitation = await db.invitation.findUniqueOrThrow({ where: { id } });
  const membership = await db.membership.findUnique({
    where: { workspaceId_userId: { workspaceId: workspace.id, userId: user.id } },
  });
  const entries = await db.auditEntry.findMany({ where: { workspaceId: workspace.id }, orderBy: { id: 'asc' } });
  const ends = entries.filter(isAbout(id)).flatMap(({ action }) => {
    const end = endActions[action as keyof typeof endActions] as string | undefined;
    return end === undefined ? [] : [end];
  });
  expect(ends).toEqual(endOf(invitation) === 'open' ? [] : [endOf(invitation)]);
  const roleChanges = entries.filter(isAbout(id)).filter(({ action }) => action === 'changeMemberRole');
  expect(roleChanges).toHaveLength(invitation.role === 'APPROVER' ? 1 : 0);
  const removals = entries.filter(
    ({ action, subjectUserId }) => action === 'removeMember' && subjectUserId === user.id,
  );
  const isMember = endOf(invitation) === 'accepted' && removals.length === 0;
  expect(membership?.role).toBe(isMember ? invitation.role : undefined);
  expect(removals.length).toBeLessThanOrEqual(endOf(invitation) === 'accepted' ? 1 : 0);
  return `${endOf(invitation)}, role ${invitation.role}${removals.length > 0 ? ', then removed' : ''}`;
}

/** Runs races with one team, and returns how often each outcome occurred. */
async function countOutcomes(rounds: number, race: (team: Team, invitee: Invitee) => Promise<unknown>) {
  const team = await makeTeam();
  const counts: Record<string, number> = {};
  await repeatRounds(rounds, async () => {
    const invitee = await inviteSomeone(team);
    await race(team, invitee);
    const outcome = await outcomeOfRace(team, invitee);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
    await replicas.api.db.workspace.update({ where: { id: team.workspace.id }, data: { quarantinedAt: null } });
  });
  return counts;
}

const expectedErrors = [
  'AlreadyMember',
  'InvitationChanged',
  'InvitationEnded',
  'InvitationNotFound',
  'MemberNotFound',
  'WorkspaceNotFound',
  'ok',
];

describe('an invitation that is accepted, declined, cancelled, removed and changed at the same time', () => {
  it('ends once, with one audit entry, and makes a member only if it was accepted', async () => {
    let round = 0;
    const counts = await countOutcomes(12, async (team, invitee) => {
      const { accept, decline, cancel, remove, changeRole } = requestsFor(team, invitee);
      const removals = repeated(round++ % 2, remove);
      const responses = await replicas.race(
        shuffled(repeated(5, accept), [decline], [cancel], removals, repeated(2, changeRole)),
      );
      expect(expectedErrors).toEqual(expect.arrayContaining(outcomesOf(responses)));
      const { role } = await replicas.api.db.invitation.findUniqueOrThrow({ where: { id: invitee.invitation.id } });
      const accepted = responses.filter(({ request, status }) => request.path.endsWith('/accept') && status === 200);
      expect(accepted.every(({ request }) => JSON.stringify(request.body) === JSON.stringify({ role }))).toBe(true);
    });
    expect(Object.keys(counts).length).toBeGreaterThan(1);
  });

  it('makes no member of a workspace that was quarantined before', async () => {
    await countOutcomes(5, async (team, invitee) => {
      const { accept, changeRole, quarantine } = requestsFor(team, invitee);
      const responses = await replicas.race(
        shuffled(repeated(5, accept), repeated(2, changeRole), repeated(2, quarantine)),
      );
      expect(expectedErrors).toEqual(expect.arrayContaining(outcomesOf(responses)));
      const { db } = replicas.api;
      const { acceptedAt } = await db.invitation.findUniqueOrThrow({ where: { id: invitee.invitation.id } });
      const { quarantinedAt } = await db.workspace.findUniqueOrThrow({ where: { id: team.workspace.id } });
      // Both are the start of their transactions, of which the quarantine may have waited for the acceptance.
      if (acceptedAt) expect(quarantinedAt).not.toBeNull();
      const late = await replicas.race([accept(0)]);
      expect(outcomesOf(late)).toEqual(acceptedAt ? ['InvitationEnded'] : [expect.stringMatching(/Ended|NotFound/)]);
    });
  });

  it('leaves at most one open invitation and one membership if it is sent again meanwhile', async () => {
    await countOutcomes(5, async (team, invitee) => {
      const { accept, cancel, remove, invite } = requestsFor(team, invitee);
      const responses = await replicas.race(shuffled(repeated(5, accept), [cancel], [remove], repeated(4, invite)));
      expect(expectedErrors).toEqual(expect.arrayContaining(outcomesOf(responses)));
      const { id: userId, email } = invitee.user;
      const { workspace } = team;
      const [open, memberships] = await Promise.all([
        replicas.api.db.invitation.count({
          where: { workspaceId: workspace.id, email, acceptedAt: null, declinedAt: null, cancelledAt: null },
        }),
        replicas.api.db.membership.count({ where: { workspaceId: workspace.id, userId } }),
      ]);
      expect(open + memberships).toBeLessThanOrEqual(1);
    });
  });
});

describe('two accounts with one address', () => {
  it('accept an invitation once', () =>
    repeatRounds(2, async () => {
      const team = await makeTeam();
      const { user, invitation, asUser } = await inviteSomeone(team);
      const other = await makeUser(replicas.api, { email: user.email });
      await proveMailbox(replicas.api, invitation, other);
      const asOther = await logIn(replicas.api, other);
      const path = `/invitations/${invitation.id}/accept`;
      const responses = await replicas.race(
        repeated(raceSize, (index) => ({
          method: 'POST',
          path,
          credentials: index % 2 ? asUser : asOther,
          body: { role: 'EDITOR' },
        })),
      );
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(outcomesOf(responses)).toEqual(['InvitationEnded', 'ok']);
      const members = { workspaceId: team.workspace.id, user: { email: user.email } };
      expect(await replicas.api.db.membership.count({ where: members })).toBe(1);
    }));
});
