/** @waits 15 s */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { ErrorBody, requestUlidHeader, type ErrorType } from '@portal/contract';
import { ulid } from 'ulid';
import { createHttpServer } from '../../../src/platform/server/http-server.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { logIn, makeUser } from '../../support/builders.ts';

let api: TestApi;
let server: Server;
beforeAll(async () => {
  api = await startApi();
  server = createHttpServer(api.app, { headersTimeout: 300, connectionsCheckingInterval: 50 });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await api.close();
});

/** The response to raw bytes, read until the server closes the connection. */
const rawResponseTo = (sent: string) =>
  new Promise<{ status: number; head: string; text: string }>((resolve, reject) => {
    let response = '';
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1', () => socket.write(sent));
    socket.setEncoding('utf8').on('data', (text) => (response += String(text)));
    socket.on('error', reject).on('close', () => {
      const [head = '', text = ''] = response.split('\r\n\r\n');
      resolve({ status: Number(head.split(' ')[1]), head: `${head}\r\n`, text });
    });
  });

async function responseTo(sent: string): Promise<{ status: number; body: ErrorBody }> {
  const { status, text } = await rawResponseTo(sent);
  return { status, body: ErrorBody.parse(JSON.parse(text)) };
}

it.each<[string, string, number, ErrorType, string]>([
  [
    'a missing Host',
    'GET /version HTTP/1.1\r\nConnection: close\r\n\r\n',
    400,
    'MalformedRequest',
    'The request has no Host header.',
  ],
  [
    'an unknown Expect',
    'GET /version HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\nConnection: close\r\n\r\n',
    417,
    'ExpectationFailed',
    'Only `Expect: 100-continue` is supported.',
  ],
])('%s gets the usual error body', async (_what, sent, status, type, message) => {
  expect(await responseTo(sent)).toMatchObject({ status, body: { error: { type, message } } });
});

const portal = 'http://localhost:9000';
const cookies = `Cookie: ${'x'.repeat(20_000)}`;

describe('a request with 20 KB of cookies', () => {
  it('of the portal gets an error that the portal can read and that says what to do', async () => {
    const { status, head, text } = await rawResponseTo(
      `GET /whoami HTTP/1.1\r\nHost: x\r\nOrigin: ${portal}\r\n${cookies}\r\nConnection: close\r\n\r\n`,
    );
    expect(status).toBe(431);
    expect(head).toContain(`Access-Control-Allow-Origin: ${portal}\r\n`);
    const { error } = ErrorBody.parse(JSON.parse(text));
    expect(error.type).toBe('HeadersTooLarge');
    expect(error.message).toContain('Delete the cookies of this site');
  });

  it('of a browser that opens the login gets a page', async () => {
    const { status, head, text } = await rawResponseTo(
      `GET /auth/login HTTP/1.1\r\nHost: x\r\nSec-Fetch-Mode: navigate\r\n${cookies}\r\nConnection: close\r\n\r\n`,
    );
    expect(status).toBe(431);
    expect(head).toContain('Content-Type: text/html');
    expect(text).toContain('<h1>Too many cookies</h1>');
    expect(text).toContain('Delete the cookies of this site');
  });
});

it('a URL of 20 KB gets the usual error body', async () => {
  const sent = `GET /whoami?x=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
  expect(await responseTo(sent)).toMatchObject({ status: 431, body: { error: { type: 'HeadersTooLarge' } } });
});

it('a body that never ends gets an error that the portal can read, after 15 seconds', async () => {
  const user = await makeUser(api);
  const { cookie } = await logIn(api, user);
  const slow = ['Host: x', `Origin: ${portal}`, 'Content-Type: application/json', 'Content-Length: 100'];
  const ofUser = [`Cookie: ${cookie}`, `${requestUlidHeader}: ${ulid()}`];
  const responses = await Promise.all([
    rawResponseTo(`POST /complete-auth-connect HTTP/1.1\r\n${slow.join('\r\n')}\r\n\r\n{"code":`),
    rawResponseTo(`PATCH /users/${user.id} HTTP/1.1\r\n${[...slow, ...ofUser].join('\r\n')}\r\n\r\n{"nick`),
  ]);
  for (const { status, head, text } of responses) {
    expect(status).toBe(408);
    expect(head).toContain(`Access-Control-Allow-Origin: ${portal}\r\n`);
    expect(head).toContain('Connection: close');
    expect(ErrorBody.parse(JSON.parse(text)).error.type).toBe('RequestTimeout');
  }
});

// Source: Node's documentation of the event `clientError`, whose default response this is.
it.each([
  ['headers that never end', 'GET /version HTTP/1.1\r\nHost: x\r\n', 408],
  ['a malformed request line', 'canary\r\n\r\n', 400],
  ['300 KB of headers', `GET / HTTP/1.1\r\nHost: x\r\nX-Canary: ${'x'.repeat(300_000)}\r\n\r\n`, 431],
])('%s: only a status, and a closed connection', async (_what, sent, status) => {
  const response = await rawResponseTo(sent);
  expect(response).toMatchObject({ status, text: '' });
  expect(response.head).toContain('Connection: close');
});
