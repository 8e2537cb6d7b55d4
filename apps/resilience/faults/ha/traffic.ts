import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { createPool } from '@portal/auth-api/src/platform/db/pool.ts';
import { logIn } from '@portal/auth-api/test/support/builders.ts';
import { startLoad, type Load } from '../load.ts';
import { reads, send, writes, type RequestResult } from '../requests.ts';
import type { HaEnvironment } from './environment.ts';
import { checkLogins, type CheckedLogins } from './logins.ts';
import { recentSuccesses, type TimedResult } from './measurements.ts';

/** What users do during all faults. */
export interface Traffic {
  readonly writes: Load;
  /** Of logged-in users, whose session is read from the primary. */
  readonly reads: Load;
  /** Statements at a standby, as reads that tolerate lag send them. */
  readonly standbyReads: readonly TimedResult[];
  /** The cookies of all logins that were acknowledged. */
  readonly logins: readonly string[];
  /** Waits until writes of the last second succeeded: a few, because the machine may be busy. Returns whether they did in time. */
  waitUntilWriting(timeoutMs: number): Promise<boolean>;
  /** Asks the API about every login that was acknowledged. */
  checkLogins(): Promise<CheckedLogins>;
  stop(): Promise<void>;
}

const writesPerSecond = 50;
const readsPerSecond = 20;

export function startTraffic(environment: HaEnvironment): Traffic {
  const { users, inProcessApi } = environment;
  let turn = 0;
  const targetUrl = () => {
    const urls = environment.targetUrls();
    return urls[turn++ % urls.length] ?? '';
  };
  const writeLoad = startLoad({
    users,
    requestsPerSecond: writesPerSecond,
    targetUrl,
    requests: [...Array.from({ length: 9 }, () => writes.workspace), writes.invitation],
  });
  const readLoad = startLoad({ users, requestsPerSecond: readsPerSecond, targetUrl, requests: [reads.whoami] });
  const logins = users.map(({ cookie }) => cookie);
  const standbyReads: TimedResult[] = [];
  const stopping = new AbortController();
  const standbys = createPool(
    { url: environment.standbyUrl, size: 4, connectTimeoutMs: 1_300, statementTimeoutMs: 1_300 },
    pino({ level: 'silent' }),
  );
  const readFromStandby = async () => {
    const sentAt = performance.now();
    const status = await standbys.query('SELECT count(*) FROM users').then(
      () => 200,
      () => 503,
    );
    standbyReads.push({ sentAt, ms: performance.now() - sentAt, status });
  };
  let nextUser = 0;
  const logInNext = async () => {
    const user = users[nextUser++ % users.length];
    if (!user) return;
    // A login that fails was not acknowledged.
    const session = await logIn(inProcessApi, { id: user.userId }).catch(() => null);
    if (session?.cookie !== undefined) logins.push(session.cookie);
  };
  const repeat = async (pauseMs: number, work: () => Promise<void>) => {
    while (!stopping.signal.aborted) {
      await work();
      await sleep(pauseMs);
    }
  };
  const repeated = [repeat(200, readFromStandby), repeat(1_000, logInNext)];

  return {
    writes: writeLoad,
    reads: readLoad,
    standbyReads,
    logins,
    async waitUntilWriting(timeoutMs) {
      const deadline = performance.now() + timeoutMs;
      while (recentSuccesses(writeLoad.results.slice(-1_000), performance.now(), 1_000) < 3) {
        if (performance.now() > deadline) return false;
        await sleep(100);
      }
      return true;
    },
    checkLogins: () => checkLogins(logins, async (cookie) => (await sendUntilAnswered(targetUrl, cookie)).status),
    async stop() {
      stopping.abort();
      await Promise.all([writeLoad.stop(), readLoad.stop(), ...repeated]);
      await standbys.end();
    },
  };
}

/** Asks again while the API is unavailable. */
async function sendUntilAnswered(targetUrl: () => string, cookie: string): Promise<RequestResult> {
  for (let attempt = 1; ; attempt++) {
    const result = await send(targetUrl(), { method: 'GET', path: '/whoami', cookie });
    if (result.status === 200 || result.status === 401 || attempt === 20) return result;
    await sleep(500);
  }
}
