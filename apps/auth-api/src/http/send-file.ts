import type { Call } from '@portal/contract';
import type { Response } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Services } from '../services.ts';
import type { FileAnswer } from './handlers.ts';
import { patienceOf } from './patience.ts';

/**
 * Answers a download part by part, each within the patience for the database. The first is read before anything is sent,
 * so that a failure then has its answer; a later one breaks the connection off, lest a part be taken for the whole.
 */
export async function sendFile(
  res: Response,
  { mediaType = 'text/csv' }: Call,
  { fileName, parts }: FileAnswer,
  services: Services,
): Promise<void> {
  const coming = parts[Symbol.asyncIterator]();
  const read = () => patienceOf(services)(() => coming.next());
  const first = await read();
  async function* inOrder() {
    for (let part = first; !part.done; part = await read()) yield part.value;
  }
  res.attachment(fileName).type(mediaType);
  try {
    await pipeline(Readable.from(inOrder()), res);
  } catch (error) {
    // Who asked has hung up: no failure of ours.
    if ((error as { code?: unknown }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
