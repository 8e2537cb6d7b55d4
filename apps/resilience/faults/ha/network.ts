import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ip = (command: string) => run('ip', command.split(' '));
const setPort = (name: string, state: string) => run('bridge', ['link', 'set', 'dev', name, 'state', state]);

/** Where a machine is in the network. */
export interface NetworkHost {
  readonly address: string;
  /** Runs a program there. */
  readonly prefix: readonly string[];
  /** Disconnects the machine from all others; its own link stays up. Undefined if this system cannot do so. */
  readonly cut?: () => Promise<unknown>;
  readonly heal?: () => Promise<unknown>;
}

export interface HaNetwork {
  readonly databases: readonly NetworkHost[];
  /** Null if this system has no network namespaces. */
  readonly proxies: readonly [NetworkHost, NetworkHost] | null;
  close(): Promise<void>;
}

const bridge = 'ha-bridge';
const subnet = '10.203.0';
const names = ['ha-db-1', 'ha-db-2', 'ha-db-3', 'ha-proxy-1', 'ha-proxy-2'] as const;
/** Where this process and its children are in that network. */
export const bridgeAddress = `${subnet}.254`;
/** The address that moves between the proxies. */
export const publicAddress = `${subnet}.100`;

/**
 * A network namespace for each machine, connected by a bridge, where this process may create them (Linux, root); otherwise
 * loopback addresses for the database machines, which cannot be cut off.
 */
export async function startHaNetwork(): Promise<HaNetwork> {
  if (process.getuid?.() !== 0) return loopbackNetwork;
  await removeNamespaces();
  try {
    await ip(`link add ${bridge} type bridge`);
    await ip(`addr add ${bridgeAddress}/24 dev ${bridge}`);
    await ip(`link set ${bridge} up`);
    const databases = [await addHost(names[0], 1), await addHost(names[1], 2), await addHost(names[2], 3)];
    return { databases, proxies: [await addHost(names[3], 11), await addHost(names[4], 12)], close: removeNamespaces };
  } catch (error) {
    process.stderr.write(`No network namespaces, so no machine can be cut off: ${String(error)}\n`);
    await removeNamespaces();
    return loopbackNetwork;
  }
}

async function addHost(name: string, number: number): Promise<NetworkHost> {
  const address = `${subnet}.${number}`;
  await ip(`netns add ${name}`);
  await ip(`link add ${name} type veth peer name eth0 netns ${name}`);
  await ip(`link set ${name} master ${bridge} up`);
  await ip(`-n ${name} addr add ${address}/24 dev eth0`);
  await ip(`-n ${name} link set eth0 up`);
  await ip(`-n ${name} link set lo up`);
  return {
    address,
    prefix: ['ip', 'netns', 'exec', name],
    cut: () => setPort(name, 'disabled'),
    heal: () => setPort(name, 'forwarding'),
  };
}

/** Also removes what an interrupted run left behind. */
async function removeNamespaces(): Promise<void> {
  for (const command of [
    ...names.map((name) => `netns delete ${name}`),
    ...names.map((name) => `link delete ${name}`),
    `link delete ${bridge}`,
  ]) {
    await ip(command).catch(() => undefined);
  }
}

const loopbackNetwork: HaNetwork = {
  databases: ['127.0.0.11', '127.0.0.12', '127.0.0.13'].map((address) => ({ address, prefix: [] })),
  proxies: null,
  close: () => Promise.resolve(),
};
