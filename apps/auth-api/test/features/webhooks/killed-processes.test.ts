/** @takes 60 s */
import { setTimeout as sleep } from 'node:timers/promises';
import { wakeWebhooks } from '../../../src/features/webhooks/webhooks.tasks.ts';
import type { Workspace } from '../../../src/generated/prisma/client.ts';
import { startReplica } from '../../support/api-process.ts';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import { logIn, makeUser, makeWebhook, makeWorkspace } from '../../support/builders.ts';
import { pollUntil } from '../../support/polling.ts';
import { Receiver } from '../../support/receiver.ts';

const poison = 7;
const kills = 6;
const eventsBetweenKills = 8;

let receiver: Receiver;
let api: TestApi;
beforeAll(async () => {
  receiver = new Receiver();
  await receiver.start();
  api = await startApi();
});
afterAll(async () => {
  await api.close();
  await receiver.stop();
});

/** Moves the clocks of the jobs and the webhook, so that the test need not wait for the locks of a killed process, or for a retry. */
async function passTime(minutes: number): Promise<void> {
  const ago = (column: string) => `${column} = ${column} - interval '${minutes} minutes'`;
  await api.asOwner(`UPDATE graphile_worker._private_jobs SET ${ago('locked_at')}, ${ago('run_at')}`);
  await api.asOwner(`UPDATE graphile_worker._private_job_queues SET ${ago('locked_at')}`);
  await api.asOwner(`UPDATE webhooks SET ${ago('failing_since')}, ${ago('next_attempt_at')}, ${ago('leased_until')}`);
  await api.asOwner(`UPDATE webhook_deliveries SET ${ago('first_attempt_at')}, ${ago('last_attempt_at')}`);
}

async function causeEvents(workspace: Workspace, asOwner: Credentials, from: number): Promise<void> {
  for (let index = 0; index < eventsBetweenKills; index++) {
    const displayName = `Name ${from + index}`;
    const response = await api.send('PATCH', `/workspaces/${workspace.id}`, asOwner).send({ displayName });
    expect(response.status).toBe(200);
  }
}

it('no event is lost and the order is kept when processes are killed and the receiver is down for a day', async () => {
  const owner = await makeUser(api);
  const workspace = await makeWorkspace(api, owner);
  const asOwner = await logIn(api, owner);
  const webhook = await makeWebhook(api, workspace, { url: receiver.url });
  const total = kills * eventsBetweenKills;
  let isDown = false;
  receiver.answer = async ({ sequence }) => {
    await sleep(20);
    return { status: isDown ? 503 : sequence === poison ? 422 : 200 };
  };

  for (let round = 0; round < kills; round++) {
    const process = await startReplica(api);
    // The receiver is down for the third and the fourth round, which are half a day each.
    isDown = round === 2 || round === 3;
    await causeEvents(workspace, asOwner, round * eventsBetweenKills);
    await sleep(Math.random() * 300);
    await process.stop('SIGKILL');
    // After many attempts the next one is an hour later, also if the kill came between an event and the one tried after it.
    await passTime(isDown ? 12 * 60 : 60);
  }
  const last = await startReplica(api);
  // As each minute.
  await wakeWebhooks(api.services);
  const cursor = async () => (await api.db.webhook.findUniqueOrThrow({ where: { id: webhook.id } })).cursor;
  expect(await pollUntil(cursor, (sequence) => sequence === BigInt(total), 30_000)).toBe(BigInt(total));
  await last.stop();

  const log = await api.db.webhookDelivery.findMany({ where: { webhookId: webhook.id }, orderBy: { sequence: 'asc' } });
  const expected = Array.from({ length: total }, (_, index) => index + 1);
  expect(log.map(({ sequence }) => Number(sequence))).toEqual(expected);
  expect(log.filter(({ state }) => state !== 'DELIVERED').map(({ sequence }) => Number(sequence))).toEqual([poison]);
  // An event that was answered just before a kill is sent twice. The first times are in order.
  const first = [...new Set(receiver.received.map(({ sequence }) => sequence))];
  expect(first).toEqual(expected);
});
