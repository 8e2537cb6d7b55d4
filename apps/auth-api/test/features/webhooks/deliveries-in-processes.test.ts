/** @takes 40 s */
import { deliverWebhookEvents, wakeWebhooks, type Limit } from '../../../src/features/webhooks/webhooks.tasks.ts';
import type { Webhook, Workspace } from '../../../src/generated/prisma/client.ts';
import { startJobWorker, type JobWorker } from '../../../src/jobs/worker.ts';
import { writeAuditEntries } from '../../../src/request/audit/write-entries.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { makeUser, makeWebhook, makeWorkspace } from '../../support/builders.ts';
import { pollUntil } from '../../support/polling.ts';
import { Receiver, type ReceivedEvent } from '../../support/receiver.ts';
import { makeWebhookTeam, renameWorkspace, type WebhookTeam } from '../../support/webhook-team.ts';

const hangingOwners = 10;
const webhooksOfOwner = 5;

let receiver: Receiver;
let api: TestApi;
beforeAll(async () => {
  receiver = new Receiver();
  await receiver.start();
  api = await startApi();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer = () => ({ status: 204 });
});
afterAll(async () => {
  await api.close();
  await receiver.stop();
});

type Team = WebhookTeam;

const makeTeam = (overrides: Partial<Webhook> = {}) => makeWebhookTeam(api, { url: receiver.url, ...overrides });
const rename = (team: Team, displayName: string) => renameWorkspace(api, team, displayName);
const deliver = ({ webhook }: Team) => deliverWebhookEvents({ webhookId: webhook.id }, api.services);
const sequences = () => receiver.received.map(({ sequence }) => sequence);
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('of several processes', () => {
  it('one at a time sends to a webhook, also what another one was woken for', async () => {
    const team = await makeTeam();
    for (const index of numbers(6)) await rename(team, `Name ${index}`);
    receiver.answer = async ({ sequence }) => {
      // While the first process waits for the last answer, an event is written, and wakes the other process.
      if (sequence === 6) {
        await rename(team, 'Name 7');
        expect(await deliver(team)).toBe('done');
      }
      return { status: 200 };
    };
    const ends = await Promise.all([deliver(team), deliver(team)]);
    expect(ends.sort()).toEqual(['done', 'done']);
    expect(sequences()).toEqual(numbers(7));
    const { id } = team.webhook;
    expect(await api.db.webhook.findUnique({ where: { id } })).toMatchObject({ cursor: 7n, leasedUntil: null });
  });

  it('the one that ends a run finds an event for which another one was woken at the end', async () => {
    const team = await makeTeam();
    let turns = 0;
    const inTurn: Limit = async (work) => {
      // The lease, the queue, the end of the lease.
      if (++turns === 3) {
        await rename(team, 'Staging');
        expect(await deliver(team)).toBe('done');
      }
      return work();
    };
    expect(await deliverWebhookEvents({ webhookId: team.webhook.id }, api.services, { inTurn })).toBe('more');
    expect(receiver.received).toEqual([]);
    await deliver(team);
    expect(sequences()).toEqual([1]);
  });

  it('another one continues once the lease of a killed one has ended', async () => {
    const team = await makeTeam({ leasedUntil: new Date(Date.now() + 3_600_000) });
    await rename(team, 'Staging');
    await deliver(team);
    expect(receiver.received).toEqual([]);
    await api.db.webhook.update({ where: { id: team.webhook.id }, data: { leasedUntil: new Date(Date.now() - 1) } });
    await deliver(team);
    expect(sequences()).toEqual([1]);
  });
});

describe('with the job worker', () => {
  let jobs: JobWorker;
  beforeAll(() => {
    jobs = startJobWorker(api.services);
  });
  afterAll(() => jobs.stop());

  const waitFor = (count: number, timeoutMs = 5_000) =>
    pollUntil(
      () => Promise.resolve(receiver.received),
      (events: readonly ReceivedEvent[]) => events.length >= count,
      timeoutMs,
    );

  it('an event arrives within a second', async () => {
    const team = await makeTeam();
    await waitFor(0);
    await rename(team, 'Staging');
    await waitFor(1, 1_000);
    expect(sequences()).toEqual([1]);
  });

  it('an event is tried again after five seconds', async () => {
    const team = await makeTeam();
    receiver.answer = () => ({ status: receiver.received.length === 1 ? 500 : 200 });
    await rename(team, 'Staging');
    await waitFor(2, 10_000);
    expect(sequences()).toEqual([1, 1]);
  });

  it('a webhook whose job was lost is woken', async () => {
    const team = await makeTeam();
    const worker = jobs;
    await worker.stop();
    await rename(team, 'Staging');
    await api.asOwner(`DELETE FROM graphile_worker._private_jobs WHERE key = 'webhook-${team.webhook.id}'`);
    jobs = startJobWorker(api.services);
    await wakeWebhooks(api.services);
    await waitFor(1);
    expect(sequences()).toEqual([1]);
  });

  it('an event arrives soon at each of ten webhooks', async () => {
    const team = await makeTeam();
    for (let index = 1; index < 10; index++) await makeWebhook(api, team.workspace, { url: receiver.url });
    await rename(team, 'Staging');
    await waitFor(10);
    expect(sequences()).toEqual(numbers(10).map(() => 1));
  });

  it('the receivers of ten owners that all hang do not delay that of another', async () => {
    const other = await makeTeam();
    const workspaces: Workspace[] = [];
    for (let index = 0; index < hangingOwners; index++) {
      const workspace = await makeWorkspace(api, await makeUser(api));
      for (let webhook = 0; webhook < webhooksOfOwner; webhook++)
        await makeWebhook(api, workspace, { url: receiver.url });
      workspaces.push(workspace);
    }
    const ids = workspaces.map(({ id }) => id);
    receiver.answer = ({ data }) => ({ status: ids.includes(String(data['workspaceId'])) ? null : 200 });
    await writeAuditEntries(
      workspaces.map(({ id, creatorUserId }) => ({
        action: 'setApprovals',
        actor: { userId: creatorUserId },
        credential: 'session',
        workspaceId: id,
        request: { id: null, ip: null, userAgent: null },
      })),
      api,
    );
    // Of each owner, four receivers are asked at a time.
    await waitFor(hangingOwners * 4, 8_000);
    await rename(other, 'Fast');
    await waitFor(hangingOwners * 4 + 1);
    expect(receiver.received.at(-1)?.data['workspaceId']).toBe(other.workspace.id);
    await api.db.webhook.deleteMany({ where: { workspaceId: { in: ids } } });
  });
});
