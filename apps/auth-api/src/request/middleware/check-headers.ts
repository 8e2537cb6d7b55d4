import type { Request, RequestHandler } from 'express';
import { apiError } from '../../platform/errors/api-error.ts';

/** Rejects what HTTP/1.1 forbids and Node leaves to the application: a missing `Host` and an unknown `Expect`. */
export const checkHeaders: RequestHandler = ({ httpVersion, headers: { host, expect } }, _res, next) => {
  if (httpVersion === '1.1' && host === undefined)
    throw apiError('MalformedRequest', { message: 'The request has no Host header.' });
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') throw apiError('ExpectationFailed');
  next();
};

const maxHeadBytes = 16 * 1_024;

/**
 * Rejects a request with a long URL or many cookies. Called when the route is known, so that a browser gets a page and the portal an
 * error that it can read: a user has to delete cookies, which other sites of the domain can have set.
 */
export function rejectLargeHeaders({ originalUrl, rawHeaders }: Request): void {
  const bytes = [originalUrl, ...rawHeaders].reduce((sum, text) => sum + text.length, 0);
  if (bytes > maxHeadBytes) throw apiError('HeadersTooLarge');
}
