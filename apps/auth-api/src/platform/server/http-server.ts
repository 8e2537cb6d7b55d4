import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';

/**
 * How long a request may take to arrive, and how often Node checks. A body that takes longer than the app waits gets the app's error
 * first.
 */
const timeouts = { requestTimeout: 20_000, headersTimeout: 15_000, connectionsCheckingInterval: 1_000 };

/** More than the app accepts, so that a browser with too many cookies gets the app's error. */
const maxHeaderSize = 256 * 1_024;

/** Creates the HTTP server. Node itself answers what never becomes a request: malformed, endless or even larger headers. */
export function createHttpServer(app: RequestListener, options: ServerOptions = {}): Server {
  // The app rejects a missing `Host` and an unknown `Expect` itself, because Node's own responses have no body.
  const server = createServer({ ...timeouts, maxHeaderSize, ...options, requireHostHeader: false }, app);
  return server.on('checkExpectation', app);
}
