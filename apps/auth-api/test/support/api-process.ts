import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { testEnvironment, type TestApi } from './api.ts';
import { apiFolder, nodeArguments } from './programs.ts';
import { pollUntil } from './polling.ts';

const killAfterMs = 15_000;
/** A start takes a second or two; much longer when many tests run at once. */
const startTimeoutMs = 90_000;

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The API as a process, which may not listen yet. */
export interface SpawnedApi {
  readonly pid: number;
  /** Its output so far; log lines are JSON. */
  readonly lines: readonly string[];
  /** Resolves when the process has exited, for whatever reason. */
  readonly exited: Promise<Exit>;
  /** Sends a signal and resolves when the process has exited. Kills it after 15 seconds. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<Exit>;
}

/** The API as a process that is ready. */
export interface ApiProcess extends SpawnedApi {
  readonly url: string;
}

/** The Node arguments of each way to run the API. */
export const programs = {
  sources: nodeArguments('src/main.ts'),
  /** As deployed. Needs `npm run build`. */
  built: ['--enable-source-maps', '--import', '../dev-stack/dist/exit-with-parent.js', 'dist/main.js'],
};

type Program = (typeof programs)[keyof typeof programs];

/** Starts the API, by default from its sources and on a free port, and waits until it is ready. */
export async function startApiProcess(
  environment: Record<string, string>,
  program: Program = programs.sources,
): Promise<ApiProcess> {
  const api = await startListening(environment, program);
  const isReady = async () => (await fetch(`${api.url}/health/ready`)).ok;
  if (!(await pollUntil(isReady, (ready) => ready, startTimeoutMs))) throw await startError(api);
  return api;
}

async function startListening(environment: Record<string, string>, program: Program): Promise<ApiProcess> {
  const spawned = spawnApi(environment, program);
  let hasExited = false;
  void spawned.exited.then(() => (hasExited = true));
  const port = await pollUntil(
    () => Promise.resolve(portFromLog(spawned.lines)),
    (port) => port !== null || hasExited,
    startTimeoutMs,
  );
  const api = { ...spawned, url: `http://127.0.0.1:${port ?? 0}` };
  if (port === null) throw await startError(api);
  return api;
}

/** Starts the API and returns immediately. */
export function spawnApi(
  environment: Record<string, string | undefined>,
  program: Program = programs.sources,
): SpawnedApi {
  const child = spawn(process.execPath, program, {
    cwd: apiFolder,
    env: { ...testEnvironment, LOG_LEVEL: 'info', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', (line) => lines.push(line));
  }
  let hasExited = false;
  const exited = new Promise<Exit>((resolve) => {
    const onExit = (code: number | null, signal: NodeJS.Signals | null) => {
      hasExited = true;
      resolve({ code, signal });
    };
    child.on('error', (error) => {
      lines.push(String(error));
      onExit(null, null);
    });
    // On 'exit' the last lines may still be in the pipe.
    child.on('close', onExit);
  });
  const stop = async (signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') => {
    if (!hasExited) child.kill(signal);
    const killTimer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    return exited.finally(() => clearTimeout(killTimer));
  };

  return { pid: child.pid ?? 0, lines, exited, stop };
}

/** The internal errors that processes have logged, and the errors that ended a process. */
export const bugLogsOf = (processes: readonly SpawnedApi[]): string[] =>
  processes.flatMap(({ lines }) =>
    lines.filter((line) => line.includes('"error.type":"InternalError"') || line.includes('"severity_text":"FATAL"')),
  );

async function startError(api: SpawnedApi): Promise<Error> {
  await api.stop('SIGKILL');
  return new Error(`The API did not start:\n${api.lines.join('\n')}`);
}

/** Starts another replica of an API under test, with the same database, keys and URLs. */
export const startReplica = (api: TestApi, environment: Record<string, string> = {}, program?: Program) =>
  startApiProcess({ ...sharedEnvironment(api), ...environment }, program);

/** The settings that replicas of an API under test share with it. */
export function sharedEnvironment({ services }: TestApi): Record<string, string> {
  const { DATABASE_URL, SIGNING_KEYS_DIR, AUTH_API_URL, AUTH0_URL, AUTH0_ISSUER, STRIPE_API_URL } = services.settings;
  return { DATABASE_URL, SIGNING_KEYS_DIR, AUTH_API_URL, AUTH0_URL, AUTH0_ISSUER, STRIPE_API_URL };
}

function portFromLog(lines: readonly string[]): number | null {
  const line = lines.find((each) => each.includes('"listening"'));
  return line === undefined ? null : (JSON.parse(line) as { 'server.port': number })['server.port'];
}

/** The output of a process that is expected not to start. */
export const startupOutput = (api: TestApi, environment: Record<string, string>): Promise<string> =>
  startReplica(api, environment).then(() => 'It started.', String);

/** The output of a process that cannot reach its database, whose URL has this password. */
export async function outputWithoutDatabase(api: TestApi, password: string): Promise<string> {
  const unreachable = { DATABASE_URL: `postgres://portal:${password}@127.0.0.1:1/portal`, LOG_LEVEL: 'trace' };
  const spawned = spawnApi({ ...sharedEnvironment(api), ...unreachable });
  const isWaiting = () =>
    Promise.resolve(spawned.lines.some((line) => line.includes('Waiting; the API starts listening')));
  const waits = await pollUntil(isWaiting, Boolean);
  await spawned.stop('SIGKILL');
  expect(waits).toBe(true);
  return spawned.lines.join('\n');
}
