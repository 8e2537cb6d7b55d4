import express, { type Request, type Response } from 'express';
import { apiError } from '../../platform/errors/api-error.ts';
import { withTimeout } from '../../platform/lib/with-timeout.ts';

/** How long a body may take to arrive. */
const timeoutMs = 15_000;

// `inflate: false`: the size of a compressed body is unknown until it is decompressed.
const json = express.json({ limit: '100kb', inflate: false });
const form = express.urlencoded({ limit: '1mb', inflate: false, extended: false, parameterLimit: 1_100 });
const raw = express.raw({ limit: '1mb', inflate: false, type: () => true });
const smallRaw = express.raw({ limit: '1kb', inflate: false, type: () => true });

const formType = 'application/x-www-form-urlencoded';

/** Whether a request has a body, by its headers; the body may still be on its way. */
export const hasBody = ({ headers }: Request) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Parses a JSON body into `req.body`. Rejects other content types without reading them. */
export async function parseJsonBody(req: Request, res: Response): Promise<void> {
  if (hasBody(req) && !req.is('application/json')) throw apiError('UnsupportedMediaType');
  await runParser(json, req, res);
}

/** Parses a form into `req.body`: texts, and lists of texts for repeated parameters. Rejects other content types without reading them. */
export async function parseFormBody(req: Request, res: Response): Promise<void> {
  if (hasBody(req) && !req.is(formType))
    throw apiError('UnsupportedMediaType', { message: `Send the request as ${formType}.` });
  await runParser(form, req, res);
}

/** Reads a body of any type into `req.body` as a Buffer: a webhook signature covers the exact bytes. */
export const readRawBody = (req: Request, res: Response) => runParser(raw, req, res);

/** Reads a small body of any type, such as the form of a one-click unsubscribe, which anyone can send. */
export const readSmallRawBody = (req: Request, res: Response) => runParser(smallRaw, req, res);

async function runParser(parser: ReturnType<typeof express.json>, req: Request, res: Response): Promise<void> {
  const parsed = new Promise<void>((resolve, reject) => {
    parser(req, res, (error?: Error) => (error ? reject(error) : resolve()));
  });
  await withTimeout(parsed, timeoutMs, () => {
    // The rest of the body may still arrive, so no other request can use the connection.
    res.set('Connection', 'close');
    return apiError('RequestTimeout');
  });
}
