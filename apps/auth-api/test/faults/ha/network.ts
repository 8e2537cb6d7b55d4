import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ip = (command: string) => run('ip', command.split(' '));

/** The network place of one database machine. */
export interface NetworkHost {
  readonly address: string;
  /** Runs a program there. */
  readonly prefix: readonly string[];
  /** Disconnects the machine from all others. Undefined if this system cannot do so. */
  readonly cut?: () => Promise<unknown>;
  readonly heal?: () => Promise<unknown>;
}

export interface HaNetwork {
  readonly hosts: readonly NetworkHost[];
  close(): Promise<void>;
}

const bridge = 'ha-bridge';
const subnet = '10.203.0';
const nameOf = (index: number) => `ha-db-${index + 1}`;

/**
 * A network namespace for each machine, connected by a bridge, where this process may create them (Linux, root); otherwise
 * loopback addresses, which cannot be cut.
 */
export async function startHaNetwork(count: number): Promise<HaNetwork> {
  if (process.getuid?.() !== 0) return loopbackNetwork(count);
  await removeNamespaces(count);
  try {
    await ip(`link add ${bridge} type bridge`);
    await ip(`addr add ${subnet}.254/24 dev ${bridge}`);
    await ip(`link set ${bridge} up`);
    const hosts: NetworkHost[] = [];
    for (let index = 0; index < count; index++) hosts.push(await addHost(index));
    return { hosts, close: () => removeNamespaces(count) };
  } catch (error) {
    process.stderr.write(`No network namespaces, so no machine can be cut off: ${String(error)}\n`);
    await removeNamespaces(count);
    return loopbackNetwork(count);
  }
}

async function addHost(index: number): Promise<NetworkHost> {
  const name = nameOf(index);
  const address = `${subnet}.${index + 1}`;
  await ip(`netns add ${name}`);
  await ip(`link add ${name} type veth peer name eth0 netns ${name}`);
  await ip(`link set ${name} master ${bridge} up`);
  await ip(`-n ${name} addr add ${address}/24 dev eth0`);
  await ip(`-n ${name} link set eth0 up`);
  await ip(`-n ${name} link set lo up`);
  return {
    address,
    prefix: ['ip', 'netns', 'exec', name],
    cut: () => ip(`link set ${name} down`),
    heal: () => ip(`link set ${name} up`),
  };
}

/** Also removes what an interrupted run left behind. */
async function removeNamespaces(count: number): Promise<void> {
  for (const command of [
    ...Array.from({ length: count }, (_, index) => `netns delete ${nameOf(index)}`),
    ...Array.from({ length: count }, (_, index) => `link delete ${nameOf(index)}`),
    `link delete ${bridge}`,
  ]) {
    await ip(command).catch(() => undefined);
  }
}

const loopbackNetwork = (count: number): HaNetwork => ({
  hosts: Array.from({ length: count }, (_, index) => ({ address: `127.0.0.${index + 11}`, prefix: [] })),
  close: () => Promise.resolve(),
});
