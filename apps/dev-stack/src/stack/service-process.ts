import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, closeSync, existsSync, openSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Service } from './services.ts';
import { StartError } from './start-error.ts';

// Relative to the bundle, dist/start.js.
const exitWithParent = fileURLToPath(new URL('./exit-with-parent.js', import.meta.url));

export interface ServiceProcess {
  readonly service: Service;
  /** Resolves with a description of the exit, such as `exited with code 1`. */
  readonly exited: Promise<string>;
  hasExited(): boolean;
  /** Sends SIGTERM, then SIGKILL after the service's stop timeout. Resolves when the process has exited. */
  stop(): Promise<void>;
  kill(): void;
  /** The last lines of its log. */
  recentOutput(): string;
}

const exitedCleanly = 'exited with code 0';

export interface OutputOptions {
  readonly logDir: string;
  /** Prints everything instead of writing it to the log file. */
  readonly verbose: boolean;
  /** Also prints reloads and errors of the services that reload. */
  readonly watch: boolean;
}

/** Starts a service in its own process group, so that Ctrl-C in the terminal only reaches the supervisor. */
export function spawnService(service: Service, { logDir, verbose, watch }: OutputOptions): ServiceProcess {
  const logFile = path.join(logDir, `${service.name}.log`);
  if (existsSync(logFile)) renameSync(logFile, path.join(logDir, `${service.name}.previous.log`));
  const log = openSync(logFile, 'a', 0o600);
  const printsReloads = watch && !verbose && reloadingServices.has(service.name);
  const output = verbose || printsReloads ? 'pipe' : log;
  const child = spawn(process.execPath, ['--enable-source-maps', '--import', exitWithParent, ...service.args], {
    cwd: service.cwd,
    env: { ...inheritedEnvironment(), ...service.env },
    stdio: ['ignore', output, output, 'pipe'],
    detached: true,
  });
  closeSync(log);
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on('line', (line) => {
      if (printsReloads) appendFileSync(logFile, `${line}\n`);
      if (line !== '' && (verbose || isReloadOrError(line)))
        process.stdout.write(`${service.name.padEnd(18)} | ${line}\n`);
    });
  }

  let exit: string | undefined;
  const exited = new Promise<string>((resolve) => {
    const onExit = (description: string) => resolve((exit ??= description));
    child.on('error', (error) => onExit(`could not be started: ${error.message}`));
    child.on('exit', (code, signal) => onExit(signal ? `was killed by ${signal}` : `exited with code ${String(code)}`));
  });
  return {
    service,
    exited,
    hasExited: () => exit !== undefined,
    kill: () => signalGroup(child, 'SIGKILL'),
    recentOutput: () => (verbose ? '' : tail(logFile)),
    async stop() {
      if (exit !== undefined) return;
      child.kill('SIGTERM');
      const killTimer = setTimeout(() => signalGroup(child, 'SIGKILL'), service.stopTimeoutMs ?? 2000);
      await exited;
      clearTimeout(killTimer);
    },
  };
}

/** Resolves when the service's health check passes or, for a service without one, when it has exited cleanly. */
export async function waitUntilReady(running: ServiceProcess, timeoutMs = 60_000): Promise<void> {
  const { service } = running;
  if (service.healthUrl === undefined) {
    const exit = await running.exited;
    if (exit !== exitedCleanly) throw serviceError(running, exit);
    return;
  }
  const deadline = Date.now() + timeoutMs;
  while (!(await isHealthy(service.healthUrl))) {
    if (running.hasExited()) throw serviceError(running, await running.exited);
    if (Date.now() > deadline) {
      throw serviceError(running, `does not respond at ${service.healthUrl} after ${timeoutMs / 1000} seconds`);
    }
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

/** What the error message about a service needs. */
interface FailedService extends Pick<ServiceProcess, 'recentOutput'> {
  readonly service: Pick<Service, 'name' | 'title'>;
}

export function serviceError(running: FailedService, exit: string): StartError {
  // The output of a killed process does not say why it was killed.
  const output = exit.startsWith('was killed by') || exit === exitedCleanly ? '' : running.recentOutput().trimEnd();
  const recent = output === '' ? '' : ` Its last output:\n${output}`;
  const note =
    exit === exitedCleanly ? ' It reported no error. The local stack needs this service, so it stops too.' : '';
  const remedy = `The full log is logs/${running.service.name}.log in the data folder. Restart everything with npm start.`;
  return new StartError(`${running.service.title} ${exit}.${note}${recent}\n${remedy}`);
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** The environment without the variables that npm sets for its scripts. */
function inheritedEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_|^INIT_CWD$/i.test(name)));
}

const reloadingServices = new Set(['auth-api', 'portal']);

/** Whether `npm run dev` prints a line of a reloading service. The log file has all lines. */
export function isReloadOrError(line: string): boolean {
  if (line.startsWith('{')) return /^\{"severity_text":"(?:ERROR|FATAL)"/.test(line);
  return !/\[optimizer\]|is deprecated|^The portal dev server/.test(line);
}

function tail(file: string, count = 15): string {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n').slice(-count);
  return lines
    .map((line) => `    ${line}`)
    .join('\n')
    .trimEnd();
}

/** Signals the whole process group, because a file watcher has a child of its own. */
function signalGroup(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  process.kill(-child.pid, name);
}
