import type { RequestResult } from '../faults/requests.ts';
import { percentile } from '../support/percentile.ts';

/** A percentile of the response times, in milliseconds. */
export const latencyPercentile = (share: number, results: readonly RequestResult[]): string =>
  percentile(
    share,
    results.map(({ ms }) => ms),
  ).toFixed(1);

/** The latency in each part of the run, which shows whether the process gets slower. */
export const latencyRows = (parts: readonly (readonly RequestResult[])[]): string[][] => [
  ['part', 'requests', 'p50 ms', 'p99 ms'],
  ...parts.map((results, index) => [
    `${index + 1}/${parts.length}`,
    String(results.length),
    latencyPercentile(50, results),
    latencyPercentile(99, results),
  ]),
];
