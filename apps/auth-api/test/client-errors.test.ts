import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { ProblemBody, problems, type ProblemType } from '@portal/contract';
import { pino } from 'pino';
import { answerClientErrors } from '../src/server/client-errors.ts';

const lines: string[] = [];
let server: Server;
/** Waits for nobody, so that those who are slow are told, and nobody else may ask it on a busy machine. */
let impatient: Server;
beforeAll(async () => {
  server = await startServer({});
  impatient = await startServer({ headersTimeout: 200, requestTimeout: 200, connectionsCheckingInterval: 50 });
});
afterAll(() => Promise.all([server, impatient].map((each) => new Promise((resolve) => each.close(resolve)))));
beforeEach(() => {
  lines.length = 0;
});

async function startServer(options: ServerOptions): Promise<Server> {
  const log = pino({}, { write: (line: string) => lines.push(line) });
  const begin: RequestListener = (req, res) => {
    if (req.url === '/begun') res.write('begun');
  };
  const started = answerClientErrors(createServer(options, begin), log);
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return started;
}

/** All that comes back for it until the server hangs up. */
const answerTo = (sent: string, { at = server, more }: { at?: Server; more?: { after: string; sent: string } } = {}) =>
  new Promise<string>((resolve, reject) => {
    let answer = '';
    let rest = more;
    const { port } = at.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1', () => socket.write(sent));
    socket.setEncoding('utf8').on('data', (text) => {
      answer += String(text);
      if (!rest || !answer.includes(rest.after)) return;
      socket.write(rest.sent);
      rest = undefined;
    });
    socket.on('error', reject).on('close', () => resolve(answer));
  });

describe('what can’t be read as a request', () => {
  it.each<[string, string, ProblemType]>([
    ['an address of 20 KB', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 'HeadersTooLarge'],
    ['a header of a megabyte', `GET / HTTP/1.1\r\nHost: x\r\nX-Canary: ${'x'.repeat(1e6)}\r\n\r\n`, 'HeadersTooLarge'],
    ['a request line that is none', 'canary\r\n\r\n', 'MalformedRequest'],
    [
      'a broken chunk',
      'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\ncanary\r\n',
      'MalformedRequest',
    ],
    ['headers that never end', 'GET / HTTP/1.1\r\nHost: x\r\n', 'RequestTimeout'],
  ])('is answered as all failures are, logged once and hung up on: %s', async (_what, sent, type) => {
    const at = type === 'RequestTimeout' ? impatient : server;
    const [head = '', text = ''] = (await answerTo(sent, { at })).split('\r\n\r\n');
    const body = ProblemBody.parse(JSON.parse(text));
    expect(body.error).toEqual({ type, message: problems[type].message });
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${problems[type].status} \\w`));
    expect(head).toContain(`\r\nX-Request-Id: ${body.requestId}\r\n`);
    expect(head).toContain(`\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`);
    expect(head).toContain('\r\nConnection: close');
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ requestId: body.requestId, failure: type, msg: 'a request could not be read' }),
    ]);
    expect(lines.join()).not.toContain('canary');
  });

  it('never ends up within an answer that has begun', async () => {
    const post = 'POST /begun HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
    expect(await answerTo(post, { more: { after: 'begun', sent: 'canary\r\n' } })).toMatch(
      /^HTTP\/1.1 200 .*begun\r\n$/s,
    );
    expect(lines).toEqual([]);
  });
});
