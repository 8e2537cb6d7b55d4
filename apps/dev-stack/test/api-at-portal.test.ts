import { createServer, type Server } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPortalServer } from '../src/portal/http-server.ts';
import { readPortalEnvironment } from '../src/portal/settings.ts';
import { readStackSettings } from '../src/stack/settings.ts';

let folder: string;
let api: Server;
let portal: Server;

const listen = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

async function startPortal(authApiUrl: string, upstream: string): Promise<string> {
  const environment = { PORTAL_DIR: folder, PORTAL_URL: 'http://localhost:9000', AUTH_API_UPSTREAM: upstream };
  portal = createPortalServer(readPortalEnvironment({ ...environment, AUTH_API_URL: authApiUrl }));
  return listen(portal);
}

let apiUrl: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'portal-dist-'));
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><title>Portal</title>');
  api = createServer((request, response) => {
    response.writeHead(201, { 'X-Request-Id': '1' });
    response.write(`${request.method} ${request.url} `);
    request.pipe(response);
  });
  apiUrl = await listen(api);
});
afterEach(() => portal.close());
afterAll(async () => {
  api.close();
  await rm(folder, { recursive: true });
});

it('with the API under /api, the portal passes its requests on as they are, and serves all others itself', async () => {
  const url = await startPortal('http://localhost:9000/api', apiUrl);
  const response = await fetch(`${url}/api/workspaces/new?a=1`, { method: 'POST', body: 'text' });
  expect([response.status, response.headers.get('x-request-id')]).toEqual([201, '1']);
  expect(await response.text()).toBe('POST /api/workspaces/new?a=1 text');
  const metadata = '/.well-known/oauth-authorization-server/api';
  expect(await (await fetch(url + metadata)).text()).toBe(`GET ${metadata} `);
  expect(await (await fetch(`${url}/api-tokens`)).text()).toContain('<title>Portal</title>');
});

it('with an API at a host of its own, the portal has no path for it', async () => {
  const url = await startPortal('http://localhost:9001', apiUrl);
  expect(await (await fetch(`${url}/api/whoami`)).text()).toContain('<title>Portal</title>');
});

it('API_AT_PORTAL moves the API of the local stack to the portal', () => {
  const urlWith = (environment: Record<string, string>) => readStackSettings(environment, { root: '/' }).authApiUrl;
  expect(urlWith({})).toBe('http://localhost:9001');
  expect(urlWith({ API_AT_PORTAL: 'true', PORT_OFFSET: '100' })).toBe('http://localhost:9100/api');
  expect(() => urlWith({ API_AT_PORTAL: 'yes' })).toThrow('must be true or false');
});
