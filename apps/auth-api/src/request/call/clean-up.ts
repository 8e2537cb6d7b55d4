import type { Services } from './services.ts';

/** Does what follows an operation. If that fails, the log has the error, and the caller gets the outcome of the operation. */
export async function cleanUp(
  what: string,
  work: () => Promise<unknown>,
  { log }: Pick<Services, 'log'>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    log.warn({ err: error }, `could not ${what}`);
  }
}
