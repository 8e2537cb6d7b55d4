import { randomInt } from 'node:crypto';
import { requestIdHeader } from '@portal/contract';
import { ulid } from 'ulid';
import { startReplica, type ApiProcess } from './api-process.ts';
import { startApi, type Proof, type TestApi } from './api.ts';
import { until } from './until.ts';

/** One request of a race. */
export interface Racer {
  readonly method: string;
  readonly path: string;
  readonly proof?: Proof;
  readonly body?: object;
  /** It starts once so many others have finished; otherwise with the first. */
  readonly after?: number;
}

export interface Finish {
  readonly racer: Racer;
  readonly status: number;
  readonly location: string | null;
  readonly cookies: readonly string[];
  /** The parsed answer, or the text of a page. */
  readonly body: unknown;
}

/** Two real processes on one database, and the API in this process to set the scene and to look at the outcome. */
export interface Replicas {
  readonly api: TestApi;
  readonly urls: readonly string[];
  /** Sends all requests at once, in turn to each process, over connections that are open already. In order of the racers. */
  race(racers: readonly Racer[]): Promise<Finish[]>;
  /** What the processes have logged as their own failures. */
  errors(): string[];
  /** Answers how many deadlocks PostgreSQL had to break meanwhile. */
  close(): Promise<number>;
}

export async function startReplicas(environment: Record<string, string> = {}): Promise<Replicas> {
  const api = await startApi(environment);
  const processes = await Promise.all([startReplica(api, environment), startReplica(api, environment)]);
  return {
    api,
    urls: processes.map(({ url }) => url),
    async race(racers) {
      await openConnections(processes, racers.length);
      const line = startingLine();
      return Promise.all(
        racers.map(async (racer, at) => {
          await line.start(racer);
          const finish = await run(racer, processes[at % processes.length]?.url ?? '');
          line.countFinish();
          return finish;
        }),
      );
    },
    errors: () => processes.flatMap(({ lines }) => lines.filter((line) => /"level":[56]0/.test(line)).map(faultIn)),
    async close() {
      await Promise.all(processes.map((each) => each.stop('SIGKILL')));
      const deadlocks = await countDeadlocks(api);
      await api.close();
      return deadlocks;
    },
  };
}

interface LoggedError {
  readonly type: string;
  /** Only where it may be told. */
  readonly message?: string;
  readonly cause?: LoggedError;
}

function faultIn(line: string): string {
  const { msg, err } = JSON.parse(line) as { msg: string; err?: LoggedError };
  const words = [msg];
  for (let each = err; each; each = each.cause) words.push((each.message ?? each.type).trim().split('\n').at(-1) ?? '');
  return words.join(': ');
}

async function countDeadlocks({ services: { pool } }: TestApi): Promise<number> {
  const read = async () => {
    const { rows } = await pool.query<{ deadlocks: number; connections: number }>(
      'SELECT deadlocks::int, numbackends AS connections FROM pg_stat_database WHERE datname = current_database()',
    );
    return rows[0] ?? { deadlocks: 0, connections: 0 };
  };
  // What a connection has met is counted for sure once it is gone.
  const { deadlocks } = await until(read, ({ connections }) => connections <= pool.totalCount);
  return deadlocks;
}

/** Lets racers start when it is their turn. */
function startingLine() {
  let finished = 0;
  const waiting: { after: number; go: () => void }[] = [];
  return {
    start: ({ after = 0 }: Racer): Promise<void> =>
      new Promise((go) => (after > finished ? waiting.push({ after, go }) : go())),
    countFinish() {
      finished++;
      for (const { after, go } of waiting) if (after <= finished) go();
    },
  };
}

async function openConnections(processes: readonly ApiProcess[], count: number): Promise<void> {
  const urls = Array.from({ length: count }, (_, at) => processes[at % processes.length]?.url ?? '');
  await Promise.all(urls.map(async (url) => (await fetch(`${url}/health/live`)).arrayBuffer()));
}

async function run(racer: Racer, url: string): Promise<Finish> {
  const { method, path, proof = {}, body } = racer;
  const response = await fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(proof.cookie !== undefined && { cookie: proof.cookie }),
      ...(proof.token !== undefined && { authorization: `Bearer ${proof.token}` }),
      referer: 'http://localhost:9000/',
      ...(method !== 'GET' && { [requestIdHeader]: ulid() }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return {
    racer,
    status: response.status,
    location: response.headers.get('location'),
    cookies: response.headers.getSetCookie(),
    body: isJson ? (JSON.parse(text) as unknown) : text,
  };
}

/** The same request many times. */
export const times = (count: number, racer: Racer | ((at: number) => Racer)): Racer[] =>
  Array.from({ length: count }, (_, at) => (typeof racer === 'function' ? racer(at) : racer));

/** Several kinds of racers in an order that differs from race to race. */
export function shuffled(...kinds: readonly Racer[][]): Racer[] {
  const racers = kinds.flat();
  for (let at = racers.length - 1; at > 0; at--) {
    const other = randomInt(at + 1);
    [racers[at], racers[other]] = [racers[other], racers[at]] as [Racer, Racer];
  }
  return racers;
}

const roundsFactor = Number(process.env['RACE_ROUNDS'] ?? 1);

/** Runs a race several times, each on a scene of its own; RACE_ROUNDS is a factor on how often. */
export async function inRounds(rounds: number, round: () => Promise<void>): Promise<void> {
  for (let done = 0; done < rounds * roundsFactor; done++) await round();
}

/** The types of the answers, each once, sorted: `ok` or the type of the failure. */
export const outcomesOf = (finishes: readonly Finish[]): string[] => [...new Set(finishes.map(outcomeOf))].sort();

export function outcomeOf({ status, body }: Finish): string {
  if (status < 400) return 'ok';
  return (body as { error?: { type?: string } }).error?.type ?? `page ${status}`;
}
