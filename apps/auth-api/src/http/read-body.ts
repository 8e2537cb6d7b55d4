import express, { type Request, type Response } from 'express';
import { problem } from './problem.ts';

// A compressed body is refused: it would have to be unpacked before its size is known.
const json = express.json({ limit: '100kb', inflate: false });
const bytes = express.raw({ limit: '1mb', inflate: false, type: () => true });
const fewBytes = express.raw({ limit: '1kb', inflate: false, type: () => true });

/** Whether a request carries a body, which need not have come yet. */
export const hasBody = ({ headers }: Request) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Reads a JSON body into `req.body`; a body of any other kind is refused unread. */
export async function readBody(req: Request, res: Response): Promise<void> {
  if (hasBody(req) && !req.is('application/json')) throw problem('UnsupportedMediaType');
  await read(json, req, res);
}

/** Reads a body of any kind into `req.body` as it came, for a signature is over its bytes. */
export const readBytes = (req: Request, res: Response) => read(bytes, req, res);

/** Reads the body of a form without fields, such as that of an unsubscribe link: anyone may send one. */
export const readFewBytes = (req: Request, res: Response) => read(fewBytes, req, res);

const read = (parser: ReturnType<typeof express.json>, req: Request, res: Response) =>
  new Promise<void>((resolve, reject) => {
    parser(req, res, (error?: Error) => (error ? reject(error) : resolve()));
  });
