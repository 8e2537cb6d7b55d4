import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createUser, type User } from './support/cli.ts';
import { startFakePortal, workspaceIds, type FakePortal } from './support/fake-portal.ts';

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

/** Without a grace, a single use of a former refresh token ends the login. */
const withoutGrace = () => (portal.oauth.settings.graceMs = 0);

const lockPath = () => `${user.profilePath}.lock`;
const writeLock = (lock: object) => fs.writeFileSync(lockPath(), JSON.stringify({ id: 'other', ...lock }));
const host = os.hostname();
const pidOfEndedProcess = () => spawnSync(process.execPath, ['--version']).pid;

describe('processes that share a profile', () => {
  it('20 at once stay logged in, and refresh once for each workspace', async () => {
    withoutGrace();
    const ids = [workspaceIds.acme, workspaceIds.first];
    const programs = Array.from({ length: 20 }, (_each, index) =>
      user.start(['members', '--workspace', ids[index % 2] ?? '']),
    );
    const outcomes = await Promise.all(programs.map(({ outcome }) => outcome));
    expect(outcomes.map(({ exitCode, stderr }) => `${exitCode}${stderr}`)).toEqual(Array(20).fill('0'));
    expect(portal.oauth.counts).toEqual({ refreshes: 2, endedLogins: 0 });
    expect(user.filesInFolder()).toEqual(['default.json']);
  });

  it('take over the lock of a process that has ended, all at once', async () => {
    withoutGrace();
    writeLock({ pid: pidOfEndedProcess(), host, time: Date.now() });
    const programs = Array.from({ length: 5 }, () => user.start(['whoami']));
    const outcomes = await Promise.all(programs.map(({ outcome }) => outcome));
    expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0, 0]);
    expect(portal.oauth.counts).toEqual({ refreshes: 1, endedLogins: 0 });
  });

  it('take over a lock that is older than 30 seconds, also of another machine', async () => {
    for (const lock of [
      { pid: process.pid, host },
      { pid: 1, host: 'elsewhere' },
    ]) {
      writeLock({ ...lock, time: Date.now() - 31_000 });
      expect((await user.run(['whoami', '--workspace', workspaceIds.acme])).exitCode).toBe(0);
      user.logIn();
    }
    fs.writeFileSync(lockPath(), '');
    const old = Date.now() / 1_000 - 31;
    fs.utimesSync(lockPath(), old, old);
    expect((await user.run(['whoami'])).exitCode).toBe(0);
    expect(user.filesInFolder()).toEqual(['default.json']);
  });

  it('wait for a lock that is in use', async () => {
    writeLock({ pid: process.pid, host: 'elsewhere', time: Date.now() });
    const waiting = user.run(['whoami']);
    await sleep(300);
    expect(portal.oauth.counts.refreshes).toBe(0);
    fs.rmSync(lockPath());
    expect((await waiting).exitCode).toBe(0);
  });

  it('use the token that the process with the lock has stored', async () => {
    const time = Date.now();
    writeLock({ pid: process.pid, host: 'elsewhere', time });
    const waiting = user.run(['whoami']);
    await sleep(100);
    const { access_token: token, refresh_token: refreshToken } = portal.oauth.startLogin([]);
    const account = { token, expiresAtMs: time + 600_000 };
    fs.writeFileSync(
      user.profilePath,
      JSON.stringify({ ...user.readProfile(), refreshToken, accessTokens: { account } }),
    );
    expect((await waiting).exitCode).toBe(0);
    expect(portal.oauth.counts.refreshes).toBe(0);
  });
});

describe('Ctrl-C', () => {
  it('ends a login without a profile or a lock', async () => {
    user.removeFolder();
    const { child, outcome, output } = user.start(['login', '--device']);
    while (!output.stderr.includes('W D J B')) await sleep(20);
    child.kill('SIGINT');
    expect((await outcome).exitCode).toBe(130);
    expect(user.filesInFolder()).toEqual([]);
  });

  it('during a refresh waits until the new refresh token is stored', async () => {
    const { child, outcome } = user.start(['whoami']);
    const isAnswered = new Promise<void>((resolve) => {
      portal.answerNext('/oauth/token', (response) => {
        child.kill('SIGINT');
        setTimeout(() => {
          const form = new URLSearchParams(portal.requestsTo('/oauth/token')[0]?.body);
          response.setHeader('content-type', 'application/json');
          response.end(JSON.stringify(portal.oauth.issueToken(Object.fromEntries(form))));
          resolve();
        }, 200);
      });
    });
    await isAnswered;
    expect((await outcome).exitCode).toBe(130);
    expect(user.readProfile().refreshToken).toBe(portal.oauth.logins[0]?.refreshToken);
    expect(user.filesInFolder()).toEqual(['default.json']);
  });

  it('twice ends the program at once, and leaves no lock', async () => {
    const { child, outcome } = user.start(['whoami']);
    portal.answerNext('/oauth/token', () => {
      child.kill('SIGINT');
      setTimeout(() => child.kill('SIGINT'), 200);
    });
    expect((await outcome).exitCode).toBe(130);
    expect(fs.readdirSync(path.dirname(user.profilePath))).toEqual(['default.json']);
  });
});
