import type { Services } from '../services.ts';
import { withTimeout } from '../with-timeout.ts';
import { databaseUnavailable } from './problem.ts';

/** Runs one stretch of a request's work against the database. */
export type Patience = <Result>(work: () => Promise<Result>) => Promise<Result>;

const graceMs = 100;

/** All stretches of one request together wait no longer for the database than DATABASE_WAIT_MS, however many questions they ask. */
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
