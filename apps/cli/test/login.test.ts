import { statSync, writeFileSync } from 'node:fs';
import { createUser, type Outcome, type User } from './support/cli.ts';
import { sendJson, startFakePortal, workspaceIds, type FakePortal } from './support/fake-portal.ts';

let portal: FakePortal;
let user: User;
beforeEach(async () => {
  portal = await startFakePortal();
  user = createUser(portal);
});
afterEach(async () => {
  user.removeFolder();
  await portal.close();
});

/** Logs in with a browser that does `browse` with the authorization URL. Returns the outcome and the URL. */
async function logInByBrowser(browse: (url: string) => Promise<unknown>, args: readonly string[] = []) {
  let opened = '';
  let browsing: Promise<unknown> = Promise.resolve();
  const openBrowser = (url: string) => {
    opened = url;
    browsing = browse(url);
    return Promise.resolve(true);
  };
  const outcome = await user.run(['login', ...args], { terminal: { openBrowser } });
  await browsing;
  return { ...outcome, url: new URL(opened) };
}

const approve = (url: string) => fetch(portal.oauth.approve(url));

/** Logs in with a device code. Returns also the seconds that it waited between polls. */
async function logInByDevice(args: readonly string[] = ['--device'], env: Record<string, string> = {}) {
  const waits: number[] = [];
  const sleep = (ms: number) => {
    waits.push(ms / 1_000);
    return Promise.resolve();
  };
  const outcome: Outcome = await user.run(['login', ...args], { env, terminal: { sleep } });
  return { ...outcome, waits };
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('a login in the browser', () => {
  it('stores the login in a file that only the user can read', async () => {
    const { exitCode, stderr } = await logInByBrowser(approve);
    expect(exitCode).toBe(0);
    expect(stderr).toContain('You are logged in as Ada (ada@example.com).');
    expect(user.readProfile().refreshToken).toBe(portal.oauth.logins[0]?.refreshToken);
    expect([modeOf(user.profilePath), modeOf(user.folder)]).toEqual(['600', '700']);
    expect(user.filesInFolder()).toEqual(['default.json']);
  });

  it('asks for a code by PKCE, for this machine, with the scopes that read', async () => {
    const { url, stderr } = await logInByBrowser(approve);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'portal-cli',
      redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/) as string,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/) as string,
      scope: 'workspace:read members:read tokens:read audit:read',
      host: 'laptop',
    });
    expect(stderr).toContain(url.href);
  });

  it('asks for other scopes with --scope and --write, and says which ones it was not given', async () => {
    const own = await logInByBrowser(approve, ['--scope', 'members:read', 'audit:read']);
    expect(own.url.searchParams.get('scope')).toBe('members:read audit:read');
    portal.oauth.settings.grantedScopes = [
      'workspace:read',
      'members:read',
      'tokens:read',
      'audit:read',
      'tokens:write',
    ];
    const write = await logInByBrowser(approve, ['--write']);
    expect(write.stderr).toContain('You did not check these in the browser: workspace:write members:write\n');
    expect(write.url.searchParams.get('scope')).toContain('members:write');
  });

  it('knows no scope that the API does not have', async () => {
    const { exitCode, stderr } = await user.run(['login', '--scope', 'members:reed']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('There is no scope members:reed. The API has: account:read');
  });

  it('says if the URL is not that of an API', async () => {
    portal.answerNext('/.well-known/oauth-authorization-server', (response) => response.end('<!doctype html>'));
    const { exitCode, stderr } = await user.run(['login']);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('is not the URL of the API.')]);
  });

  it('ends with a page that says to close it', async () => {
    let page = '';
    await logInByBrowser(async (url) => {
      page = await (await approve(url)).text();
    });
    expect(page).toContain('You can close this page');
  });

  it('waits on after redirects that are not its own', async () => {
    const statuses: number[] = [];
    const { exitCode } = await logInByBrowser(async (url) => {
      const redirect = portal.oauth.approve(url);
      const foreign = [
        new URL('/other', redirect),
        changed(redirect, 'state', 'wrong'),
        changed(redirect, 'iss', 'https://other.example'),
      ];
      for (const each of foreign) statuses.push((await fetch(each)).status);
      statuses.push((await fetch(redirect, { method: 'POST' })).status, (await fetch(redirect)).status);
    });
    expect(statuses).toEqual([400, 400, 400, 400, 200]);
    expect(exitCode).toBe(0);
  });

  it('says so if the user refuses it, and leaves no profile', async () => {
    const { exitCode, stderr } = await logInByBrowser((url) => {
      const redirect = portal.oauth.approve(url);
      redirect.searchParams.delete('code');
      return fetch(changed(redirect, 'error', 'access_denied'));
    });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('You refused the login in the browser.');
    expect(user.filesInFolder()).toEqual([]);
  });

  it('gives up after five minutes', async () => {
    const waits: number[] = [];
    const sleep = (ms: number) => {
      waits.push(ms);
      return Promise.resolve();
    };
    const openBrowser = () => Promise.resolve(true);
    const { exitCode, stderr } = await user.run(['login'], { terminal: { sleep, openBrowser } });
    expect([exitCode, waits]).toEqual([3, [300_000]]);
    expect(stderr).toContain('within five minutes');
  });

  it('sends the code to no address that the API redirects to', async () => {
    portal.answerNext('/oauth/token', (response) =>
      response.writeHead(307, { location: `${portal.url}/elsewhere` }).end(),
    );
    const { exitCode } = await logInByBrowser(approve);
    expect(exitCode).toBe(4);
    expect(portal.requestsTo('/elsewhere')).toEqual([]);
  });

  it('ends before the browser opens if the API calls itself something else, unless the user knows that', async () => {
    const opened: string[] = [];
    const openBrowser = (url: string) => Promise.resolve(opened.push(url) > 0);
    const answer = { issuer: 'https://portal.example', authorization_endpoint: 'https://portal.example/terminal' };
    const login = (...args: string[]) => {
      portal.answerNext('/.well-known/oauth-authorization-server', (response) => sendJson(response, 200, answer));
      return user.run(['login', ...args], { terminal: { openBrowser } });
    };
    const { exitCode, stderr } = await login();
    expect([exitCode, opened]).toEqual([2, []]);
    expect(stderr).toContain(`The API at ${portal.url} calls itself https://portal.example.`);
    // Then the other endpoints are missing.
    expect((await login('--issuer', 'https://portal.example')).exitCode).toBe(4);
  });

  it('opens no address that is no secure URL', async () => {
    portal.answerNext('/.well-known/oauth-authorization-server', (response) =>
      sendJson(response, 200, { issuer: portal.url, authorization_endpoint: 'file:///etc/passwd' }),
    );
    const opened: string[] = [];
    const openBrowser = (url: string) => Promise.resolve(opened.push(url) > 0);
    const { exitCode, stderr } = await user.run(['login'], { terminal: { openBrowser } });
    expect([exitCode, opened]).toEqual([4, []]);
    expect(stderr).toContain('is not a secure URL');
  });

  it('ends the former login of the profile, and keeps its workspace', async () => {
    user.logIn({ workspaceId: workspaceIds.first });
    await logInByBrowser(approve);
    expect(portal.oauth.logins.map(({ isEnded }) => isEnded)).toEqual([true, false]);
    expect(user.readProfile().workspaceId).toBe(workspaceIds.first);
  });
});

function changed(url: URL, name: string, value: string): URL {
  const copy = new URL(url);
  copy.searchParams.set(name, value);
  return copy;
}

describe('a login with a device code', () => {
  it('shows the address and the code, and waits for the user', async () => {
    portal.oauth.settings.polls = ['authorization_pending', 'authorization_pending'];
    const { exitCode, stderr, waits } = await logInByDevice();
    expect(exitCode).toBe(0);
    expect(stderr).toContain('https://portal.example/device');
    expect(stderr).toContain('    W D J B - M J H T\n');
    expect(waits).toEqual([5, 5, 5]);
    expect(portal.requestsTo('/oauth/device_authorization')[0]?.body).toContain('client_host=laptop');
  });

  it('waits five seconds longer each time that the API asks for it', async () => {
    portal.oauth.settings.polls = ['slow_down', 'authorization_pending', 'slow_down'];
    expect((await logInByDevice()).waits).toEqual([5, 10, 10, 15]);
  });

  it('waits longer while the API cannot be reached', async () => {
    portal.answerNext(
      '/oauth/token',
      (response) => response.destroy(),
      (response) => response.writeHead(502).end('<h1>Bad gateway</h1>'),
    );
    const { exitCode, waits } = await logInByDevice();
    expect([exitCode, waits]).toEqual([0, [5, 10, 20]]);
  });

  it.each([
    ['expired_token', 3, 'The code has expired.'],
    ['access_denied', 1, 'You refused the login'],
    ['invalid_grant', 1, 'About invalid_grant (request req-oauth)'],
  ] as const)('ends after %s', async (error, exitCode, message) => {
    portal.oauth.settings.polls = [error];
    const outcome = await logInByDevice();
    expect(outcome.exitCode).toBe(exitCode);
    expect(outcome.stderr).toContain(message);
  });

  it('is chosen over SSH, without a browser, and by the profile', async () => {
    const openBrowser = () => Promise.resolve(true);
    const ssh = { env: { SSH_CONNECTION: '203.0.113.1 1 203.0.113.2 22' } };
    const sleep = () => Promise.resolve();
    expect((await user.run(['login'], { ...ssh, terminal: { openBrowser, sleep } })).stderr).toContain('W D J B');
    expect((await logInByDevice([])).stderr).toContain('W D J B');
    await logInByDevice(['--device']);
    expect(user.readProfile().login).toBe('device');
    expect((await user.run(['login'], { terminal: { openBrowser, sleep } })).stderr).toContain('W D J B');
  });
});

describe('logout', () => {
  it('ends the login at the API and deletes the profile', async () => {
    user.logIn();
    writeFileSync(`${user.profilePath}.killed.tmp`, '');
    const { exitCode, stderr } = await user.run(['logout']);
    expect([exitCode, stderr]).toEqual([0, 'You are logged out.\n']);
    expect(portal.oauth.logins[0]?.isEnded).toBe(true);
    expect(user.filesInFolder()).toEqual([]);
    expect((await user.run(['logout'])).exitCode).toBe(3);
  });

  it('says so if the API could not be reached', async () => {
    user.logIn();
    portal.answerNext('/oauth/revoke', (response) => response.destroy());
    const { exitCode, stderr } = await user.run(['logout']);
    expect(exitCode).toBe(4);
    expect(stderr).toContain('the API did not end the login');
    expect(user.filesInFolder()).toEqual([]);
  });
});
