import { setTimeout as sleep } from 'node:timers/promises';
import type { HaEnvironment } from './environment.ts';

/** One way in which a part of the deployment fails, and what users may notice. */
export interface HaFault {
  readonly name: string;
  /** How often `npm run faults -- --ha` repeats it. */
  readonly rounds: number;
  readonly maxWriteGapMs: number;
  /** Of logged-in users, whose session is read from the primary. Undefined: as long as writes. */
  readonly maxReadGapMs?: number;
  /** Whether another node has to be the primary afterwards. */
  readonly changesPrimary: boolean;
  /** How many standbys there have to be before the next round. Two by default. */
  readonly standbys?: number;
  /** How long all machines work again before the next round. */
  readonly restMs?: number;
  readonly needsNetwork?: boolean;
  readonly needsProxy?: boolean;
  /** Whether requests may get no response at all, because no proxy has the public address for a moment. */
  readonly losesProxy?: boolean;
  /** Starts the fault and returns the function that repairs it. */
  readonly start: (environment: HaEnvironment) => Promise<() => Promise<void>>;
}

const failoverLimitMs = 30_000;
/** In this time, the members of etcd connect to a returned machine again. Before that, it can't help to elect a leader. */
const reconnectMs = 10_000;
/** In this time, keepalived moves the public address. See keepalived.conf. */
export const takeoverLimitMs = 6_000;
/** What a fault that needs no failover may interrupt. */
const shortLimitMs = 10_000;

/** What both faults of the proxy with the public address have in common. */
const faultOfProxy = {
  rounds: 3,
  maxWriteGapMs: takeoverLimitMs,
  changesPrimary: false,
  needsNetwork: true,
  needsProxy: true,
  losesProxy: true,
} as const;

export const haFaults: readonly HaFault[] = [
  {
    // What the load of this machine alone does.
    name: 'no fault',
    rounds: 1,
    maxWriteGapMs: shortLimitMs,
    changesPrimary: false,
    start: () => Promise.resolve(() => Promise.resolve()),
  },
  {
    name: 'primary killed: PostgreSQL and Patroni',
    rounds: 20,
    maxWriteGapMs: failoverLimitMs,
    changesPrimary: true,
    // The former primary is still returning when the next one is killed.
    standbys: 1,
    async start({ cluster }) {
      const { primary } = await cluster.waitUntilReplicated(1);
      primary.killPostgres();
      await primary.killPatroni();
      return () => primary.start();
    },
  },
  {
    name: 'PostgreSQL of the primary killed',
    rounds: 3,
    maxWriteGapMs: failoverLimitMs,
    maxReadGapMs: shortLimitMs,
    changesPrimary: true,
    async start({ cluster }) {
      const { primary } = await cluster.waitUntilReplicated(1);
      primary.killPostgres();
      return () => Promise.resolve();
    },
  },
  {
    name: 'Patroni of the primary killed, PostgreSQL stays',
    rounds: 3,
    maxWriteGapMs: failoverLimitMs,
    changesPrimary: true,
    async start({ cluster }) {
      const { primary } = await cluster.waitUntilReplicated(1);
      await primary.killPatroni();
      return () => primary.start();
    },
  },
  {
    name: 'machine of the primary frozen',
    rounds: 3,
    restMs: reconnectMs,
    maxWriteGapMs: failoverLimitMs,
    changesPrimary: true,
    async start({ cluster }) {
      const { primary } = await cluster.waitUntilReplicated(1);
      await primary.freeze();
      return () => primary.resume();
    },
  },
  {
    name: 'machine of the primary cut off from the network',
    rounds: 3,
    restMs: reconnectMs,
    maxWriteGapMs: failoverLimitMs,
    changesPrimary: true,
    needsNetwork: true,
    async start({ cluster }) {
      const { primary } = await cluster.waitUntilReplicated(1);
      await primary.network.cut?.();
      return async () => {
        await primary.network.heal?.();
      };
    },
  },
  {
    name: 'machine of the synchronous standby frozen',
    rounds: 3,
    maxWriteGapMs: failoverLimitMs,
    maxReadGapMs: shortLimitMs,
    changesPrimary: false,
    async start({ cluster }) {
      const { standby } = await cluster.waitUntilReplicated(1);
      await standby.freeze();
      return () => standby.resume();
    },
  },
  {
    // The two other members elect a leader. Patroni of the primary reaches them, too, so it keeps its lock.
    name: 'etcd of the primary killed',
    rounds: 2,
    maxWriteGapMs: failoverLimitMs,
    maxReadGapMs: shortLimitMs,
    changesPrimary: false,
    async start({ cluster }) {
      const { primary } = await cluster.waitUntilReplicated(1);
      await primary.killEtcd();
      await sleep(10_000);
      return () => primary.start();
    },
  },
  {
    name: 'API machine killed: API, PgBouncer and HAProxy',
    rounds: 2,
    maxWriteGapMs: shortLimitMs,
    maxReadGapMs: shortLimitMs,
    changesPrimary: false,
    needsNetwork: true,
    needsProxy: true,
    start: (environment) => environment.killApiMachine(),
  },
  {
    name: 'proxy with the public address: Caddy killed',
    ...faultOfProxy,
    async start(environment) {
      const proxies = environment.proxies();
      const failed = await proxies.waitUntilRedundant();
      await failed.killCaddy();
      await proxies.waitUntilTakenFrom(failed);
      return async () => {
        await failed.startCaddy();
        await proxies.waitUntilRedundant();
        // Time to take the address back, which it must not do.
        await sleep(takeoverLimitMs);
        const active = await proxies.waitUntilRedundant();
        if (active === failed) throw new Error('The public address returned to the repaired proxy.');
      };
    },
  },
  {
    name: 'proxy with the public address cut off',
    ...faultOfProxy,
    async start(environment) {
      const proxies = environment.proxies();
      const lost = await proxies.waitUntilRedundant();
      await lost.network.cut?.();
      await proxies.waitUntilTakenFrom(lost);
      return async () => {
        await lost.network.heal?.();
        await proxies.waitUntilRedundant();
      };
    },
  },
];
