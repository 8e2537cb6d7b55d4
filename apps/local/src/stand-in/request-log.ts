import type { RequestHandler } from 'express';

/** Takes one line of a log. */
export type Log = (line: string) => void;

export const toStdout: Log = (line) => process.stdout.write(`${new Date().toISOString()} ${line}\n`);

/** One line a request. Queries stay out: codes, states and tickets travel in them. */
export function requestLog(log: Log): RequestHandler {
  return (request, response, next) => {
    const began = performance.now();
    const { method, path } = request;
    response.once('close', () => {
      const took = (performance.now() - began).toFixed(0);
      log(`${method} ${path} ${response.writableFinished ? response.statusCode : 'aborted'} ${took}ms`);
    });
    next();
  };
}
