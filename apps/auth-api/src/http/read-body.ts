import express, { type Request, type Response } from 'express';
import { problem } from './problem.ts';

const json = express.json({ limit: '100kb' });

/** Reads a JSON body into `req.body`; a body of any other kind is refused unread. */
export async function readBody(req: Request, res: Response): Promise<void> {
  const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
  if (hasBody && !req.is('application/json')) throw problem('UnsupportedMediaType');
  await new Promise<void>((resolve, reject) => {
    json(req, res, (error?: Error) => (error ? reject(error) : resolve()));
  });
}
