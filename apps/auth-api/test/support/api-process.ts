import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { testEnvironment, type TestApi } from './api.ts';
import { apiFolder, argumentsOf } from './programs.ts';
import { until } from './until.ts';

const insistAfterMs = 15_000;
/** Where many things are done at once; alone it takes a second or two. */
const startsWithinMs = 90_000;

export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The real API, main program and all, in a process of its own, whether or not it listens yet. */
export interface StartingApi {
  readonly pid: number;
  /** What it has written so far, a line of JSON an event. */
  readonly lines: readonly string[];
  /** Resolves when it is gone, whoever ended it. */
  readonly ended: Promise<Ending>;
  /** Sends a signal and resolves when it is gone; one that has not gone in time is killed. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<Ending>;
}

/** One that listens. */
export interface ApiProcess extends StartingApi {
  readonly url: string;
}

/** What is run, by Node's arguments. */
export const programs = {
  sources: argumentsOf('src/main.ts'),
  /** As it is deployed; has to be built before. */
  built: ['--enable-source-maps', '--import', '../local/dist/leash.js', 'dist/main.js'],
};

type Program = (typeof programs)[keyof typeof programs];

/** Starts the API, of its sources unless told otherwise, on a port of the system's choice unless PORT is given, and waits until it is ready. */
export async function startApiProcess(
  environment: Record<string, string>,
  program: Program = programs.sources,
): Promise<ApiProcess> {
  const api = await startListening(environment, program);
  const isReady = async () => (await fetch(`${api.url}/health/ready`)).ok;
  if (!(await until(isReady, (ready) => ready, startsWithinMs))) throw await notStarted(api);
  return api;
}

/** Starts the API and waits until it listens, which it does once it is ready. */
async function startListening(environment: Record<string, string>, program: Program): Promise<ApiProcess> {
  const starting = spawnApi(environment, program);
  let hasEnded = false;
  void starting.ended.then(() => (hasEnded = true));
  const port = await until(
    () => Promise.resolve(portIn(starting.lines)),
    (known) => known !== null || hasEnded,
    startsWithinMs,
  );
  const api = { ...starting, url: `http://127.0.0.1:${port ?? 0}` };
  if (port === null) throw await notStarted(api);
  return api;
}

/** Starts the API and waits for nothing. */
export function spawnApi(environment: Record<string, string>, program: Program = programs.sources): StartingApi {
  const child = spawn(process.execPath, program, {
    cwd: apiFolder,
    env: { ...testEnvironment, LOG_LEVEL: 'info', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', (line) => lines.push(line));
  }
  let hasEnded = false;
  const ended = new Promise<Ending>((resolve) => {
    const end = (code: number | null, signal: NodeJS.Signals | null) => {
      hasEnded = true;
      resolve({ code, signal });
    };
    child.on('error', (error) => {
      lines.push(String(error));
      end(null, null);
    });
    // Not 'exit': its last lines may still be in the pipe.
    child.on('close', end);
  });
  const stop = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => {
    if (!hasEnded) child.kill(signal);
    const insist = setTimeout(() => child.kill('SIGKILL'), insistAfterMs);
    return ended.finally(() => clearTimeout(insist));
  };

  return { pid: child.pid ?? 0, lines, ended, stop };
}

async function notStarted(api: StartingApi): Promise<Error> {
  await api.stop('SIGKILL');
  return new Error(`The API did not start:\n${api.lines.join('\n')}`);
}

/** Another replica of an API under test: the same database, keys and addresses. */
export const startReplica = (api: TestApi, environment: Record<string, string> = {}, program?: Program) =>
  startApiProcess({ ...sharedWith(api), ...environment }, program);

/** What replicas of an API under test have in common with it. */
export function sharedWith({ services }: TestApi): Record<string, string> {
  const { DATABASE_URL, SIGNING_KEYS_DIR, AUTH_API_URL, AUTH0_URL, AUTH0_ISSUER, STRIPE_API_URL } = services.settings;
  return { DATABASE_URL, SIGNING_KEYS_DIR, AUTH_API_URL, AUTH0_URL, AUTH0_ISSUER, STRIPE_API_URL };
}

/** The port that it says it listens on. */
function portIn(lines: readonly string[]): number | null {
  const line = lines.find((each) => each.includes('"the API listens"'));
  return line === undefined ? null : (JSON.parse(line) as { port: number }).port;
}

/** All that a process wrote that could not start. */
export const startFailure = (api: TestApi, environment: Record<string, string>): Promise<string> =>
  startReplica(api, environment).then(() => 'It started.', String);
