import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { ErrorBody, requestUlidHeader, type ErrorType } from '@portal/contract';
import { ulid } from 'ulid';
import { createHttpServer } from '../../src/server/http-server.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { logIn, makeUser } from '../support/builders.ts';

let api: TestApi;
let server: Server;
beforeAll(async () => {
  api = await startApi();
  const options = { requestTimeout: 300, headersTimeout: 300, connectionsCheckingInterval: 50 };
  server = createHttpServer(api.app, api.services.log, options);
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await api.close();
});

/** The response to raw bytes, read until the server closes the connection. */
const responseTo = (sent: string) =>
  new Promise<{ status: number; body: ErrorBody }>((resolve, reject) => {
    let response = '';
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1', () => socket.write(sent));
    socket.setEncoding('utf8').on('data', (text) => (response += String(text)));
    socket.on('error', reject).on('close', () => {
      const [head = '', text = ''] = response.split('\r\n\r\n');
      resolve({ status: Number(head.split(' ')[1]), body: ErrorBody.parse(JSON.parse(text)) });
    });
  });

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
  [
    'a proxy’s CONNECT',
    'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n',
    400,
    'MalformedRequest',
    'This server is not a proxy.',
  ],
  [
    'a body that never ends',
    'POST /complete-auth-connect HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"code":',
    408,
    'RequestTimeout',
    'The request took too long to arrive.',
  ],
])('%s gets the usual error body', async (_what, sent, status, type, message) => {
  expect(await responseTo(sent)).toMatchObject({ status, body: { error: { type, message } } });
});

it('a slow body of a logged-in user gets the usual error body', async () => {
  const user = await makeUser(api);
  const { cookie } = await logIn(api, user);
  const head = [
    `PATCH /users/${user.id} HTTP/1.1`,
    'Host: x',
    `Cookie: ${cookie}`,
    `${requestUlidHeader}: ${ulid()}`,
    'Content-Type: application/json',
    'Content-Length: 100',
  ];
  const response = await responseTo(`${head.join('\r\n')}\r\n\r\n{"nick`);
  expect(response).toMatchObject({ status: 408, body: { error: { type: 'RequestTimeout' } } });
});

it('a request must arrive within 15 seconds, including its body', () => {
  const { requestTimeout, headersTimeout } = createHttpServer(api.app, api.services.log);
  expect([requestTimeout, headersTimeout]).toEqual([15_000, 15_000]);
});
