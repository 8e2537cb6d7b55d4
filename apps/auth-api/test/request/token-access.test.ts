/** @takes 100 s */
import { apiErrors, apiScopeNames, calls, ErrorBody, type ApiScope, type Call, type ErrorType } from '@portal/contract';
import { ulid } from 'ulid';
import { pathOf, type Fixture } from '../support/actors.ts';
import { startApi, type Credentials, type TestApi } from '../support/api.ts';
import {
  addMember,
  makeApiToken,
  makeInvitation,
  makeServiceAccount,
  makeWebhook,
  makeServiceAccountToken,
  makeUser,
  makeWorkspace,
} from '../support/builders.ts';
import { databaseFingerprint } from '../support/database-fingerprint.ts';
import { expectMatchesOpenApi } from '../support/openapi-response.ts';
import { validBodies, validQueries } from '../support/valid-input.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

type Role = 'OWNER' | 'APPROVER' | 'EDITOR';
const everyone: readonly Role[] = ['OWNER', 'APPROVER', 'EDITOR'];
const managers: readonly Role[] = ['OWNER', 'APPROVER'];
const owner: readonly Role[] = ['OWNER'];

/**
 * What an API token can do besides `whoami`, which every token can: the scope that it needs, and for a token that acts as a person the
 * roles of that person. A token that acts as a service account needs no role. It is written by hand and not derived from the call table.
 */
const scopeOf: Readonly<Record<string, readonly [scope: ApiScope, roles: readonly Role[]]>> = {
  getWorkspace: ['workspace:read', everyone],
  updateWorkspace: ['workspace:write', owner],
  setApprovals: ['workspace:write', owner],
  listMembers: ['members:read', everyone],
  listInvitations: ['members:read', managers],
  inviteMember: ['members:write', managers],
  inviteMembers: ['members:write', managers],
  resendInvitation: ['members:write', managers],
  cancelInvitation: ['members:write', managers],
  removeMember: ['members:write', managers],
  changeMemberRole: ['members:write', owner],
  listAuthTokens: ['tokens:read', everyone],
  getAuthToken: ['tokens:read', everyone],
  listServiceAccounts: ['tokens:read', managers],
  // Everyone can rename and revoke a token of their own. The one in the path is the owner's.
  renameAuthToken: ['tokens:write', owner],
  revokeAuthToken: ['tokens:write', owner],
  listWorkspaceAuditEntries: ['audit:read', managers],
  exportWorkspaceAuditCsv: ['audit:read', managers],
  exportWorkspaceAuditNdjson: ['audit:read', managers],
};

/** Scopes of tokens, with the policy of the workspace. Every token has a scope: the database requires one. */
const grants: Readonly<Record<string, { readonly scopes: readonly string[]; readonly allowsWrites?: false }>> = {
  'a platform scope only': { scopes: ['platform'] },
  ...Object.fromEntries(apiScopeNames.map((scope) => [scope, { scopes: [scope] }])),
  'all scopes': { scopes: [...apiScopeNames, 'platform'] },
  'all scopes in a workspace that lets no token change anything': {
    scopes: [...apiScopeNames, 'platform'],
    allowsWrites: false,
  },
};

const principals = [
  ['a token of the owner', { kind: 'person', role: 'OWNER' }],
  ['a token of an approver', { kind: 'person', role: 'APPROVER' }],
  ['a token of an editor', { kind: 'person', role: 'EDITOR' }],
  ['a token of a service account with the role editor', { kind: 'serviceAccount', role: 'EDITOR' }],
  ['a token of a service account with the role approver', { kind: 'serviceAccount', role: 'APPROVER' }],
] as const;
type Principal = (typeof principals)[number][1];

/** Calls without authentication ignore tokens. The matrix of all calls has them. */
const callsOfActors = Object.entries<Call>(calls).filter(
  ([, { access }]) => access.who !== 'anyone' && access.who !== 'webhook',
);
const callsWithScope = callsOfActors.filter(([name]) => name in scopeOf);

/** Calls without a scope are closed to the widest list of scopes, and so to each part of it. So they need no other list. */
const isClosed = (name: string) => !(name in scopeOf) && name !== 'whoami';
const callsFor = (grant: (typeof grants)[string]) =>
  callsOfActors.filter(([name]) => !isClosed(name) || grant === grants['all scopes']);

const cells = Object.values(grants).reduce((sum, grant) => sum + callsFor(grant).length * principals.length, 0);

function expectedOutcome(name: string, { kind, role }: Principal, grant: (typeof grants)[string]): 'ok' | ErrorType {
  if (name === 'whoami') return 'ok';
  const needed = scopeOf[name];
  if (!needed) return 'TokenNotAllowed';
  const [scope, roles] = needed;
  if (!grant.scopes.includes(scope)) return 'InsufficientScope';
  if (scope.endsWith(':write') && grant.allowsWrites === false) return 'InsufficientScope';
  return kind === 'serviceAccount' || roles.includes(role) ? 'ok' : 'NotAllowed';
}

async function makeFixture({ kind, role }: Principal, grant: (typeof grants)[string]): Promise<Fixture> {
  const [subject, colleague] = [await makeUser(api), await makeUser(api)];
  const workspace = await makeWorkspace(api, subject, { tokenWritesAllowed: grant.allowsWrites !== false });
  await addMember(api, workspace, colleague, 'EDITOR');
  const serviceAccount = await makeServiceAccount(api, workspace);
  const overrides = { scopes: [...grant.scopes] };
  let credentials: Credentials;
  if (kind === 'person') {
    const user = role === 'OWNER' ? subject : await makeUser(api);
    if (role !== 'OWNER') await addMember(api, workspace, user, role);
    ({ credentials } = await makeApiToken(api, workspace, user, overrides));
  } else {
    const other = await makeServiceAccount(api, workspace, { role });
    ({ credentials } = await makeServiceAccountToken(api, other, overrides));
  }
  return {
    credentials,
    subject,
    workspace,
    colleague,
    tokenId: (await makeApiToken(api, workspace, subject)).id,
    serviceAccountId: serviceAccount.id,
    webhookId: (await makeWebhook(api, workspace)).id,
    sessionId: ulid(),
    invitationId: (await makeInvitation(api, workspace)).id,
    contactId: ulid(),
    reassignmentId: ulid(),
  };
}

async function send(name: string, call: Call, fixture: Fixture) {
  const body = validBodies[name]?.(fixture, api.services.legal.currentVersionId);
  const request = api
    .send(call.method, pathOf(call, fixture), fixture.credentials)
    .query(validQueries[name]?.(fixture) ?? {})
    .redirects(0);
  const response = await (body === undefined ? request : request.send(body));
  expectMatchesOpenApi(name, response);
  const challenge = response.headers['www-authenticate'] ?? 'none';
  const isError = response.status >= 400;
  // A page has no type of the error.
  const isPage = isError && response.type === 'text/html';
  const outcome = !isError ? 'ok' : isPage ? 'page' : ErrorBody.parse(response.body).error.type;
  return { outcome, status: response.status, challenge };
}

/** What a response says, by its outcome. RFC 6750, section 3.1: only a missing scope gets a challenge with 403. */
function responseOf(name: string, call: Call, outcome: 'ok' | ErrorType) {
  const scope = scopeOf[name]?.[0] ?? '';
  const challenge =
    outcome === 'InsufficientScope' ? `Bearer realm="auth-api", error="insufficient_scope", scope="${scope}"` : 'none';
  if (outcome === 'ok') return { outcome, status: 200, challenge };
  const isPage = call.responseKind === 'redirect';
  return { outcome: isPage ? 'page' : outcome, status: apiErrors[outcome].status, challenge };
}

describe(`the ${cells} cells of call, principal and scopes`, () => {
  it('are all calls with authentication, five principals and ten lists of scopes', () => {
    expect([principals.length, Object.keys(grants).length]).toEqual([5, 10]);
    expect(callsOfActors.length).toBeGreaterThan(90);
    expect(callsWithScope.map(([name]) => name).sort()).toEqual(Object.keys(scopeOf).sort());
  });

  describe.each(principals)('%s', (_who, principal) => {
    it.each(Object.entries(grants))('with %s can do what its scopes say', async (_what, grant) => {
      const rejected = callsFor(grant).filter(([name]) => expectedOutcome(name, principal, grant) !== 'ok');
      const fixture = await makeFixture(principal, grant);
      const before = await databaseFingerprint(api);
      const got: Record<string, unknown> = {};
      const wanted: Record<string, unknown> = {};
      for (const [name, call] of rejected) {
        got[name] = await send(name, call, fixture);
        wanted[name] = responseOf(name, call, expectedOutcome(name, principal, grant));
      }
      expect(got).toEqual(wanted);
      expect(await databaseFingerprint(api)).toBe(before);
      for (const [name, call] of callsOfActors) {
        if (expectedOutcome(name, principal, grant) !== 'ok') continue;
        const used = call.method === 'GET' ? fixture : await makeFixture(principal, grant);
        expect({ name, ...(await send(name, call, used)) }).toEqual({
          name,
          ...responseOf(name, call, 'ok'),
        });
      }
    });
  });
});

describe('a token, whatever its scopes,', () => {
  const path = ({ workspace }: Fixture, tokenId: string, action = '') =>
    `/workspaces/${workspace.id}/authTokens/${tokenId}${action}`;
  const ownId = async ({ credentials }: Fixture) =>
    ((await api.send('GET', '/whoami', credentials)).body as { token: { id: string } }).token.id;

  it.each(principals)('reads and revokes itself: %s', async (_who, principal) => {
    for (const grant of Object.values(grants)) {
      const fixture = await makeFixture(principal, grant);
      const id = await ownId(fixture);
      expect((await api.send('GET', path(fixture, id), fixture.credentials)).status).toBe(200);
      expect((await api.send('POST', path(fixture, id, '/revoke'), fixture.credentials)).status).toBe(200);
      expect((await api.send('GET', '/whoami', fixture.credentials)).status).toBe(401);
    }
  });

  it.each(principals)('does not replace itself unless a person allowed that: %s', async (_who, principal) => {
    for (const grant of Object.values(grants)) {
      const fixture = await makeFixture(principal, grant);
      const response = await api.send('POST', path(fixture, await ownId(fixture), '/rotate'), fixture.credentials);
      expect(ErrorBody.parse(response.body).error.type).toBe('TokenNotAllowed');
    }
  });

  it('learns nothing about another workspace, whether it exists or not', async () => {
    const grant = { scopes: [...apiScopeNames] };
    for (const [, principal] of principals) {
      const [fixture, other] = [await makeFixture(principal, grant), await makeFixture(principal, grant)];
      for (const workspaceId of [other.workspace.id, ulid(), 'not-an-id']) {
        const workspace = { ...fixture.workspace, id: workspaceId };
        for (const [name, call] of callsWithScope) {
          const response = await send(name, call, { ...fixture, workspace });
          expect({ name, ...response }).toEqual({
            name,
            outcome: 'TokenOfOtherWorkspace',
            status: 403,
            challenge: 'none',
          });
        }
      }
    }
  });

  it.each(principals)(
    'finds no token, service account or invitation of another workspace: %s',
    async (_who, principal) => {
      const grant = { scopes: [...apiScopeNames] };
      const [fixture, other] = [await makeFixture(principal, grant), await makeFixture(principal, grant)];
      const mixed = { ...fixture, tokenId: other.tokenId, invitationId: other.invitationId };
      const notFound: Readonly<Record<string, ErrorType>> = {
        getAuthToken: 'AuthTokenNotFound',
        renameAuthToken: 'AuthTokenNotFound',
        revokeAuthToken: 'AuthTokenNotFound',
        resendInvitation: 'InvitationNotFound',
        cancelInvitation: 'InvitationNotFound',
      };
      const found = callsWithScope.filter(([name]) => name in notFound);
      expect(found).toHaveLength(5);
      for (const [name, call] of found) {
        const isAllowed = principal.kind === 'serviceAccount' || name.includes('Token') || principal.role !== 'EDITOR';
        const { outcome } = await send(name, call, mixed);
        expect({ name, outcome }).toEqual({ name, outcome: isAllowed ? notFound[name] : 'NotAllowed' });
      }
    },
  );
});
