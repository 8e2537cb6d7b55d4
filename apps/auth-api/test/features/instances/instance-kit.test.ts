/** @takes 8 s */
import { createServer, type Server } from 'node:http';
import { bearerResponse, createInstance, type Instance } from '@portal/instance';
import { nodeHandler, sendResponse } from '@portal/instance/node';
import express from 'express';
import { ulid } from 'ulid';
import type { User, Workspace } from '../../../src/generated/prisma/client.ts';
import { startJobWorker, type JobWorker } from '../../../src/jobs/worker.ts';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import { addMember, logIn, makeApiToken, makeUser, makeWorkspace } from '../../support/builders.ts';
import { openInstanceBrowser } from '../../support/instance-browser.ts';
import { closeServer, listen } from '../../support/listen.ts';
import { pollUntil } from '../../support/polling.ts';

// The kit of packages/instance in an Express app, beside the API: it understands what the API really answers.

let api: TestApi;
let apiServer: Server;
let jobs: JobWorker;
let instanceServer: Server;
let instanceUrl: string;
let owner: User;
let member: User;
let workspace: Workspace;

function instanceApp(instance: Instance, workspaceId: string) {
  const app = express();
  app.use(nodeHandler(instance));
  app.get('/', async (request, response) => {
    const session = await instance.authenticate(request);
    if (!session) response.sendStatus(401);
    else response.json({ user: session.user.nickname, in: session.workspace.displayName, role: session.role });
  });
  app.get('/status', async (request, response) => {
    const clientAddress = request.ip ?? '';
    const result = await instance.verifyBearer(request, { workspaceId, clientAddress, scope: 'platform' });
    if (result.status === 'active') response.json(result.token);
    else await sendResponse(bearerResponse(result), response);
  });
  return app;
}

beforeAll(async () => {
  apiServer = createServer((request, response) => void api.app(request, response));
  const apiUrl = `http://localhost:${await listen(apiServer)}`;
  api = await startApi({ AUTH_API_URL: apiUrl, BACK_CHANNEL_LOGOUT_NETWORKS: 'all' });
  jobs = startJobWorker(api.services);
  [owner, member] = [await makeUser(api), await makeUser(api, { nickname: 'Grace' })];
  const id = ulid();
  instanceServer = createServer();
  instanceUrl = `http://localhost:${await listen(instanceServer)}`;
  const { PORTAL_URL: portalUrl } = api.services.settings;
  const instance = createInstance({ apiUrl, portalUrl, url: instanceUrl, acceptsWorkspace: [id] });
  instanceServer.on('request', instanceApp(instance, id));
  workspace = await makeWorkspace(api, owner, { id, displayName: 'Staging', instanceEnvType: 'LOCAL', instanceUrl });
  await addMember(api, workspace, member, 'EDITOR');
});
afterAll(async () => {
  await jobs.stop();
  for (const server of [instanceServer, apiServer]) {
    server.closeAllConnections();
    await closeServer(server);
  }
  await api.close();
});

const openBrowser = (credentials: Credentials) =>
  openInstanceBrowser(api, { instanceUrl, workspaceId: workspace.id }, credentials);
const isLoggedOut = ({ see }: ReturnType<typeof openBrowser>) => pollUntil(see, (seen) => seen === 401);

/** A further member, who has used the instance. */
async function enterAsOther() {
  const other = await makeUser(api);
  await addMember(api, workspace, other, 'EDITOR');
  const [browser, asOwner] = [openBrowser(await logIn(api, other)), await logIn(api, owner)];
  await browser.enter();
  expect(await browser.seeRole()).toBe('EDITOR');
  return { other, browser, asOwner };
}

describe('an instance with the kit', () => {
  it('logs a member in, with the role, and opens the path of the link', async () => {
    const browser = openBrowser(await logIn(api, member));
    expect(await browser.see()).toBe(401);
    expect(await browser.enter('?redirect=%2Fw%2F1')).toBe('/w/1');
    expect(await browser.see()).toEqual({ user: 'Grace', in: 'Staging', role: 'EDITOR' });
  });

  it('lets no one in from another workspace that has its URL', async () => {
    const other = await makeWorkspace(api, member, { instanceEnvType: 'LOCAL', instanceUrl });
    const browser = openBrowser(await logIn(api, member));
    expect((await browser.visit(await browser.go(`/workspaces/${other.id}/go`))).status).toBe(403);
  });

  it('follows a change of the role by an event, and the removal of the member', async () => {
    const { other, browser, asOwner } = await enterAsOther();
    const change = { userId: other.id, role: 'APPROVER' };
    expect((await api.send('POST', `/workspace/${workspace.id}/membership`, asOwner).send(change)).status).toBe(200);
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

  it('reads the role again after /refresh-auth', async () => {
    const { other, browser } = await enterAsOther();
    const where = { workspaceId: workspace.id, userId: other.id };
    await api.db.membership.updateMany({ where, data: { role: 'APPROVER' } });
    expect(await browser.seeRole()).toBe('EDITOR');
    const refreshed = await browser.visit(`/refresh-auth?workspaceId=${workspace.id}`);
    expect(refreshed.headers.get('location')).toBe(`${api.services.settings.PORTAL_URL}/workspace/${workspace.id}`);
    expect(await browser.seeRole()).toBe('APPROVER');
  });

  it('logs out with the session at the portal', async () => {
    const credentials = await logIn(api, member);
    const browser = openBrowser(credentials);
    await browser.enter();
    await browser.see();
    await api.send('GET', '/auth/logout', credentials).redirects(0);
    expect(await isLoggedOut(browser)).toBe(401);
  });

  it('accepts the API tokens of its workspace', async () => {
    const call = async ({ token = '' }: Credentials) => {
      const response = await fetch(`${instanceUrl}/status`, { headers: { authorization: `Bearer ${token}` } });
      const answer: unknown = response.status === 200 ? await response.json() : response.status;
      return answer;
    };
    const scopes = ['platform'];
    const { id, credentials } = await makeApiToken(api, workspace, member, { scopes });
    expect(await call(credentials)).toMatchObject({
      ...{ id, subject: member.id, principal: 'user', username: 'Grace', role: 'EDITOR' },
      ...{ scopes, workspaceId: workspace.id },
    });
    const elsewhere = await makeApiToken(api, await makeWorkspace(api, member), member, { scopes });
    expect(await call(elsewhere.credentials)).toBe(401);
    const withoutScope = await makeApiToken(api, workspace, member, { scopes: ['platform:other'] });
    expect(await call(withoutScope.credentials)).toBe(403);
    const revoked = await makeApiToken(api, workspace, member, { scopes });
    await api.db.authToken.update({ where: { id: revoked.id }, data: { revokedAt: new Date() } });
    expect(await call(revoked.credentials)).toBe(401);
    expect(await call({ token: 'nonsense' })).toBe(401);
  });
});
