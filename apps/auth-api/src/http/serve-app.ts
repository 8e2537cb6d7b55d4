import { IncomingMessage, ServerResponse, createServer, type Server, type ServerOptions } from 'node:http';
import type { Express } from 'express';

/** What Express has every request and every answer inherit from; it publishes them, but its types don't. */
interface Prototypes {
  request: object;
  response: object;
}

/** How long a request may take to arrive, its body included, and how often that is checked. */
const limits = { requestTimeout: 15_000, headersTimeout: 15_000, connectionsCheckingInterval: 1_000 };

/**
 * A server that answers by an Express app. Express gives every request and every answer another prototype, and V8 then
 * has to learn the shape of each anew: a third of what a small request costs. Here they are made with it.
 */
export function serveApp(app: Express, options: ServerOptions): Server {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  const prototypes = app as unknown as Prototypes;
  Object.setPrototypeOf(AppRequest.prototype, prototypes.request);
  Object.setPrototypeOf(AppResponse.prototype, prototypes.response);
  prototypes.request = AppRequest.prototype;
  prototypes.response = AppResponse.prototype;
  const server = createServer(
    { ...limits, ...options, IncomingMessage: AppRequest, ServerResponse: AppResponse, requireHostHeader: false },
    app,
  );
  // Node itself would answer an unknown `Expect`, and a missing `Host`, without a body.
  return server.on('checkExpectation', app);
}
