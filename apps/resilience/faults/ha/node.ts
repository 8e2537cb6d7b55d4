import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { childrenOf, sendSignal } from '../process-signals.ts';
import type { ExternalProcess } from '../external-process.ts';
import { pollUntil } from '@portal/auth-api/test/support/polling.ts';
import { accepts } from './accepts.ts';
import type { CertificateAuthority } from './certificates.ts';
import { fillTemplate } from './measurements.ts';
import type { NetworkHost } from './network.ts';
import type { HaPrograms } from './programs.ts';
import { readReference } from './reference.ts';
import { startInRoot, type WorkFolder } from './run-in-root.ts';

/** A database machine: etcd, Patroni, and the PostgreSQL that Patroni starts. */
export interface DatabaseNode {
  readonly name: string;
  readonly address: string;
  readonly network: NetworkHost;
  /** Starts what is not running. */
  start(): Promise<void>;
  killPostgres(): void;
  killPatroni(): Promise<void>;
  killEtcd(): Promise<void>;
  /** Suspends every process. Connections stay open. */
  freeze(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/** The same on all nodes. */
export interface NodePasswords {
  readonly superuser: string;
  readonly replication: string;
  readonly restApi: string;
}

interface NodeOptions {
  readonly name: string;
  readonly network: NetworkHost;
  readonly folder: WorkFolder;
  readonly programs: HaPrograms;
  readonly authority: CertificateAuthority;
  readonly passwords: NodePasswords;
  /** The addresses of all nodes, by name. */
  readonly addresses: ReadonlyMap<string, string>;
}

interface PatroniConfig {
  readonly postgresql: { readonly parameters: Record<string, string | number | boolean> };
}

/** Prepares a node with the configuration of deploy/high-availability. */
export async function prepareNode(options: NodeOptions): Promise<DatabaseNode> {
  const { name, network, folder, programs, passwords, addresses } = options;
  const { address, prefix } = network;
  const dataFolder = `${name}-data`;
  const dataPath = await folder.makeFolder(dataFolder);
  const etcdConfig = await writeEtcdConfig(options);
  const patroniConfig = await writePatroniConfig(options, dataPath);
  let etcd: ExternalProcess | null = null;
  let patroni: ExternalProcess | null = null;

  /** 0 if PostgreSQL is not running: the file of a killed postmaster stays, and its id may belong to another process by now. */
  const postmasterPid = () => {
    const pid = Number(readIfExists(join(folder.hostPath, dataFolder, 'postmaster.pid')).split('\n')[0]);
    return readIfExists(`/proc/${pid}/comm`).trim() === 'postgres' ? pid : 0;
  };
  const postgresProcesses = async () => {
    const postmaster = postmasterPid();
    // The postmaster first, because it could start a session that would keep running.
    return postmaster === 0 ? [] : [postmaster, ...(await childrenOf(postmaster))];
  };
  const signalPostgres = async (signal: NodeJS.Signals) => {
    for (const pid of await postgresProcesses()) sendSignal(pid, signal);
  };
  const signalAll = async (signal: NodeJS.Signals) => {
    for (const running of [patroni, etcd]) if (running) sendSignal(running.pid, signal);
    await signalPostgres(signal);
  };
  // PostgreSQL outlives Patroni, so it has to be ended if this process exits early.
  const killWithParent = () => sendSignal(postmasterPid(), 'SIGKILL');
  process.once('exit', killWithParent);

  return {
    name,
    address,
    network,
    async start() {
      etcd ??= await startInRoot(programs, {
        program: programs.etcd,
        args: ['--config-file', etcdConfig],
        prefix,
        logFile: join(folder.hostPath, `${name}-etcd.log`),
        isReady: () => accepts(address, 2379),
      });
      patroni ??= await startInRoot(programs, {
        program: programs.patroni,
        args: [patroniConfig],
        prefix,
        environment: {
          PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
          PATRONI_REPLICATION_PASSWORD: passwords.replication,
          PATRONI_RESTAPI_USERNAME: 'patroni',
          PATRONI_RESTAPI_PASSWORD: passwords.restApi,
        },
        logFile: join(folder.hostPath, `${name}-patroni.log`),
        isReady: () => accepts(address, 8008),
      });
    },
    killPostgres: () => sendSignal(postmasterPid(), 'SIGKILL'),
    async killPatroni() {
      await patroni?.stop('SIGKILL');
      patroni = null;
    },
    async killEtcd() {
      await etcd?.stop('SIGKILL');
      etcd = null;
    },
    freeze: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    async stop() {
      await signalAll('SIGCONT');
      await patroni?.stop('SIGKILL');
      await etcd?.stop('SIGKILL');
      sendSignal(postmasterPid(), 'SIGQUIT');
      await pollUntil(
        () => Promise.resolve(postmasterPid()),
        (pid) => pid === 0,
      );
      process.off('exit', killWithParent);
    },
  };

  async function writeEtcdConfig({ name: nodeName }: NodeOptions): Promise<string> {
    const config = fillTemplate(await readReference('etcd.conf.yml'), {
      NODE_NAME: nodeName,
      NODE_ADDRESS: address,
      DATA_DIR: await folder.makeFolder(`${nodeName}-etcd`),
      ETCD_CLUSTER: [...addresses].map(([each, host]) => `${each}=http://${host}:2380`).join(','),
    });
    // Processes are killed, not machines, so nothing that was written is lost.
    return folder.write(`${nodeName}-etcd.yml`, `${config}unsafe-no-fsync: true\nlog-level: warn\n`);
  }
}

async function writePatroniConfig(
  { name, network: { address }, folder, programs, authority, addresses }: NodeOptions,
  dataPath: string,
): Promise<string> {
  const filled = fillTemplate(await readReference('patroni.yml'), {
    NODE_NAME: name,
    NODE_ADDRESS: address,
    ETCD_HOSTS: [...addresses.values()].map((host) => `${host}:2379`).join(','),
    DATA_DIR: dataPath,
    POSTGRES_BIN: programs.postgresBin,
    PGPASS_FILE: join(folder.path, `${name}-pgpass`),
    DATABASE_NETWORK: '0.0.0.0/0',
    API_NETWORK: '0.0.0.0/0',
  });
  const config = parse(filled) as PatroniConfig;
  const { certificate, key } = await authority.issue(name, address);
  const local = {
    ...config,
    watchdog: { mode: 'off' },
    postgresql: {
      ...config.postgresql,
      parameters: {
        ...config.postgresql.parameters,
        ssl_cert_file: certificate,
        ssl_key_file: key,
        unix_socket_directories: await folder.makeFolder(`${name}-socket`),
        dynamic_shared_memory_type: 'mmap',
        // Acknowledged writes must survive a killed process, not a power cut.
        fsync: 'off',
      },
    },
  };
  return folder.write(`${name}-patroni.yml`, stringify(local));
}

function readIfExists(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ENOENT' && (error as { code?: unknown }).code !== 'ESRCH') throw error;
    return '';
  }
}
