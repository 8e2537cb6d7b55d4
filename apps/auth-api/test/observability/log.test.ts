import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { requestUlidHeader } from '@portal/contract';
import { createLogger, createRequestLogger } from '../../src/observability/logger.ts';
import { createApp } from '../../src/app.ts';
import request from 'supertest';
import { ulid } from 'ulid';
import * as z from 'zod/mini';
import { AppError } from '../../src/errors/app-error.ts';
import { startApi } from '../support/api.ts';
import { makeStaff, makeWorkspace } from '../support/builders.ts';
import { closeServer, listen } from '../support/listen.ts';

function captureLog() {
  const lines: string[] = [];
  return { lines, log: createLogger('debug', { write: (line: string) => void lines.push(line) }) };
}

const requestLines = (lines: readonly string[]) =>
  lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === 'request');

function errorOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

describe('the log', () => {
  it('has the same fields in request lines as in other lines', () => {
    const { lines, log } = captureLog();
    const fields = {
      call: 'whoami',
      route: 'a "b" \\ \u2028 é',
      status: 200,
      durationMs: 0.5,
      kind: undefined,
      fields: ['x'],
    };
    log.info(fields, 'request');
    createRequestLogger(log)(fields);
    const [ordinary, request] = lines.map((line) => ({ ...(JSON.parse(line) as object), time: 'now' }));
    expect(request).toEqual(ordinary);
  });

  it('has the level and the time in each line', () => {
    const { lines, log } = captureLog();
    log.info('x');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      service: 'auth-api',
    });
  });

  it('contains the type, code, stack and cause of an error, but only our own messages', () => {
    const { lines, log } = captureLog();
    const cause = Object.assign(new Error('canary refused'), { code: 'ECONNREFUSED', client: { secretKey: 'canary' } });
    const failure = new AppError('The provider is away.', { cause });
    log.error({ err: Object.assign(failure, { payload: { email: 'canary' } }) }, 'x');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      err: {
        type: 'AppError',
        message: 'The provider is away.',
        at: expect.arrayContaining([expect.stringContaining('log.test.ts')]) as string[],
        cause: { type: 'Error', code: 'ECONNREFUSED' },
      },
    });
    expect(lines.join()).not.toContain('canary');
  });

  it('contains the status and the error class of a provider’s rejection', () => {
    class StripeAuthenticationError extends Error {
      readonly statusCode = 401;
    }
    const { lines, log } = captureLog();
    log.error({ err: new AppError('Stripe refuses.', { cause: new StripeAuthenticationError('canary') }) }, 'x');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      err: { cause: { type: 'StripeAuthenticationError', status: 401 } },
    });
    expect(lines.join()).not.toContain('canary');
  });

  it.each([
    ['a string', 'canary'],
    ['null', null],
    ['an object', { message: 'canary', stack: 'canary\n    canary', code: 'canary' }],
    ['an error with lines like frames', new Error('one\n    at canary (canary.ts:1:1)')],
    [
      'an error with a name and a code from outside',
      Object.assign(new Error('x'), { name: 'canary!', code: 'a canary' }),
    ],
    ['an aggregate error', new AggregateError([new Error('canary')], 'canary')],
    ['a zod error', z.safeParse(z.string(), { canary: 1 }).error],
    ['an invalid URL', errorOf(() => new URL('canary://canary:canary@'))],
    ['invalid JSON', errorOf(() => JSON.parse('{"canary'))],
  ])('contains nothing of %s', (_what, err) => {
    const { lines, log } = captureLog();
    log.error({ err }, 'x');
    expect(lines).toHaveLength(1);
    expect(lines.join()).not.toContain('canary');
  });

  it('contains the messages of system errors', () => {
    const { lines, log } = captureLog();
    log.error({ err: errorOf(() => readFileSync('/nowhere')) }, 'x');
    expect(lines.join()).toContain("ENOENT: no such file or directory, open '/nowhere'");
  });

  it('redacts personal fields', () => {
    const { lines, log } = captureLog();
    log.info(
      { email: 'canary', user: { nickname: 'canary' }, headers: { cookie: 'canary', authorization: 'canary' } },
      'x',
    );
    expect(lines.join()).not.toContain('canary');
    expect(lines.join()).toContain('[hidden]');
  });

  it('has one line for each request, with the route but without codes, cookies and tokens', async () => {
    const { lines, log } = captureLog();
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
    expect(requestLines(lines).map(({ route, kind, status }) => [route, kind, status])).toEqual([
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

  it('contains the IP address of a client only in lines about failed logins and exceeded limits', async () => {
    const { lines, log } = captureLog();
    const api = await startApi({ TRUSTED_PROXIES: '1', RATE_LIMIT_MULTIPLIER: '1', LOGIN_LIMIT_PER_ADDRESS: '1' });
    const app = createApp({ ...api.services, log });
    const get = (path: string) =>
      request(app).get(path).set({ 'X-Forwarded-For': '203.0.113.7', Referer: 'http://localhost:9000/' });
    await get('/auth/login-callback?code=x&state=y');
    await get('/auth/login');
    await get('/auth/login');
    await get('/whoami');
    await api.close();
    const linesWithAddress = lines
      .filter((line) => line.includes('203.0.113.7'))
      .map((line) => JSON.parse(line) as object);
    expect(linesWithAddress).toMatchObject([
      { msg: 'login failed', clientAddress: '203.0.113.7', errorType: 'LoginNotFinished', call: 'loginCallback' },
      { msg: 'too many requests from one address', clientAddress: '203.0.113.7', call: 'login' },
    ]);
  });

  it('names invalid and outdated fields without their values, and no unknown field names', async () => {
    const { lines, log } = captureLog();
    const api = await startApi();
    const app = createApp({ ...api.services, log });
    const { user, credentials } = await makeStaff(api);
    const get = (path: string) =>
      request(app)
        .get(path)
        .set('Cookie', credentials.cookie ?? '');
    await get('/audit?limit=canary&canary=1&to=canary');
    await get('/users/report?startDate=2024-01-01&endDate=2024-01-01&canary.canary=1');
    await request(app)
      .patch(`/users/${user.id}`)
      .set({ Cookie: credentials.cookie ?? '', [requestUlidHeader]: ulid() })
      .send({ nickname: '<canary>', requestUlid: ulid() });
    const workspace = await makeWorkspace(api, user, { displayName: 'canary', description: 'canary' });
    const { instanceUrl } = workspace;
    await request(app)
      .patch(`/workspaces/${workspace.id}`)
      .set({ Cookie: credentials.cookie ?? '', [requestUlidHeader]: ulid() })
      .send({ displayName: 'canary', expected: { displayName: 'old canary', description: null, instanceUrl } });
    await api.close();
    expect(requestLines(lines).map(({ status, errorType, fields }) => [status, errorType, fields])).toEqual([
      [400, 'InvalidInput', ['query.to', 'query.limit', 'query.*']],
      [400, 'InvalidInput', ['query.*']],
      [400, 'InvalidInput', ['body.nickname']],
      [409, 'WorkspaceChanged', ['body.expected.displayName', 'body.expected.description']],
    ]);
    expect(lines.join()).not.toContain('canary');
  });
});

describe('a process that shuts down', () => {
  it('closes each connection with its response', async () => {
    const api = await startApi();
    const stopping = new AbortController();
    const server = createServer(createApp(api.services, stopping.signal));
    const port = await listen(server);
    const connection = async () => (await fetch(`http://127.0.0.1:${port}/health/live`)).headers.get('connection');
    expect(await connection()).toBe('keep-alive');
    stopping.abort();
    expect(await connection()).toBe('close');
    await closeServer(server);
    await api.close();
  });
});
