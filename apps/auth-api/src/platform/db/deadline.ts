import type { Settings } from '../config/settings.ts';
import { databaseUnavailable } from '../errors/api-error.ts';
import { withTimeout } from '../lib/with-timeout.ts';

/** Runs a part of a request's database work. */
export type DatabaseDeadline = <Result>(work: () => Promise<Result>) => Promise<Result>;

const graceMs = 100;

/** Limits the total time that all parts of a request's database work take to DATABASE_TIMEOUT_MS, across all statements. */
export function createDatabaseDeadline({ settings }: { readonly settings: Settings }): DatabaseDeadline {
  let remainingMs = settings.DATABASE_TIMEOUT_MS + graceMs;
  return async (work) => {
    const startedAt = performance.now();
    try {
      return await withTimeout(work(), remainingMs, databaseUnavailable);
    } finally {
      remainingMs -= performance.now() - startedAt;
    }
  };
}
