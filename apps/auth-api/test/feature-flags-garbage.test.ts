/** @takes 9 s */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FeatureFlags } from '@portal/contract';
import { startApi, type TestApi } from './support/api.ts';
import { logIn, makeUser } from './support/builders.ts';
import { inTime } from './support/in-time.ts';

let host: Server | undefined;
let apis: TestApi[] = [];
afterEach(async () => {
  await Promise.all(apis.map((api) => api.close()));
  apis = [];
  host?.closeAllConnections();
  await new Promise((resolve) => host?.close(resolve));
});

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  host = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Somebody at an API that has asked nothing yet. */
async function somebodyAt(settings: Record<string, string>) {
  const api = await startApi(settings);
  apis.push(api);
  const user = await makeUser(api);
  const proof = await logIn(api, user);
  const flags = async () => FeatureFlags.parse((await api.send('GET', `/users/${user.id}/featureFlags`, proof)).body);
  return { flags, whoami: () => api.send('GET', '/whoami', proof) };
}

const key = 'auth_portal_admin_page';
const allOff = { [key]: false, 'approvals-opt-in-out': false };
const json = (body: unknown): RequestListener => text(JSON.stringify(body), 'application/json');
function text(body: string, type = 'application/json'): RequestListener {
  return (_request, response) => {
    response.setHeader('Content-Type', type);
    response.end(body);
  };
}
const definition = (more: object) => json({ flags: [{ id: 1, key, active: true, ...more }], cohorts: {} });

const garbage: Readonly<Record<string, RequestListener>> = {
  'a page': text('<!doctype html><h1>It works!</h1>', 'text/html'),
  nothing: text(''),
  'half an answer': text('{"flags":{"auth_portal_admin_page":{"enabled":tr'),
  null: json(null),
  'a list': json([{ key, enabled: true }]),
  'text instead of flags': json({ flags: 'all of them' }),
  'a number instead of a flag': json({ flags: { [key]: 1 }, featureFlags: 7 }),
  'no yes and no no': json({ flags: { [key]: { key, enabled: 'no', variant: null } } }),
  'a variant that is none': json({
    flags: { [key]: { key, enabled: null, variant: 7 } },
    errorsWhileComputingFlags: false,
  }),
  'flags without conditions': definition({ filters: null }),
  'conditions that are none': definition({ filters: { groups: 'everybody' } }),
  'a condition that is none': definition({ filters: { groups: ['everybody'] } }),
  'a condition of what is none': definition({
    filters: { groups: [{ properties: 'nothing', rollout_percentage: 100 }] },
  }),
  'a share that is none': definition({ filters: { groups: [{ properties: [], rollout_percentage: 'all' }] } }),
  'a flag that is neither on nor off': definition({ active: 'no', filters: { groups: [{ properties: [] }] } }),
  'an operator that there is not': definition({
    filters: { groups: [{ properties: [{ key: 'email', type: 'person', operator: 'smells_like', value: 'a' }] }] },
  }),
  'a pattern that is none': definition({
    filters: { groups: [{ properties: [{ key: 'email', type: 'person', operator: 'regex', value: '((' }] }] },
  }),
  'the way to nowhere': (_request, response) => {
    response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end();
  },
  'an answer that never ends': (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.write('{"flags":');
  },
  'a connection that breaks': (request) => request.socket.destroy(),
};

describe('[3.14] a feature flag of a host that answers', () => {
  const cases = Object.keys(garbage).flatMap((what) => [
    [what, 'judged by the API', { ANALYTICS_FLAGS_KEY: 'phs_test' }] as const,
    [what, 'asked for', {}] as const,
  ]);

  it.each(cases)('%s is off, %s, and nothing else waits or fails', async (what, _how, more) => {
    const url = await listen((request, response) => garbage[what]?.(request, response));
    const settings = { ANALYTICS_URL: url, ANALYTICS_PROJECT_KEY: 'phc_test', ANALYTICS_FLAGS_SECONDS: '1', ...more };
    const somebody = await inTime(1_500, async (begin) => {
      const first = await somebodyAt(settings);
      begin();
      expect(await first.flags()).toEqual(allOff);
      return first;
    });
    expect(await inTime(1_500, somebody.flags)).toEqual(allOff);
    expect((await somebody.whoami()).status).toBe(200);
  });
});
