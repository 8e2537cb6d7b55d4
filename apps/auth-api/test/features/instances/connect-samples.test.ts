/** @takes 10 s */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ulid } from 'ulid';
import type { User, Workspace } from '../../../src/generated/prisma/client.ts';
import { startJobWorker, type JobWorker } from '../../../src/jobs/worker.ts';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import {
  addMember,
  logIn,
  makeApiToken,
  makeInstanceToken,
  makeUser,
  makeWorkspace,
  sessionOf,
} from '../../support/builders.ts';
import { openInstanceBrowser, type InstanceBrowser } from '../../support/instance-browser.ts';
import { closeServer, listen } from '../../support/listen.ts';
import { pollUntil } from '../../support/polling.ts';

// The sample instances of docs/connect/, beside the API.

const pathOf = (path: string) => fileURLToPath(new URL(`../../../../../${path}`, import.meta.url));
const getPython = () => execFileSync(process.execPath, [pathOf('scripts/python.mjs')], { encoding: 'utf8' }).trim();
const samples = [
  { sample: 'Express', command: () => [process.execPath, pathOf('docs/connect/samples/express.mjs')] },
  { sample: 'Python', command: () => [getPython(), pathOf('docs/connect/samples/service.py')] },
];

let api: TestApi;
let apiUrl: string;
let apiServer: Server;
let jobs: JobWorker;
let running: ChildProcess;
let instanceUrl: string;
let owner: User;
let member: User;
let workspace: Workspace;

beforeAll(async () => {
  apiServer = createServer((request, response) => void api.app(request, response));
  apiUrl = `http://localhost:${await listen(apiServer)}`;
  api = await startApi({ AUTH_API_URL: apiUrl, BACK_CHANNEL_LOGOUT_NETWORKS: 'all' });
  jobs = startJobWorker(api.services);
  [owner, member] = [await makeUser(api), await makeUser(api, { nickname: 'Grace' })];
});
afterAll(async () => {
  await jobs.stop();
  apiServer.closeAllConnections();
  await closeServer(apiServer);
  await api.close();
});

/** Starts a sample, and makes a workspace that opens it. */
async function startSample([program = '', ...args]: string[]) {
  const id = ulid();
  running = spawn(program, args, {
    env: {
      PATH: process.env['PATH'],
      AUTH_API_URL: apiUrl,
      PORTAL_URL: api.services.settings.PORTAL_URL,
      WORKSPACE_ID: id,
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!running.stdout) throw new Error('The sample has no output.');
  const [line] = (await once(createInterface(running.stdout), 'line')) as [string];
  instanceUrl = line.replace('Listening on ', 'http://localhost:');
  workspace = await makeWorkspace(api, owner, { id, displayName: 'Staging', instanceEnvType: 'LOCAL', instanceUrl });
  await addMember(api, workspace, member, 'EDITOR');
}

const openBrowser = (credentials: Credentials) =>
  openInstanceBrowser(api, { instanceUrl, workspaceId: workspace.id }, credentials);
const seenBy = ({ see }: InstanceBrowser) => see();
const isLoggedOut = ({ see }: InstanceBrowser) => pollUntil(see, (seen) => seen === 401);

/** A further member, who has used the instance. */
async function enterAsOther() {
  const other = await makeUser(api);
  await addMember(api, workspace, other, 'EDITOR');
  const [browser, asOwner] = [openBrowser(await logIn(api, other)), await logIn(api, owner)];
  await browser.enter();
  expect(await browser.seeRole()).toBe('EDITOR');
  return { other, browser, asOwner };
}

describe.each(samples)('the sample in $sample', ({ command }) => {
  beforeAll(() => startSample(command()));
  afterAll(() => {
    running.kill();
  });

  it('logs a member in, with the role, and opens the path of the link', async () => {
    const browser = openBrowser(await logIn(api, member));
    expect(await seenBy(browser)).toBe(401);
    expect(await browser.enter('?redirect=%2Fw%2F1')).toBe('/w/1');
    expect(await seenBy(browser)).toEqual({ user: 'Grace', workspace: 'Staging', role: 'EDITOR' });
  });

  it('opens no other site, and logs no browser in that did not start the login', async () => {
    const browser = openBrowser(await logIn(api, member));
    expect(await browser.enter('?redirect=%2F%2Fevil.example')).toBe('/');
    const first = await browser.visit(await browser.go(`/workspaces/${workspace.id}/go`));
    const withState = await browser.go(first.headers.get('location') ?? '');
    const victim = openBrowser({});
    expect((await victim.visit(withState)).status).toBe(403);
    expect(await seenBy(victim)).toBe(401);
    // Nor with a login of its own under way.
    await victim.visit(await browser.go(`/workspaces/${workspace.id}/go`));
    expect((await victim.visit(withState)).status).toBe(403);
    // The state is used up with the login.
    const again = await browser.visit(withState);
    expect((await browser.visit(again.headers.get('location') ?? '')).status).toBe(200);
    expect((await browser.visit(withState)).status).toBe(403);
  });

  it('lets no one in from another workspace that has its URL', async () => {
    const other = await makeWorkspace(api, member, { instanceEnvType: 'LOCAL', instanceUrl });
    const browser = openBrowser(await logIn(api, member));
    expect((await browser.visit(await browser.go(`/workspaces/${other.id}/go`))).status).toBe(403);
    expect(await seenBy(browser)).toBe(401);
  });

  it('follows a change of the role by an event, and the removal of the member', async () => {
    const { other, browser, asOwner } = await enterAsOther();
    const body = { userId: other.id, role: 'APPROVER' };
    expect((await api.send('POST', `/workspace/${workspace.id}/membership`, asOwner).send(body)).status).toBe(200);
    expect(await pollUntil(browser.seeRole, (role) => role === 'APPROVER')).toBe('APPROVER');
    const removal = { email: other.email };
    expect((await api.send('DELETE', `/workspace/${workspace.id}/members`, asOwner).send(removal)).status).toBe(200);
    expect(await isLoggedOut(browser)).toBe(401);
  });

  it('logs out a user whom an event does not list, also without a logout token', async () => {
    const { other, browser, asOwner } = await enterAsOther();
    // Only instances with a logged-in user get events.
    await openBrowser(asOwner).enter();
    const where = { workspaceId: workspace.id, userId: other.id };
    await api.db.instanceToken.updateMany({ where, data: { revokedAt: new Date() } });
    await api.db.membership.deleteMany({ where });
    const renamed = { displayName: 'Production' };
    expect((await api.send('PATCH', `/workspaces/${workspace.id}`, asOwner).send(renamed)).status).toBe(200);
    expect(await isLoggedOut(browser)).toBe(401);
  });

  it('reads the role again after /refresh-auth, and when a code was redeemed', async () => {
    const { other, browser } = await enterAsOther();
    const setRole = (role: 'APPROVER' | 'EDITOR') =>
      api.db.membership.updateMany({ where: { workspaceId: workspace.id, userId: other.id }, data: { role } });
    await setRole('APPROVER');
    expect(await browser.seeRole()).toBe('EDITOR');
    const refreshed = await browser.visit(`/refresh-auth?workspaceId=${workspace.id}`);
    expect(refreshed.headers.get('location')).toBe(`${api.services.settings.PORTAL_URL}/workspace/${workspace.id}`);
    expect(await browser.seeRole()).toBe('APPROVER');
    await browser.enter();
    await setRole('EDITOR');
    expect(await browser.seeRole()).toBe('EDITOR');
  });

  it('logs out with the session at the portal, and not by a forged logout token', async () => {
    const credentials = await logIn(api, member);
    const browser = openBrowser(credentials);
    await browser.enter();
    const { id: sessionId } = await sessionOf(api, credentials);
    const logout = { userId: member.id, sessionId, workspaceId: workspace.id, endedAt: new Date() };
    const { logoutTokens } = api.services;
    const post = (token: string) =>
      fetch(`${instanceUrl}/backchannel-logout`, {
        method: 'POST',
        body: new URLSearchParams({ logout_token: token }),
      });
    const instanceToken = await makeInstanceToken(api, workspace, member, credentials);
    for (const forged of [
      'eyJhbGciOiJub25lIiwidHlwIjoibG9nb3V0K2p3dCJ9.e30.',
      instanceToken.token ?? '',
      await logoutTokens.sign({ ...logout, workspaceId: ulid() }),
    ])
      expect((await post(forged)).status).toBe(400);
    for (const other of [{ sessionId: ulid() }, { endedAt: new Date(Date.now() - 60_000) }])
      expect((await post(await logoutTokens.sign({ ...logout, ...other }))).status).toBe(200);
    expect(await seenBy(browser)).toMatchObject({ user: 'Grace' });
    await api.send('GET', '/auth/logout', credentials).redirects(0);
    expect(await isLoggedOut(browser)).toBe(401);
  });

  it('accepts API tokens of its workspace while they are active', async () => {
    const call = async (token: string) => {
      const response = await fetch(`${instanceUrl}/api/status`, { headers: { authorization: `Bearer ${token}` } });
      const answer: unknown = response.status === 200 ? await response.json() : response.status;
      return answer;
    };
    const scopes = ['platform'];
    const { id, credentials } = await makeApiToken(api, workspace, member, { scopes });
    const { token = '' } = credentials;
    expect(await call(token)).toEqual({ username: 'Grace', role: 'EDITOR' });
    const elsewhere = await makeApiToken(api, await makeWorkspace(api, member), member, { scopes });
    expect(await call(elsewhere.credentials.token ?? '')).toBe(401);
    await api.db.authToken.update({ where: { id }, data: { revokedAt: new Date() } });
    expect(await call(token)).toBe(401);
    expect(await call('nonsense')).toBe(401);
    const withoutScope = await makeApiToken(api, workspace, member, { scopes: ['platform:other'] });
    expect(await call(withoutScope.credentials.token ?? '')).toBe(403);
  });
});
