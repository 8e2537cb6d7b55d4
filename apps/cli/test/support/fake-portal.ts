import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { createFakeOAuth, FakeOAuthError, type AccessGrant } from './fake-oauth.ts';

export const workspaceIds = {
  acme: '01ARZ3NDEKTSV4RRFFQ69G5FAA',
  first: '01ARZ3NDEKTSV4RRFFQ69G5FAB',
  second: '01ARZ3NDEKTSV4RRFFQ69G5FAC',
};
export const apiToken = 'an-api-token';
const allScopes = ['workspace:read', 'members:read', 'members:write', 'tokens:read', 'tokens:write'];

const workspaceOf = (id: string, displayName: string, isDefault: boolean) => ({
  id,
  displayName,
  isDefault,
  role: 'OWNER',
});

const tokenOf = (id: string, name: string) => ({
  id,
  name,
  scopes: ['members:read'],
  expiresAt: '2999-01-01T00:00:00.000Z',
  revokedAt: null,
  replacedAt: null,
  lastUsedAt: null,
});

interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Answer = (response: ServerResponse) => void;

/** A portal and its API, with just enough for the client. */
export async function startFakePortal() {
  let url = '';
  const oauth = createFakeOAuth(() => url);
  const received: Received[] = [];
  const data = {
    workspaces: [
      workspaceOf(workspaceIds.acme, 'Acme', true),
      workspaceOf(workspaceIds.first, 'Twice', false),
      workspaceOf(workspaceIds.second, 'Twice', false),
    ],
    members: [
      {
        userId: '01ARZ3NDEKTSV4RRFFQ69G5FM1',
        email: 'ada@example.com',
        nickname: 'Ada',
        role: 'OWNER',
        pending: false,
      },
      {
        userId: '01ARZ3NDEKTSV4RRFFQ69G5FM2',
        email: 'bob@example.com',
        nickname: 'Bob',
        role: 'EDITOR',
        pending: true,
      },
    ],
    authTokens: [tokenOf('01ARZ3NDEKTSV4RRFFQ69G5FT1', 'Build'), tokenOf('01ARZ3NDEKTSV4RRFFQ69G5FT2', 'Deploy')],
    pageSize: 500,
  };
  /** Answers to the next requests of a path, instead of the usual ones. */
  const overrides = new Map<string, Answer[]>();

  const server = createServer((request, response) => {
    void handle(request, response);
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = new URL(request.url ?? '/', url);
    const body = await readAll(request);
    received.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
    const override = overrides.get(target.pathname)?.shift();
    try {
      if (override) override(response);
      else respond(request, response, target, body);
    } catch (error) {
      if (!(error instanceof FakeOAuthError)) throw error;
      sendJson(response, error.status, { error: error.code, error_description: error.message, requestId: 'req-oauth' });
    }
  }

  function respond(request: IncomingMessage, response: ServerResponse, target: URL, body: string): void {
    const form = Object.fromEntries(new URLSearchParams(body));
    const { pathname } = target;
    if (pathname === '/.well-known/oauth-authorization-server') sendJson(response, 200, metadata());
    else if (pathname === '/oauth/token') sendJson(response, 200, oauth.issueToken(form));
    else if (pathname === '/oauth/device_authorization') sendJson(response, 200, oauth.requestDeviceCode(form));
    else if (pathname === '/oauth/revoke') {
      oauth.revoke(form['token'] ?? '');
      sendJson(response, 200, {});
    } else respondAsApi(request, response, target);
  }

  const metadata = () => ({
    issuer: url,
    authorization_endpoint: 'https://portal.example/terminal',
    token_endpoint: `${url}/oauth/token`,
    device_authorization_endpoint: `${url}/oauth/device_authorization`,
    scopes_supported: ['account:read', 'workspace:write', 'audit:read', ...allScopes],
  });

  function grantOf({ headers }: IncomingMessage): AccessGrant | null {
    const token = headers.authorization?.replace('Bearer ', '') ?? '';
    return token === apiToken ? { workspaceId: workspaceIds.acme, scopes: allScopes } : oauth.accessGrantOf(token);
  }

  function respondAsApi(request: IncomingMessage, response: ServerResponse, target: URL): void {
    const grant = grantOf(request);
    const { pathname } = target;
    if (grant === null) sendError(response, 401, 'InvalidToken', 'This token is not valid.');
    else if (pathname === '/whoami') sendJson(response, 200, whoamiOf(grant));
    else if (pathname === '/workspaces' && grant.workspaceId === null) sendPage(response, target, data.workspaces);
    else if (pathname === '/workspaces') sendError(response, 403, 'TokenNotAllowed', 'No API token can do this.');
    else if (pathname.includes(`/${grant.workspaceId ?? 'none'}`)) respondAsWorkspace(request, response, target);
    else sendError(response, 404, 'WorkspaceNotFound', 'Workspace not found.');
  }

  const whoamiOf = ({ workspaceId, scopes }: AccessGrant) => ({
    user: { nickname: 'Ada', email: 'ada@example.com' },
    token: { workspaceId, scopes },
  });

  function respondAsWorkspace({ method }: IncomingMessage, response: ServerResponse, target: URL): void {
    const [, , id, part] = target.pathname.split('/');
    if (part === undefined)
      sendJson(
        response,
        200,
        data.workspaces.find((each) => each.id === id),
      );
    else if (part === 'authTokens' && method === 'GET') sendJson(response, 200, { authTokens: data.authTokens });
    else if (part === 'authTokens') sendJson(response, 200, { authToken: data.authTokens[0] });
    else if (part === 'members' && method === 'GET') sendPage(response, target, data.members);
    else if (part === 'members' || part === 'membership') sendJson(response, 200, data.members);
    else sendError(response, 404, 'NotFound', 'Not found.');
  }

  function sendPage(response: ServerResponse, target: URL, items: readonly unknown[]): void {
    const from = Number(target.searchParams.get('after') ?? 0);
    const to = from + data.pageSize;
    if (to < items.length) response.setHeader('link', `<${url}${target.pathname}?after=${to}>; rel="next"`);
    sendJson(response, 200, items.slice(from, to));
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  oauth.settings.issuer = url;
  return {
    url,
    oauth,
    received,
    data,
    requestsTo: (path: string) => received.filter((request) => request.path.split('?')[0] === path),
    answerNext(path: string, ...answers: Answer[]) {
      overrides.set(path, answers);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type FakePortal = Awaited<ReturnType<typeof startFakePortal>>;

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export function sendError(response: ServerResponse, status: number, type: string, message: string): void {
  sendJson(response, status, { error: { type, message }, requestId: 'req-1' });
}
