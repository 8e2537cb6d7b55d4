import { AuthReconnect, WorkspaceChanged, workspaceChangedEvent } from '@portal/contract';
import { createLocalJWKSet, decodeJwt, jwtVerify, type JSONWebKeySet } from 'jose';
import { startJobWorker, type JobWorker } from '../../../src/jobs/worker.ts';
import { sendWorkspaceEvent } from '../../../src/features/instances/send-workspace-event.ts';
import type { User, Workspace } from '../../../src/generated/prisma/client.ts';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import {
  addMember,
  logIn,
  makeInstanceToken,
  makeInvitation,
  makeUser,
  makeWorkspace,
  proveMailbox,
} from '../../support/builders.ts';
import { pollUntil } from '../../support/polling.ts';
import { Instance } from '../../support/recording-instance.ts';

let instance: Instance;
let api: TestApi;
let jobs: JobWorker;
beforeAll(async () => {
  instance = new Instance();
  await instance.start();
  api = await startApi({ LOCAL_INSTANCE_URL: instance.url, BACK_CHANNEL_LOGOUT_NETWORKS: 'all' });
  jobs = startJobWorker(api.services);
});
beforeEach(() => {
  instance.received.length = 0;
  instance.status = 202;
});
afterAll(async () => {
  await jobs.stop();
  await api.close();
  await instance.stop();
});

interface Team {
  readonly owner: User;
  readonly member: User;
  readonly workspace: Workspace;
  readonly asOwner: Credentials;
  readonly asMember: Credentials;
}

/** A workspace whose owner and member are logged in to its instance. */
async function makeTeam(): Promise<Team> {
  const [owner, member] = [await makeUser(api), await makeUser(api)];
  const local = { instanceEnvType: 'LOCAL', instanceUrl: `${instance.url}/` } as const;
  const workspace = await makeWorkspace(api, owner, { displayName: 'Staging', ...local });
  await addMember(api, workspace, member, 'EDITOR');
  const [asOwner, asMember] = [await logIn(api, owner), await logIn(api, member)];
  await makeInstanceToken(api, workspace, owner, asOwner);
  await makeInstanceToken(api, workspace, member, asMember);
  return { owner, member, workspace, asOwner, asMember };
}

/** The events of a workspace. Those of the test before may still be arriving. */
const eventsReceived = ({ workspace }: Pick<Team, 'workspace'>) =>
  instance.received
    .filter(({ url }) => url === '/workspace-events')
    .map(({ body }) => decodeJwt<{ events: Record<string, unknown> }>(body))
    .filter(({ aud }) => aud === workspace.id)
    .map(({ events }) => WorkspaceChanged.parse(events[workspaceChangedEvent]));

const waitForEvents = (team: Team, count: number, timeoutMs = 5_000) =>
  pollUntil(
    () => Promise.resolve(eventsReceived(team)),
    (events) => events.length >= count,
    timeoutMs,
  );

const rename = ({ workspace, asOwner }: Team, displayName: string) =>
  api.send('PATCH', `/workspaces/${workspace.id}`, asOwner).send({ displayName });
const changeRole = ({ workspace, member, asOwner }: Team, role: string) =>
  api.send('POST', `/workspace/${workspace.id}/membership`, asOwner).send({ userId: member.id, role });
const remove = ({ workspace, member, asOwner }: Team) =>
  api.send('DELETE', `/workspace/${workspace.id}/members`, asOwner).send({ email: member.email });

/** What an instance learns about the member's instance token. */
async function reconnect({ workspace, member, asMember }: Team) {
  const credentials = await makeInstanceToken(api, workspace, member, asMember);
  return AuthReconnect.parse((await api.send('GET', '/auth-reconnect', credentials)).body);
}

it('sends a changed role to the instance within five seconds, as a signed token that is no credential', async () => {
  const team = await makeTeam();
  const { owner, member, workspace } = team;
  const before = await reconnect(team);
  expect((await changeRole(team, 'APPROVER')).status).toBe(200);
  await waitForEvents(team, 1);
  const request = instance.received.find(({ body }) => decodeJwt(body).aud === workspace.id);
  expect(request).toMatchObject({ method: 'POST', contentType: 'application/secevent+jwt' });
  const jwks = (await api.send('GET', '/.well-known/jwks.json')).body as JSONWebKeySet;
  const { payload, protectedHeader } = await jwtVerify(request?.body ?? '', createLocalJWKSet(jwks), {
    issuer: 'http://localhost:9001',
    audience: workspace.id,
    typ: 'secevent+jwt',
  });
  expect(protectedHeader.kid).toMatch(/^event-/);
  const members = [
    { userId: owner.id, role: 'OWNER' as const },
    { userId: member.id, role: 'APPROVER' as const },
  ].sort((a, b) => (a.userId < b.userId ? -1 : 1));
  const event = { revision: before.revision + 1, displayName: 'Staging', approvalsEnabled: false, members };
  expect(payload).toEqual({
    iss: 'http://localhost:9001',
    aud: workspace.id,
    jti: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/) as string,
    iat: expect.any(Number) as number,
    events: { [workspaceChangedEvent]: event },
  });
  for (const path of ['/whoami', '/auth-reconnect'])
    expect((await api.send('GET', path, { token: request?.body ?? '' })).status).toBe(401);
  expect(await reconnect(team)).toMatchObject({ role: 'APPROVER', revision: event.revision });
});

const makeJoiner = async ({ workspace, owner }: Team) => {
  const invitee = await makeUser(api);
  const invitation = await makeInvitation(api, workspace, { email: invitee.email, inviterId: owner.id });
  await proveMailbox(api, invitation, invitee);
  return { invitee, invitation, asInvitee: await logIn(api, invitee) };
};

it.each<[string, (team: Team) => Promise<unknown>, (event: WorkspaceChanged, team: Team) => unknown]>([
  ['a new name', (team) => rename(team, 'Production'), ({ displayName }) => displayName === 'Production'],
  [
    'enabled approvals',
    ({ workspace, asOwner }) =>
      api.send('PATCH', `/workspaces/${workspace.id}/approvalsEnabled`, asOwner).send({ approvalsEnabled: true }),
    ({ approvalsEnabled }) => approvalsEnabled,
  ],
  ['a removed member', remove, ({ members }) => members.length === 1],
  [
    'a member who left',
    ({ workspace, asMember }) => api.send('DELETE', `/workspace/${workspace.id}/leave`, asMember),
    ({ members }) => members.length === 1,
  ],
  [
    'a new member',
    async (team) => {
      const { invitation, asInvitee } = await makeJoiner(team);
      await api.send('POST', `/invitations/${invitation.id}/accept`, asInvitee).send({ role: 'EDITOR' });
    },
    ({ members }) => members.length === 3,
  ],
])('sends %s', async (_what, change, isShown) => {
  const team = await makeTeam();
  await change(team);
  const [event] = await waitForEvents(team, 1);
  expect(event && isShown(event, team)).toBe(true);
});

it('sends nothing for a change that instances do not know of, or to an instance without a logged-in user', async () => {
  const team = await makeTeam();
  await api.send('PATCH', `/workspaces/${team.workspace.id}`, team.asOwner).send({ description: 'For tests' });
  await api.db.instanceToken.updateMany({ where: { workspaceId: team.workspace.id }, data: { revokedAt: new Date() } });
  await rename(team, 'Production');
  await waitForEvents(team, 1, 500);
  expect(eventsReceived(team)).toEqual([]);
  // But the change is numbered, so that a user who enters later knows of it.
  expect((await reconnect(team)).revision).toBe(1);
});

it('sends the present state again after a failure, so that the last event has the highest revision', async () => {
  const team = await makeTeam();
  instance.status = 503;
  await rename(team, 'First');
  await waitForEvents(team, 1);
  await rename(team, 'Second');
  await waitForEvents(team, 2);
  instance.status = 202;
  const events = await waitForEvents(team, 4, 10_000);
  expect(events.map(({ revision, displayName }) => [revision, displayName])).toEqual([
    [1, 'First'],
    ...Array.from({ length: events.length - 1 }, () => [2, 'Second']),
  ]);
});

it('numbers concurrent changes one after the other', async () => {
  const team = await makeTeam();
  const others = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const user = await makeUser(api);
      await addMember(api, team.workspace, user, 'EDITOR');
      return logIn(api, user);
    }),
  );
  const left = await Promise.all(
    others.map((credentials) => api.send('DELETE', `/workspace/${team.workspace.id}/leave`, credentials)),
  );
  expect(left.map(({ status }) => status)).toEqual(others.map(() => 200));
  expect((await reconnect(team)).revision).toBe(6);
  await pollUntil(
    () => Promise.resolve(eventsReceived(team)),
    (events) => events.some(({ revision }) => revision === 6),
  );
  const last = eventsReceived(team).find(({ revision }) => revision === 6);
  expect(last?.members).toHaveLength(2);
});

it('sends nothing if the operator has turned notifications of instances off', async () => {
  const team = await makeTeam();
  const settings = { ...api.services.settings, BACK_CHANNEL_LOGOUT_NETWORKS: 'none' as const };
  await sendWorkspaceEvent({ workspaceId: team.workspace.id }, { ...api.services, settings });
  expect(eventsReceived(team)).toEqual([]);
});
