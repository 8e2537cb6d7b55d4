import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ProblemType } from '@portal/contract';
import type { Logger } from 'pino';
import { bodyOf } from '../http/failures.ts';
import { problem, type Problem } from '../http/problem.ts';
import { newId } from '../new-id.ts';

/** How long a client that is still sending can read the response before the connection closes. */
const lingerMs = 500;

/** Answers what Node can't parse as a request with the API's error body and closes the connection. */
export function answerClientErrors(server: Server, log: Logger): Server {
  const hasBegunResponse = trackResponses(server);
  const reject = (socket: Duplex, failure: Problem, code: string | undefined) => {
    // The client goes on sending: it has its response already.
    if (!socket.writable) return;
    const requestId = newId();
    log.info({ requestId, status: failure.status, failure: failure.type, code }, 'a request could not be read');
    socket.end(responseText(failure.status, requestId, JSON.stringify(bodyOf(failure, requestId))));
    const closing = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('close', () => clearTimeout(closing));
  };
  server.on('connect', (_req, socket) =>
    reject(socket, problem('MalformedRequest', { message: 'This server is not a proxy.' }), 'CONNECT'),
  );
  return server.on('clientError', ({ code }: NodeJS.ErrnoException, socket: Duplex) => {
    const type = problemOf(code);
    if (type === null || hasBegunResponse(socket)) socket.destroy();
    else reject(socket, problem(type), code);
  });
}

/** Reports whether a response on a connection has begun and not finished: an error response would end up inside it. */
function trackResponses(server: Server): (socket: Duplex) => boolean {
  // With pipelining, a connection has several pending responses.
  const pending = new WeakMap<Duplex, Set<ServerResponse>>();
  const track = ({ socket }: IncomingMessage, res: ServerResponse) => {
    const responses = pending.get(socket) ?? new Set();
    pending.set(socket, responses.add(res));
    res.once('close', () => responses.delete(res));
  };
  server.on('request', track).on('checkExpectation', track);
  return (socket) => [...(pending.get(socket) ?? [])].some(({ headersSent }) => headersSent);
}

/** Null if the connection broke, so that no response can arrive. */
function problemOf(code: string | undefined): ProblemType | null {
  if (code === 'HPE_HEADER_OVERFLOW') return 'HeadersTooLarge';
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 'PayloadTooLarge';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'RequestTimeout';
  return code?.startsWith('HPE_') ? 'MalformedRequest' : null;
}

/** The response as it goes over the wire: Node has made no response object for the request. */
function responseText(status: number, requestId: string, body: string): string {
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
