import type { Length } from './length.ts';
import type { Answer } from './requests.ts';
import type { Stage } from './stage.ts';

/** One fault: what is done is `run`, what must hold is told in `holds`. */
export interface Scenario {
  readonly name: string;
  readonly holds: string;
  /** Not in the short form: it takes its time whatever one does. */
  readonly takesLong?: boolean;
  run(stage: Stage, length: Length): Promise<Outcome>;
}

/** What was measured, and everything that did not hold. */
export interface Outcome {
  readonly requests: number;
  readonly worst: string;
  readonly slowestMs: number;
  /** From the end of the fault to the last request that still failed; null where nothing had to recover. */
  readonly recoveredMs: number | null;
  readonly lost: number;
  readonly faults: readonly string[];
}

export function outcomeOf(
  answers: readonly Answer[],
  more: { recoveredMs?: number; lost?: number; faults: readonly string[] },
): Outcome {
  const rank = (status: number) => (status === 0 ? 1_000 : status);
  const [worst] = [...answers].sort((one, other) => rank(other.status) - rank(one.status));
  return {
    requests: answers.length,
    worst: worst ? `${worst.status === 0 ? 'none' : worst.status} ${worst.type}`.trim() : '',
    slowestMs: slowestOf(answers),
    recoveredMs: more.recoveredMs ?? null,
    lost: more.lost ?? 0,
    faults: [...new Set(more.lost ? [`${more.lost} acknowledged writes are lost`, ...more.faults] : more.faults)],
  };
}

export const slowestOf = (answers: readonly Answer[]) => Math.max(0, ...answers.map(({ ms }) => ms));

/** A fault for every kind of answer that is not among the right ones, with how often it came. */
export function wrong(answers: readonly Answer[], isRight: (answer: Answer) => boolean, when: string): string[] {
  const times = new Map<string, number>();
  for (const answer of answers.filter((each) => !isRight(each))) {
    const what = `${answer.status} ${answer.type}`;
    times.set(what, (times.get(what) ?? 0) + 1);
  }
  return [...times].map(([what, count]) => `${count} × ${what} ${when}`);
}

export function slowerThan(ms: number, answers: readonly Answer[], when: string): string[] {
  const slowest = slowestOf(answers);
  return slowest > ms ? [`an answer took ${(slowest / 1000).toFixed(2)} s ${when}`] : [];
}

export const isDone = ({ status }: Answer) => status === 200;

/** What the proxy says in place of a process that can’t. */
export const isTurnedAway = ({ status, type, retryAfter }: Answer) =>
  status === 503 && type === 'NotReady' && Number(retryAfter) > 0;

/** Told to try again later, without a word of logging in. */
export const isPutOff = ({ status, type, retryAfter }: Answer) =>
  status === 503 && type === 'DatabaseUnavailable' && Number(retryAfter) > 0;
