import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { CertificateAuthority } from './certificates.ts';
import type { NetworkHost } from './network.ts';
import { prepareNode, type DatabaseNode, type NodePasswords } from './node.ts';
import type { HaPrograms } from './programs.ts';
import type { WorkFolder } from './run-in-root.ts';

/** The response of Patroni's `GET /cluster`. */
const ClusterStatus = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string() })),
});
type Members = z.infer<typeof ClusterStatus>['members'];

/** Three database machines: PostgreSQL with a synchronous standby, under Patroni and etcd. */
export interface DatabaseCluster {
  readonly nodes: readonly DatabaseNode[];
  /** Waits until the primary has a synchronous standby, and so many standbys in all (two by default). Returns the two. */
  waitUntilReplicated(standbys?: number): Promise<{ primary: DatabaseNode; standby: DatabaseNode }>;
  close(): Promise<void>;
}

const timeoutMs = 180_000;

interface ClusterOptions {
  readonly programs: HaPrograms;
  readonly folder: WorkFolder;
  readonly authority: CertificateAuthority;
  readonly passwords: NodePasswords;
}

export async function startDatabaseCluster(
  hosts: readonly NetworkHost[],
  options: ClusterOptions,
): Promise<DatabaseCluster> {
  const names = hosts.map((_host, index) => `db-${index + 1}`);
  const addresses = new Map(hosts.map(({ address }, index) => [names[index] ?? '', address]));
  const nodes = await Promise.all(
    hosts.map((host, index) => prepareNode({ ...options, name: names[index] ?? '', network: host, addresses })),
  );
  const close = async () => {
    await Promise.all(nodes.map((node) => node.stop()));
  };

  /** What most nodes report. One that was frozen or cut off may report an old state. */
  const agreedMembers = async (standbys: number): Promise<Members | null> => {
    const reports = await Promise.all(nodes.map(({ address }) => readMembers(address)));
    const usable = reports.filter((members) => hasStandbys(members, standbys));
    return usable.find((members) => usable.filter((each) => leaderOf(each) === leaderOf(members)).length > 1) ?? null;
  };
  const nodeWith = (members: Members, role: string) => {
    const node = nodes.find(({ name }) => members.some((each) => each.name === name && each.role === role));
    if (!node) throw new Error(`No node is the ${role}.`);
    return node;
  };
  const areEtcdMembersHealthy = async () => {
    const healthy = await Promise.all(nodes.map(({ address }) => isEtcdHealthy(address)));
    return healthy.every((each) => each);
  };
  const cluster: DatabaseCluster = {
    nodes,
    async waitUntilReplicated(standbys = nodes.length - 1) {
      const deadline = performance.now() + timeoutMs;
      for (;;) {
        const members = await agreedMembers(standbys);
        if (members && (await areEtcdMembersHealthy()))
          return { primary: nodeWith(members, 'leader'), standby: nodeWith(members, 'sync_standby') };
        if (performance.now() > deadline)
          throw new Error(`The primary does not have its standbys after ${timeoutMs} ms.`);
        await sleep(500);
      }
    },
    close,
  };
  try {
    await Promise.all(nodes.map((node) => node.start()));
    await cluster.waitUntilReplicated();
  } catch (error) {
    await close();
    throw error;
  }
  return cluster;
}

const leaderOf = (members: Members) => members.find(({ role }) => role === 'leader')?.name;

const hasStandbys = (members: Members, count: number) =>
  members.some(({ role, state }) => role === 'leader' && state === 'running') &&
  members.some(({ role, state }) => role === 'sync_standby' && state === 'streaming') &&
  members.filter(({ role, state }) => role !== 'leader' && state === 'streaming').length >= count;

/** Whether the etcd of a machine reaches the leader of the etcd cluster. */
async function isEtcdHealthy(address: string): Promise<boolean> {
  try {
    return (await fetch(`http://${address}:2379/health`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    // Not started yet, killed, frozen or cut off.
    return false;
  }
}

async function readMembers(address: string): Promise<Members> {
  try {
    const response = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2_000) });
    return ClusterStatus.parse(await response.json()).members;
  } catch {
    // Not started yet, killed, frozen or cut off.
    return [];
  }
}
