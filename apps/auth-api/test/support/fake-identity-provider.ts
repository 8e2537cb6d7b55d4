import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { closeServer, listen } from './listen.ts';

/** Auth0's Management API. It knows every user that `makeUser` creates. */
export interface FakeIdentityProvider {
  readonly url: string;
  /** Identities whose email address is verified. */
  readonly verified: Set<string>;
  /** Picture URLs by identity. */
  readonly pictures: Map<string, string>;
  /** Identities that were deleted, each as often as it was requested. */
  readonly deleted: string[];
  /** Identities for which a verification email was requested. */
  readonly verificationEmailsTo: string[];
  /** What was asked for by each request for an email to change a password. */
  readonly passwordChanges: object[];
  /** Identities with a second factor. */
  readonly withSecondFactor: Set<string>;
  /** When the password of an identity changed. */
  readonly passwordsChangedAt: Map<string, Date>;
  /** The scope of the tokens of the Management API. */
  scope: string;
  /** The page of the next ticket to enroll a second factor. */
  ticketUrl: string;
  /** All requests, with their trace headers. */
  readonly requests: {
    readonly path: string;
    readonly traceparent: unknown;
    readonly tracestate: unknown;
    readonly baggage: unknown;
  }[];
  /** The token that the Management API accepts. */
  accessToken: string;
  /** Runs with the body of each request for a verification email. */
  onVerificationEmail: ((body: object) => void) | null;
  /** Runs before the response to each request. */
  onRequest: ((path: string) => Promise<void>) | null;
  /** While set, the response to every request. */
  failure: { readonly status: number; readonly body: string; readonly headers?: Record<string, string> } | null;
  close(): Promise<void>;
}

/** For tests of how the API uses the Management API. Login tests use the emulator of the local stack. */
export async function startFakeIdentityProvider(): Promise<FakeIdentityProvider> {
  const verified = new Set<string>();
  const pictures = new Map<string, string>();
  const deleted: string[] = [];
  const verificationEmailsTo: string[] = [];
  const passwordChanges: object[] = [];
  const withSecondFactor = new Set<string>();
  const passwordsChangedAt = new Map<string, Date>();
  const requests: FakeIdentityProvider['requests'] = [];
  const respond = async (req: IncomingMessage, res: ServerResponse): Promise<unknown> => {
    const { failure } = provider;
    if (failure) return res.writeHead(failure.status, failure.headers).end(failure.body);
    const path = decodeURIComponent(req.url ?? '');
    const { traceparent, tracestate, baggage } = req.headers;
    requests.push({ path, traceparent, tracestate, baggage });
    await provider.onRequest?.(path);
    const json = (status: number, body: object) =>
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (path === '/oauth/token')
      return json(200, {
        access_token: provider.accessToken,
        scope: provider.scope,
        expires_in: 86_400,
        id_token: unknownKeyToken,
      });
    if (path === '/dbconnections/change_password') {
      passwordChanges.push(JSON.parse(await readBody(req)) as object);
      return res.writeHead(200, { 'content-type': 'text/html' }).end('We have sent you an email.');
    }
    if (req.headers.authorization !== `Bearer ${provider.accessToken}`) return json(401, { statusCode: 401 });
    if (path.startsWith('/api/v2/users/auth0|')) {
      const [id = '', part] = path.slice('/api/v2/users/'.length).split('/');
      if (part === 'enrollments')
        return json(200, withSecondFactor.has(id) ? [{ status: 'confirmed', auth_method: 'authenticator' }] : []);
      if (req.method === 'DELETE') {
        deleted.push(id);
        return res.writeHead(204).end();
      }
      return json(200, {
        email: `${id.slice('auth0|'.length).toUpperCase()}@example.com`,
        email_verified: verified.has(id),
        picture: pictures.get(id),
        identities: [{ provider: 'auth0', user_id: id.slice('auth0|'.length), connection: 'Users' }],
        last_password_reset: passwordsChangedAt.get(id)?.toISOString(),
      });
    }
    if (path === '/api/v2/jobs/verification-email') {
      const body = JSON.parse(await readBody(req)) as { user_id: string };
      provider.onVerificationEmail?.(body);
      verificationEmailsTo.push(body.user_id);
      return json(201, { status: 'pending' });
    }
    if (path === '/api/v2/guardian/enrollments/ticket')
      return json(200, { ticket_id: 'gten_1', ticket_url: provider.ticketUrl });
    return json(404, { statusCode: 404 });
  };
  const server = createServer((req, res) => void respond(req, res));
  const port = await listen(server);
  const provider: FakeIdentityProvider = {
    url: `http://127.0.0.1:${port}`,
    verified,
    pictures,
    deleted,
    verificationEmailsTo,
    passwordChanges,
    withSecondFactor,
    passwordsChangedAt,
    requests,
    accessToken: 'management',
    scope: 'read:users update:users delete:users create:guardian_enrollment_tickets',
    ticketUrl: `http://127.0.0.1:${port}/guardian/enroll?ticket=gten_1`,
    onVerificationEmail: null,
    onRequest: null,
    failure: null,
    close: () => closeServer(server),
  };
  return provider;
}

/** Well-formed ID token with an unknown key id, so that the API fetches the keys. */
const unknownKeyToken = [{ alg: 'RS256', kid: 'unknown' }, {}]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .concat('c2ln')
  .join('.');

async function readBody(req: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of req) body += String(chunk);
  return body;
}
