import { createServer, type Server } from 'node:http';
import { apiScopeNames, calls, isOpenToApiTokens, type Call } from '@portal/contract';
import { createClient, PortalError, type CallName, type CallOptions } from '@portal/client';
import { createFixture, type Fixture } from '../../support/actors.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { makeApiToken, renewableToken } from '../../support/builders.ts';
import { closeServer, listen } from '../../support/listen.ts';
import { validBodies } from '../../support/valid-input.ts';

// packages/client against the API itself.

let api: TestApi;
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => void api.app(request, response));
  url = `http://localhost:${await listen(server)}`;
  api = await startApi({ AUTH_API_URL: url });
});
afterAll(async () => {
  server.closeAllConnections();
  await closeServer(server);
  await api.close();
});

/** The client returns JSON, so it has no downloads. */
const callsOfTokens = Object.entries<Call>(calls).filter(
  ([, call]) => isOpenToApiTokens(call) && call.responseKind !== 'file',
);

/** The path parameters of a fixture, for any call. */
const pathOf = ({ workspace, tokenId, invitationId }: Fixture) => ({
  workspaceId: workspace.id,
  tokenId,
  invitationId,
});

async function clientOfOwner() {
  const fixture = await createFixture(api, 'owner');
  const overrides = { ...renewableToken(), scopes: [...apiScopeNames] };
  const { id, credentials } = await makeApiToken(api, fixture.workspace, fixture.subject, overrides);
  return { fixture, tokenId: id, client: createClient({ url, token: credentials.token ?? '', attempts: 1 }) };
}

it.each(callsOfTokens)('makes the call %s', async (name) => {
  const { fixture, tokenId, client } = await clientOfOwner();
  const isOfItself = name === 'rotateAuthToken';
  const options = {
    path: { ...pathOf(fixture), ...(isOfItself && { tokenId }) },
    ...(validBodies[name] && { body: validBodies[name](fixture, api.services.legal.currentVersionId) as object }),
  };
  const result = await client.call(name as CallName, options as CallOptions<CallName>);
  expect(typeof result).toBe('object');
});

it('has no other calls', async () => {
  const { routes } = await import('@portal/client/operations');
  expect(Object.keys(routes).sort()).toEqual(callsOfTokens.map(([name]) => name).sort());
});

it('reads a list page by page', async () => {
  const { fixture, client } = await clientOfOwner();
  const path = { workspaceId: fixture.workspace.id };
  const whole = await client.call('listMembers', { path });
  const paged: typeof whole = [];
  for await (const page of client.pages('listMembers', { path, query: { limit: 1 } })) paged.push(...page);
  expect(paged).toEqual(whole);
  expect(whole.length).toBeGreaterThan(1);
});

it('throws the error of the API', async () => {
  const { fixture, client } = await clientOfOwner();
  const options = {
    path: { workspaceId: fixture.workspace.id },
    body: { email: 'not-an-address', role: 'EDITOR' },
  } as const;
  const failure = await client.call('inviteMember', options).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(PortalError);
  expect(failure).toMatchObject({ type: 'InvalidInput', status: 400, fields: [{ path: 'body.email' }] });
});
