import type { Answer } from '../faults/requests.ts';

/** How long requests took, in milliseconds, of which so many per cent were as fast. */
export function percentile(share: number, answers: readonly Answer[]): string {
  const sorted = answers.map(({ ms }) => ms).toSorted((one, other) => one - other);
  return (sorted[Math.max(Math.ceil((share / 100) * sorted.length), 1) - 1] ?? 0).toFixed(1);
}

/** How long they took in each part of the run: a process that tires gets slower. */
export const rowsOfTimes = (parts: readonly (readonly Answer[])[]): string[][] => [
  ['part', 'requests', 'p50 ms', 'p99 ms'],
  ...parts.map((within, part) => [
    `${part + 1}/${parts.length}`,
    String(within.length),
    percentile(50, within),
    percentile(99, within),
  ]),
];
