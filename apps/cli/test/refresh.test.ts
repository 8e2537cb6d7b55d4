import fs from 'node:fs';
import { createUser, type User } from './support/cli.ts';
import { sendError, startFakePortal, workspaceIds, type FakePortal } from './support/fake-portal.ts';

let portal: FakePortal;
let user: User;
beforeEach(async () => {
  portal = await startFakePortal();
  user = createUser(portal);
  user.logIn();
});
afterEach(async () => {
  user.removeFolder();
  await portal.close();
});

const refreshes = () =>
  portal.requestsTo('/oauth/token').map(({ body }) => Object.fromEntries(new URLSearchParams(body)));

describe('the tokens of a login', () => {
  it('are one for the account and one for each workspace, until a minute before their end', async () => {
    await user.run(['whoami']);
    await user.run(['members', '--workspace', workspaceIds.acme]);
    await user.run(['members', '--workspace', workspaceIds.acme]);
    await user.run(['whoami']);
    expect(refreshes().map(({ resource }) => resource)).toEqual([
      undefined,
      `${portal.url}/workspaces/${workspaceIds.acme}`,
    ]);
    portal.oauth.settings.expiresInSeconds = 59;
    await user.run(['members', '--workspace', workspaceIds.first]);
    await user.run(['members', '--workspace', workspaceIds.first]);
    expect(refreshes()).toHaveLength(4);
  });

  it('store each new refresh token, and no file besides', async () => {
    for (const id of [workspaceIds.acme, workspaceIds.first, workspaceIds.second])
      expect((await user.run(['members', '--workspace', id])).exitCode).toBe(0);
    const sent = refreshes().map((form) => form['refresh_token']);
    expect(new Set(sent).size).toBe(3);
    expect(user.readProfile().refreshToken).toBe(portal.oauth.logins[0]?.refreshToken);
    expect(fs.statSync(user.profilePath).mode & 0o777).toBe(0o600);
    expect(user.filesInFolder()).toEqual(['default.json']);
  });

  it('are requested again if the answer was lost or the API was busy', async () => {
    portal.answerNext(
      '/oauth/token',
      (response) => {
        portal.oauth.issueToken(refreshes()[0]);
        response.destroy();
      },
      (response) => response.writeHead(503).end(),
    );
    expect((await user.run(['whoami'], { terminal: { sleep: () => Promise.resolve() } })).exitCode).toBe(0);
    expect(portal.oauth.counts.endedLogins).toBe(0);
  });

  it('are replaced once if the API refuses them', async () => {
    await user.run(['whoami']);
    portal.oauth.forgetAccessTokens();
    expect((await user.run(['whoami'])).exitCode).toBe(0);
    expect(refreshes()).toHaveLength(2);
  });

  it('are those of another process that refreshed at the same time', async () => {
    const { refreshToken } = user.readProfile();
    portal.answerNext('/oauth/token', (response) => {
      const { refresh_token: successor } = portal.oauth.issueToken(refreshes()[0]);
      fs.writeFileSync(user.profilePath, JSON.stringify({ ...user.readProfile(), refreshToken: successor }));
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end('{"error":"invalid_grant","error_description":"Used","requestId":"r"}');
    });
    expect((await user.run(['whoami'])).exitCode).toBe(0);
    expect(refreshes().map((form) => form['refresh_token'] === refreshToken)).toEqual([true, false]);
  });
});

describe('a login that has ended', () => {
  it('says so, and keeps the profile', async () => {
    for (const login of portal.oauth.logins) login.isEnded = true;
    const before = user.readProfile();
    const { exitCode, stderr } = await user.run(['whoami']);
    expect([exitCode, stderr]).toEqual([3, 'portal: Your login has ended. Run: portal login\n']);
    expect(user.readProfile()).toEqual(before);
  });

  it('says so if the API refuses also the new token', async () => {
    const refuse = Array.from(
      { length: 2 },
      () => (response: Parameters<typeof sendError>[0]) =>
        sendError(response, 401, 'InvalidToken', 'This token is not valid.'),
    );
    portal.answerNext('/whoami', ...refuse);
    const { exitCode, stderr } = await user.run(['whoami']);
    expect(exitCode).toBe(3);
    expect(stderr).toBe('portal: The API refuses this login. Log in again. This token is not valid. (request req-1)\n');
  });
});
