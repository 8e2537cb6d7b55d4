/** @takes 30 s */
import { CreatedAuthToken } from '@portal/contract';
import { ulid } from 'ulid';
import type { Credentials } from '../support/api.ts';
import {
  addMember,
  logIn,
  makeApiToken,
  makeServiceAccount,
  makeServiceAccountToken,
  makeUser,
  makeWorkspace,
  renewableToken,
} from '../support/builders.ts';
import { violatedInvariants } from '../support/invariants.ts';
import {
  outcomeOf,
  outcomesOf,
  repeated,
  repeatRounds,
  shuffled,
  startReplicas,
  type RaceRequest,
  type Replicas,
  raceSize,
} from '../support/replicas.ts';

// Two tokens that change each other lock the workspace first, so that neither waits for the other.
let replicas: Replicas;
beforeAll(async () => {
  replicas = await startReplicas();
});
afterEach(async () => {
  expect(await violatedInvariants(replicas.api)).toEqual([]);
  expect(replicas.errors()).toEqual([]);
});
afterAll(() => replicas.close());

async function makeTeam() {
  const { api } = replicas;
  const [owner, approver] = [await makeUser(api), await makeUser(api)];
  const workspace = await makeWorkspace(api, owner);
  await addMember(api, workspace, approver, 'APPROVER');
  const account = await makeServiceAccount(api, workspace);
  return {
    owner,
    approver,
    workspace,
    account,
    asOwner: await logIn(api, owner),
    ofAccount: () => makeServiceAccountToken(api, account, renewableToken()),
    ofApprover: () => makeApiToken(api, workspace, approver, renewableToken()),
    path: `/workspaces/${workspace.id}`,
    members: `/workspace/${workspace.id}`,
  };
}
type Team = Awaited<ReturnType<typeof makeTeam>>;

const rotation = ({ path }: Team, id: string, credentials: Credentials, key?: string): RaceRequest => ({
  method: 'POST',
  path: `${path}/authTokens/${id}/rotate`,
  credentials,
  body: {},
  ...(key !== undefined && { key }),
});
const revocation = ({ path }: Team, id: string, credentials: Credentials): RaceRequest => ({
  method: 'POST',
  path: `${path}/authTokens/${id}/revoke`,
  credentials,
});

describe('many rotations of one token at once', () => {
  it.each(['ofApprover', 'ofAccount'] as const)('give one successor, and 99 get no secret: %s', async (make) => {
    const team = await makeTeam();
    const { id, credentials } = await team[make]();
    const responses = await replicas.race(
      repeated(raceSize, (index) => rotation(team, id, credentials, index % 2 ? `key-${index}` : undefined)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const rejected = responses.filter(({ status }) => status !== 200);
    expect(outcomesOf(rejected)).toEqual(['TokenAlreadyReplaced']);
    expect(new Set(rejected.map(({ status }) => status))).toEqual(new Set([409]));
    expect(JSON.stringify(rejected.map(({ body }) => body))).not.toContain('eyJ');
    expect(await replicas.api.db.authToken.count({ where: { workspaceId: team.workspace.id } })).toBe(2);
  });

  it('with one Idempotency-Key get the same successor', async () => {
    const team = await makeTeam();
    const { id, credentials } = await team.ofAccount();
    const responses = await replicas.race(repeated(raceSize, rotation(team, id, credentials, 'build-1')));
    expect(outcomesOf(responses)).toEqual(['ok']);
    const ids = responses.map(({ body }) => CreatedAuthToken.parse(body).authToken.id);
    expect(new Set(ids).size).toBe(1);
  });

  it('with one Idempotency-Key of two tokens of one service account give neither the secret of the other', async () => {
    const team = await makeTeam();
    const tokens = [await team.ofAccount(), await team.ofAccount()] as const;
    const responses = await replicas.race(
      shuffled(
        ...tokens.map(({ id, credentials }) => repeated(raceSize / 2, rotation(team, id, credentials, 'build-1'))),
      ),
    );
    expect(outcomesOf(responses)).toEqual(['IdempotencyKeyReused', 'ok']);
    const accepted = responses.filter((response) => outcomeOf(response) === 'ok');
    expect(accepted).toHaveLength(raceSize / 2);
    expect(new Set(accepted.map(({ request }) => request.path)).size).toBe(1);
    expect(new Set(accepted.map(({ body }) => CreatedAuthToken.parse(body).authToken.id)).size).toBe(1);
  });

  it('by the token and by its person give one successor', async () => {
    const team = await makeTeam();
    const { id, credentials } = await team.ofApprover();
    const asApprover = await logIn(replicas.api, team.approver);
    const responses = await replicas.race(
      shuffled(
        repeated(raceSize / 2, rotation(team, id, credentials)),
        repeated(raceSize / 2, rotation(team, id, asApprover)),
      ),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(outcomesOf(responses)).toEqual(['TokenAlreadyReplaced', 'ok']);
  });
});

describe('the writes of a token', () => {
  const invitation = ({ members }: Team, credentials: Credentials, after = 0): RaceRequest => ({
    method: 'POST',
    path: `${members}/members`,
    credentials,
    body: { email: `${ulid().toLowerCase()}@example.com` },
    after,
  });
  const endings: Readonly<
    Record<string, { of: 'ofApprover' | 'ofAccount'; end: (team: Team, id: string) => RaceRequest }>
  > = {
    'its revocation': { of: 'ofAccount', end: (team, id) => revocation(team, id, team.asOwner) },
    'the deletion of its service account': {
      of: 'ofAccount',
      end: ({ path, account, asOwner }) => ({
        method: 'DELETE',
        path: `${path}/serviceAccounts/${account.id}`,
        credentials: asOwner,
      }),
    },
    'a policy without writes': {
      of: 'ofAccount',
      end: ({ path, asOwner }) => ({
        method: 'PATCH',
        path: `${path}/tokenPolicy`,
        credentials: asOwner,
        body: { makers: 'EVERYONE', maxDays: null, allowsWrites: false },
      }),
    },
    'its replacement without an overlap': {
      of: 'ofAccount',
      end: (team, id) => ({ ...rotation(team, id, team.asOwner), body: { overlap: '0' } }),
    },
    'the demotion of its person': {
      of: 'ofApprover',
      end: ({ members, approver, asOwner }) => ({
        method: 'POST',
        path: `${members}/membership`,
        credentials: asOwner,
        body: { userId: approver.id, role: 'EDITOR' },
      }),
    },
    'the removal of its person': {
      of: 'ofApprover',
      end: ({ members, approver, asOwner }) => ({
        method: 'DELETE',
        path: `${members}/members`,
        credentials: asOwner,
        body: { email: approver.email },
      }),
    },
  };

  it.each(Object.entries(endings))('end with %s', async (_what, { of, end }) => {
    const team = await makeTeam();
    const { id, credentials } = await team[of]();
    const ending = { ...end(team, id), after: 10 };
    const [ended, ...writes] = await replicas.race([
      ending,
      ...repeated(raceSize, (index) => invitation(team, credentials, index < raceSize / 2 ? 0 : 10)),
    ]);
    expect(ended && outcomeOf(ended)).toBe('ok');
    const written = writes.filter((response) => outcomeOf(response) === 'ok').length;
    const stored = await replicas.api.db.invitation.count({ where: { workspaceId: team.workspace.id } });
    expect(stored).toBe(written);
    const late = await replicas.race(repeated(10, () => invitation(team, credentials)));
    expect(late.map(outcomeOf)).not.toContain('ok');
    expect(await replicas.api.db.invitation.count({ where: { workspaceId: team.workspace.id } })).toBe(stored);
    // Nothing that it sent stays open if its person or its service account may no longer invite.
    const isOpen = { workspaceId: team.workspace.id, cancelledAt: null };
    if (/deletion|demotion|removal/.test(_what))
      expect(await replicas.api.db.invitation.count({ where: isOpen })).toBe(0);
  });

  it('end for at least one of two tokens that revoke each other, and none of the requests fails', async () => {
    await repeatRounds(3, async () => {
      const team = await makeTeam();
      const [one, other] = [await team.ofAccount(), await team.ofAccount()];
      const responses = await replicas.race(
        shuffled(
          repeated(5, revocation(team, other.id, one.credentials)),
          repeated(5, revocation(team, one.id, other.credentials)),
        ),
      );
      expect(['InvalidToken', 'ok']).toEqual(expect.arrayContaining(outcomesOf(responses)));
      const revoked = await replicas.api.db.authToken.count({
        where: { workspaceId: team.workspace.id, revokedAt: { not: null } },
      });
      expect(revoked).toBe(1);
    });
  });

  it('rename themselves and each other, and none of the requests fails', async () => {
    const team = await makeTeam();
    const [one, other] = [await team.ofAccount(), await team.ofAccount()];
    const rename = (id: string, credentials: Credentials) =>
      repeated(10, (index): RaceRequest => ({
        method: 'PUT',
        path: `${team.path}/authTokens/${id}`,
        credentials,
        body: { name: `Name ${index}` },
      }));
    const responses = await replicas.race(
      shuffled(
        rename(one.id, one.credentials),
        rename(other.id, one.credentials),
        rename(one.id, other.credentials),
        rename(other.id, other.credentials),
      ),
    );
    expect(outcomesOf(responses)).toEqual(['ok']);
  });
});
