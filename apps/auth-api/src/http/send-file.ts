import type { Call } from '@portal/contract';
import type { Response } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Services } from '../services.ts';
import type { FileAnswer } from './handlers.ts';
import { limitDatabaseWait } from './database-wait.ts';
import { contextOf } from './request-context.ts';

/** How long a reader may take in nothing; however slowly they read on, they are waited for. */
const readerWaitMs = 30_000;

/**
 * Answers a download part by part, each within the limit for the database. The first is read before anything is sent,
 * so that a failure then has its answer; a later one breaks the connection off, lest a part be taken for the whole.
 */
export async function sendFile(
  res: Response,
  { mediaType = 'text/csv' }: Call,
  { fileName, parts }: FileAnswer,
  services: Services,
  waitMs = readerWaitMs,
): Promise<void> {
  const coming = parts[Symbol.asyncIterator]();
  const read = () => limitDatabaseWait(services)(() => coming.next());
  const first = await read();
  async function* inOrder() {
    for (let part = first; !part.done; part = await read()) yield part.value;
  }
  res.attachment(fileName).type(mediaType);
  res.setTimeout(waitMs, () => {
    contextOf(res).log.info('a download was broken off: its reader took nothing in any more');
    res.destroy();
  });
  try {
    await pipeline(Readable.from(inOrder()), res);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    // Who asked is gone: no failure of ours, but nothing more has to be read for them.
    await coming.return?.();
  }
}
