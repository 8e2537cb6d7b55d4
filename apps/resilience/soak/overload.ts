import type { RequestResult } from '../faults/requests.ts';
import { describeResults, isOk } from '../faults/outcome.ts';
import { latencyPercentile } from './latency.ts';

export const overloadColumns = [
  'processes',
  'load',
  'sent/s',
  'responses',
  'p50 ms',
  'p99 ms',
  'without Retry-After',
  'stable from second',
];

/** A request that fails or takes longer than this is a sign of overload. */
const overloadedMs = 1_000;

/** How the requests of one phase ended: the latency of the successful ones, and whether the others got Retry-After. */
export function overloadRow(
  processes: number,
  load: string,
  rate: number,
  results: readonly RequestResult[],
): string[] {
  const successful = results.filter(isOk);
  const withoutRetryAfter = results.filter((result) => !isOk(result) && result.retryAfter === null);
  const overloaded = results.filter((result) => !isOk(result) || result.ms > overloadedMs);
  const startedAt = Math.min(...results.map(({ sentAt }) => sentAt));
  const stableFrom = Math.ceil(Math.max(0, ...overloaded.map(({ sentAt }) => (sentAt - startedAt + 1) / 1_000)));
  return [
    String(processes),
    load,
    String(rate),
    describeResults(results).join(', '),
    latencyPercentile(50, successful),
    latencyPercentile(99, successful),
    String(withoutRetryAfter.length),
    String(stableFrom),
  ];
}
