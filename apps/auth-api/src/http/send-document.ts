import { createHash } from 'node:crypto';
import type { Response } from 'express';
import type { DocumentAnswer } from './handlers.ts';

/** Writes a document down, once for all requests. */
export function documentOf(content: object): DocumentAnswer {
  const body = Buffer.from(JSON.stringify(content));
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` };
}

/** Answers a document, or 304 where `If-None-Match` says that the caller has it. */
export function sendDocument(res: Response, { body, etag }: DocumentAnswer): void {
  res.set({ ETag: etag, 'Cache-Control': 'no-cache' }).type('json').send(body);
}
