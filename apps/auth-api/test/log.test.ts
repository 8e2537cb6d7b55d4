import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLog } from '../src/log.ts';
import { createApp } from '../src/app.ts';
import request from 'supertest';
import { startApi } from './support/api.ts';

function capture() {
  const lines: string[] = [];
  return { lines, log: createLog('debug', { write: (line: string) => void lines.push(line) }) };
}

describe('the log', () => {
  it('tells of an error its kind, message, code and cause, and nothing that hangs on it', () => {
    const { lines, log } = capture();
    const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', client: { secretKey: 'canary' } });
    log.error({ err: Object.assign(new Error('failed', { cause }), { payload: { email: 'canary' } }) }, 'x');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      err: { type: 'Error', message: 'failed', cause: { message: 'refused', code: 'ECONNREFUSED' } },
    });
    expect(lines.join()).not.toContain('canary');
  });

  it('has one line a request, by route, without codes, cookies and tokens', async () => {
    const { lines, log } = capture();
    const api = await startApi();
    const app = createApp({ ...api.services, log });
    const get = (path: string) => request(app).get(path).set('Cookie', 'portal-session-9001=canary');
    await get('/auth/login-callback?code=canary&state=canary');
    await get('/workspaces/canary/go?redirect=canary');
    await get('/whoami').set('Authorization', 'Bearer canary.canary.canary');
    await get('/canary');
    await api.close();
    const requests = lines.map((line) => JSON.parse(line) as { msg: string; route: string; status: number });
    expect(requests.filter(({ msg }) => msg === 'request').map(({ route, status }) => [route, status])).toEqual([
      ['/auth/login-callback', 400],
      ['/workspaces/:workspaceId/go', 401],
      ['/whoami', 401],
      [null, 404],
    ]);
    expect(lines.join()).not.toContain('canary');
  });
});

describe('a process that stops', () => {
  it('ends each connection with its answer', async () => {
    const api = await startApi();
    const stopping = new AbortController();
    const server = createServer(createApp(api.services, stopping.signal));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const connection = async () => (await fetch(`http://127.0.0.1:${port}/health/live`)).headers.get('connection');
    expect(await connection()).toBe('keep-alive');
    stopping.abort();
    expect(await connection()).toBe('close');
    await new Promise((resolve) => server.close(resolve));
    await api.close();
  });
});
