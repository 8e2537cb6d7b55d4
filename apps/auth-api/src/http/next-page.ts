import type { Request, Response } from 'express';
import type { Settings } from '../settings.ts';

/** Tells where a list goes on, RFC 8288: the same question after the last row of this page. */
export function linkNextPage(after: string, req: Request, res: Response, { AUTH_API_URL }: Settings): void {
  const { searchParams } = new URL(req.url, AUTH_API_URL);
  searchParams.set('after', after);
  res.set('Link', `<${AUTH_API_URL}${req.path}?${searchParams.toString()}>; rel="next"`);
}
