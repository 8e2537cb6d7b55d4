import { randomInt } from 'node:crypto';
import { requestUlidHeader } from '@portal/contract';
import { ulid } from 'ulid';
import { startReplica, type ApiProcess } from './api-process.ts';
import { startApi, type Credentials, type TestApi } from './api.ts';
import { pollUntil } from './polling.ts';

/** One of the concurrent requests of a race. */
export interface RaceRequest {
  readonly method: string;
  readonly path: string;
  readonly credentials?: Credentials;
  readonly body?: object;
  /** Instead of a JSON body. */
  readonly form?: Readonly<Record<string, string>>;
  /** The `Idempotency-Key`. */
  readonly key?: string;
  /** How many of the other requests must have finished before this one starts. Default 0. */
  readonly after?: number;
}

export interface RaceResponse {
  readonly request: RaceRequest;
  readonly status: number;
  readonly location: string | null;
  readonly cookies: readonly string[];
  /** The parsed JSON, or the text of a page. */
  readonly body: unknown;
}

/** Two API processes on one database, and the API in this process for set-up and inspection. */
export interface Replicas {
  readonly api: TestApi;
  readonly urls: readonly string[];
  /** Sends all requests at once, alternating between the processes, over open connections. Responses are in the same order. */
  race(requests: readonly RaceRequest[]): Promise<RaceResponse[]>;
  /** The errors that the processes have logged. */
  errors(): string[];
  /** Returns the number of deadlocks that PostgreSQL resolved. */
  close(): Promise<number>;
}

export async function startReplicas(environment: Record<string, string> = {}): Promise<Replicas> {
  const api = await startApi(environment);
  const processes = await Promise.all([startReplica(api, environment), startReplica(api, environment)]);
  const urlFor = (index: number) => processes[index % processes.length]?.url ?? '';
  return {
    api,
    urls: processes.map(({ url }) => url),
    async race(requests) {
      await openConnections(requests.map((_, index) => urlFor(index)));
      const gate = startGate();
      return Promise.all(
        requests.map(async (request, index) => {
          await gate.wait(request);
          const response = await send(request, urlFor(index));
          gate.countFinished();
          return response;
        }),
      );
    },
    errors: () => processes.flatMap(loggedErrors),
    async close() {
      await Promise.all(processes.map((each) => each.stop('SIGKILL')));
      const deadlocks = await countDeadlocks(api);
      await api.close();
      return deadlocks;
    },
  };
}

const loggedErrors = ({ lines }: ApiProcess) =>
  lines.filter((line) => /"severity_text":"(?:ERROR|FATAL)"/.test(line)).map(formatLoggedError);

/** The message of the log line and those of the error and its causes. */
function formatLoggedError(line: string): string {
  const { body, 'exception.stacktrace': stack = '' } = JSON.parse(line) as {
    readonly body: string;
    readonly 'exception.stacktrace'?: string;
  };
  const titles = stack.split('\n').filter((each) => each !== '' && !each.startsWith('    at '));
  return [body, ...titles].join(': ');
}

async function countDeadlocks({ services: { pool } }: TestApi): Promise<number> {
  const read = async () => {
    const { rows } = await pool.query<{ deadlocks: number; connections: number }>(
      'SELECT deadlocks::int, numbackends AS connections FROM pg_stat_database WHERE datname = current_database()',
    );
    return rows[0] ?? { deadlocks: 0, connections: 0 };
  };
  // PostgreSQL adds the statistics of a connection when it closes, at the latest.
  const { deadlocks } = await pollUntil(read, ({ connections }) => connections <= pool.totalCount);
  return deadlocks;
}

/** Holds back requests with `after` until enough others have finished. */
function startGate() {
  let finished = 0;
  const waiting: { after: number; start: () => void }[] = [];
  return {
    wait: ({ after = 0 }: RaceRequest): Promise<void> =>
      new Promise((start) => (after > finished ? waiting.push({ after, start }) : start())),
    countFinished() {
      finished++;
      for (const { after, start } of waiting) if (after <= finished) start();
    },
  };
}

async function openConnections(urls: readonly string[]): Promise<void> {
  await Promise.all(urls.map(async (url) => (await fetch(`${url}/health/live`)).arrayBuffer()));
}

async function send(request: RaceRequest, url: string): Promise<RaceResponse> {
  const { method, path, credentials = {}, body, form, key } = request;
  const response = await fetch(`${url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(credentials.cookie !== undefined && { cookie: credentials.cookie }),
      ...(credentials.token !== undefined && { authorization: `Bearer ${credentials.token}` }),
      referer: 'http://localhost:9000/',
      ...(method !== 'GET' && { [requestUlidHeader]: ulid() }),
      ...(body && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(form && { body: new URLSearchParams(form) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return {
    request,
    status: response.status,
    location: response.headers.get('location'),
    cookies: response.headers.getSetCookie(),
    body: isJson ? (JSON.parse(text) as unknown) : text,
  };
}

/** The same request many times, or one built for each index. */
export const repeated = (count: number, request: RaceRequest | ((index: number) => RaceRequest)): RaceRequest[] =>
  Array.from({ length: count }, (_, index) => (typeof request === 'function' ? request(index) : request));

/** Several groups of requests in random order. */
export function shuffled(...groups: readonly RaceRequest[][]): RaceRequest[] {
  const requests = groups.flat();
  for (let index = requests.length - 1; index > 0; index--) {
    const other = randomInt(index + 1);
    [requests[index], requests[other]] = [requests[other], requests[index]] as [RaceRequest, RaceRequest];
  }
  return requests;
}

/** How many requests a large race has. Each night runs it with 100. */
export const raceSize = Number(process.env['RACE_SIZE'] ?? 30);

const roundsFactor = Number(process.env['RACE_ROUNDS'] ?? 1);

/** Runs a race several times. `RACE_ROUNDS` multiplies the number of rounds. */
export async function repeatRounds(rounds: number, round: () => Promise<void>): Promise<void> {
  for (let done = 0; done < rounds * roundsFactor; done++) await round();
}

/** The distinct outcomes, sorted. */
export const outcomesOf = (responses: readonly RaceResponse[]): string[] =>
  [...new Set(responses.map(outcomeOf))].sort();

/** `ok`, or the type of the error. */
export function outcomeOf({ status, body }: RaceResponse): string {
  if (status < 400) return 'ok';
  return (body as { error?: { type?: string } }).error?.type ?? `page ${status}`;
}
