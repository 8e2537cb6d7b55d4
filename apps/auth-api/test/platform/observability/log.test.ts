import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { requestUlidHeader } from '@portal/contract';
import { createLogger, createRequestLogger } from '../../../src/platform/observability/logger.ts';
import { serviceResource } from '../../../src/platform/observability/service-resource.ts';
import { createApp } from '../../../src/app.ts';
import Stripe from 'stripe';
import request from 'supertest';
import { ulid } from 'ulid';
import * as z from 'zod/mini';
import { AppError } from '../../../src/platform/errors/app-error.ts';
import { startApi } from '../../support/api.ts';
import { makeStaff, makeWorkspace } from '../../support/builders.ts';
import { closeServer, listen } from '../../support/listen.ts';

function captureLog() {
  const lines: string[] = [];
  return { lines, log: createLogger('debug', { write: (line: string) => void lines.push(line) }) };
}

const requestLines = (lines: readonly string[]) =>
  lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ body }) => body === 'request');

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
      'si.call': 'whoami',
      'http.route': 'a "b" \\ \u2028 é',
      'http.response.status_code': 200,
      'http.server.request.duration': 0.0005,
      'user.id': undefined,
      'si.error.fields': ['x'],
    };
    log.info(fields, 'request');
    createRequestLogger(log)(fields);
    const [ordinary, request] = lines.map((line) => ({ ...(JSON.parse(line) as object), timestamp: 'now' }));
    expect(request).toEqual(ordinary);
  });

  it('has the names of OpenTelemetry’s log data model, and the process, in each line', () => {
    const { lines, log } = captureLog();
    log.info('x');
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      severity_text: 'INFO',
      severity_number: 9,
      'service.name': 'auth-api',
      'service.version': 'development',
      'service.instance.id': expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as string,
      body: 'x',
    });
  });

  it.each([
    ['debug', 'DEBUG', 5],
    ['warn', 'WARN', 13],
    ['error', 'ERROR', 17],
    ['fatal', 'FATAL', 21],
  ] as const)('has OpenTelemetry’s severity of the level %s', (level, text, number) => {
    const { lines, log } = captureLog();
    log[level]('x');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ severity_text: text, severity_number: number });
    // `npm run dev` recognizes errors by the start of the line.
    expect(lines[0]).toMatch(new RegExp(`^\\{"severity_text":"${text}"`));
  });

  it('takes the name, version and instance of the service from OpenTelemetry’s variables', () => {
    const attributes = 'service.name=other,service.version=0.1.0,service.instance.id=pod%2F1,k8s.pod.name=pod';
    expect(serviceResource({ OTEL_SERVICE_NAME: 'portal-api', OTEL_RESOURCE_ATTRIBUTES: attributes })).toEqual({
      'service.name': 'portal-api',
      'service.version': '0.1.0',
      'service.instance.id': 'pod/1',
    });
  });

  it('contains the type, code, stack and cause of an error, but only our own messages', () => {
    const { lines, log } = captureLog();
    const cause = Object.assign(new Error('canary refused'), { code: 'ECONNREFUSED', client: { secretKey: 'canary' } });
    const failure = new AppError('The provider is away.', { cause });
    log.error({ err: Object.assign(failure, { payload: { email: 'canary' } }) }, 'x');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      'exception.type': 'AppError',
      'exception.message': 'The provider is away.',
      'exception.stacktrace': expect.stringMatching(
        /^AppError: The provider is away\.\n {4}at .*log\.test\.ts.*\nCaused by: Error \[ECONNREFUSED\]\n {4}at /s,
      ) as string,
      'si.error.cause': 'ECONNREFUSED',
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
      'exception.stacktrace': expect.stringContaining('Caused by: StripeAuthenticationError (status 401)') as string,
      'si.error.cause': 'StripeAuthenticationError',
    });
    expect(lines.join()).not.toContain('canary');
  });

  it('contains why Stripe is unreachable', async () => {
    const stripe = new Stripe('sk_test_canary', { host: '127.0.0.1', port: 1, protocol: 'http', maxNetworkRetries: 0 });
    const cause: unknown = await stripe.customers.list().catch((error: unknown) => error);
    const { lines, log } = captureLog();
    log.error({ err: new AppError('Stripe is away.', { cause }) }, 'x');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      'exception.stacktrace': expect.stringMatching(/Caused by: StripeConnectionError.*\[ECONNREFUSED\]/s) as string,
      'si.error.cause': 'ECONNREFUSED',
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
      {
        ...{ email: 'canary', user: { nickname: 'canary' }, headers: { cookie: 'canary', authorization: 'canary' } },
        ...{ 'user.email': 'canary', 'url.full': 'canary', 'url.path': 'canary', 'user_agent.original': 'canary' },
        attributes: { 'user.email': 'canary', 'network.peer.address': 'canary' },
      },
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
    const logged = requestLines(lines).map((line) => [
      line['http.route'],
      line['http.response.status_code'],
      line['error.type'],
    ]);
    expect(logged).toEqual([
      ['/auth/login-callback', 400, 'LoginNotFinished'],
      ['/workspaces/:workspaceId/go', 401, 'NotSignedIn'],
      ['/whoami', 401, 'InvalidToken'],
      // No route matches an unknown path.
      [undefined, 404, 'NotFound'],
      [undefined, 404, 'NotFound'],
      ['/whoami', 405, 'MethodNotAllowed'],
      [undefined, 204, undefined],
    ]);
    expect(lines.join()).not.toContain('canary');
  });

  it('has only fields that docs/operating/reference.md describes, and the pages about incidents use no others', async () => {
    const { lines, log } = captureLog();
    const api = await startApi();
    await request(createApp({ ...api.services, log })).get('/workspaces/01M7XPS9H1ZQ1Y2V3W4X5Y6Z70?unknown=1');
    await api.close();
    const docs = new URL('../../../../../docs/operating/', import.meta.url);
    const reference = readFileSync(new URL('reference.md', docs), 'utf8');
    const described = (name: string) => reference.includes(`\`${name}\``);
    const fields = lines.flatMap((line) => Object.keys(JSON.parse(line) as object));
    expect(fields.filter((name) => !described(name))).toEqual([]);
    const incidents = readdirSync(new URL('incidents/', docs)).map((page) =>
      readFileSync(new URL(`incidents/${page}`, docs), 'utf8'),
    );
    const used = [
      ...incidents.join('').matchAll(/["`]((?:si|http(?!\.log)|error|exception|user|client|service)\.[a-z_.]+)["`]/g),
    ];
    expect(used.length).toBeGreaterThan(10);
    expect(used.map(([, name = '']) => name).filter((name) => !described(name))).toEqual([]);
  });

  it('has no line at level info for a health check that passes, and one for a check that fails', async () => {
    const lines: string[] = [];
    const api = await startApi();
    const log = createLogger('info', { write: (line: string) => void lines.push(line) });
    const app = createApp({ ...api.services, log });
    await request(app).get('/health/live');
    await request(app).get('/health/ready');
    await api.asOwner('UPDATE _prisma_migrations SET finished_at = NULL');
    await request(app).get('/health/ready');
    await request(app).get('/version');
    await api.close();
    expect(requestLines(lines).map((line) => [line['si.call'], line['http.response.status_code']])).toEqual([
      ['getReadiness', 503],
      ['getVersion', 200],
    ]);
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
      {
        body: 'login failed',
        'client.address': '203.0.113.7',
        'error.type': 'LoginNotFinished',
        'si.call': 'loginCallback',
      },
      { body: 'too many requests from one address', 'client.address': '203.0.113.7', 'si.call': 'login' },
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
    const logged = requestLines(lines).map((line) => [
      line['http.response.status_code'],
      line['error.type'],
      line['si.error.fields'],
    ]);
    expect(logged).toEqual([
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
