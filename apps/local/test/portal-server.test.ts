import { createServer, type Server } from 'node:http';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { portalHandler } from '../src/portal-handler.ts';
import { securityHeaders } from '../src/portal-headers.ts';
import { readPortalEnvironment } from '../src/portal-settings.ts';

let folder: string;
let server: Server;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-dist-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>Portal</title>');
  await writeFile(path.join(folder, 'manifest.json'), '{"hash":"1"}');
  await writeFile(path.join(folder, 'assets', 'main-abc.js'), 'export const many = 1;\n'.repeat(200));
  await writeFile(path.join(folder, '.secret'), 'hidden');
  const environment = {
    PORTAL_DIR: folder,
    PORTAL_URL: 'http://localhost:9000',
    AUTH_API_URL: 'http://localhost:9001',
  };
  server = createServer(portalHandler(readPortalEnvironment(environment)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

describe('the portal’s server', () => {
  it.each(['/', '/workspaces', '/workspace/01HZZZZZZZZZZZZZZZZZZZZZZZ/tokens', '/legal/terms'])(
    'answers %s with the one page, which is asked for again each time',
    async (name) => {
      const response = await fetch(url + name);
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(await response.text()).toContain('<title>Portal</title>');
    },
  );

  it('has assets kept for ever, and sends them small', async () => {
    const response = await fetch(`${url}/assets/main-abc.js`, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(Number(response.headers.get('content-length'))).toBeLessThan(200);
    expect(await response.text()).toHaveLength(4600);
  });

  it('tells who takes reports of vulnerabilities', async () => {
    const response = await fetch(`${url}/.well-known/security.txt`);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toMatch(/^Contact: mailto:support@systeminit\.com\nExpires: \d{4}-/);
  });

  it('answers a missing asset with 404, not with the page', async () => {
    expect((await fetch(`${url}/assets/gone.js`)).status).toBe(404);
  });

  it('answers what has not changed with 304', async () => {
    const { headers } = await fetch(`${url}/manifest.json`);
    expect(headers.get('cache-control')).toBe('no-cache');
    const again = await fetch(`${url}/manifest.json`, {
      headers: { 'if-none-match': headers.get('etag') ?? '', 'cache-control': 'max-age=0' },
    });
    expect(again.status).toBe(304);
  });

  it('tells the portal its settings', async () => {
    const response = await fetch(`${url}/config.json`);
    expect(await response.json()).toMatchObject({
      authApiUrl: 'http://localhost:9001',
      productName: 'System Initiative',
    });
  });

  it('allows its pages nothing but what they need', async () => {
    const { headers } = await fetch(url);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).not.toContain('unsafe');
    for (const name of ['base-uri', 'frame-ancestors', 'object-src', 'default-src']) {
      expect(policy).toContain(`${name} 'none'`);
    }
    expect(policy).toContain(`connect-src 'self' http://localhost:9001;`);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  });

  it('allows them to reach the analytics host where there is one, and tells them of it', () => {
    const environment = {
      PORTAL_DIR: folder,
      PORTAL_URL: 'https://portal.example',
      AUTH_API_URL: 'https://api.example',
    };
    const read = (more: Record<string, string>) => readPortalEnvironment({ ...environment, ...more });
    const { settings } = read({ ANALYTICS_URL: 'https://usage.example/t/', ANALYTICS_PROJECT_KEY: 'phc_1' });
    expect(settings.analytics).toEqual({ url: 'https://usage.example/t', projectKey: 'phc_1' });
    expect(securityHeaders(settings, true)['Content-Security-Policy']).toContain(
      `connect-src 'self' https://api.example https://usage.example;`,
    );
    expect(read({}).settings.analytics).toBeUndefined();
    expect(() => read({ ANALYTICS_URL: 'https://usage.example' })).toThrow(
      'ANALYTICS_PROJECT_KEY: goes together with ANALYTICS_URL',
    );
  });

  it.each(['/.secret', '/%2e%2e/%2e%2e/etc/passwd', '/..%2f..%2fetc/passwd', '/assets/%00'])(
    'gives nothing away for %s',
    async (name) => {
      const text = await (await fetch(url + name)).text();
      expect(text).not.toMatch(/hidden|root:/);
    },
  );

  it('refuses a malformed address and other methods', async () => {
    expect((await fetch(`${url}/%zz`)).status).toBe(400);
    expect((await fetch(url, { method: 'POST' })).status).toBe(405);
  });
});
