import type { Answer } from '../faults/requests.ts';

/** How long requests took, in milliseconds, of which so many per cent were as fast. */
export function percentile(share: number, answers: readonly Answer[]): string {
  const sorted = answers.map(({ ms }) => ms).toSorted((one, other) => one - other);
  return (sorted[Math.max(Math.ceil((share / 100) * sorted.length), 1) - 1] ?? 0).toFixed(1);
}

const parts = 6;

/** How long they took in each sixth of the run: a process that tires gets slower. */
export function rowsOfTimes(answers: readonly Answer[]): string[][] {
  const [first, last] = [answers[0]?.sentAt ?? 0, answers.at(-1)?.sentAt ?? 0];
  const length = (last - first) / parts + 1;
  const rows = Array.from({ length: parts }, (_, part) => {
    const within = answers.filter(({ sentAt }) => Math.floor((sentAt - first) / length) === part);
    return [`${part + 1}/${parts}`, String(within.length), percentile(50, within), percentile(99, within)];
  });
  return [['part', 'requests', 'p50 ms', 'p99 ms'], ...rows];
}
