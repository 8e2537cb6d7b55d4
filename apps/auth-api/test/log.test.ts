import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requestIdHeader } from '@portal/contract';
import { createLog, requestLogger } from '../src/log.ts';
import { createApp } from '../src/app.ts';
import request from 'supertest';
import { ulid } from 'ulid';
import * as z from 'zod/mini';
import { Fault } from '../src/fault.ts';
import { startApi } from './support/api.ts';
import { makeStaff } from './support/staff.ts';

function capture() {
  const lines: string[] = [];
  return { lines, log: createLog('debug', { write: (line: string) => void lines.push(line) }) };
}

const requestsIn = (lines: readonly string[]) =>
  lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === 'request');

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

describe('the log', () => {
  it('has the same fields in a request line as in any other line', () => {
    const { lines, log } = capture();
    const fields = { call: 'whoami', route: 'a "b" \\ \u2028 é', status: 200, ms: 0.5, kind: undefined, fields: ['x'] };
    log.info(fields, 'request');
    requestLogger(log)(fields);
    const [ordinary, request] = lines.map((line) => ({ ...(JSON.parse(line) as object), time: 'now' }));
    expect(request).toEqual(ordinary);
  });

  it('has the level and the time of each line', () => {
    const { lines, log } = capture();
    log.info('x');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      service: 'auth-api',
    });
  });

  it('tells of an error its kind, its code, where it was thrown and what caused it, in no words but ours', () => {
    const { lines, log } = capture();
    const cause = Object.assign(new Error('canary refused'), { code: 'ECONNREFUSED', client: { secretKey: 'canary' } });
    const failure = new Fault('The provider is away.', { cause });
    log.error({ err: Object.assign(failure, { payload: { email: 'canary' } }) }, 'x');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      err: {
        type: 'Fault',
        message: 'The provider is away.',
        at: expect.arrayContaining([expect.stringContaining('log.test.ts')]) as string[],
        cause: { type: 'Error', code: 'ECONNREFUSED' },
      },
    });
    expect(lines.join()).not.toContain('canary');
  });

  it('tells with what status and class of error a provider refused', () => {
    class StripeAuthenticationError extends Error {
      readonly statusCode = 401;
    }
    const { lines, log } = capture();
    log.error({ err: new Fault('Stripe refuses.', { cause: new StripeAuthenticationError('canary') }) }, 'x');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      err: { cause: { type: 'StripeAuthenticationError', status: 401 } },
    });
    expect(lines.join()).not.toContain('canary');
  });

  it.each([
    ['a string', 'canary'],
    ['nothing', null],
    ['an object', { message: 'canary', stack: 'canary\n    canary', code: 'canary' }],
    ['an error with lines like frames', new Error('one\n    at canary (canary.ts:1:1)')],
    [
      'an error with a name and a code from outside',
      Object.assign(new Error('x'), { name: 'canary!', code: 'a canary' }),
    ],
    ['an error for several', new AggregateError([new Error('canary')], 'canary')],
    ['what zod refuses', z.safeParse(z.string(), { canary: 1 }).error],
    ['an address that can’t be read', thrownBy(() => new URL('canary://canary:canary@'))],
    ['JSON that can’t be read', thrownBy(() => JSON.parse('{"canary'))],
  ])('tells nothing of what is in %s', (_what, err) => {
    const { lines, log } = capture();
    log.error({ err }, 'x');
    expect(lines).toHaveLength(1);
    expect(lines.join()).not.toContain('canary');
  });

  it('tells what the system says of its own calls', () => {
    const { lines, log } = capture();
    log.error({ err: thrownBy(() => readFileSync('/nowhere')) }, 'x');
    expect(lines.join()).toContain("ENOENT: no such file or directory, open '/nowhere'");
  });

  it('hides the fields that nobody should log', () => {
    const { lines, log } = capture();
    log.info(
      { email: 'canary', user: { nickname: 'canary' }, headers: { cookie: 'canary', authorization: 'canary' } },
      'x',
    );
    expect(lines.join()).not.toContain('canary');
    expect(lines.join()).toContain('[hidden]');
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
    await get('/canary/%E0%A4%A');
    await request(app).post('/whoami');
    await request(app).options('/whoami').set('Access-Control-Request-Method', 'GET');
    await api.close();
    expect(requestsIn(lines).map(({ route, kind, status }) => [route, kind, status])).toEqual([
      ['/auth/login-callback', undefined, 400],
      ['/workspaces/:workspaceId/go', undefined, 401],
      ['/whoami', undefined, 401],
      [null, 'unknown path', 404],
      [null, 'unknown path', 404],
      ['/whoami', undefined, 405],
      [null, undefined, 204],
    ]);
    expect(lines.join()).not.toContain('canary');
  });

  it('has the address of a client in the lines of failed logins, and in no others', async () => {
    const { lines, log } = capture();
    const api = await startApi({ TRUSTED_PROXIES: '1', RATE_LIMIT_SCALE: '1', LOGIN_LIMIT_PER_ADDRESS: '1' });
    const app = createApp({ ...api.services, log });
    const get = (path: string) =>
      request(app).get(path).set({ 'X-Forwarded-For': '203.0.113.7', Referer: 'http://localhost:9000/' });
    await get('/auth/login-callback?code=x&state=y');
    await get('/auth/login');
    await get('/auth/login');
    await get('/whoami');
    await api.close();
    const withAddress = lines.filter((line) => line.includes('203.0.113.7')).map((line) => JSON.parse(line) as object);
    expect(withAddress).toMatchObject([
      { msg: 'login failed', clientAddress: '203.0.113.7', failure: 'LoginNotFinished', call: 'loginCallback' },
      { msg: 'too many requests from one address', clientAddress: '203.0.113.7', call: 'login' },
    ]);
  });

  it('names the fields that were refused, but no value of them and no name that the caller made up', async () => {
    const { lines, log } = capture();
    const api = await startApi();
    const app = createApp({ ...api.services, log });
    const { user, proof } = await makeStaff(api);
    const get = (path: string) =>
      request(app)
        .get(path)
        .set('Cookie', proof.cookie ?? '');
    await get('/audit?limit=canary&canary=1&to=canary');
    await get('/users/report?startDate=2024-01-01&endDate=2024-01-01&canary.canary=1');
    await request(app)
      .patch(`/users/${user.id}`)
      .set({ Cookie: proof.cookie ?? '', [requestIdHeader]: ulid() })
      .send({ nickname: '<canary>', requestUlid: ulid() });
    await api.close();
    expect(requestsIn(lines).map(({ status, failure, fields }) => [status, failure, fields])).toEqual([
      [400, 'InvalidInput', ['query.to', 'query.limit', 'query.*']],
      [400, 'InvalidInput', ['query.*']],
      [400, 'InvalidInput', ['body.nickname']],
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
