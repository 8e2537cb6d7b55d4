import { prepareTemplate } from '@portal/auth-api/test/support/prepare-template.ts';
import { bugLogsOf, startReplica, type ApiProcess, type programs } from '@portal/auth-api/test/support/api-process.ts';
import { startTestAnalytics, type TestAnalytics } from '@portal/auth-api/test/support/analytics.ts';
import { startApi, type TestApi } from '@portal/auth-api/test/support/api.ts';
import { logIn, makeUser, makeWorkspace } from '@portal/auth-api/test/support/builders.ts';
import {
  startFakeIdentityProvider,
  type FakeIdentityProvider,
} from '@portal/auth-api/test/support/fake-identity-provider.ts';
import { startInbox, type Inbox } from '@portal/auth-api/test/support/inbox.ts';
import { startStripeEmulator, type StripeEmulator } from '@portal/auth-api/test/support/stripe.ts';
import { startTcpProxy, type TcpProxy } from '@portal/auth-api/test/support/tcp-proxy.ts';
import type { RunMode } from './run-mode.ts';
import { mixedRequests, send, type TestUser } from './requests.ts';
import { startCrashablePostgres, type CrashablePostgres } from './crashable-postgres.ts';
import { startCaddy } from './caddy.ts';
import { freePorts } from '../support/free-ports.ts';
import { startDatabaseRoute } from './database-route.ts';

/** The API's replicas and everything they depend on, each part of which can fail. */
export interface FaultEnvironment {
  readonly postgres: CrashablePostgres;
  /** Between the API and PostgreSQL. */
  readonly databaseNetwork: TcpProxy;
  readonly provider: FakeIdentityProvider;
  /** Between the API and the identity provider. */
  readonly providerNetwork: TcpProxy;
  readonly mail: Inbox;
  readonly stripe: StripeEmulator;
  /** Between the API and Stripe. */
  readonly stripeNetwork: TcpProxy;
  readonly analytics: TestAnalytics;
  /** Between the API and the analytics host. */
  readonly analyticsNetwork: TcpProxy;
  /** The API in this process. It reaches the database even when the replicas cannot. */
  readonly inProcessApi: TestApi;
  readonly users: readonly TestUser[];
  /** Starts replicas until this many run. Behind the proxy, a new replica takes over the port of the one it replaces. */
  runningReplicas(count: number): Promise<ApiProcess[]>;
  /** Where users send requests: one replica, or the proxy in front of two. */
  entryPoint(): Promise<EntryPoint>;
  /** What all replicas have logged that should never happen, including those that have exited. */
  bugLogs(): string[];
  /** Starts one more replica, with its own settings. The caller stops it. */
  startReplica(environment: Record<string, string>): Promise<ApiProcess>;
  close(): Promise<void>;
}

/** A URL, and one replica behind it that a scenario may stop. */
interface EntryPoint {
  readonly url: string;
  readonly replica: ApiProcess;
}

const replicaCount = 2;
/** The full mode uses the default of DATABASE_TIMEOUT_MS. */
const databaseTimeoutMs: Readonly<Record<RunMode, number>> = { short: 5_000, full: 1_300 };

interface FaultEnvironmentOptions {
  readonly userCount?: number;
  /** Settings of every replica and of the API in this process. */
  readonly environment?: Record<string, string>;
  /** The program of the replicas. */
  readonly program?: (typeof programs)[keyof typeof programs];
  /** Path of the PgBouncer program. Without it replicas connect to PostgreSQL directly. */
  readonly pgbouncer?: string | undefined;
  /** Path of the Caddy program. Without it there is no proxy. */
  readonly proxy?: string | undefined;
}

export async function startFaultEnvironment(
  mode: RunMode,
  { userCount = 6, environment: sharedEnvironment = {}, program, pgbouncer, proxy }: FaultEnvironmentOptions = {},
): Promise<FaultEnvironment> {
  const [postgres, provider, mail, stripe, analytics] = await Promise.all([
    startCrashablePostgres(),
    startFakeIdentityProvider(),
    startInbox(),
    startStripeEmulator(),
    startTestAnalytics(),
  ]);
  await prepareTemplate(postgres.url);
  const inProcessApi = await startApi({ AUTH0_URL: provider.url, ...sharedEnvironment }, postgres.url);
  const timeoutMs = databaseTimeoutMs[mode];
  const { DATABASE_URL } = inProcessApi.services.settings;
  const database = await startDatabaseRoute(DATABASE_URL, postgres.url, { pgbouncer, timeoutMs });
  const providerNetwork = await startTcpProxy(provider.url);
  const stripeNetwork = await startTcpProxy(stripe.url);
  const analyticsNetwork = await startTcpProxy(analytics.url);
  const ports = proxy === undefined ? [] : await freePorts(replicaCount);
  const caddy = proxy === undefined ? null : await startCaddy(proxy, ports);
  const users = await Promise.all(Array.from({ length: userCount }, () => makeTestUser(inProcessApi, provider)));

  const allReplicas: ApiProcess[] = [];
  const startOneReplica = async (environment: Record<string, string>) => {
    const replica = await startReplica(
      inProcessApi,
      {
        ...database.environment,
        AUTH0_URL: providerNetwork.url.replace(/\/$/, ''),
        STRIPE_API_URL: stripeNetwork.url.replace(/\/$/, ''),
        ...analytics.localEvaluation,
        ANALYTICS_URL: analyticsNetwork.url.replace(/\/$/, ''),
        SMTP_URL: mail.smtpUrl,
        DATABASE_TIMEOUT_MS: String(timeoutMs),
        ...sharedEnvironment,
        ...environment,
      },
      program,
    );
    allReplicas.push(replica);
    await warmUp(replica, users);
    return replica;
  };

  const running = new Map<number, ApiProcess>();
  const startAt = async (index: number) => {
    const replica = await startOneReplica(caddy ? { PORT: String(ports[index]), TRUSTED_PROXIES: '1' } : {});
    running.set(index, replica);
    void replica.exited.then(() => running.delete(index));
    return replica;
  };
  const runningReplicas = (count: number) =>
    Promise.all(Array.from({ length: count }, async (_, index) => running.get(index) ?? (await startAt(index))));

  return {
    postgres,
    databaseNetwork: database.network,
    provider,
    providerNetwork,
    mail,
    stripe,
    stripeNetwork,
    analytics,
    analyticsNetwork,
    inProcessApi,
    users,
    startReplica: startOneReplica,
    bugLogs: () => bugLogsOf(allReplicas),
    runningReplicas,
    async entryPoint() {
      const [replica] = await runningReplicas(caddy ? replicaCount : 1);
      if (!replica) throw new Error('No replica is running.');
      return { url: caddy?.url ?? replica.url, replica };
    },
    async close() {
      await caddy?.stop();
      await Promise.all([...running.values()].map((replica) => replica.stop('SIGKILL')));
      await Promise.all([database.close(), providerNetwork.close(), stripeNetwork.close(), analyticsNetwork.close()]);
      await inProcessApi.close();
      await Promise.all([postgres.close(), provider.close(), mail.close(), stripe.stop(), analytics.stop()]);
    },
  };
}

/** Sends each kind of request first, so that the scenarios do not measure a cold start. */
async function warmUp({ url }: ApiProcess, users: readonly TestUser[]): Promise<void> {
  for (const requestFor of mixedRequests) {
    await Promise.all(users.slice(0, 2).map((user) => send(url, requestFor(user))));
  }
}

export async function makeTestUser(api: TestApi, { verified }: FakeIdentityProvider): Promise<TestUser> {
  const user = await makeUser(api);
  verified.add(user.auth0Id ?? '');
  const { id: workspaceId } = await makeWorkspace(api, user);
  const { cookie = '' } = await logIn(api, user);
  return { userId: user.id, workspaceId, cookie };
}
