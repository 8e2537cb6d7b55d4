import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, PortalError, type ClientOptions } from '../src/index.ts';

const workspaceId = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const path = { workspaceId };

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let url: string;
/** The answers to the next requests. The last one repeats. */
let answers: Answer[];
let received: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      received.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      answer?.(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  answers = [json({})];
  received = [];
});

const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const error = (type: string, status: number, headers: Record<string, string> = {}) =>
  json({ error: { type, message: `About ${type}` }, requestId: 'a-request' }, status, headers);

const client = (options: Partial<ClientOptions> = {}) => createClient({ url, token: 'a-token', ...options });

/** The error of a call. */
async function failureOf(call: Promise<unknown>): Promise<Error> {
  const [outcome] = await Promise.allSettled([call]);
  if (outcome.status === 'fulfilled') throw new Error('The call succeeded.');
  return outcome.reason as Error;
}

describe('a call', () => {
  it('fills in the path and the query, and sends the token', async () => {
    answers = [json({ entries: [] })];
    await client({ url: `${url}/` }).call('listWorkspaceAuditEntries', {
      path: { workspaceId: 'a/b' },
      query: { limit: 5, action: 'inviteMember' },
    });
    expect(received).toMatchObject([
      { method: 'GET', url: '/workspaces/a%2Fb/audit?limit=5&action=inviteMember', body: '' },
    ]);
    expect(received[0]?.headers.authorization).toBe('Bearer a-token');
    expect(received[0]?.headers['idempotency-key']).toBeUndefined();
  });

  it('sends a change as JSON, with an idempotency key, and returns the answer', async () => {
    answers = [json([{ email: 'ada@example.com' }])];
    const members = await client().call('inviteMember', { path, body: { email: 'ada@example.com', role: 'EDITOR' } });
    expect(members[0]?.email).toBe('ada@example.com');
    await client().call('revokeAuthToken', { path: { workspaceId, tokenId: workspaceId }, idempotencyKey: 'build-1' });
    expect(received.map(({ body }) => body)).toEqual(['{"email":"ada@example.com","role":"EDITOR"}', '{}']);
    expect(received.map(({ headers }) => headers['idempotency-key'])).toEqual([
      expect.stringMatching(/^[\da-f-]{36}$/) as string,
      'build-1',
    ]);
  });

  it('uses the token of the moment', async () => {
    const tokens = ['first', 'second'];
    const rotating = client({ token: () => Promise.resolve(tokens.shift() ?? '') });
    await rotating.call('whoami', {});
    await rotating.call('whoami', {});
    expect(received.map(({ headers }) => headers.authorization)).toEqual(['Bearer first', 'Bearer second']);
  });
});

describe('a request by its path', () => {
  it('has the same token, retries and errors as a call', async () => {
    answers = [error('DatabaseUnavailable', 503, { 'retry-after': '0' }), json([1])];
    const response = await client().request({ method: 'GET', path: '/workspaces?limit=1', query: { after: 'a' } });
    expect(await response.json()).toEqual([1]);
    expect(received[1]).toMatchObject({ method: 'GET', url: '/workspaces?limit=1&after=a' });
    answers = [error('NotAllowed', 403)];
    const change = { method: 'POST', path: '/workspaces/new', body: { displayName: 'A' }, idempotencyKey: 'key' };
    expect(await failureOf(client().request(change))).toMatchObject({ type: 'NotAllowed', requestId: 'a-request' });
    expect(received[2]).toMatchObject({ body: '{"displayName":"A"}', headers: { 'idempotency-key': 'key' } });
  });

  it('reads all pages of a list', async () => {
    answers = [json([1], 200, { link: `<${url}/workspaces?after=b>; rel="next"` }), json([2])];
    const pages: unknown[] = [];
    for await (const response of client().requestPages({ method: 'GET', path: '/workspaces' }))
      pages.push(await response.json());
    expect(pages).toEqual([[1], [2]]);
    expect(received[1]?.url).toBe('/workspaces?after=b');
  });
});

describe('a token that the API refuses', () => {
  it('is replaced once by the next one', async () => {
    answers = [error('InvalidToken', 401), json({})];
    const token = (refused?: string) => (refused === undefined ? 'first' : `after ${refused}`);
    await client({ token }).call('whoami', {});
    expect(received.map(({ headers }) => headers.authorization)).toEqual(['Bearer first', 'Bearer after first']);
    answers = [error('InvalidToken', 401)];
    expect(await failureOf(client({ token }).call('whoami', {}))).toMatchObject({ status: 401 });
    expect(received).toHaveLength(4);
  });

  it('ends the call with the error of what returns it', async () => {
    const token = () => Promise.reject(new Error('There is no token.'));
    expect((await failureOf(client({ token }).call('whoami', {}))).message).toBe('There is no token.');
    expect(received).toHaveLength(0);
  });
});

describe('a call that fails', () => {
  it('throws what the API says', async () => {
    const fields = [{ path: 'body.email', message: 'Enter a valid email address' }];
    answers = [
      json({ error: { type: 'InvalidInput', message: 'Not valid', details: { fields } }, requestId: 'r' }, 400),
    ];
    const failure = await failureOf(client().call('whoami', {}));
    expect(failure).toBeInstanceOf(PortalError);
    expect(failure).toMatchObject({ type: 'InvalidInput', message: 'Not valid', status: 400, requestId: 'r', fields });
    expect(received).toHaveLength(1);
  });

  it.each([429, 502, 503, 504])('is sent again after %i, with the same key, when it may be', async (status) => {
    answers = [error('TooManyRequests', status, { 'retry-after': '0' }), json({})];
    await client().call('renameAuthToken', { path: { workspaceId, tokenId: workspaceId }, body: { name: 'CI' } });
    expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(received).toHaveLength(2);
  });

  it('waits as long as Retry-After says, and gives up if that is too long', async () => {
    answers = [error('TooManyRequests', 429, { 'retry-after': '1' }), json({})];
    const startedAt = Date.now();
    await client().call('whoami', {});
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(990);
    answers = [error('TooManyRequests', 429, { 'retry-after': '61' })];
    expect(await failureOf(client().call('whoami', {}))).toMatchObject({ type: 'TooManyRequests', status: 429 });
    expect(received).toHaveLength(3);
  });

  it('is sent four times at most', async () => {
    answers = [error('DatabaseUnavailable', 503, { 'retry-after': '0' })];
    expect(await failureOf(client().call('whoami', {}))).toMatchObject({ type: 'DatabaseUnavailable' });
    expect(received).toHaveLength(4);
  });

  it.each([400, 401, 403, 404, 409, 500])('is not sent again after %i', async (status) => {
    answers = [error('NotAllowed', status)];
    await failureOf(client().call('whoami', {}));
    expect(received).toHaveLength(1);
  });

  it('is sent again if the connection breaks, and throws if that does not help', async () => {
    answers = [(request) => request.socket.destroy(), json({ user: {} })];
    await client().call('whoami', {});
    expect(received).toHaveLength(2);
    answers = [(request) => request.socket.destroy()];
    const failure = await failureOf(client({ attempts: 1 }).call('whoami', {}));
    expect(failure).toMatchObject({ type: 'Unreachable', status: null, requestId: null });
  });

  it('times out, also while the body arrives', async () => {
    answers = [() => undefined];
    const fast = client({ attempts: 1, timeoutMs: 100 });
    expect(await failureOf(fast.call('whoami', {}))).toMatchObject({ type: 'Unreachable' });
    answers = [(_request, response) => response.writeHead(200).write('{')];
    expect(await failureOf(fast.call('whoami', {}))).toMatchObject({ type: 'Unreachable' });
  });

  it('ends with its signal, also while it waits', async () => {
    answers = [error('TooManyRequests', 429, { 'retry-after': '30' })];
    const startedAt = Date.now();
    const failure = await failureOf(client().call('whoami', { signal: AbortSignal.timeout(100) }));
    expect(['AbortError', 'TimeoutError']).toContain(failure.name);
    expect(Date.now() - startedAt).toBeLessThan(5_000);
  });

  it('ends with the signal of the client', async () => {
    answers = [() => undefined];
    const failure = await failureOf(client({ signal: AbortSignal.timeout(100) }).call('whoami', {}));
    expect(failure.name).toBe('TimeoutError');
  });

  it('says so if another server answered', async () => {
    answers = [(_request, response) => response.writeHead(404).end('<h1>nginx</h1>')];
    expect(await failureOf(client().call('whoami', {}))).toMatchObject({ type: 'UnexpectedResponse', status: 404 });
  });

  it('follows no redirect, which would take the token elsewhere', async () => {
    answers = [(_request, response) => response.writeHead(302, { location: '/elsewhere' }).end()];
    expect(await failureOf(client({ attempts: 1 }).call('whoami', {}))).toMatchObject({ type: 'Unreachable' });
    expect(received).toHaveLength(1);
  });
});

describe('the pages of a list', () => {
  it('follow each other to the end, at this API only', async () => {
    const next = (target: string) => ({ link: `<${target}>; rel="next"` });
    answers = [
      json([1], 200, next(`${url}/workspace/${workspaceId}/members?limit=1&after=a`)),
      json([2], 200, next(`https://elsewhere.example/workspace/${workspaceId}/members?limit=1&after=b`)),
      json([3]),
    ];
    const pages: unknown[] = [];
    for await (const page of client().pages('listMembers', { path, query: { limit: 1 } })) pages.push(page);
    expect(pages).toEqual([[1], [2], [3]]);
    expect(received.map((request) => request.url)).toEqual([
      `/workspace/${workspaceId}/members?limit=1`,
      `/workspace/${workspaceId}/members?limit=1&after=a`,
      `/workspace/${workspaceId}/members?limit=1&after=b`,
    ]);
  });
});
