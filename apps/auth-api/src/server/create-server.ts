import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { Logger } from 'pino';
import { answerClientErrors } from './client-errors.ts';

/** How long a request may take to arrive, body included, and how often Node checks. */
const limits = { requestTimeout: 15_000, headersTimeout: 15_000, connectionsCheckingInterval: 1_000 };

/** Creates the HTTP server of the app. Every error response has the API's error body, also where Node would send its own. */
export function createHttpServer(app: RequestListener, log: Logger, options: ServerOptions = {}): Server {
  // The app itself rejects a missing `Host` and an unknown `Expect`: Node's own responses have no body.
  const server = createServer({ ...limits, ...options, requireHostHeader: false }, app);
  server.on('checkExpectation', app);
  return answerClientErrors(server, log);
}
