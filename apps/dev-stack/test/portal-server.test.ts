import type { Server } from 'node:http';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { createPortalServer } from '../src/portal/http-server.ts';
import { securityHeaders } from '../src/portal/security-headers.ts';
import { readPortalEnvironment } from '../src/portal/settings.ts';

let folder: string;
let server: Server;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-dist-'));
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>Portal</title>');
  await writeFile(path.join(folder, 'manifest.json'), '{"hash":"1"}');
  await writeFile(path.join(folder, 'assets', 'main-abc.js'), 'export const many = 1;\n'.repeat(200));
  await writeFile(
    path.join(folder, 'assets', 'main-abc.js.br'),
    brotliCompressSync('export const many = 1;\n'.repeat(200)),
  );
  await writeFile(path.join(folder, '.secret'), 'hidden');
  const environment = {
    PORTAL_DIR: folder,
    PORTAL_URL: 'http://localhost:9000',
    AUTH_API_URL: 'http://localhost:9001',
  };
  server = createPortalServer(readPortalEnvironment(environment));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

describe('the portal server', () => {
  it.each(['/', '/workspaces', '/workspace/01HZZZZZZZZZZZZZZZZZZZZZZZ/tokens', '/legal/terms'])(
    'responds to %s with index.html, which must be revalidated',
    async (name) => {
      const response = await fetch(url + name);
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(await response.text()).toContain('<title>Portal</title>');
    },
  );

  it('lets browsers cache assets forever, and sends the compressed ones', async () => {
    const response = await fetch(`${url}/assets/main-abc.js`, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(Number(response.headers.get('content-length'))).toBeLessThan(200);
    expect(await response.text()).toHaveLength(4600);
    const plain = await fetch(`${url}/assets/main-abc.js`, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-type')).toBe('text/javascript');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(plain.headers.get('content-length')).toBe('4600');
  });

  it('serves security.txt', async () => {
    const response = await fetch(`${url}/.well-known/security.txt`);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toMatch(/^Contact: mailto:support@systeminit\.com\nExpires: \d{4}-/);
  });

  it('responds to a missing asset with 404, not with index.html', async () => {
    expect((await fetch(`${url}/assets/gone.js`)).status).toBe(404);
  });

  it('responds to an unchanged file with 304', async () => {
    const { headers } = await fetch(`${url}/manifest.json`);
    expect(headers.get('cache-control')).toBe('no-cache');
    const again = await fetch(`${url}/manifest.json`, {
      headers: { 'if-none-match': headers.get('etag') ?? '', 'cache-control': 'max-age=0' },
    });
    expect(again.status).toBe(304);
  });

  it('serves config.json', async () => {
    const response = await fetch(`${url}/config.json`);
    expect(await response.json()).toMatchObject({
      authApiUrl: 'http://localhost:9001',
      productName: 'System Initiative',
    });
  });

  it('sends a strict Content-Security-Policy', async () => {
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

  it('allows the analytics host if it is configured', () => {
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
      'ANALYTICS_PROJECT_KEY: must be set together with ANALYTICS_URL',
    );
  });

  it.each(['/.secret', '/%2e%2e/%2e%2e/etc/passwd', '/..%2f..%2fetc/passwd', '/assets/%00'])(
    'does not serve hidden or outside files for %s',
    async (name) => {
      const text = await (await fetch(url + name)).text();
      expect(text).not.toMatch(/hidden|root:/);
    },
  );

  // Node's limit, `--max-http-header-size`, is 16 KB: https://nodejs.org/docs/latest-v20.x/api/http.html#httpmaxheadersize
  it('says in a text that the cookies are too large', async () => {
    const response = await fetch(url, { headers: { cookie: `a=${'x'.repeat(20_000)}` } });
    expect([response.status, response.headers.get('content-type')]).toEqual([431, 'text/plain; charset=utf-8']);
    expect(await response.text()).toContain('Delete the cookies of this site, then try again.');
  });

  it('rejects a malformed URL and other methods', async () => {
    expect((await fetch(`${url}/%zz`)).status).toBe(400);
    expect((await fetch(url, { method: 'POST' })).status).toBe(405);
  });
});
