import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '@portal/local-postgres';
import { withCaddy } from './caddy.ts';

// `npm run test:deployment` runs this test: it needs Caddy.

let api: Server;
let upstreams: string;
beforeAll(async () => {
  api = createServer((request, response) => {
    response.setHeader('Content-Security-Policy', "default-src 'none'");
    response.end(`${request.method} ${request.url} from ${String(request.headers['x-forwarded-for'])}`);
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  upstreams = `to 127.0.0.1:${(api.address() as AddressInfo).port}`;
});
afterAll(() => api.close());

const portalUrl = 'https://portal.acme.example';
const settings = () => ({ PORTAL_URL: portalUrl, AUTH_API_URL: `${portalUrl}/api`, AUTH_API_UPSTREAMS: upstreams });
const metadata = '/.well-known/oauth-authorization-server/api';

it('at the portal’s host, requests for /api reach the API as they are, and its responses keep their headers', () =>
  withCaddy(settings(), async (url) => {
    const response = await fetch(`${url}/api/invitations/secret?a=1`, {
      method: 'POST',
      headers: { 'X-Forwarded-For': '192.0.2.1' },
    });
    expect(await response.text()).toBe('POST /api/invitations/secret?a=1 from 127.0.0.1');
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'");
    expect(await (await fetch(url + metadata)).text()).toBe(`GET ${metadata} from 127.0.0.1`);
  }));

it('all other paths are the portal’s, with its policy', () =>
  withCaddy(settings(), async (url) => {
    for (const path of ['/', '/workspaces', '/api-tokens', '/.well-known/oauth-authorization-server']) {
      const response = await fetch(url + path);
      expect(await response.text()).toContain('<title>Portal</title>');
      expect(response.headers.get('content-security-policy')).toContain(`connect-src 'self' ${portalUrl}/api`);
    }
  }));

it(
  'without a replica, a request for the API gets an error in its format',
  () =>
    withCaddy({ ...settings(), AUTH_API_UPSTREAMS: 'to 127.0.0.1:1' }, async (url) => {
      const response = await fetch(`${url}/api/whoami`);
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
      expect(await response.json()).toMatchObject({ error: { type: 'NotReady' } });
    }),
  30_000,
);

it('an API with a host name of its own stays reachable at it', async () => {
  const port = await freePort();
  const hosts = { AUTH_API_URL: 'https://auth-api.acme.example', AUTH_API_SITE: `:${port}` };
  await withCaddy({ ...settings(), ...hosts }, async () => {
    const response = await fetch(`http://127.0.0.1:${port}/whoami`);
    expect(await response.text()).toBe('GET /whoami from 127.0.0.1');
  });
});
