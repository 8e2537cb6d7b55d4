import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { ProblemBody, requestIdHeader, type ProblemType } from '@portal/contract';
import { ulid } from 'ulid';
import { createHttpServer } from '../src/server/create-server.ts';
import { startApi, type TestApi } from './support/api.ts';
import { logIn, makeUser } from './support/builders.ts';

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

/** All that comes back until the server hangs up. */
const answerTo = (sent: string) =>
  new Promise<{ status: number; body: ProblemBody }>((resolve, reject) => {
    let answer = '';
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1', () => socket.write(sent));
    socket.setEncoding('utf8').on('data', (text) => (answer += String(text)));
    socket.on('error', reject).on('close', () => {
      const [head = '', text = ''] = answer.split('\r\n\r\n');
      resolve({ status: Number(head.split(' ')[1]), body: ProblemBody.parse(JSON.parse(text)) });
    });
  });

it.each<[string, string, number, ProblemType, string]>([
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
    'The request took too long.',
  ],
])('%s is answered in the shape of every failure', async (_what, sent, status, type, message) => {
  expect(await answerTo(sent)).toMatchObject({ status, body: { error: { type, message } } });
});

it('a slow body of somebody who is logged in is answered the same', async () => {
  const user = await makeUser(api);
  const { cookie } = await logIn(api, user);
  const head = [
    `PATCH /users/${user.id} HTTP/1.1`,
    'Host: x',
    `Cookie: ${cookie}`,
    `${requestIdHeader}: ${ulid()}`,
    'Content-Type: application/json',
    'Content-Length: 100',
  ];
  const answer = await answerTo(`${head.join('\r\n')}\r\n\r\n{"nick`);
  expect(answer).toMatchObject({ status: 408, body: { error: { type: 'RequestTimeout' } } });
});

it('a request has 15 seconds to arrive, its body included', () => {
  const { requestTimeout, headersTimeout } = createHttpServer(api.app, api.services.log);
  expect([requestTimeout, headersTimeout]).toEqual([15_000, 15_000]);
});
