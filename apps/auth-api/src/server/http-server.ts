import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { Logger } from 'pino';
import { handleClientErrors } from './client-errors.ts';

/** How long a request may take to arrive, including its body, and how often Node checks. */
const timeouts = { requestTimeout: 15_000, headersTimeout: 15_000, connectionsCheckingInterval: 1_000 };

/** Creates the HTTP server. All error responses have the API's error body, even where Node would send its own. */
export function createHttpServer(app: RequestListener, log: Logger, options: ServerOptions = {}): Server {
  // The app rejects a missing `Host` and an unknown `Expect` itself, because Node's own responses have no body.
  const server = createServer({ ...timeouts, ...options, requireHostHeader: false }, app);
  server.on('checkExpectation', app);
  return handleClientErrors(server, log);
}
