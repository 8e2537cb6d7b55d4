import { createServer, STATUS_CODES, type Server } from 'node:http';
import { errorCode } from '../errors.ts';
import { createPortalApp, type PortalOptions } from './handler.ts';

/** Node's own responses to requests that it cannot read have no body. A browser would show an error page of its own. */
const responses: Readonly<Record<string, { readonly status: number; readonly text: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    text: 'The URL or the cookies of this site are too large. Delete the cookies of this site, then try again.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, text: 'The request took too long to arrive.' },
};
const malformed = { status: 400, text: 'Malformed request.' };

/** The HTTP server of the built portal. */
export function createPortalServer(options: PortalOptions): Server {
  const server = createServer(createPortalApp(options));
  // Node's documentation of `clientError` has this response.
  server.on('clientError', (error, socket) => {
    if (errorCode(error) === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const { status, text } = responses[errorCode(error) ?? ''] ?? malformed;
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      'Cache-Control: no-store',
      'Content-Type: text/plain; charset=utf-8',
      'X-Content-Type-Options: nosniff',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${text}\n`);
  });
  return server;
}
