import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pollUntil } from '@portal/auth-api/test/support/polling.ts';
import { caddyfile } from '../caddy.ts';
import { startExternalProcess, type ExternalProcess } from '../external-process.ts';
import { fillTemplate } from './measurements.ts';
import { bridgeAddress, publicAddress, type NetworkHost } from './network.ts';
import type { HaPrograms } from './programs.ts';
import { readReference } from './reference.ts';
import { startInRoot, type WorkFolder } from './run-in-root.ts';

/** A machine with Caddy and keepalived. */
export interface ProxyMachine {
  readonly network: NetworkHost;
  startCaddy(): Promise<void>;
  killCaddy(): Promise<void>;
}

/** Two of them: keepalived gives one the public address. */
export interface Proxies {
  /** The URL of the public address. */
  readonly url: string;
  /** Waits until one machine has the public address and the other one can take it. Returns the one that has it. */
  waitUntilRedundant(): Promise<ProxyMachine>;
  /** Waits until the other machine has the public address. */
  waitUntilTakenFrom(machine: ProxyMachine): Promise<void>;
  stop(): Promise<void>;
}

interface ProxyOptions {
  /** Path of the Caddy program. */
  readonly caddy: string;
  readonly programs: HaPrograms;
  readonly folder: WorkFolder;
  readonly apiPorts: readonly number[];
}

const proxyPort = 9001;
const portalPort = 9000;
const timeoutMs = 60_000;

export async function startProxies(
  [first, second]: readonly [NetworkHost, NetworkHost],
  options: ProxyOptions,
): Promise<Proxies> {
  const machines = await Promise.all([
    startMachine('proxy-1', first, second, options),
    startMachine('proxy-2', second, first, options),
  ]);
  const proxies: Proxies = {
    url: `http://${publicAddress}:${proxyPort}`,
    async waitUntilRedundant() {
      const read = async () => [await machines[0].state(), await machines[1].state()];
      const states = await pollUntil(read, (each) => each.includes('MASTER') && each.includes('BACKUP'), timeoutMs);
      const master = machines[states.indexOf('MASTER')];
      if (!master || !states.includes('BACKUP')) throw new Error(`The proxies are ${states.join(' and ')}.`);
      return master;
    },
    async waitUntilTakenFrom(machine) {
      const other = machine === machines[0] ? machines[1] : machines[0];
      const state = await pollUntil(other.state, (each) => each === 'MASTER', timeoutMs);
      if (state !== 'MASTER') throw new Error(`The other proxy is ${state}.`);
    },
    stop: async () => void (await Promise.all(machines.map((machine) => machine.stop()))),
  };
  await proxies.waitUntilRedundant();
  return proxies;
}

async function startMachine(
  name: string,
  network: NetworkHost,
  peer: NetworkHost,
  { caddy, programs, folder, apiPorts }: ProxyOptions,
) {
  await folder.makeFolder(`${name}-caddy`);
  const dataFolder = join(folder.hostPath, `${name}-caddy`);
  let runningCaddy: ExternalProcess;
  const startCaddy = async () => {
    const log = openSync(join(folder.hostPath, `${name}-caddy.log`), 'a');
    const [program, ...args] = [...network.prefix, caddy, 'run', '--config', caddyfile];
    runningCaddy = await startExternalProcess({
      program,
      args: [...args, '--adapter', 'caddyfile'],
      env: {
        ...process.env,
        HOME: dataFolder,
        CADDY_DATA: dataFolder,
        PORTAL_SITE: `:${portalPort}`,
        AUTH_API_SITE: `:${proxyPort}`,
        PORTAL_URL: `http://${publicAddress}:${portalPort}`,
        AUTH_API_URL: `http://${publicAddress}:${proxyPort}`,
        // As docs/operating/high-availability-patroni.md sets it.
        AUTH_API_UPSTREAMS: `to ${apiPorts.map((port) => `${bridgeAddress}:${port}`).join(' ')}
          health_uri /health/ready
          health_interval 2s
          health_timeout 2s`,
      },
      stdio: ['ignore', log, log],
      isReady: () =>
        fetch(`http://${network.address}:${portalPort}/health`).then(
          ({ ok }) => ok,
          () => false,
        ),
    }).finally(() => closeSync(log));
  };
  await startCaddy();

  const config = fillTemplate(await readReference('keepalived.conf'), {
    INTERFACE: 'eth0',
    PROXY_ADDRESS: network.address,
    PEER_ADDRESS: peer.address,
    VRRP_PASSWORD: 'password',
    PUBLIC_ADDRESS: `${publicAddress}/24`,
  });
  // Otherwise both use the same files in /run, and one exits.
  const pidFiles = ['pid', 'vrrp_pid', 'checkers_pid', 'bfd_pid'].map(
    (option) => `--${option}=${join(folder.path, `${name}-${option}`)}`,
  );
  const logFile = join(folder.hostPath, `${name}-keepalived.log`);
  /** MASTER, BACKUP or FAULT, as keepalived has logged it; undefined until its first check. */
  const state = async () => /.*Entering (\w+) STATE/s.exec(await readFile(logFile, 'utf8'))?.[1];
  const keepalived = await startInRoot(programs, {
    program: programs.keepalived,
    args: ['--dont-fork', '--log-console', ...pidFiles, `--use-file=${await folder.write(`${name}.conf`, config)}`],
    prefix: network.prefix,
    asRoot: true,
    logFile,
    isReady: async () => (await state()) !== undefined,
  });

  return {
    network,
    state,
    startCaddy,
    killCaddy: () => runningCaddy.stop('SIGKILL'),
    async stop() {
      await runningCaddy.stop('SIGTERM');
      await keepalived.stop('SIGTERM');
    },
  };
}
