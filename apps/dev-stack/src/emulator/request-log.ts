import type { RequestHandler } from 'express';

/** Writes a line to the log. */
export type Log = (line: string) => void;

export const logToStdout: Log = (line) => process.stdout.write(`${new Date().toISOString()} ${line}\n`);

/** Logs one line per request, without the query, which may contain codes, states and tickets. */
export function requestLog(log: Log): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const { method, path } = request;
    response.once('close', () => {
      const durationMs = (performance.now() - startedAt).toFixed(0);
      log(`${method} ${path} ${response.writableFinished ? response.statusCode : 'aborted'} ${durationMs}ms`);
    });
    next();
  };
}
