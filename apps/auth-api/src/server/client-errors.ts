import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorType } from '@portal/contract';
import type { Logger } from 'pino';
import { apiError, type ApiError } from '../errors/api-error.ts';
import { toErrorBody } from '../errors/to-api-error.ts';
import { newId } from '../lib/ids.ts';

/** How long a client that is still sending can read the response before the connection closes. */
const lingerMs = 500;

/** Responds to requests that Node cannot parse with the API's error body, and closes the connection. */
export function handleClientErrors(server: Server, log: Logger): Server {
  const hasStartedResponse = trackResponses(server);
  const reject = (socket: Duplex, error: ApiError, code: string | undefined) => {
    // The client already has its response but keeps sending.
    if (!socket.writable) return;
    const requestId = newId();
    const fields = {
      'si.request.id': requestId,
      'http.response.status_code': error.status,
      'error.type': error.type,
    };
    log.info({ ...fields, code }, 'request could not be parsed');
    socket.end(responseText(error.status, requestId, JSON.stringify(toErrorBody(error, requestId))));
    const timer = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('close', () => clearTimeout(timer));
  };
  server.on('connect', (_req, socket) =>
    reject(socket, apiError('MalformedRequest', { message: 'This server is not a proxy.' }), 'CONNECT'),
  );
  return server.on('clientError', ({ code }: NodeJS.ErrnoException, socket: Duplex) => {
    const type = errorTypeFor(code);
    if (type === null || hasStartedResponse(socket)) socket.destroy();
    else reject(socket, apiError(type), code);
  });
}

/** Returns whether a connection has a response that has started but not finished: an error response would end up inside it. */
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

/** Null if the connection is broken, so that no response can arrive. */
function errorTypeFor(code: string | undefined): ErrorType | null {
  if (code === 'HPE_HEADER_OVERFLOW') return 'HeadersTooLarge';
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 'PayloadTooLarge';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'RequestTimeout';
  return code?.startsWith('HPE_') ? 'MalformedRequest' : null;
}

/** The raw response: Node has created no response object for the request. */
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
