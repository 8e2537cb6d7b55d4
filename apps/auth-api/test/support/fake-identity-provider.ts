import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The management side of an identity provider over a socket; it knows everybody by the address that builders give. */
export interface FakeIdentityProvider {
  readonly url: string;
  /** The identities whose address is verified. */
  readonly verified: Set<string>;
  /** The identities that a verification mail was asked for. */
  readonly mailsTo: string[];
  close(): Promise<void>;
}

/** For tests of what the API does with its answers. Tests of the login use the provider of the local stack. */
export async function fakeIdentityProvider(): Promise<FakeIdentityProvider> {
  const verified = new Set<string>();
  const mailsTo: string[] = [];
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<unknown> => {
    const path = decodeURIComponent(req.url ?? '');
    const json = (status: number, body: object) =>
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (path === '/oauth/token') return json(200, { access_token: 'management', expires_in: 86_400 });
    if (req.headers.authorization !== 'Bearer management') return json(401, { statusCode: 401 });
    if (path.startsWith('/api/v2/users/auth0|')) {
      const id = path.slice('/api/v2/users/'.length);
      return json(200, {
        email: `${id.slice('auth0|'.length).toUpperCase()}@example.com`,
        email_verified: verified.has(id),
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
  return {
    url: `http://127.0.0.1:${port}`,
    verified,
    mailsTo,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function bodyOf(req: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of req) body += String(chunk);
  return body;
}
