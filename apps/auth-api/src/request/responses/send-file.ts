import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Call } from '@portal/contract';
import type { Response } from 'express';
import { createDatabaseDeadline } from '../../platform/db/deadline.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { contextOf } from '../call/request-context.ts';
import type { Services } from '../call/services.ts';
import type { FileResponse } from '../call/types.ts';

/** How long a client may read nothing. A client that reads slowly has no limit. */
const defaultIdleTimeoutMs = 30_000;

/** How often to check at most whether the client may still have the file. */
const checkIntervalMs = 1_000;

/**
 * Sends a download in parts, each with its own database deadline. The first part is read before anything is sent, so that an
 * error still gets an error response. A later error closes the connection, so that the client does not take a part of the
 * file for the whole. So does the end of the client's rights: `checkRights`, which runs between the parts, then rejects with an `ApiError`.
 */
export async function sendFile(
  res: Response,
  { mediaType = 'text/csv' }: Call,
  { fileName, parts }: FileResponse,
  services: Services,
  checkRights: () => Promise<unknown>,
  idleTimeoutMs = defaultIdleTimeoutMs,
): Promise<void> {
  const iterator = parts[Symbol.asyncIterator]();
  const read = () => createDatabaseDeadline(services)(() => iterator.next());
  const first = await read().catch((error: unknown) => {
    // The part may still be on its way. What it holds is released when it arrives.
    iterator.return?.().catch((err: unknown) => contextOf(res).log.warn({ err }, 'download could not be ended'));
    throw error;
  });
  async function* allParts() {
    let checkedAt = performance.now();
    for (let part = first; !part.done; part = await read()) {
      yield part.value;
      if (performance.now() - checkedAt < checkIntervalMs) continue;
      if (!(await createDatabaseDeadline(services)(() => isAllowed(checkRights)))) {
        contextOf(res).log.info('download aborted: the client may no longer have the file');
        res.destroy();
        return;
      }
      checkedAt = performance.now();
    }
  }
  res.attachment(fileName).type(mediaType);
  res.setTimeout(idleTimeoutMs, () => {
    contextOf(res).log.info('download aborted: the client stopped reading');
    res.destroy();
  });
  try {
    await pipeline(Readable.from(allParts()), res);
  } catch (error) {
    // A client that disconnected is not an error of ours.
    if ((error as { code?: unknown }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    await iterator.return?.();
  }
}

/** False if the rights have ended. Rejects if they cannot be read. */
async function isAllowed(checkRights: () => Promise<unknown>): Promise<boolean> {
  try {
    await checkRights();
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return false;
    throw error;
  }
}
