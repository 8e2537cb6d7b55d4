import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { startPosthog } from '../src/posthog/posthog.ts';

const projectKey = 'phc_test';
const flagsKey = 'phs_test';

let dataDir: string;
let host: Awaited<ReturnType<typeof startPosthog>>;

const start = () => startPosthog({ port: 0, dataDir, projectKey, flagsKey, log: () => undefined });

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'posthog-'));
  host = await start();
});
afterEach(async () => {
  await host.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const post = (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  fetch(host.url + path, { method: 'POST', body: new Uint8Array(Buffer.from(body)), headers });
const postJson = (path: string, body: object) =>
  post(path, JSON.stringify(body), { 'content-type': 'application/json' });

interface StoredEvent {
  event: string;
  distinctId: string;
  properties: Record<string, unknown>;
}
const events = async (search = '') =>
  (await (await fetch(`${host.url}/api/events?search=${search}`)).json()) as StoredEvent[];

const event = {
  event: 'ap-done',
  distinct_id: 'ada',
  properties: { workspaceId: '1' },
  timestamp: '2026-01-01T00:00:00Z',
};
const batch = JSON.stringify({ api_key: projectKey, batch: [event] });
const single = JSON.stringify({ token: projectKey, ...event });
const browserBody = JSON.stringify([{ event: 'ap-done', properties: { token: projectKey, distinct_id: 'ada' } }]);

describe('an event', () => {
  it.each([
    ['/batch/', batch, { 'content-type': 'application/json' }],
    ['/batch/', gzipSync(batch), { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
    ['/e/?ip=1', single, { 'content-type': 'text/plain' }],
    ['/i/v0/e/?compression=gzip-js', gzipSync(browserBody), { 'content-type': 'text/plain' }],
    [
      '/i/v0/e/?compression=base64',
      `data=${encodeURIComponent(Buffer.from(browserBody).toString('base64'))}`,
      { 'content-type': 'application/x-www-form-urlencoded' },
    ],
  ])('is received at %s in every encoding of PostHog’s clients', async (path, body, headers) => {
    expect((await post(path, body, headers)).status).toBe(200);
    expect(await events()).toMatchObject([{ event: 'ap-done', distinctId: 'ada' }]);
  });

  it('is rejected for a different project or an invalid body', async () => {
    expect((await post('/batch/', batch.replace(projectKey, 'phc_other'))).status).toBe(401);
    expect((await post('/batch/', '{"batch":5}')).status).toBe(400);
    expect((await post('/batch/', 'nothing')).status).toBe(400);
    expect(await events()).toEqual([]);
  });

  it('is listed newest first, searchable by name or user, escaped, and survives a restart', async () => {
    await post('/batch/', batch);
    const odd = { ...event, event: '<b>odd</b>', distinct_id: 'bob', properties: { $pathname: '/somewhere' } };
    await post('/batch/', JSON.stringify({ api_key: projectKey, batch: [odd] }));
    await host.stop();
    host = await start();
    expect((await events()).map(({ event }) => event)).toEqual(['<b>odd</b>', 'ap-done']);
    expect(await events('ADA')).toHaveLength(1);
    const page = await (await fetch(host.url)).text();
    expect(page).toContain('&lt;b&gt;odd&lt;/b&gt;');
    expect(page).toContain('/somewhere');
    expect(await (await fetch(`${host.url}/?search=nobody`)).text()).toContain('No events match');
    expect((await fetch(`${host.url}/api/events`, { method: 'DELETE' })).status).toBe(204);
    expect(await events()).toEqual([]);
  });

  it('is deleted if the page lists it: the events that match the search, or all', async () => {
    const remove = (fields: string) =>
      fetch(`${host.url}/delete`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
    const pageFor = async (search: string) => (await fetch(`${host.url}/?search=${search}`)).text();
    for (const user of ['ada', 'bob', 'bob'])
      await post('/batch/', JSON.stringify({ api_key: projectKey, batch: [{ ...event, distinct_id: user }] }));
    expect(await pageFor('BOB')).toContain('Delete listed (2)');
    expect((await remove('')).status).toBe(400);
    expect((await remove('search=a&search=b')).status).toBe(400);
    expect(await events()).toHaveLength(3);
    expect((await remove('search=BOB')).headers.get('location')).toBe('/?search=BOB');
    expect(await pageFor('BOB')).not.toContain('Delete listed');
    expect(await events()).toMatchObject([{ distinctId: 'ada' }]);
    expect(await pageFor('')).toContain('Delete all');
    expect((await remove('search=')).headers.get('location')).toBe('/');
    expect(await events()).toEqual([]);
  });

  it('with an invalid timestamp is listed with the time at which it was received', async () => {
    await post('/e/', JSON.stringify({ token: projectKey, ...event, timestamp: 'yesterday' }));
    const page = await fetch(host.url);
    expect([page.status, await page.text()]).toEqual([200, expect.stringMatching(/datetime="\d{4}-\d\d-/)]);
  });

  it('can be sent from any origin', async () => {
    const preflight = await fetch(`${host.url}/batch/`, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:9000', 'access-control-request-headers': 'content-type' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type');
  });
});

const flagsFor = async (properties: object) => {
  const response = await postJson('/flags/?v=2', {
    token: projectKey,
    distinct_id: 'ada',
    person_properties: properties,
  });
  const { flags } = (await response.json()) as { flags: Record<string, { enabled: boolean }> };
  return Object.fromEntries(Object.entries(flags).map(([name, { enabled }]) => [name, enabled]));
};

const switchFlag = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${host.url}/flag`, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' });

describe('a flag', () => {
  it('is initially on for the staff domain if it shows the admin page, and off for approvals', async () => {
    expect(await flagsFor({ email: 'staff@systeminit.com' })).toEqual({
      auth_portal_admin_page: true,
      'approvals-opt-in-out': false,
    });
    expect(await flagsFor({ email: 'staff@systeminit.com.example' })).toMatchObject({ auth_portal_admin_page: false });
    expect(await flagsFor({})).toMatchObject({ auth_portal_admin_page: false });
  });

  it('can be off, on for everyone, or on for emails and domains', async () => {
    const name = 'approvals-opt-in-out';
    expect((await switchFlag({ name, mode: 'everyone', users: '' })).status).toBe(303);
    expect(await flagsFor({})).toMatchObject({ [name]: true });
    await switchFlag({ name, mode: 'users', users: 'Ada@example.com, @example.org' });
    expect(await flagsFor({ email: 'ada@example.com' })).toMatchObject({ [name]: true });
    expect(await flagsFor({ email: 'bob@example.com' })).toMatchObject({ [name]: false });
    expect(await flagsFor({ email: 'bob@example.org' })).toMatchObject({ [name]: true });
    expect((await switchFlag({ name, mode: 'users', users: 'ada' })).status).toBe(400);
    expect((await switchFlag({ name, mode: 'off', users: '' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    await host.stop();
    host = await start();
    expect(await flagsFor({ email: 'bob@example.org' })).toMatchObject({ [name]: true });
    await switchFlag({ name, mode: 'off', users: '@example.org' });
    expect(await flagsFor({ email: 'bob@example.org' })).toMatchObject({ [name]: false });
  });

  it('has a definition, which requires the secret key', async () => {
    const fetchDefinitions = (key: string) =>
      fetch(`${host.url}/flags/definitions?token=${projectKey}&send_cohorts`, {
        headers: { authorization: `Bearer ${key}` },
      });
    expect((await fetchDefinitions('phs_other')).status).toBe(401);
    expect(await (await fetchDefinitions(flagsKey)).json()).toMatchObject({
      flags: [
        {
          key: 'auth_portal_admin_page',
          active: true,
          filters: {
            groups: [{ properties: [{ key: 'email', operator: 'regex', value: '^[^@]+@systeminit\\.com$' }] }],
          },
        },
        { key: 'approvals-opt-in-out', filters: { groups: [{ properties: [], rollout_percentage: 0 }] } },
      ],
    });
  });

  it('fails as the page of the host says', async () => {
    const switchTo = (mode: string) =>
      fetch(`${host.url}/mode`, { method: 'POST', body: new URLSearchParams({ mode }), redirect: 'manual' });
    expect((await switchTo('Rejects the API keys (401)')).status).toBe(303);
    expect(await (await fetch(host.url)).text()).toContain(' selected>Rejects the API keys (401)');
    expect(await (await fetch(`${host.url}/_test/faults`)).json()).toEqual({
      capture: { status: 401 },
      flags: { status: 401 },
    });
    const refused = await post('/batch/', batch);
    expect([refused.status, await refused.json()]).toMatchObject([401, { type: 'authentication_error' }]);
    expect((await switchTo('Something else')).status).toBe(400);
    await switchTo('Works');
    expect((await post('/batch/', batch)).status).toBe(200);
  });

  it('fails with an injected fault, separately from events', async () => {
    await postJson('/_test/faults', { flags: { status: 503 } });
    expect((await postJson('/flags/?v=2', { token: projectKey, distinct_id: 'ada' })).status).toBe(503);
    expect((await post('/batch/', batch)).status).toBe(200);
    await postJson('/_test/faults', { capture: { status: 503, times: 1 } });
    expect((await post('/batch/', batch)).status).toBe(503);
    expect((await post('/batch/', batch)).status).toBe(200);
  });
});
