import type { RequestHandler } from 'express';
import { apiError } from '../errors/api-error.ts';

/** Rejects what HTTP/1.1 forbids and Node leaves to the application: a missing `Host` and an unknown `Expect`. */
export const checkHeaders: RequestHandler = ({ httpVersion, headers: { host, expect } }, _res, next) => {
  if (httpVersion === '1.1' && host === undefined)
    throw apiError('MalformedRequest', { message: 'The request has no Host header.' });
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') throw apiError('ExpectationFailed');
  next();
};
