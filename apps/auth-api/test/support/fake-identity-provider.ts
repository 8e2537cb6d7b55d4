import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The management side of an identity provider over a socket; it knows everybody by the address that builders give. */
export interface FakeIdentityProvider {
  readonly url: string;
  /** The identities whose address is verified. */
  readonly verified: Set<string>;
  /** The pictures of the identities that have one. */
  readonly pictures: Map<string, string>;
  /** The identities that a verification mail was asked for. */
  readonly mailsTo: string[];
  /** What it was asked, with the trace that was handed on. */
  readonly asked: {
    readonly path: string;
    readonly traceparent: unknown;
    readonly tracestate: unknown;
    readonly baggage: unknown;
  }[];
  /** What everything is answered with instead, while it is set. */
  broken: { readonly status: number; readonly body: string } | null;
  close(): Promise<void>;
}

/** For tests of what the API does with its answers. Tests of the login use the provider of the local stack. */
export async function fakeIdentityProvider(): Promise<FakeIdentityProvider> {
  const verified = new Set<string>();
  const pictures = new Map<string, string>();
  const mailsTo: string[] = [];
  const asked: FakeIdentityProvider['asked'] = [];
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<unknown> => {
    if (provider.broken) return res.writeHead(provider.broken.status).end(provider.broken.body);
    const path = decodeURIComponent(req.url ?? '');
    const { traceparent, tracestate, baggage } = req.headers;
    asked.push({ path, traceparent, tracestate, baggage });
    const json = (status: number, body: object) =>
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (path === '/oauth/token')
      return json(200, { access_token: 'management', expires_in: 86_400, id_token: unknownKeyToken });
    if (req.headers.authorization !== 'Bearer management') return json(401, { statusCode: 401 });
    if (path.startsWith('/api/v2/users/auth0|')) {
      const id = path.slice('/api/v2/users/'.length);
      return json(200, {
        email: `${id.slice('auth0|'.length).toUpperCase()}@example.com`,
        email_verified: verified.has(id),
        picture: pictures.get(id),
      });
    }
    if (path === '/api/v2/jobs/verification-email') {
      mailsTo.push((JSON.parse(await bodyOf(req)) as { user_id: string }).user_id);
      return json(201, { status: 'pending' });
    }
    return json(404, { statusCode: 404 });
  };
  const server = createServer((req, res) => void answer(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const provider: FakeIdentityProvider = {
    url: `http://127.0.0.1:${port}`,
    verified,
    pictures,
    mailsTo,
    asked,
    broken: null,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return provider;
}

/** Looks like an ID token, so that its reader asks for the keys. */
const unknownKeyToken = [{ alg: 'RS256', kid: 'unknown' }, {}]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .concat('c2ln')
  .join('.');

async function bodyOf(req: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of req) body += String(chunk);
  return body;
}
