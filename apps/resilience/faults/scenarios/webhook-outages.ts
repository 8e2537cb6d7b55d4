import { setTimeout as sleep } from 'node:timers/promises';
import { latestSequence } from '@portal/auth-api/src/features/webhooks/webhooks.queries.ts';
import { wakeWebhooks } from '@portal/auth-api/src/features/webhooks/webhooks.tasks.ts';
import { makeWebhook } from '@portal/auth-api/test/support/builders.ts';
import { Receiver } from '@portal/auth-api/test/support/receiver.ts';
import { startTcpProxy, type TcpProxy } from '@portal/auth-api/test/support/tcp-proxy.ts';
import { makeTestUser, type FaultEnvironment } from '../environment.ts';
import { isOk, outcomeOf, unexpectedResults, type Scenario } from '../outcome.ts';
import { rename, send, type RequestResult, type TestUser } from '../requests.ts';
import { waitForJobs } from '../wait-for-jobs.ts';

/** The events of a killed process are sent within two minutes. Until then, the receiver is asked after 5 seconds, and after another minute. */
const recoveryLimitMs = 190_000;
const eventsBetweenKills = 10;
const kills = 3;

const outages = [
  { name: 'webhook receiver down', start: (network: TcpProxy) => network.refuse(), mayRepeat: kills },
  // A request that hangs arrives late, and so does its retry.
  { name: 'webhook receiver hangs', start: (network: TcpProxy) => network.stall(), mayRepeat: Infinity },
];

export const webhookOutages: readonly Scenario[] = outages.map(({ name, start, mayRepeat }) => ({
  name: `${name}, and the API is killed`,
  expectation:
    'every event arrives after the receiver is back, in order; none arrives again, except one that was being sent',
  async run(environment, mode) {
    const receiver = new Receiver();
    await receiver.start();
    const network = await startTcpProxy(receiver.url);
    try {
      const owner = await makeTestUser(environment.inProcessApi, environment.provider);
      await makeWebhook(environment.inProcessApi, { id: owner.workspaceId }, { url: network.url });
      const results: RequestResult[] = [];
      for (let kill = 0; kill < kills; kill++) {
        // The first process is killed while it sends, the others during the outage.
        if (kill === 1) start(network);
        results.push(...(await causeEvents(environment, owner)));
        await sleep(Math.random() * (kill === 0 ? 200 : 3_000));
        const { replica } = await environment.entryPoint();
        await replica.stop('SIGKILL');
      }
      if (mode === 'short') await endLeases(environment);
      network.pass();
      // The process that sends what waits.
      await environment.entryPoint();
      if (mode === 'short') await wakeWebhooks(environment.inProcessApi.services);
      const count = Number(await latestSequence(owner.workspaceId, environment.inProcessApi));
      const missing = () => Promise.resolve(count - new Set(sequencesOf(receiver)).size);
      const recoveredMs = await waitForJobs(environment, { mode, timeoutMs: recoveryLimitMs, remaining: missing });

      const arrived = sequencesOf(receiver);
      const violations = unexpectedResults(results, isOk, 'from changes that cause events');
      if ((await missing()) > 0) violations.push(`${await missing()} events are missing`);
      if ([...new Set(arrived)].some((sequence, index) => sequence !== index + 1))
        violations.push('events arrived out of order');
      if (arrived.length > count + mayRepeat) violations.push(`${arrived.length - count} events arrived again`);
      return outcomeOf(results, { recoveredMs, lostWrites: await missing(), violations });
    } finally {
      await network.close();
      await receiver.stop();
    }
  },
}));

const sequencesOf = ({ received }: Receiver) => received.map(({ sequence }) => sequence);

/** As if the time had passed that a killed process keeps a webhook, and until the next attempt. */
const endLeases = ({ inProcessApi }: FaultEnvironment) =>
  inProcessApi.db.webhook.updateMany({ data: { leasedUntil: null, nextAttemptAt: null } });

async function causeEvents(environment: FaultEnvironment, owner: TestUser): Promise<RequestResult[]> {
  const { url } = await environment.entryPoint();
  const results: RequestResult[] = [];
  for (let index = 0; index < eventsBetweenKills; index++) results.push(await send(url, rename(owner)));
  return results;
}
