import type { RequestHandler } from 'express';
import { problem } from './problem.ts';

/** Refuses what HTTP/1.1 does not allow in the headers that Node leaves to us: a missing `Host`, an unknown `Expect`. */
export const checkHeaders: RequestHandler = ({ httpVersion, headers: { host, expect } }, _res, next) => {
  if (httpVersion === '1.1' && host === undefined)
    throw problem('MalformedRequest', { message: 'The request has no Host header.' });
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') throw problem('ExpectationFailed');
  next();
};
