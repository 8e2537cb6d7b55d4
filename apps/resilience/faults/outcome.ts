import type { RunMode } from './run-mode.ts';
import type { RequestResult } from './requests.ts';
import type { FaultEnvironment } from './environment.ts';

/** One fault and what must hold while it lasts and after it. */
export interface Scenario {
  readonly name: string;
  /** What must hold, as the report prints it. */
  readonly expectation: string;
  /** Excluded from the short mode, because it cannot run faster. */
  readonly isSlow?: boolean;
  run(environment: FaultEnvironment, mode: RunMode): Promise<Outcome>;
}

/** One way in which a dependency fails. */
export interface Outage {
  readonly name: string;
  readonly start: (environment: FaultEnvironment) => unknown;
  readonly stop: (environment: FaultEnvironment) => unknown;
}

/** The measurements of one scenario, and every expectation that it violated. */
export interface Outcome {
  readonly requests: number;
  readonly worstResponse: string;
  readonly slowestMs: number;
  /** From the end of the fault to the last request that still failed. Null if nothing had to recover. */
  readonly recoveredMs: number | null;
  readonly lostWrites: number;
  readonly violations: readonly string[];
}

export function outcomeOf(
  results: readonly RequestResult[],
  checks: { recoveredMs?: number; lostWrites?: number; violations: readonly string[] },
): Outcome {
  const rank = (status: number) => (status === 0 ? 1_000 : status);
  const [worst] = results.toSorted((a, b) => rank(b.status) - rank(a.status));
  const { lostWrites = 0, violations } = checks;
  return {
    requests: results.length,
    worstResponse: worst ? `${worst.status === 0 ? 'none' : worst.status} ${worst.errorType}`.trim() : '',
    slowestMs: slowestMsOf(results),
    recoveredMs: checks.recoveredMs ?? null,
    lostWrites,
    violations: [...new Set(lostWrites ? [`${lostWrites} acknowledged writes are lost`, ...violations] : violations)],
  };
}

const slowestMsOf = (results: readonly RequestResult[]) => Math.max(0, ...results.map(({ ms }) => ms));

/** How requests ended, by the number of requests: `12 × 503 NotReady, 1 × no response (ECONNRESET)`. */
export function describeResults(results: readonly RequestResult[]): string[] {
  const counts = new Map<string, number>();
  for (const { status, errorType } of results) {
    const kind = status === 0 ? `no response (${errorType})` : `${status} ${errorType}`.trim();
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([kind, count]) => `${count} × ${kind}`);
}

/** One violation for each kind of result that was not expected, with its count. */
export const unexpectedResults = (
  results: readonly RequestResult[],
  isExpected: (result: RequestResult) => boolean,
  when: string,
): string[] => describeResults(results.filter((each) => !isExpected(each))).map((kind) => `${kind} ${when}`);

export function slowerThanMs(limitMs: number, results: readonly RequestResult[], when: string): string[] {
  const slowestMs = slowestMsOf(results);
  return slowestMs > limitMs ? [`a response took ${(slowestMs / 1000).toFixed(2)} s ${when}`] : [];
}

export const isOk = ({ status }: RequestResult) => status === 200;

/** The proxy's own response when no replica responds. */
export const isRejectedByProxy = ({ status, errorType, retryAfter }: RequestResult) =>
  status === 503 && errorType === 'NotReady' && Number(retryAfter) > 0;

export const isDatabaseUnavailable = ({ status, errorType, retryAfter }: RequestResult) =>
  status === 503 && errorType === 'DatabaseUnavailable' && Number(retryAfter) > 0;
