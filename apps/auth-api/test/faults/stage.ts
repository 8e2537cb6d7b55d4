import { prepareTemplate } from '../prepare-template.ts';
import { startReplica, type ApiProcess, type programs } from '../support/api-process.ts';
import { startTestAnalytics, type TestAnalytics } from '../support/analytics.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { logIn, makeUser, makeWorkspace } from '../support/builders.ts';
import { fakeIdentityProvider, type FakeIdentityProvider } from '../support/fake-identity-provider.ts';
import { startInbox, type Inbox } from '../support/inbox.ts';
import { startTestStripe, type TestStripe } from '../support/stripe.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import type { Length } from './length.ts';
import { mixed, send, type Visitor } from './requests.ts';
import { startMortalPostgres, type MortalPostgres } from './mortal-postgres.ts';
import { freePorts, startProxy } from './proxy.ts';
import { wayToDatabase } from './way-to-database.ts';

/** Everything around the API that can break, and the processes of the API. */
export interface Stage {
  readonly postgres: MortalPostgres;
  /** Between the API and PostgreSQL. */
  readonly network: TcpProxy;
  readonly provider: FakeIdentityProvider;
  /** Between the API and the identity provider. */
  readonly providerNetwork: TcpProxy;
  readonly mail: Inbox;
  readonly stripe: TestStripe;
  /** Between the API and Stripe. */
  readonly stripeNetwork: TcpProxy;
  readonly analytics: TestAnalytics;
  /** Between the API and the analytics host. */
  readonly analyticsNetwork: TcpProxy;
  /** The same API within this process, that looks at the database past the broken network. */
  readonly inside: TestApi;
  readonly visitors: readonly Visitor[];
  /** So many processes of the API that run; those that died are replaced, behind the proxy each at its port. */
  processes(count: number): Promise<ApiProcess[]>;
  /** Where visitors ask: one process, or the proxy before two of them. */
  front(): Promise<Front>;
  /** What the processes, living and dead, logged of failures that they did not expect. */
  broken(): string[];
  /** One more process, with settings of its own; whoever asks for it ends it. */
  replica(environment: Record<string, string>): Promise<ApiProcess>;
  close(): Promise<void>;
}

/** Where visitors ask, and a process there that a scenario may end. */
interface Front {
  readonly url: string;
  readonly doomed: ApiProcess;
}

const replicaCount = 2;
/** How long a request waits for the database; the command measures what operators have by default. */
const waits: Readonly<Record<Length, number>> = { short: 5_000, full: 1_300 };

interface Setting {
  readonly visitorCount?: number;
  /** For every process of the API, and for the one within. */
  readonly environment?: Record<string, string>;
  /** What the processes run. */
  readonly program?: (typeof programs)[keyof typeof programs];
  /** The program of PgBouncer, to stand between the processes and PostgreSQL. */
  readonly pgbouncer?: string | undefined;
  /** The program of the proxy, to stand before two processes. */
  readonly proxy?: string | undefined;
}

export async function setStage(
  length: Length,
  { visitorCount = 6, environment: everywhere = {}, program, pgbouncer, proxy }: Setting = {},
): Promise<Stage> {
  const [postgres, provider, mail, stripe, analytics] = await Promise.all([
    startMortalPostgres(),
    fakeIdentityProvider(),
    startInbox(),
    startTestStripe(),
    startTestAnalytics(),
  ]);
  await prepareTemplate(postgres.url);
  const inside = await startApi({ AUTH0_URL: provider.url, ...everywhere }, postgres.url);
  const waitMs = waits[length];
  const database = await wayToDatabase(inside.services.settings.DATABASE_URL, postgres.url, { pgbouncer, waitMs });
  const { network } = database;
  const providerNetwork = await startTcpProxy(provider.url);
  const stripeNetwork = await startTcpProxy(stripe.url);
  const analyticsNetwork = await startTcpProxy(analytics.url);
  const alive = new Map<number, ApiProcess>();
  const ports = proxy === undefined ? [] : await freePorts(replicaCount);
  const front = proxy === undefined ? null : await startProxy(proxy, ports);
  const all: ApiProcess[] = [];
  const visitors = await Promise.all(Array.from({ length: visitorCount }, () => makeVisitor(inside, provider)));
  const replica = async (environment: Record<string, string>) => {
    const settings = {
      ...database.environment,
      AUTH0_URL: providerNetwork.url.replace(/\/$/, ''),
      STRIPE_API_URL: stripeNetwork.url.replace(/\/$/, ''),
      ...analytics.judging,
      ANALYTICS_URL: analyticsNetwork.url.replace(/\/$/, ''),
      SMTP_URL: mail.smtpUrl,
      DATABASE_WAIT_MS: String(waitMs),
      ...everywhere,
      ...environment,
    };
    const api = await startReplica(inside, settings, program);
    all.push(api);
    await warmUp(api, visitors);
    return api;
  };
  const start = async (at: number) => {
    const api = await replica(front ? { PORT: String(ports[at]), TRUSTED_PROXIES: '1' } : {});
    alive.set(at, api);
    void api.ended.then(() => alive.delete(at));
    return api;
  };
  const processes = (count: number) =>
    Promise.all(Array.from({ length: count }, async (_, at) => alive.get(at) ?? (await start(at))));
  return {
    postgres,
    network,
    provider,
    providerNetwork,
    mail,
    stripe,
    stripeNetwork,
    analytics,
    analyticsNetwork,
    inside,
    visitors,
    replica,
    broken: () => all.flatMap(({ lines }) => lines.filter((line) => line.includes('"failure":"InternalError"'))),
    processes,
    async front() {
      const [doomed] = await processes(front ? replicaCount : 1);
      if (!doomed) throw new Error('There is no process.');
      return { url: front?.url ?? doomed.url, doomed };
    },
    async close() {
      await front?.stop();
      await Promise.all([...alive.values()].map((api) => api.stop('SIGKILL')));
      await Promise.all([database.close(), providerNetwork.close(), stripeNetwork.close(), analyticsNetwork.close()]);
      await inside.close();
      await Promise.all([postgres.close(), provider.close(), mail.close(), stripe.stop(), analytics.stop()]);
    },
  };
}

/** What is measured are faults, not how long a young process takes to compile itself. */
async function warmUp({ url }: ApiProcess, visitors: readonly Visitor[]): Promise<void> {
  for (const ask of mixed) {
    await Promise.all(visitors.slice(0, 2).map((visitor) => send(url, ask(visitor))));
  }
}

async function makeVisitor(inside: TestApi, { verified }: FakeIdentityProvider): Promise<Visitor> {
  const user = await makeUser(inside);
  verified.add(user.auth0Id ?? '');
  const { id: workspaceId } = await makeWorkspace(inside, user);
  const { cookie = '' } = await logIn(inside, user);
  return { userId: user.id, workspaceId, cookie };
}
