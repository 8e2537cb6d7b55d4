import type { Answer } from '../faults/requests.ts';
import { isDone } from '../faults/outcome.ts';
import { percentile } from './times.ts';

export const overloadHead = [
  'processes',
  'load',
  'asked/s',
  'answers',
  'p50 ms',
  'p99 ms',
  'without Retry-After',
  'well from second',
];

/** How long after its beginning a stretch is still said to be unwell, by a request that was refused or took that long. */
const unwellMs = 1_000;

/** How requests of a stretch ended: how long those that were done took, and whether the others were told when to come again. */
export function overloadRow(processes: number, load: string, rate: number, answers: readonly Answer[]): string[] {
  const byStatus = new Map<number, number>();
  for (const { status } of answers) byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
  const done = answers.filter(isDone);
  const unexplained = answers.filter((answer) => !isDone(answer) && answer.retryAfter === null);
  const unwell = answers.filter((answer) => !isDone(answer) || answer.ms > unwellMs);
  const beganAt = Math.min(...answers.map(({ sentAt }) => sentAt));
  const wellFrom = Math.ceil(Math.max(0, ...unwell.map(({ sentAt }) => (sentAt - beganAt + 1) / 1_000)));
  return [
    String(processes),
    load,
    String(rate),
    [...byStatus].map(([status, count]) => `${count} × ${status}`).join(', '),
    percentile(50, done),
    percentile(99, done),
    String(unexplained.length),
    String(wellFrom),
  ];
}
