import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Instance } from '../src/index.ts';
import { nodeHandler } from '../src/node.ts';

let server: Server;
let url: string;

const instance: Pick<Instance, 'handle'> = {
  async handle(request) {
    const { pathname, search } = new URL(request.url);
    if (pathname === '/broken') throw new Error('no database');
    if (pathname !== '/echo') return null;
    const response = Response.json({ search, cookie: request.headers.get('cookie'), body: await request.text() });
    response.headers.append('set-cookie', 'a=1');
    response.headers.append('set-cookie', 'b=2');
    return response;
  },
};

async function serve(listener: RequestListener): Promise<void> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const statusOf = async (path: string, init?: RequestInit) => (await fetch(`${url}${path}`, init)).status;

describe('the handler for Node', () => {
  it('passes on query, headers and body, and returns all cookies', async () => {
    const handler = nodeHandler(instance);
    await serve((request, response) => void handler(request, response));
    const response = await fetch(`${url}/echo?a=b`, { method: 'POST', body: 'text', headers: { cookie: 'c=d' } });
    expect(await response.json()).toEqual({ search: '?a=b', cookie: 'c=d', body: 'text' });
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect([await statusOf('/other'), await statusOf('/broken'), await statusOf('/echo', { method: 'PUT' })]).toEqual([
      404, 500, 404,
    ]);
  });

  it('leaves other requests, with their bodies, to what comes next', async () => {
    const handler = nodeHandler(instance);
    await serve((request, response) => {
      void handler(request, response, (error) => {
        if (error === undefined) void text(request).then((body) => response.end(`next: ${body}`));
        else response.writeHead(502).end();
      });
    });
    expect(await (await fetch(`${url}/other`, { method: 'POST', body: 'text' })).text()).toBe('next: text');
    expect(await statusOf('/broken')).toBe(502);
  });

  it('finds its paths in a mounted router, and says so if the body is gone', async () => {
    const handler = nodeHandler(instance);
    await serve((request, response) => {
      void text(request).then(() =>
        handler(Object.assign(request, { originalUrl: '/echo', url: '/' }), response, (error) =>
          response.end(String(error)),
        ),
      );
    });
    expect(await (await fetch(url, { method: 'POST', body: 'text' })).text()).toContain('put nodeHandler before');
  });
});
