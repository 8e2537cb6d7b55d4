import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { ErrorBody, apiErrors, type ErrorType } from '@portal/contract';
import { pino } from 'pino';
import { handleClientErrors } from '../../src/server/client-errors.ts';
import { listen } from '../support/listen.ts';

const lines: string[] = [];
let server: Server;
/** A server with short timeouts. Only tests of timeouts use it, since on a busy machine any request may exceed them. */
let shortTimeoutServer: Server;
beforeAll(async () => {
  server = await startServer({});
  shortTimeoutServer = await startServer({ headersTimeout: 200, requestTimeout: 200, connectionsCheckingInterval: 50 });
});
afterAll(() => Promise.all([server, shortTimeoutServer].map((each) => new Promise((resolve) => each.close(resolve)))));
beforeEach(() => {
  lines.length = 0;
});

async function startServer(options: ServerOptions): Promise<Server> {
  const log = pino({}, { write: (line: string) => lines.push(line) });
  const listener: RequestListener = (req, res) => {
    if (req.url === '/started') res.write('started');
  };
  const server = handleClientErrors(createServer(options, listener), log);
  await listen(server);
  return server;
}

/** The response to raw bytes, read until the server closes the connection. */
const responseTo = (
  sent: string,
  { at = server, more }: { at?: Server; more?: { after: string; sent: string } } = {},
) =>
  new Promise<string>((resolve, reject) => {
    let response = '';
    let pending = more;
    const { port } = at.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1', () => socket.write(sent));
    socket.setEncoding('utf8').on('data', (text) => {
      response += String(text);
      if (!pending || !response.includes(pending.after)) return;
      socket.write(pending.sent);
      pending = undefined;
    });
    socket.on('error', reject).on('close', () => resolve(response));
  });

describe('bytes that are not a valid request', () => {
  it.each<[string, string, ErrorType]>([
    ['an address of 20 KB', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 'HeadersTooLarge'],
    ['a header of a megabyte', `GET / HTTP/1.1\r\nHost: x\r\nX-Canary: ${'x'.repeat(1e6)}\r\n\r\n`, 'HeadersTooLarge'],
    ['an invalid request line', 'canary\r\n\r\n', 'MalformedRequest'],
    [
      'a broken chunk',
      'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\ncanary\r\n',
      'MalformedRequest',
    ],
    ['headers that never end', 'GET / HTTP/1.1\r\nHost: x\r\n', 'RequestTimeout'],
  ])('get the usual error body, one log line and a closed connection: %s', async (_what, sent, type) => {
    const at = type === 'RequestTimeout' ? shortTimeoutServer : server;
    const [head = '', text = ''] = (await responseTo(sent, { at })).split('\r\n\r\n');
    const body = ErrorBody.parse(JSON.parse(text));
    expect(body.error).toEqual({ type, message: apiErrors[type].message });
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${apiErrors[type].status} \\w`));
    expect(head).toContain(`\r\nX-Request-Id: ${body.requestId}\r\n`);
    expect(head).toContain(`\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`);
    expect(head).toContain('\r\nConnection: close');
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({
        'si.request.id': body.requestId,
        'error.type': type,
        msg: 'request could not be parsed',
      }),
    ]);
    expect(lines.join()).not.toContain('canary');
  });

  it('never add an error to a response that has started', async () => {
    const post = 'POST /started HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
    expect(await responseTo(post, { more: { after: 'started', sent: 'canary\r\n' } })).toMatch(
      /^HTTP\/1.1 200 .*started\r\n$/s,
    );
    expect(lines).toEqual([]);
  });
});
