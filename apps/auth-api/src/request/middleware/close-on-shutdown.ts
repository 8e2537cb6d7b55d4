import type { RequestHandler, Response } from 'express';

/**
 * During a shutdown, closes each connection with its next response, so that the client sends its next request to another
 * replica. Responses to requests that arrived before the shutdown count too.
 */
export function closeOnShutdown(shutdownSignal: AbortSignal | undefined): RequestHandler {
  const pending = new Set<Response>();
  const closeConnection = (res: Response) => {
    if (!res.headersSent) res.set('Connection', 'close');
  };
  shutdownSignal?.addEventListener('abort', () => pending.forEach(closeConnection));
  return (_req, res, next) => {
    if (shutdownSignal?.aborted) closeConnection(res);
    pending.add(res);
    res.once('close', () => pending.delete(res));
    next();
  };
}
