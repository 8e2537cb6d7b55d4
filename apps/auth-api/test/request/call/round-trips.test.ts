import { ulid } from 'ulid';
import { startApi, type TestApi } from '../../support/api.ts';
import { logIn, makeUser, makeWorkspace } from '../../support/builders.ts';
import { recordStatements } from '../../support/recorded-statements.ts';

// Source: goal "seven round trips" of docs/performance.md.

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ RATE_LIMIT_MULTIPLIER: '1000' });
});
afterAll(() => api.close());

async function roundTripsOf(path: string, body: object): Promise<string[]> {
  const user = await makeUser(api);
  const workspace = await makeWorkspace(api, user);
  const credentials = await logIn(api, user);
  const send = async () => {
    const response = await api
      .send('POST', path.replace(':workspaceId', workspace.id), credentials)
      .send({ ...body, requestUlid: ulid() });
    expect(response.status).toBe(200);
  };
  // Creates the user's personal key and records the use of the session.
  await send();
  const statements = await recordStatements(/./, async () => send());
  return statements.map(({ text }) => text.trim().replaceAll(/\s+/g, ' ').slice(0, 60));
}

it('a new API token takes 7 round trips to PostgreSQL', async () => {
  expect(await roundTripsOf('/workspaces/:workspaceId/authTokens', { name: 'CI', expiration: '1d' })).toEqual([
    expect.stringContaining('actor-in-workspace-by-session'),
    // The limits per member and per user, at the same time.
    expect.stringContaining('rate_limits'),
    expect.stringContaining('rate_limits'),
    'BEGIN',
    expect.stringContaining('lock rights'),
    expect.stringContaining('create-auth-token'),
    expect.stringContaining('save-result'),
    'COMMIT',
  ]);
});

it('a new workspace takes 8 round trips to PostgreSQL, because its response is the list of workspaces', async () => {
  const workspace = { displayName: 'Lab', instanceEnvType: 'LOCAL', instanceUrl: 'http://localhost:8080' };
  expect(await roundTripsOf('/workspaces/new', workspace)).toEqual([
    expect.stringContaining('actor-by-session'),
    expect.stringContaining('rate_limits'),
    'BEGIN',
    expect.stringContaining('lock rights'),
    expect.stringContaining('create-workspace'),
    expect.stringContaining('workspaces-of-user'),
    expect.stringContaining('save-result'),
    'COMMIT',
  ]);
});
