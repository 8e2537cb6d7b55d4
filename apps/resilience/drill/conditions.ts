import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { queryOnce } from '@portal/auth-api/test/support/database.ts';
import { makeUser, logIn } from '@portal/auth-api/test/support/builders.ts';
import { skipJobDelays } from '@portal/auth-api/test/support/polling.ts';
import pg from 'pg';
import { sendSignal } from '../faults/process-signals.ts';
import { send, writes, type ApiRequest } from '../faults/requests.ts';
import { startLoad } from '../faults/load.ts';
import { logInAtProvider } from '../support/log-in.ts';
import type { Stack } from './stack.ts';

/** Something that goes wrong, and the alerts that must report it. */
export interface Condition {
  readonly name: string;
  readonly alerts: readonly string[];
  /** Conditions of different groups do not disturb each other. One without a group disturbs all. */
  readonly group?: 'database' | 'logins' | 'logout' | 'stripe' | 'events' | 'mail' | 'flags' | 'jobs';
  readonly needsExporter?: boolean;
  /** Causes it, and returns the function that ends it. */
  readonly start: (stack: Stack) => Promise<() => unknown>;
}

/** Does something again and again, until the returned function is called. */
function repeatedly(everyMs: number, action: () => Promise<unknown>): () => Promise<void> {
  const stopping = new AbortController();
  const work = (async () => {
    while (!stopping.signal.aborted) {
      await action();
      await sleep(everyMs);
    }
  })();
  return async () => {
    stopping.abort();
    await work;
  };
}

const firstUser = ({ environment: { users } }: Stack) => {
  const [user] = users;
  if (!user) throw new Error('The environment has no users.');
  return user;
};

/** Requests of users to the first replica. */
const traffic = ({ environment, first }: Stack) =>
  startLoad({ users: environment.users, requestsPerSecond: 10, targetUrl: () => first.url });

const ownerUrl = ({ environment: { inProcessApi, postgres } }: Stack) => {
  const url = new URL(postgres.url);
  url.pathname = new URL(inProcessApi.services.settings.DATABASE_URL).pathname;
  return url.href;
};

/** Holds a transaction open. Returns the function that ends it. */
async function openTransaction(stack: Stack, statement: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: ownerUrl(stack) });
  await client.connect();
  await client.query('BEGIN');
  await client.query(statement);
  return () => client.end();
}

/** A user without a customer at Stripe, who opens the billing page. */
async function billingRequest({ environment: { inProcessApi } }: Stack): Promise<ApiRequest> {
  const user = await makeUser(inProcessApi);
  const { cookie = '' } = await logIn(inProcessApi, user);
  return { method: 'POST', path: `/users/${user.id}/create-billing-integration`, cookie, body: {} };
}

const rejectedEvent = (): RequestInit => {
  const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'customer.updated', data: { object: {} } });
  const time = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', 'whsec_of_another_account').update(`${time}.${body}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${signature}` };
  return { method: 'POST', headers, body };
};

const logInOnce = ({ first, portalUrl }: Stack) =>
  logInAtProvider({ apiUrl: first.url.replace('127.0.0.1', 'localhost'), portalUrl });

const timesInARow = async (count: number, action: () => Promise<unknown>) => {
  for (let time = 0; time < count; time++) await action();
};

export const conditions: readonly Condition[] = [
  {
    name: 'PostgreSQL killed',
    alerts: ['DatabaseUnreachable', 'HighErrorRate'],
    async start(stack) {
      const load = traffic(stack);
      await stack.environment.postgres.kill();
      return async () => {
        await stack.environment.postgres.restart();
        return load.stopAfter(60_000);
      };
    },
  },
  {
    name: 'table `users` locked',
    alerts: ['DatabaseUnreachable', 'DatabaseConnectionsExhausted'],
    async start(stack) {
      const unlock = await openTransaction(stack, 'LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
      const load = startLoad({
        users: stack.environment.users,
        requestsPerSecond: 60,
        targetUrl: () => stack.first.url,
      });
      return async () => {
        await unlock();
        await load.stop();
      };
    },
  },
  {
    name: 'no space for new rows, one failed request (a trigger raises 53100)',
    alerts: ['DatabaseDiskFull'],
    async start(stack) {
      await queryOnce(
        ownerUrl(stack),
        `CREATE FUNCTION raise_disk_full() RETURNS trigger LANGUAGE plpgsql AS
           $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$;
         CREATE TRIGGER disk_full BEFORE INSERT ON workspaces EXECUTE FUNCTION raise_disk_full()`,
      );
      await send(stack.first.url, writes.workspace(firstUser(stack)));
      return () => queryOnce(ownerUrl(stack), 'DROP FUNCTION raise_disk_full CASCADE');
    },
  },
  {
    name: 'a transaction left open',
    alerts: ['LongTransaction'],
    group: 'database',
    needsExporter: true,
    start: (stack) => openTransaction(stack, 'SELECT 1'),
  },
  {
    name: 'identity provider unreachable',
    alerts: ['IdentityProviderUnreachable'],
    group: 'logins',
    start({ providerNetwork }) {
      providerNetwork.refuse();
      return Promise.resolve(() => providerNetwork.pass());
    },
  },
  {
    name: 'wrong client secret, three logins',
    alerts: ['AllLoginsFail'],
    group: 'logins',
    async start(stack) {
      await stack.provider.setScenario('token_client_rejected');
      await timesInARow(3, () => logInOnce(stack));
      return async () => {
        await stack.provider.setScenario('normal');
        await logInOnce(stack);
      };
    },
  },
  {
    name: 'an Action denies all logins',
    alerts: ['LoginsFailing'],
    group: 'logins',
    async start(stack) {
      await stack.provider.setScenario('action_denies');
      await timesInARow(12, () => logInOnce(stack));
      return async () => {
        await stack.provider.setScenario('normal');
        await timesInARow(14, () => logInOnce(stack));
      };
    },
  },
  {
    name: 'a program opens the login page once a second',
    alerts: ['NoLoginFinishes'],
    group: 'logins',
    start(stack) {
      const headers = { referer: stack.portalUrl };
      const open = () => fetch(`${stack.first.url}/auth/login`, { redirect: 'manual', headers });
      const stop = repeatedly(1_000, open);
      return Promise.resolve(async () => {
        await stop();
        await logInOnce(stack);
      });
    },
  },
  {
    name: 'logout tokens with a wrong signature',
    alerts: ['LogoutTokensRejected'],
    group: 'logout',
    async start({ first }) {
      const body = new URLSearchParams({ logout_token: 'e30.e30.c2ln' });
      await timesInARow(5, () => fetch(`${first.url}/auth/back-channel-logout`, { method: 'POST', body }));
      return () => Promise.resolve();
    },
  },
  {
    name: 'wrong webhook secret, five events',
    alerts: ['StripeEventsRejected'],
    group: 'events',
    async start({ first }) {
      await timesInARow(5, () => fetch(`${first.url}/webhooks/stripe`, rejectedEvent()));
      return () => Promise.resolve();
    },
  },
  {
    name: 'Stripe unreachable, a user retries',
    alerts: ['StripeUnreachable'],
    group: 'stripe',
    async start(stack) {
      stack.environment.stripeNetwork.refuse();
      const request = await billingRequest(stack);
      const stop = repeatedly(1_000, () => send(stack.first.url, request));
      return async () => {
        await stop();
        stack.environment.stripeNetwork.pass();
      };
    },
  },
  {
    name: 'Stripe refuses the API key, one request',
    alerts: ['StripeUnreachable'],
    group: 'stripe',
    async start(stack) {
      await stack.environment.stripe.setFaults({ api: { status: 401 } });
      await send(stack.first.url, await billingRequest(stack));
      return () => stack.environment.stripe.setFaults({});
    },
  },
  {
    name: 'mail server refuses all emails',
    alerts: ['EmailsFailing', 'JobsRetrying'],
    group: 'mail',
    async start(stack) {
      const { mail, inProcessApi } = stack.environment;
      await mail.setMode('reject');
      await timesInARow(3, () => send(stack.first.url, writes.invitation(firstUser(stack))));
      return async () => {
        await mail.setMode('accept');
        await skipJobDelays(inProcessApi);
      };
    },
  },
  {
    name: 'PostHog unreachable',
    alerts: ['PostHogUnreachable'],
    group: 'flags',
    start({ environment: { analyticsNetwork } }) {
      analyticsNetwork.refuse();
      return Promise.resolve(() => analyticsNetwork.pass());
    },
  },
  {
    name: 'a job failed for good',
    alerts: ['JobsFailed'],
    group: 'jobs',
    async start(stack) {
      await queryOnce(
        ownerUrl(stack),
        `SELECT graphile_worker.add_job('sendAccountEmail', run_at := now() + interval '1 day');
         UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE run_at > now() + interval '1 hour'`,
      );
      return () =>
        queryOnce(
          ownerUrl(stack),
          `SELECT graphile_worker.complete_jobs(ARRAY(SELECT id FROM graphile_worker.jobs WHERE attempts >= max_attempts))`,
        );
    },
  },
  {
    name: 'one of two replicas suspended (SIGSTOP)',
    alerts: ['ReplicaHangs', 'ReplicaDown'],
    start({ second }) {
      sendSignal(second.pid, 'SIGSTOP');
      return Promise.resolve(() => sendSignal(second.pid, 'SIGCONT'));
    },
  },
  {
    name: 'both replicas suspended',
    alerts: ['AllReplicasDown'],
    start({ first, second }) {
      for (const { pid } of [first, second]) sendSignal(pid, 'SIGSTOP');
      return Promise.resolve(() => [first, second].forEach(({ pid }) => sendSignal(pid, 'SIGCONT')));
    },
  },
];
