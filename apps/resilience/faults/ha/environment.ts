import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '@portal/auth-api/src/platform/db/migrations/migrate.ts';
import {
  bugLogsOf,
  programs as apiPrograms,
  startReplica,
  type ApiProcess,
} from '@portal/auth-api/test/support/api-process.ts';
import { startApi, type TestApi } from '@portal/auth-api/test/support/api.ts';
import { logIn, makeUser, makeWorkspace } from '@portal/auth-api/test/support/builders.ts';
import { queryOnce } from '@portal/auth-api/test/support/database.ts';
import { freePorts } from '../../support/free-ports.ts';
import { startInbox } from '@portal/auth-api/test/support/inbox.ts';
import { pollUntil } from '@portal/auth-api/test/support/polling.ts';
import type { TestUser } from '../requests.ts';
import { makeCertificateAuthority } from './certificates.ts';
import { startDatabaseCluster, type DatabaseCluster } from './cluster.ts';
import { startDatabaseAccess } from './database-access.ts';
import { startHaNetwork } from './network.ts';
import type { HaPrograms } from './programs.ts';
import { startProxies, type Proxies } from './proxies.ts';
import { makeWorkFolder } from './run-in-root.ts';

/** The reference of a highly available deployment, on this machine. */
export interface HaEnvironment {
  readonly cluster: DatabaseCluster;
  /** Whether machines have a network of their own, from which they can be cut off. */
  readonly canCut: boolean;
  /** The API in this process, for set-up and inspection. Connects to whichever node is the primary. */
  readonly inProcessApi: TestApi;
  readonly users: readonly TestUser[];
  /** Where users send requests now: the public address, or the API processes. */
  targetUrls(): readonly string[];
  /** A URL of PostgreSQL for reads that tolerate lag. */
  readonly standbyUrl: string;
  /** Kills an API process together with its PgBouncer and HAProxy; returns the function that starts them again. */
  killApiMachine(): Promise<() => Promise<void>>;
  /** The two proxy machines. Throws if they do not run. */
  proxies(): Proxies;
  /** What the API processes have logged that should never happen. */
  bugLogs(): string[];
  /** The folder with the logs of all programs. */
  readonly logFolder: string;
  close(options: { keepLogs: boolean }): Promise<void>;
}

const apiCount = 3;
const userCount = 40;
/** The default of DATABASE_TIMEOUT_MS. */
const databaseTimeoutMs = 1_300;

interface HaOptions {
  readonly programs: HaPrograms;
  /** Path of the Caddy program. Without it, or without network namespaces, users send requests to the API processes. */
  readonly proxy: string | undefined;
}

export async function startHaEnvironment({ programs, proxy }: HaOptions): Promise<HaEnvironment> {
  const folder = await makeWorkFolder(programs);
  const mail = await startInbox();
  const network = await startHaNetwork();
  const authority = await makeCertificateAuthority(programs, folder);
  const passwords = {
    superuser: makePassword(),
    replication: makePassword(),
    restApi: makePassword(),
    owner: makePassword(),
    api: makePassword(),
  };
  const cluster = await startDatabaseCluster(network.databases, { programs, folder, authority, passwords });
  const verified = `?sslmode=verify-full&sslrootcert=${authority.hostPath}`;
  const { primary } = await cluster.waitUntilReplicated();
  const atPrimary = `${primary.address}:5432`;
  const userlist = await createDatabase({
    superuserUrl: `postgresql://postgres:${passwords.superuser}@${atPrimary}/postgres${verified}`,
    ownerUrl: `postgresql://portal:${passwords.owner}@${atPrimary}/portal${verified}`,
    apiPassword: passwords.api,
  });
  const accessOptions = { nodes: cluster.nodes, programs, folder, authority, userlist };
  const startAccess = (index: number) => startDatabaseAccess(`api-${index + 1}`, accessOptions);
  // Of its own, so that it stays when the fault kills an API machine.
  const access = await startDatabaseAccess('observer', accessOptions);
  const pooledUrl = (port: number) => `postgresql://auth_api:${passwords.api}@127.0.0.1:${port}/portal`;
  const directUrl = (port: number) => `${pooledUrl(port)}${verified}`;
  await waitUntilConnected(directUrl(access.ports.primary));
  const inProcessApi = await startApi({ DATABASE_URL: directUrl(access.ports.primary) });
  const users = await Promise.all(Array.from({ length: userCount }, () => makeTestUser(inProcessApi)));

  const hasProxies = proxy !== undefined && network.proxies !== null;
  const apiPorts = await freePorts(apiCount);
  const started: ApiProcess[] = [];
  const startMachine = async (index: number) => {
    const own = await startAccess(index);
    const api = await startReplica(
      inProcessApi,
      {
        DATABASE_URL: pooledUrl(own.ports.pooled),
        DATABASE_DIRECT_URL: directUrl(own.ports.primary),
        DATABASE_READ_URL: directUrl(own.ports.standby),
        DATABASE_TIMEOUT_MS: String(databaseTimeoutMs),
        SMTP_URL: mail.smtpUrl,
        PORT: String(apiPorts[index]),
        ...(hasProxies && { HOST: '0.0.0.0', TRUSTED_PROXIES: '1' }),
      },
      apiPrograms.built,
    );
    started.push(api);
    return { access: own, api };
  };
  const machines = await Promise.all(apiPorts.map((_port, index) => startMachine(index)));
  const proxies = hasProxies ? await startProxies(network.proxies, { caddy: proxy, programs, folder, apiPorts }) : null;

  return {
    cluster,
    canCut: network.proxies !== null,
    inProcessApi,
    users,
    targetUrls: () => (proxies ? [proxies.url] : machines.map(({ api }) => api.url)),
    standbyUrl: directUrl(access.ports.standby),
    async killApiMachine() {
      const [machine] = machines;
      if (!machine) throw new Error('No API machine is running.');
      await Promise.all([machine.api.stop('SIGKILL'), machine.access.stop()]);
      return async () => {
        machines[0] = await startMachine(0);
      };
    },
    proxies() {
      if (!proxies) throw new Error('No proxy is running.');
      return proxies;
    },
    bugLogs: () => bugLogsOf(started),
    logFolder: folder.hostPath,
    async close({ keepLogs }) {
      await proxies?.stop();
      await Promise.all(machines.map(({ api }) => api.stop('SIGKILL')));
      await inProcessApi.close();
      await Promise.all([...machines.map((each) => each.access.stop()), access.stop()]);
      await Promise.all([cluster.close(), mail.close()]);
      await network.close();
      if (!keepLogs) await folder.remove();
    },
  };
}

const makePassword = () => randomBytes(16).toString('hex');

interface DatabaseOptions {
  readonly superuserUrl: string;
  readonly ownerUrl: string;
  readonly apiPassword: string;
}

/** Creates the database and its two logins; returns the API's line of PgBouncer's userlist.txt. */
async function createDatabase({ superuserUrl, ownerUrl, apiPassword }: DatabaseOptions): Promise<string> {
  for (const statement of [
    `CREATE ROLE portal LOGIN CREATEDB PASSWORD '${new URL(ownerUrl).password}'`,
    'CREATE ROLE portal_auth_api NOLOGIN',
    `CREATE ROLE auth_api LOGIN PASSWORD '${apiPassword}' IN ROLE portal_auth_api`,
    `ALTER ROLE auth_api SET TimeZone = 'UTC'`,
    `ALTER ROLE auth_api SET statement_timeout = ${databaseTimeoutMs}`,
    'CREATE DATABASE portal OWNER portal',
  ]) {
    await queryOnce(superuserUrl, statement);
  }
  await migrate(ownerUrl, () => undefined);
  const [row] = await queryOnce(superuserUrl, `SELECT rolpassword FROM pg_authid WHERE rolname = 'auth_api'`);
  return `"auth_api" "${(row as { rolpassword: string }).rolpassword}"\n`;
}

/** HAProxy sends connections to every server until its first checks have failed, and closes them then. */
const haproxyStartMs = 3_000;

/** Waits until HAProxy has found the primary. */
async function waitUntilConnected(url: string): Promise<void> {
  await sleep(haproxyStartMs);
  const connects = async () => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      return false;
    }
  };
  if (!(await pollUntil(connects, Boolean, 30_000))) throw new Error('HAProxy has not found the primary.');
}

async function makeTestUser(api: TestApi): Promise<TestUser> {
  const user = await makeUser(api);
  const { id: workspaceId } = await makeWorkspace(api, user);
  const { cookie = '' } = await logIn(api, user);
  return { userId: user.id, workspaceId, cookie };
}
