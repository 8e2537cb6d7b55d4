import express, { type Request, type Response } from 'express';
import { problem } from './problem.ts';

// A compressed body is refused: it would have to be unpacked before its size is known.
const json = express.json({ limit: '100kb', inflate: false });
const bytes = express.raw({ limit: '1mb', inflate: false, type: () => true });

/** Reads a JSON body into `req.body`; a body of any other kind is refused unread. */
export async function readBody(req: Request, res: Response): Promise<void> {
  const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
  if (hasBody && !req.is('application/json')) throw problem('UnsupportedMediaType');
  await read(json, req, res);
}

/** Reads a body of any kind into `req.body` as it came, for a signature is over its bytes. */
export const readBytes = (req: Request, res: Response) => read(bytes, req, res);

const read = (parser: ReturnType<typeof express.json>, req: Request, res: Response) =>
  new Promise<void>((resolve, reject) => {
    parser(req, res, (error?: Error) => (error ? reject(error) : resolve()));
  });
