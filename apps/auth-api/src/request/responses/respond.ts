import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import type { Settings } from '../../platform/config/settings.ts';
import { sendPage } from './html-page.ts';
import { sendFile } from './send-file.ts';
import type {
  CallRequest,
  DocumentEncoding,
  DocumentResponse,
  EncodedDocument,
  FileResponse,
  HtmlPageResponse,
  PageResponse,
} from '../call/types.ts';

/**
 * Sends the response of a call, by its `responseKind`. `checkRights` rejects with an `ApiError` if the caller may not make the call any
 * more, or has another role, for a response that takes long to send.
 */
export async function sendResponse(
  { call, req, res, services }: CallRequest,
  response: unknown,
  checkRights: () => Promise<unknown>,
): Promise<void> {
  switch (call.responseKind) {
    case 'redirect':
    case 'html':
      sendPageOrRedirect(res, response as PageResponse, services.settings);
      return;
    case 'file': {
      const file = response as FileResponse | HtmlPageResponse;
      if ('page' in file) sendPageOrRedirect(res, file, services.settings);
      else await sendFile(res, call, file, services, checkRights);
      return;
    }
    case 'document':
      sendDocument(req, res, response as DocumentResponse);
      return;
    case 'text':
      res.type('text').send(response);
      return;
    default:
      res.json(response);
  }
}

function sendPageOrRedirect(res: Response, response: PageResponse, settings: Settings): void {
  if ('redirect' in response) res.redirect(303, response.redirect);
  else
    sendPage(
      res,
      200,
      { ...response.page, back: { label: 'Back to the portal', href: `${settings.PORTAL_URL}/` } },
      settings,
    );
}

const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)];

/** Serializes and compresses a document once, for all requests. */
export async function toDocumentResponse(content: object): Promise<DocumentResponse> {
  const body = Buffer.from(JSON.stringify(content));
  // The highest quality takes more than a second for a result that is little smaller.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  return {
    br: toEncodedDocument(await compressBrotli(body, { params })),
    gzip: toEncodedDocument(await compressGzip(body)),
    identity: toEncodedDocument(body),
  };
}

/** Each encoding has an ETag of its own: a strong one identifies the bytes (RFC 9110, section 8.8.3.3). */
const toEncodedDocument = (body: Buffer): EncodedDocument => ({
  body,
  etag: `"${createHash('sha256').update(body).digest('base64url')}"`,
});

/** The smallest first. */
const documentEncodings: readonly DocumentEncoding[] = ['br', 'gzip'];

/** Sends a document in the smallest encoding that the client accepts, or 304 if `If-None-Match` has its ETag. */
function sendDocument(req: Request, res: Response, document: DocumentResponse): void {
  const encoding = documentEncodings.find((each) => req.acceptsEncodings(each) === each) ?? 'identity';
  const { body, etag } = document[encoding];
  if (encoding !== 'identity') res.set('Content-Encoding', encoding);
  res.vary('Accept-Encoding').set({ ETag: etag, 'Cache-Control': 'public, max-age=300' }).type('json').send(body);
}
