/** @takes 9 s */
import { createServer, type RequestListener, type Server } from 'node:http';
import { FeatureFlags } from '@portal/contract';
import { startApi, type TestApi } from '../../support/api.ts';
import { logIn, makeUser } from '../../support/builders.ts';
import { withinTimeLimit } from '../../support/time-limit.ts';
import { listen } from '../../support/listen.ts';

let apiWithDatabase: TestApi;
let host: Server | undefined;
let apis: TestApi[] = [];
beforeAll(async () => {
  apiWithDatabase = await startApi();
});
afterAll(() => apiWithDatabase.close());
afterEach(async () => {
  await Promise.all(apis.map((api) => api.close()));
  apis = [];
  host?.closeAllConnections();
  await new Promise((resolve) => host?.close(resolve));
});

async function startHost(respond: RequestListener): Promise<string> {
  const server = createServer(respond);
  host = server;
  return `http://127.0.0.1:${await listen(server)}`;
}

/** A user of a new API, which has no cached flags. All of them share a database. */
async function userOf(settings: Record<string, string>) {
  const api = await startApi({ ...settings, DATABASE_URL: apiWithDatabase.services.settings.DATABASE_URL });
  apis.push(api);
  const user = await makeUser(api);
  const credentials = await logIn(api, user);
  const flags = async () =>
    FeatureFlags.parse((await api.send('GET', `/users/${user.id}/featureFlags`, credentials)).body);
  return { flags, whoami: () => api.send('GET', '/whoami', credentials) };
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
const flagDefinition = (overrides: object) =>
  json({ flags: [{ id: 1, key, active: true, ...overrides }], cohorts: {} });

const malformedResponses: Readonly<Record<string, RequestListener>> = {
  'an HTML page': text('<!doctype html><h1>It works!</h1>', 'text/html'),
  'an empty body': text(''),
  'a truncated body': text('{"flags":{"auth_portal_admin_page":{"enabled":tr'),
  null: json(null),
  'a list': json([{ key, enabled: true }]),
  'text instead of flags': json({ flags: 'all of them' }),
  'a number instead of a flag': json({ flags: { [key]: 1 }, featureFlags: 7 }),
  'a flag that is neither true nor false': json({ flags: { [key]: { key, enabled: 'no', variant: null } } }),
  'an invalid variant': json({
    flags: { [key]: { key, enabled: null, variant: 7 } },
    errorsWhileComputingFlags: false,
  }),
  'flags without conditions': flagDefinition({ filters: null }),
  'invalid conditions': flagDefinition({ filters: { groups: 'everybody' } }),
  'an invalid condition': flagDefinition({ filters: { groups: ['everybody'] } }),
  'a condition with invalid properties': flagDefinition({
    filters: { groups: [{ properties: 'nothing', rollout_percentage: 100 }] },
  }),
  'an invalid rollout percentage': flagDefinition({
    filters: { groups: [{ properties: [], rollout_percentage: 'all' }] },
  }),
  'an invalid active state': flagDefinition({ active: 'no', filters: { groups: [{ properties: [] }] } }),
  'an unknown operator': flagDefinition({
    filters: { groups: [{ properties: [{ key: 'email', type: 'person', operator: 'smells_like', value: 'a' }] }] },
  }),
  'an invalid pattern': flagDefinition({
    filters: { groups: [{ properties: [{ key: 'email', type: 'person', operator: 'regex', value: '((' }] }] },
  }),
  'a redirect to an unreachable host': (_request, response) => {
    response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end();
  },
  'a response that never ends': (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.write('{"flags":');
  },
  'a broken connection': (request) => request.socket.destroy(),
};

describe('[3.14] a feature flag whose host responds with', () => {
  const cases = Object.keys(malformedResponses).flatMap((what) => [
    [what, 'local evaluation', { ANALYTICS_FLAGS_KEY: 'phs_test' }] as const,
    [what, 'remote evaluation', {}] as const,
  ]);

  it.each(cases)('%s is off (%s), and nothing else waits or fails', async (what, _how, overrides) => {
    const url = await startHost((request, response) => malformedResponses[what]?.(request, response));
    const settings = {
      ANALYTICS_URL: url,
      ANALYTICS_PROJECT_KEY: 'phc_test',
      FEATURE_FLAG_CACHE_SECONDS: '1',
      ...overrides,
    };
    const user = await withinTimeLimit(1_500, async (restart) => {
      const newUser = await userOf(settings);
      restart();
      expect(await newUser.flags()).toEqual(allOff);
      return newUser;
    });
    expect(await withinTimeLimit(1_500, user.flags)).toEqual(allOff);
    expect((await user.whoami()).status).toBe(200);
  });
});
