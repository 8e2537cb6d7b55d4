import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ProblemType } from '@portal/contract';
import type { Logger } from 'pino';
import { newId } from '../new-id.ts';
import { bodyOf } from './failures.ts';
import { problem, type Problem } from './problem.ts';

/** What is being answered on a connection, by which Node judges likewise; it has it, but doesn’t publish it. */
interface Connection extends Duplex {
  readonly _httpMessage?: ServerResponse | null;
}

/** A caller that is still sending would lose an answer whose connection ended at once. */
const lingerMs = 500;

/** Answers what can’t be read as a request, which Node itself would answer without a body and an id, and hangs up. */
export function answerClientErrors(server: Server, log: Logger): Server {
  const refuse = (socket: Duplex, failure: Problem, code: string | undefined) => {
    // What goes on coming after the answer is no news.
    if (!socket.writable) return;
    const requestId = newId();
    log.info({ requestId, status: failure.status, failure: failure.type, code }, 'a request could not be read');
    socket.end(written(failure.status, requestId, JSON.stringify(bodyOf(failure, requestId))));
    const hangUp = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('close', () => clearTimeout(hangUp));
  };
  server.on('connect', (_req, socket) =>
    refuse(socket, problem('MalformedRequest', { message: 'This server is not a proxy.' }), 'CONNECT'),
  );
  return server.on('clientError', ({ code }: NodeJS.ErrnoException, socket: Duplex) => {
    const type = problemOf(code);
    if (type === null || (socket as Connection)._httpMessage?.headersSent) socket.destroy();
    else refuse(socket, problem(type), code);
  });
}

/** Null where the connection broke, and there is nobody to tell. */
function problemOf(code: string | undefined): ProblemType | null {
  if (code === 'HPE_HEADER_OVERFLOW') return 'HeadersTooLarge';
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return 'PayloadTooLarge';
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'RequestTimeout';
  return code?.startsWith('HPE_') ? 'MalformedRequest' : null;
}

function written(status: number, requestId: string, body: string): string {
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
