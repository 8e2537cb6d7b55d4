/** @takes 20 s */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startInstance } from '../src/instance/instance.ts';
import { cases } from '../src/instance-check/cases/index.ts';
import { Check, connectionError, runCases, type Case, type Result } from '../src/instance-check/check.ts';
import { Portal, type TokenChanges } from '../src/instance-check/portal.ts';
import { readOptions } from '../src/instance-check/options.ts';
import { isPrivateHost } from '../src/instance-check/private-host.ts';
import { exitCodeOf, toTable } from '../src/instance-check/report.ts';
import { pathOf, startBrokenSample, startExpressSample, startPythonSample } from './sample-instance.ts';

const workspaceId = '01J00000000000000000CHECK0';

type Start = (portal: Portal) => Promise<{ readonly url: string; readonly stop: () => Promise<void> }>;

interface CheckOptions {
  readonly path?: string;
  readonly servesAnyWorkspace?: boolean;
  /** The cases to run: by default all. */
  readonly only?: readonly Case[];
}

/** Runs cases against an instance. */
async function checkInstance(start: Start, options: CheckOptions = {}) {
  const portal = await Portal.start({ port: 0, workspaceId });
  try {
    const { path: apiPath = null, servesAnyWorkspace = false } = options;
    const instance = await start(portal);
    try {
      const check = new Check(portal, { url: instance.url, home: '/', path: apiPath, servesAnyWorkspace });
      expect(await connectionError(check)).toBeNull();
      return await runCases(check, options.only ?? cases);
    } finally {
      await instance.stop();
    }
  } finally {
    await portal.stop();
  }
}

const namesOf = (results: readonly Result[], verdict: Result['verdict']) =>
  results.filter((result) => result.verdict === verdict).map(({ name }) => name);

/** The instance of the local stack. */
const startLocalInstance: Start = async (portal) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'instance-check-'));
  const settings = { name: 'local-instance', port: 0, portalUrl: portal.url, log: () => undefined } as const;
  const instance = await startInstance({ ...settings, dataDir, authApiUrl: portal.url, tokenIssuer: portal.url });
  const stop = async () => {
    await instance.stop();
    await rm(dataDir, { recursive: true });
  };
  return { url: instance.url, stop };
};

const httpsCases = ['cookie.secure', 'cookie.without-prefix'];
const apiTokenCases = cases.map(({ name }) => name).filter((name) => name.startsWith('api-token.'));

describe('an instance that follows the documents', () => {
  it.concurrent.each([
    {
      title: 'the sample in Express',
      start: startExpressSample,
      options: { path: '/api/status' },
      notChecked: httpsCases,
    },
    {
      title: 'the sample in Python',
      start: startPythonSample,
      options: { path: '/api/status' },
      notChecked: httpsCases,
    },
    {
      title: 'the instance of the local stack, which takes no API tokens',
      start: startLocalInstance,
      options: { servesAnyWorkspace: true },
      notChecked: ['login.other-workspace', ...httpsCases, ...apiTokenCases],
    },
  ])('passes: $title', async ({ start, options, notChecked }) => {
    const results = await checkInstance(start, options);
    expect(results.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
    expect(namesOf(results, 'not checked')).toEqual(notChecked);
  });
});

const groupOf = (name: string) => name.split('.')[0];
const decode = `{ payload: JSON.parse(Buffer.from(token.split('.')[1], 'base64url')) }`;
const forgeries = ['unsigned', 'unknown-key', 'foreign-signature', 'symmetric', 'other-purpose'];
const claims = ['wrong-type', 'wrong-audience', 'wrong-issuer'];

describe('a broken instance', () => {
  it.concurrent.each([
    {
      title: 'redeems codes without a state',
      changes: {
        'if (state === undefined) {': 'if (false) {',
        [`if (state !== cookieOf(request, 'state'))`]: 'if (false)',
      },
      failed: ['login.without-state', 'login.code-twice'],
    },
    {
      title: 'does not compare the state',
      changes: { [`if (state !== cookieOf(request, 'state'))`]: 'if (false)' },
      failed: ['login.state-without-cookie', 'login.state-of-another-browser', 'login.state-twice', 'login.code-twice'],
    },
    {
      title: 'does not verify tokens',
      changes: { 'return jwtVerify(token, key, { issuer': `return ${decode}; (key, { issuer` },
      failed: [
        // A session of an expired token ends at once.
        ...[...forgeries, ...claims].flatMap((name) => `token.${name}`),
        ...[...forgeries, ...claims, 'expired'].flatMap((name) => `logout.${name}`),
        ...[...forgeries, ...claims].flatMap((name) => `event.${name}`),
      ],
    },
    {
      title: 'redirects anywhere',
      changes: { 'response.redirect(303, safePath(redirect));': `response.redirect(303, redirect ?? '/');` },
      failed: ['login.foreign-redirect'],
    },
    {
      title: 'lets any workspace in',
      changes: { 'if (workspace.id !== WORKSPACE_ID)': 'if (false)' },
      failed: ['login.code-of-other-workspace'],
    },
    {
      title: 'ignores the time of a logout',
      changes: { ' && enteredAt <= payload.toe': '' },
      failed: ['logout.after-new-login'],
    },
    {
      title: 'keeps the session id that the browser has',
      changes: { 'const id = randomBytes(32)': "const id = cookieOf(request, 'session') ?? randomBytes(32)" },
      failed: ['cookie.new-at-login', 'cookie.planted'],
    },
    {
      title: 'shows scripts its cookies',
      changes: { 'httpOnly: true': 'httpOnly: false' },
      failed: ['cookie.http-only'],
    },
    {
      title: 'ends a session at any error of the API',
      changes: { 'if (answer.status === 401)': 'if (!answer.ok)' },
      failed: ['session.survives-an-outage'],
    },
    {
      title: 'applies events in any order',
      changes: { 'if (session.revision >= revision) continue;': '' },
      failed: ['event.older-revision'],
    },
    {
      title: 'accepts revoked API tokens while the API is away',
      changes: { 'if (found === null) return response.status(503)': 'if (found === null) return response.status(200)' },
      failed: ['api-token.api-away'],
    },
  ])('fails: it $title', async ({ changes, failed }) => {
    // Other groups would only take time.
    const only = cases.filter(({ name }) => failed.some((each) => groupOf(each) === groupOf(name)));
    const results = await checkInstance((portal) => startBrokenSample(portal, changes), { path: '/api/status', only });
    expect(namesOf(results, 'failed').toSorted()).toEqual(failed.toSorted());
  });
});

const samples = [
  { title: 'Express', start: startExpressSample },
  { title: 'Python', start: startPythonSample },
];

describe('behind a proxy with HTTPS', () => {
  it.concurrent.each(samples)('the sample in $title takes only cookies with __Host-', async ({ start }) => {
    const portal = { url: 'http://localhost:1', workspaceId };
    const { url, stop } = await start(portal);
    const connect = async (query: string, cookie = '') => {
      const headers = { 'x-forwarded-proto': 'https', cookie };
      const target = `${url}/auth-connect?workspaceId=${workspaceId}&code=x${query}`;
      const response = await fetch(target, { redirect: 'manual', headers });
      return { text: await response.text(), cookies: response.headers.getSetCookie() };
    };
    const [line = ''] = (await connect('')).cookies;
    expect(line).toMatch(/^__Host-state=\w{32}; /);
    expect(line.toLowerCase()).toMatch(/(?=.*; secure)(?=.*; httponly)(?=.*; samesite=lax)(?=.*; path=\/)/);
    const [, state = ''] = /=(\w+)/.exec(line) ?? [];
    const rejected = 'This browser did not start the login.';
    expect((await connect(`&state=${state}`, `state=${state}`)).text).toBe(rejected);
    // The next step fails, because there is no portal.
    expect((await connect(`&state=${state}`, `__Host-state=${state}`)).text).toContain('The login failed.');
    await stop();
  });
});

describe('an event', () => {
  const post = async (url: string, body: string, type = 'application/secevent+jwt') => {
    const response = await fetch(`${url}/workspace-events`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    const text = await response.text();
    return { status: response.status, error: text === '' ? null : (JSON.parse(text) as { err: string }).err };
  };

  it.concurrent.each(samples)('gets the answers of RFC 8935 from the sample in $title', async ({ start }) => {
    const portal = await Portal.start({ port: 0, workspaceId });
    const { url, stop } = await start(portal);
    const token = (changes?: TokenChanges) => portal.eventToken([], 1, changes);
    expect(await post(url, await token())).toEqual({ status: 202, error: null });
    const rejected = (error: string) => ({ status: 400, error });
    expect(await post(url, await token({ forgery: 'foreign signature' }))).toEqual(rejected('invalid_key'));
    // It may be a new key, which the instance reads a moment later.
    expect(await post(url, await token({ forgery: 'unknown key' }))).toEqual({ status: 503, error: null });
    expect(await post(url, await token({ forgery: 'key of another purpose' }))).toEqual(rejected('invalid_key'));
    expect(await post(url, await token({ claims: { iss: 'x' } }))).toEqual(rejected('invalid_issuer'));
    expect(await post(url, await token({ claims: { aud: 'x' } }))).toEqual(rejected('invalid_audience'));
    expect(await post(url, await token({ typ: 'logout+jwt' }))).toEqual(rejected('invalid_request'));
    expect(await post(url, await token(), 'text/plain')).toEqual(rejected('invalid_request'));
    await stop();
    const withoutKeys = await start({ url: 'http://localhost:1', workspaceId });
    expect(await post(withoutKeys.url, await token())).toEqual({ status: 503, error: null });
    await withoutKeys.stop();
    await portal.stop();
  });
});

describe('the check', () => {
  it('starts only once an instance trusts it', async () => {
    const [portal, other] = [
      await Portal.start({ port: 0, workspaceId }),
      await Portal.start({ port: 0, workspaceId }),
    ];
    const instance = await startLocalInstance(other);
    const errorWith = (trusted: Portal, home: string) =>
      connectionError(new Check(trusted, { url: instance.url, home, path: null, servesAnyWorkspace: true }));
    expect(await errorWith(portal, '/')).toContain(`must redirect to ${portal.url}/workspaces/${workspaceId}/go`);
    expect(await errorWith(other, '/health')).toBe(
      '/health does not differ after a login. Give --home, a page that needs one.',
    );
    expect(await errorWith(other, '/')).toBeNull();
    await instance.stop();
    expect(await errorWith(other, '/')).toContain('The instance did not answer');
    await Promise.all([portal.stop(), other.stop()]);
  });

  it.each([
    ['http://127.0.0.1:8080', true],
    ['http://[::1]:8080', true],
    ['https://192.168.1.20', true],
    ['http://172.32.0.1', false],
    ['https://203.0.113.9', false],
    ['https://[2001:db8::1]', false],
  ])('knows whether %s is in a private network', async (url, isPrivate) => {
    expect(await isPrivateHost(url)).toBe(isPrivate);
  });

  it('refuses a public host with exit code 2', async () => {
    const program = pathOf('apps/dev-stack/src/instance-check/check-instance.ts');
    const run = promisify(execFile)(process.execPath, ['--import', 'tsx', program, '--url', 'https://203.0.113.9']);
    await expect(run).rejects.toMatchObject({
      code: 2,
      stderr: 'https://203.0.113.9 is a public host. If you operate it, add --yes-i-run-this.\n',
    });
  });

  it.each([[[]], [['--url', 'localhost']], [['--url', 'http://localhost', '--home', 'home']], [['--unknown']]])(
    'rejects the arguments %j',
    (args) => {
      expect(() => readOptions(args)).toThrow();
    },
  );

  it('says what an attacker can do after a failure, and counts what it did not check', () => {
    const [{ run: _run, ...first } = { name: '', proves: '', attack: 'attack', fix: 'fix' }] = cases;
    const failed: Result = { ...first, verdict: 'failed', reason: 'Seen.' };
    const unknown: Result = { ...first, verdict: 'not checked', reason: 'No route.' };
    const table = toTable([failed, unknown, { ...first, verdict: 'passed' }]);
    expect(table).toContain(`${first.proves} (Seen.)`);
    expect(table).toContain(`✗ ${first.name}: ${first.attack} ${first.fix}`);
    expect(table).toContain('1 passed, 1 failed, 1 not checked');
    expect([exitCodeOf([failed]), exitCodeOf([unknown])]).toEqual([1, 0]);
  });

  it('is described in docs/connect/check.md, case by case', async () => {
    const rows = [
      ...(await readFile(pathOf('docs/connect/check.md'), 'utf8')).matchAll(/^\| `(\S+)` +\| (.+?) +\|$/gm),
    ];
    expect(rows.map(([, name, proves]) => ({ name, proves }))).toEqual(
      cases.map(({ name, proves }) => ({ name, proves })),
    );
  });
});
