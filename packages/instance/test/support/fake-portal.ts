import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';

export const ids = {
  owner: '01JA0000000000000000000001',
  editor: '01JA0000000000000000000002',
  workspace: '01JA0000000000000000000003',
  otherWorkspace: '01JA0000000000000000000004',
  portalSession: '01JA0000000000000000000005',
  otherPortalSession: '01JA0000000000000000000006',
};

const types = { api: 'api+jwt', event: 'secevent+jwt', instance: 'instance+jwt', logout: 'logout+jwt' } as const;
export type Purpose = keyof typeof types;

/** What is wrong with a token. */
export interface Forgery {
  readonly isForeign?: boolean;
  readonly kid?: string;
  readonly typ?: string;
  readonly issuer?: string;
  readonly audience?: string;
  readonly expires?: string | null;
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** What the API does instead of answering. */
type Outage = 'drops' | 'hangs' | 'garbage' | number;

const keyPairs = { portal: await generateKeyPair('ES256'), foreign: await generateKeyPair('ES256') };
const jwk = { ...(await exportJWK(keyPairs.portal.publicKey)), alg: 'ES256', use: 'sig' };

export const unsigned = (claims: JWTPayload, typ: string) =>
  `${[{ alg: 'none', typ }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;

/** The account portal's API, as far as an instance needs it. Tests change `state`. */
export async function startFakePortal() {
  const state = {
    user: ids.editor,
    role: 'EDITOR',
    displayName: 'Staging',
    workspaceId: ids.workspace,
    sessionId: ids.portalSession,
    revision: 1,
    /** By the path. */
    outages: {} as Record<string, Outage | undefined>,
    instanceToken: {} as Forgery,
    introspected: {} as Record<string, unknown>,
    keyIds: ['api-1', 'event-1', 'instance-1', 'logout-1'],
    delayMs: 0,
  };
  const calls: { path: string; body: string; authorization: string | undefined }[] = [];

  const admission = () => ({
    user: {
      ...{ id: state.user, nickname: 'Grace', email: 'grace@example.com' },
      ...{ firstName: 'Grace', lastName: null, pictureUrl: null },
    },
    workspace: {
      ...{ id: state.workspaceId, displayName: state.displayName, creatorUserId: ids.owner },
      ...{ instanceUrl: 'https://instance.example.com', instanceEnvType: 'PRIVATE', approvalsEnabled: false },
    },
    role: state.role,
    sessionId: state.sessionId,
    revision: state.revision,
  });

  /** A token of the portal, or one with something wrong. */
  async function sign(purpose: Purpose, claims: JWTPayload, forgery: Forgery = {}): Promise<string> {
    const { kid = `${purpose}-1`, typ = types[purpose], issuer = url, expires = '1h' } = forgery;
    const jwt = new SignJWT({
      iat: Date.now() / 1_000,
      jti: `jti-${Math.random()}`,
      ...claims,
      iss: issuer,
      ...(forgery.audience !== undefined && { aud: forgery.audience }),
      ...forgery.claims,
    }).setProtectedHeader({ alg: 'ES256', kid, typ });
    if (expires !== null) jwt.setExpirationTime(expires);
    return jwt.sign(keyPairs[forgery.isForeign ? 'foreign' : 'portal'].privateKey);
  }

  async function answerOf(path: string): Promise<unknown> {
    switch (path) {
      case '/.well-known/jwks.json':
        return { keys: state.keyIds.map((kid) => ({ ...jwk, kid })) };
      case '/complete-auth-connect': {
        const claims = { sub: state.user, sid: state.sessionId, workspaceId: state.workspaceId, aud: 'instance' };
        return { ...admission(), token: await sign('instance', claims, state.instanceToken) };
      }
      case '/auth-reconnect':
        return admission();
      case '/oauth/introspect':
        return {
          ...{
            active: true,
            token_type: 'Bearer',
            scope: 'platform platform:read',
            sub: state.user,
            principal: 'user',
          },
          ...{ username: 'Grace', role: state.role, workspaceId: ids.workspace, aud: [ids.workspace], iss: url },
          ...{ exp: Math.floor(Date.now() / 1_000) + 3_600, jti: 'token-1', ...state.introspected },
        };
      default:
        throw new Error(`unexpected call ${path}`);
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    let body = '';
    for await (const chunk of request) body += String(chunk);
    calls.push({ path, body, authorization: request.headers.authorization });
    const outage = state.outages[path];
    if (outage === 'hangs') return;
    if (outage === 'drops') request.socket.destroy();
    else if (outage === 'garbage') response.end('<h1>proxy</h1>');
    else if (outage !== undefined) response.writeHead(outage, { 'retry-after': '7' }).end('{}');
    else {
      const json = JSON.stringify(await answerOf(path));
      setTimeout(() => response.setHeader('content-type', 'application/json').end(json), state.delayMs);
    }
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const callsTo = (path: string) => calls.filter((call) => call.path === path);
  return { url, state, callsTo, sign, stop };
}

export type FakePortal = Awaited<ReturnType<typeof startFakePortal>>;
