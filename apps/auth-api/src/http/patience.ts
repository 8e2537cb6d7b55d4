import type { Services } from '../services.ts';
import { withTimeout } from '../with-timeout.ts';
import { databaseUnavailable } from './problem.ts';

/** Runs one part of a request's work with the database, within what is left of the request's time for it. */
export type Patience = <Result>(work: () => Promise<Result>) => Promise<Result>;

const graceMs = 100;

/** Limits the time that one request waits for the database to DATABASE_WAIT_MS, over all its parts together. */
export function patienceOf({ settings }: Services): Patience {
  let leftMs = settings.DATABASE_WAIT_MS + graceMs;
  return (work) => {
    const startedAt = performance.now();
    const waited = withTimeout(work(), leftMs, databaseUnavailable);
    const count = () => (leftMs -= performance.now() - startedAt);
    waited.then(count, count);
    return waited;
  };
}
