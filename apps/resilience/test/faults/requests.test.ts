import { createServer, type RequestListener, type Server } from 'node:http';
import { closeServer, listen } from '@portal/auth-api/test/support/listen.ts';
import { send } from '../../faults/requests.ts';

let server: Server;
let url: string;
let respond: RequestListener;
beforeAll(async () => {
  server = createServer((request, response) => respond(request, response));
  url = `http://127.0.0.1:${await listen(server)}`;
});
afterAll(() => closeServer(server));

const json = { 'content-type': 'application/json', 'retry-after': '2' };
const errorBody = JSON.stringify({ error: { type: 'DatabaseUnavailable', message: 'Try again.' }, requestId: '1' });

describe('the result of a request', () => {
  it.each<[string, RequestListener, object]>([
    [
      'an error of the API',
      (_request, response) => response.writeHead(503, json).end(errorBody),
      { status: 503, errorType: 'DatabaseUnavailable', retryAfter: '2' },
    ],
    [
      'an error page',
      (_request, response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<!doctype html>'),
      { status: 502, errorType: 'page' },
    ],
    [
      // Not a failed connection, which some scenarios expect.
      'an error with a malformed body',
      (_request, response) => response.writeHead(500, json).end('{"error":'),
      { status: 500, errorType: 'malformed' },
    ],
    [
      'a connection that is closed before the end of the response',
      (_request, response) => {
        response.writeHead(200, { ...json, 'content-length': '100' }).write('{');
        setImmediate(() => response.destroy());
      },
      { status: 0 },
    ],
  ])('names %s', async (_what, listener, expected) => {
    respond = listener;
    expect(await send(url, { method: 'GET', path: '/whoami' })).toMatchObject(expected);
  });
});
