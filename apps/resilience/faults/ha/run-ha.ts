import { setTimeout as sleep } from 'node:timers/promises';
import { textTable } from '../../support/text-table.ts';
import { checkEffects, retryUnacknowledged } from '../effects.ts';
import { isDatabaseUnavailable, isOk, isRejectedByProxy, unexpectedResults } from '../outcome.ts';
import type { RequestResult } from '../requests.ts';
import { startHaEnvironment, type HaEnvironment } from './environment.ts';
import { haFaults, type HaFault } from './faults.ts';
import { violationsOfLogins } from './logins.ts';
import { lostIds, worstGapMs } from './measurements.ts';
import type { HaPrograms } from './programs.ts';
import { reasonToSkip, violationsOfSkipping } from './skipped-faults.ts';
import { startTraffic, type Traffic } from './traffic.ts';

interface HaOptions {
  readonly programs: HaPrograms;
  readonly proxy: string | undefined;
  readonly only: string;
  /** Replaces the number of rounds of each fault. */
  readonly rounds: number | undefined;
  /** Whether the run can pass without faults that cannot be run here. */
  readonly allowSkipped: boolean;
  readonly print: (text: string) => void;
}

interface Round {
  readonly writeGapMs: number;
  readonly readGapMs: number;
  readonly standbyReadGapMs: number;
  readonly completeMs: number;
}

interface FaultResult {
  readonly fault: HaFault;
  readonly rounds: readonly Round[];
  readonly acknowledged: number;
  readonly lostWrites: number;
  readonly lostLogins: number;
  readonly unverifiedLogins: number;
  readonly violations: readonly string[];
}

/** How long a fault lasts at least, so that its effect is not over before it starts. */
const minFaultMs = 8_000;
const recoveryTimeoutMs = 90_000;
const maxRetries = 1_000;

/** Runs all faults against the reference; returns the table and what was violated. */
export async function runHaFaults({ programs, proxy, only, rounds, allowSkipped, print }: HaOptions) {
  // Each of the programs is ended when this process exits.
  process.setMaxListeners(50);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  print('Starting three database machines, three API machines and the proxies');
  const environment = await startHaEnvironment({ programs, proxy });
  const results: FaultResult[] = [];
  const skipped: string[] = [];
  let keepLogs = true;
  try {
    const traffic = startTraffic(environment);
    await traffic.waitUntilWriting(recoveryTimeoutMs);
    for (const fault of haFaults.filter(({ name }) => name.includes(only))) {
      const reason = reasonToSkip(fault, { canCut: environment.canCut, hasProxy: proxy !== undefined });
      if (reason !== null) {
        skipped.push(`${fault.name}: not run, ${reason}`);
        print(`– ${fault.name}: not run, ${reason}`);
        continue;
      }
      print(`▶ ${fault.name}`);
      results.push(await runFault(fault, rounds ?? fault.rounds, { environment, traffic, print }));
    }
    await traffic.stop();
    const { lostWrites, violations } = await checkAll(environment, traffic, print);
    keepLogs = violations.length > 0 || lostWrites > 0 || results.some((each) => each.violations.length > 0);
    const ofSkipping = violationsOfSkipping(skipped, results.length, allowSkipped);
    const all = [...results.flatMap((each) => each.violations), ...violations, ...ofSkipping];
    return { table: formatTable(results), violations: [...new Set(all)] };
  } finally {
    if (keepLogs) print(`The logs of all programs are in ${environment.logFolder}`);
    await environment.close({ keepLogs });
  }
}

interface RunContext {
  readonly environment: HaEnvironment;
  readonly traffic: Traffic;
  readonly print: (text: string) => void;
}

async function runFault(fault: HaFault, roundCount: number, context: RunContext): Promise<FaultResult> {
  const { environment, traffic, print } = context;
  const firstWrite = traffic.writes.results.length;
  const rounds: Round[] = [];
  const violations: string[] = [];
  for (let number = 1; number <= roundCount; number++) {
    const outcome = await runRound(fault, context).catch((error: unknown) => String(error));
    if (typeof outcome === 'string') {
      violations.push(`round ${number} did not end: ${outcome}`);
      break;
    }
    const { round, isPrimaryChanged } = outcome;
    rounds.push(round);
    print(
      `  ${number}/${roundCount}: no write for ${seconds(round.writeGapMs)} s, no read for ${seconds(round.readGapMs)} s, replicated again after ${seconds(round.completeMs)} s`,
    );
    if (isPrimaryChanged !== fault.changesPrimary) {
      violations.push(fault.changesPrimary ? 'the primary did not change' : 'the primary changed without need');
    }
  }
  const written = traffic.writes.results.slice(firstWrite);
  const { lostWrites, violations: effects } = await checkEffects(environment, written);
  const logins = await traffic.checkLogins();
  const worst = (of: (round: Round) => number) => Math.max(0, ...rounds.map(of));
  if (worst((round) => round.writeGapMs) > fault.maxWriteGapMs) violations.push('writes were unavailable for too long');
  if (worst((round) => round.readGapMs) > (fault.maxReadGapMs ?? fault.maxWriteGapMs)) {
    violations.push('reads were unavailable for too long');
  }
  if (lostWrites > 0) violations.push(`${lostWrites} acknowledged writes are lost`);
  violations.push(
    ...violationsOfLogins(logins),
    ...effects,
    ...unexpectedResults(written, (result) => isExpected(result, fault), 'during the fault'),
  );
  for (const violation of violations) print(`  ✗ ${violation}`);
  for (const kind of unexpectedResults(written, isOk, 'among the writes')) print(`  ${kind}`);
  return {
    fault,
    rounds,
    acknowledged: written.filter(isOk).length,
    lostWrites,
    lostLogins: logins.lost.length,
    unverifiedLogins: logins.unverified.length,
    violations: violations.map((each) => `${fault.name}: ${each}`),
  };
}

async function runRound(fault: HaFault, { environment, traffic }: RunContext) {
  const { cluster } = environment;
  const before = await cluster.waitUntilReplicated(fault.standbys);
  await sleep(fault.restMs ?? 0);
  await traffic.waitUntilWriting(recoveryTimeoutMs);
  const from = performance.now();
  const repair = await fault.start(environment);
  await sleep(Math.max(0, minFaultMs - (performance.now() - from)));
  await traffic.waitUntilWriting(recoveryTimeoutMs);
  const repairedAt = performance.now();
  await repair();
  const after = await cluster.waitUntilReplicated(fault.standbys);
  await traffic.waitUntilWriting(recoveryTimeoutMs);
  const to = performance.now();
  const round: Round = {
    writeGapMs: worstGapMs(traffic.writes.results, from, to),
    readGapMs: worstGapMs(traffic.reads.results, from, to),
    standbyReadGapMs: worstGapMs(traffic.standbyReads, from, to),
    completeMs: to - repairedAt,
  };
  return { round, isPrimaryChanged: after.primary !== before.primary };
}

/** A request in progress at a killed API process gets a 503 of the proxy. Only without a proxy there is no response at all. */
const isExpected = (result: RequestResult, { losesProxy = false }: HaFault) =>
  isOk(result) || isDatabaseUnavailable(result) || isRejectedByProxy(result) || (losesProxy && result.status === 0);

/** Compares every write since the start with the database, and retries those that were not acknowledged. */
async function checkAll(environment: HaEnvironment, traffic: Traffic, print: (text: string) => void) {
  const results = traffic.writes.results;
  const { lostWrites, violations } = await checkEffects(environment, results);
  const { rows } = await environment.inProcessApi.services.pool.query<{ ulid: string }>(
    'SELECT key AS ulid FROM idempotency_keys',
  );
  const acknowledged = results.filter(isOk).map(({ request }) => request.effect?.requestUlid ?? '');
  const lost = lostIds(acknowledged, new Set(rows.map(({ ulid }) => ulid)));
  const unacknowledged = results.filter((result) => !isOk(result));
  const retries = await retryUnacknowledged(
    environment,
    environment.targetUrls()[0] ?? '',
    sampleOf(unacknowledged, maxRetries),
  );
  const logs = environment.bugLogs();
  for (const line of logs.slice(0, 5)) print(`    ${line}`);
  print(
    `${acknowledged.length} acknowledged writes of ${results.length}, ${lost.length} of their ULIDs are not in the database; ` +
      `${retries.retried.length} unacknowledged writes retried; ${traffic.logins.length} logins`,
  );
  violations.push(...retries.violations);
  if (lost.length > 0) violations.push(`${lost.length} acknowledged ULIDs are not in the database`);
  if (logs.length > 0) violations.push(`${logs.length} internal errors or crashes`);
  return { lostWrites, violations };
}

/** Results at even distances, at most so many. */
function sampleOf<Result>(results: readonly Result[], count: number): Result[] {
  const step = Math.max(1, results.length / count);
  return results.filter((_result, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

const seconds = (ms: number) => (ms / 1_000).toFixed(1);

const columns = [
  'fault',
  'rounds',
  'worst write gap s',
  'median',
  'worst read gap s',
  'worst gap at standbys s',
  'acknowledged writes',
  'lost writes',
  'lost logins',
  'unverified logins',
  'result',
];

function formatTable(results: readonly FaultResult[]): string {
  const rows = results.map(({ fault, rounds, acknowledged, lostWrites, lostLogins, unverifiedLogins, violations }) => {
    const gaps = rounds.map(({ writeGapMs }) => writeGapMs).toSorted((a, b) => a - b);
    const worst = (of: (round: Round) => number) => seconds(Math.max(0, ...rounds.map(of)));
    return [
      fault.name,
      String(rounds.length),
      worst((round) => round.writeGapMs),
      seconds(gaps[Math.floor(gaps.length / 2)] ?? 0),
      worst((round) => round.readGapMs),
      worst((round) => round.standbyReadGapMs),
      String(acknowledged),
      String(lostWrites),
      String(lostLogins),
      String(unverifiedLogins),
      violations.length === 0 ? 'passed' : 'FAILED',
    ];
  });
  return textTable([columns, ...rows]);
}
