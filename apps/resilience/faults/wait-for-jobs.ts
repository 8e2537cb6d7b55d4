import { setTimeout as sleep } from 'node:timers/promises';
import { skipJobDelays } from '@portal/auth-api/test/support/polling.ts';
import type { RunMode } from './run-mode.ts';
import type { FaultEnvironment } from './environment.ts';

interface WaitOptions {
  readonly mode: RunMode;
  readonly timeoutMs: number;
  /** Counts the work that jobs still have to do. */
  readonly remaining: () => Promise<number>;
}

/** Waits until jobs have done all remaining work or the timeout has passed. Returns the time in ms. The short mode skips retry delays. */
export async function waitForJobs(
  { inProcessApi }: FaultEnvironment,
  { mode, timeoutMs, remaining }: WaitOptions,
): Promise<number> {
  const startedAt = performance.now();
  while ((await remaining()) > 0 && performance.now() < startedAt + timeoutMs) {
    if (mode === 'short') await skipJobDelays(inProcessApi);
    await sleep(100);
  }
  return performance.now() - startedAt;
}
