import type { RequestHandler, Response } from 'express';

/**
 * Closes each connection with its next response once the process stops, so that the next request goes to another replica.
 * That includes responses to requests that arrived before.
 */
export function closeOnShutdown(stopping: AbortSignal | undefined): RequestHandler {
  const pending = new Set<Response>();
  const closeConnection = (res: Response) => {
    if (!res.headersSent) res.set('Connection', 'close');
  };
  stopping?.addEventListener('abort', () => pending.forEach(closeConnection));
  return (_req, res, next) => {
    if (stopping?.aborted) closeConnection(res);
    pending.add(res);
    res.once('close', () => pending.delete(res));
    next();
  };
}
