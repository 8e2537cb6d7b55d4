import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, closeSync, existsSync, openSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Service } from './service.ts';
import { StartFailure } from './start-failure.ts';

const leash = fileURLToPath(new URL('./leash.js', import.meta.url));

export interface ServiceProcess {
  readonly service: Service;
  /** Resolves with a description of how it ended. */
  readonly ended: Promise<string>;
  hasEnded(): boolean;
  /** Asks it to end, insists after its grace, and resolves when it is gone. */
  stop(): Promise<void>;
  kill(): void;
  /** The end of what it has written. */
  lastWords(): string;
}

const endedWell = 'ended with exit code 0';

export interface OutputOptions {
  readonly logs: string;
  /** Prints everything instead of writing it to the log file. */
  readonly verbose: boolean;
  /** Also prints reloads and errors of the services that reload. */
  readonly watch: boolean;
}

/** Starts a service in a process group of its own, so that a Ctrl-C in the terminal reaches only the supervisor. */
export function spawnService(service: Service, { logs, verbose, watch }: OutputOptions): ServiceProcess {
  const logFile = path.join(logs, `${service.name}.log`);
  if (existsSync(logFile)) renameSync(logFile, path.join(logs, `${service.name}.previous.log`));
  const log = openSync(logFile, 'a', 0o600);
  const printsReloads = watch && !verbose && reloadingServices.has(service.name);
  const output = verbose || printsReloads ? 'pipe' : log;
  const child = spawn(process.execPath, ['--enable-source-maps', '--import', leash, ...service.run], {
    cwd: service.cwd,
    env: { ...inherited(), ...service.env },
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

  let ending: string | undefined;
  const ended = new Promise<string>((resolve) => {
    const end = (how: string) => resolve((ending ??= how));
    child.on('error', (error) => end(`could not be started: ${error.message}`));
    child.on('exit', (code, signal) => end(signal ? `was ended by ${signal}` : `ended with exit code ${String(code)}`));
  });
  return {
    service,
    ended,
    hasEnded: () => ending !== undefined,
    kill: () => signal(child, 'SIGKILL'),
    lastWords: () => (verbose ? '' : tail(logFile)),
    async stop() {
      if (ending !== undefined) return;
      child.kill('SIGTERM');
      const insist = setTimeout(() => signal(child, 'SIGKILL'), service.graceMs ?? 2000);
      await ended;
      clearTimeout(insist);
    },
  };
}

/** Resolves once the service answers at its health address, or has ended well if it has none. */
export async function untilReady(running: ServiceProcess, timeoutMs = 60_000): Promise<void> {
  const { service } = running;
  if (service.health === undefined) {
    const how = await running.ended;
    if (how !== endedWell) throw failure(running, how);
    return;
  }
  const deadline = Date.now() + timeoutMs;
  while (!(await isHealthy(service.health))) {
    if (running.hasEnded()) throw failure(running, await running.ended);
    if (Date.now() > deadline) {
      throw failure(running, `does not answer at ${service.health} after ${timeoutMs / 1000} seconds`);
    }
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

/** The part of a service that the message about its end needs. */
interface EndedService extends Pick<ServiceProcess, 'lastWords'> {
  readonly service: Pick<Service, 'name' | 'title'>;
}

export function failure(running: EndedService, how: string): StartFailure {
  // A process that was ended from outside has nothing to say about it.
  const words = how.startsWith('was ended by') || how === endedWell ? '' : running.lastWords().trimEnd();
  const said = words === '' ? '' : ` It said:\n${words}`;
  const stops = how === endedWell ? ' It reported no error. The local stack needs this service, so it stops too.' : '';
  const further = `Its whole log is logs/${running.service.name}.log in the data folder; npm start starts everything again.`;
  return new StartFailure(`${running.service.title} ${how}.${stops}${said}\n${further}`);
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

/** What npm tells its scripts is of no concern to the services. */
function inherited(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_|^INIT_CWD$/i.test(name)));
}

const reloadingServices = new Set(['auth-api', 'portal']);

/** Whether a line of a service that reloads is worth the terminal of `npm run dev`; the log file has all of them. */
function isReloadOrError(line: string): boolean {
  if (line.startsWith('{')) return /^\{"level":[56]0,/.test(line);
  return !/\[optimizer\]|is deprecated|^The portal is served/.test(line);
}

function tail(file: string, lines = 15): string {
  const words = readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines);
  return words
    .map((line) => `    ${line}`)
    .join('\n')
    .trimEnd();
}

/** To the whole group: a watcher's own child must go with it. */
function signal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  process.kill(-child.pid, name);
}
