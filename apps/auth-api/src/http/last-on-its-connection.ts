import type { RequestHandler, Response } from 'express';

/**
 * While the process stops, every answer ends its connection, so that the next request goes to another replica: answers
 * to what was asked before, too.
 */
export function lastOnItsConnection(stopping: AbortSignal | undefined): RequestHandler {
  const unanswered = new Set<Response>();
  const end = (res: Response) => {
    if (!res.headersSent) res.set('Connection', 'close');
  };
  stopping?.addEventListener('abort', () => unanswered.forEach(end));
  return (_req, res, next) => {
    if (stopping?.aborted) end(res);
    unanswered.add(res);
    res.on('close', () => unanswered.delete(res));
    next();
  };
}
