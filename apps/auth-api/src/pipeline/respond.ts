import { createHash } from 'node:crypto';
import type { Call } from '@portal/contract';
import type { Response } from 'express';
import type { Settings } from '../config/settings.ts';
import type { Services } from '../services.ts';
import { sendPage } from './html-page.ts';
import { sendFile } from './send-file.ts';
import type { DocumentResponse, FileResponse, PageResponse } from './types.ts';

/** Sends the response of a call, by its `responseKind`. */
export async function sendResponse(res: Response, call: Call, response: unknown, services: Services): Promise<void> {
  switch (call.responseKind) {
    case 'redirect':
    case 'html':
      sendPageOrRedirect(res, response as PageResponse, services.settings);
      return;
    case 'file':
      await sendFile(res, call, response as FileResponse, services);
      return;
    case 'document':
      sendDocument(res, response as DocumentResponse);
      return;
    case 'text':
      res.type('text').send(response);
      return;
    default:
      res.json(response);
  }
}

function sendPageOrRedirect(res: Response, response: PageResponse, { PORTAL_URL }: Settings): void {
  if ('redirect' in response) res.redirect(303, response.redirect);
  else sendPage(res, 200, { ...response.page, back: { label: 'Back to the portal', href: `${PORTAL_URL}/` } });
}

/** Serializes a document once, for all requests. */
export function toDocumentResponse(content: object): DocumentResponse {
  const body = Buffer.from(JSON.stringify(content));
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` };
}

/** Sends a document, or 304 if `If-None-Match` has its ETag. */
function sendDocument(res: Response, { body, etag }: DocumentResponse): void {
  res.set({ ETag: etag, 'Cache-Control': 'no-cache' }).type('json').send(body);
}
