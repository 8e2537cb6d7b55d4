import type { Socket } from 'node:net';
import type { RequestHandler, Response } from 'express';

/**
 * While the process stops, every answer ends its connection, so that the next request goes to another replica: answers
 * to what was asked before, too.
 */
export function lastOnItsConnection(stopping: AbortSignal | undefined): RequestHandler {
  // By connection: a set that each answer enters and leaves keeps the memory of all of them, until all is collected.
  const latest = new Map<Socket, Response>();
  const end = (res: Response) => {
    if (!res.headersSent) res.set('Connection', 'close');
  };
  stopping?.addEventListener('abort', () => latest.forEach(end));
  return ({ socket }, res, next) => {
    if (stopping?.aborted) end(res);
    if (!latest.has(socket)) socket.once('close', () => latest.delete(socket));
    latest.set(socket, res);
    next();
  };
}
