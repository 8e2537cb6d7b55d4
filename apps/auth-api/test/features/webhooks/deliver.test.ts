import { WorkspaceAuditEntry, WorkspaceAuditPage } from '@portal/contract';
import { deliverWebhookEvents } from '../../../src/features/webhooks/webhooks.tasks.ts';
import type { Webhook } from '../../../src/generated/prisma/client.ts';
import type { TestApi } from '../../support/api.ts';
import { writeAuditEntries } from '../../../src/request/audit/write-entries.ts';
import { personalTo } from '../../../src/request/audit/personal-values.ts';
import { addMember, logIn, makeUser, makeWebhook } from '../../support/builders.ts';
import { erase, makeUserWithDeletion, startDeletionStack, type DeletionStack } from '../../support/erase.ts';
import { Receiver } from '../../support/receiver.ts';
import { makeWebhookTeam, renameWorkspace, type WebhookTeam } from '../../support/webhook-team.ts';

const hourMs = 3_600_000;

let receiver: Receiver;
let stack: DeletionStack;
let api: TestApi;
beforeAll(async () => {
  receiver = new Receiver();
  await receiver.start();
  stack = await startDeletionStack();
  ({ api } = stack);
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer = () => ({ status: 204 });
});
afterAll(async () => {
  await stack.close();
  await receiver.stop();
});

type Team = WebhookTeam;

const makeTeam = (overrides: Partial<Webhook> = {}) => makeWebhookTeam(api, { url: receiver.url, ...overrides });
const rename = (team: Team, displayName: string) => renameWorkspace(api, team, displayName);
const renameOften = async (team: Team, count: number) => {
  for (let index = 1; index <= count; index++) await rename(team, `Name ${index}`);
};
const deliver = ({ webhook }: Team) => deliverWebhookEvents({ webhookId: webhook.id }, api.services);
const stored = ({ webhook }: Team) => api.db.webhook.findUniqueOrThrow({ where: { id: webhook.id } });
const log = async ({ webhook }: Team) =>
  (await api.db.webhookDelivery.findMany({ where: { webhookId: webhook.id }, orderBy: { sequence: 'asc' } })).map(
    ({ sequence, ...row }) => ({ ...row, sequence: Number(sequence) }),
  );
const sequences = () => receiver.received.map(({ sequence }) => sequence);
/** Moves the clock of a webhook: everything that it stores happened earlier. */
const later = async ({ webhook }: Team, hours: number) => {
  await api.asOwner(`
    UPDATE webhooks SET failing_since = failing_since - interval '${hours} hours',
      next_attempt_at = next_attempt_at - interval '${hours} hours' WHERE id = '${webhook.id}'`);
  await api.asOwner(`
    UPDATE webhook_deliveries SET first_attempt_at = first_attempt_at - interval '${hours} hours',
      last_attempt_at = last_attempt_at - interval '${hours} hours' WHERE webhook_id = '${webhook.id}'`);
};
/** As if the receiver had failed for some hours. */
const failSince = ({ webhook }: Team, hours: number) =>
  api.db.webhook.update({ where: { id: webhook.id }, data: { failingSince: new Date(Date.now() - hours * hourMs) } });
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('an event', () => {
  it('has the entry as the owner sees it, its number and the workspace', async () => {
    const team = await makeTeam();
    await rename(team, 'Staging');
    await deliver(team);
    const page = await api.send('GET', `/workspaces/${team.workspace.id}/audit`, team.asOwner);
    const [entry] = (page.body as { entries: unknown[] }).entries.map((each) => WorkspaceAuditEntry.parse(each));
    const [event] = receiver.received;
    expect(JSON.parse(event?.body ?? '')).toMatchObject({
      type: 'workspace.updated',
      timestamp: entry?.occurredAt,
      data: { ...entry, sequence: 1, workspaceId: team.workspace.id },
    });
    expect(event?.data).not.toHaveProperty('ip');
    expect(event?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': `${team.webhook.id}-${entry?.id}`,
    });
  });

  it('of support says nothing about who and why', async () => {
    const team = await makeTeam();
    const staff = await makeUser(api);
    const restored = {
      action: 'restoreWorkspace',
      actor: { userId: staff.id },
      credential: 'session',
      workspaceId: team.workspace.id,
      request: { id: null, ip: '203.0.113.9', userAgent: 'Firefox' },
      details: { reason: personalTo(staff.id, 'Deleted by mistake') },
    } as const;
    await writeAuditEntries([restored], api);
    await deliver(team);
    const [event] = receiver.received;
    expect(event).toMatchObject({
      type: 'workspace.restored',
      data: { bySupport: true, actor: null, token: null, subject: null, details: null },
    });
    for (const hidden of [staff.id, staff.email, 'by mistake', '203.0.113.9', 'Firefox'])
      expect(event?.body).not.toContain(hidden);
  });

  it('of a kind that was not chosen is passed over, and the cursor moves on', async () => {
    const team = await makeTeam({ kinds: ['members'] });
    await renameOften(team, 3);
    await deliver(team);
    expect([receiver.received, (await stored(team)).cursor]).toEqual([[], 3n]);
  });

  it('has the same id at each attempt and a new signature', async () => {
    const team = await makeTeam();
    await rename(team, 'Staging');
    receiver.answer = () => ({ status: 503 });
    await deliver(team);
    await later(team, 1);
    receiver.answer = () => ({ status: 200 });
    await deliver(team);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(sequences()).toEqual([1, 1]);
  });

  it('that waits shows what was erased since as erased', async () => {
    const team = await makeTeam();
    const member = await makeUserWithDeletion(api, { nickname: 'Grace the leaver' });
    await addMember(api, team.workspace, member, 'EDITOR');
    await api.send('DELETE', `/workspace/${team.workspace.id}/leave`, await logIn(api, member));
    const [entry] = await api.db.auditEntry.findMany({ where: { workspaceId: team.workspace.id } });
    expect(entry?.action).toBe('leaveWorkspace');
    await erase(api, member);
    await deliver(team);
    const [event] = receiver.received;
    expect(event).toMatchObject({ type: 'member.left', data: { erased: ['details.email'] } });
    expect(event?.body).not.toContain(member.email);
    expect(event?.body).not.toContain('Grace');
  });
});

describe('a receiver', () => {
  it('gets events one at a time, in their order', async () => {
    const team = await makeTeam();
    await renameOften(team, 12);
    let running = 0;
    let most = 0;
    receiver.answer = () => {
      most = Math.max(most, ++running);
      setTimeout(() => running--, 5);
      return { status: 200 };
    };
    await deliver(team);
    expect([sequences(), (await stored(team)).cursor]).toEqual([numbers(12), 12n]);
    expect(await log(team)).toEqual(
      numbers(12).map(
        (sequence) => expect.objectContaining({ sequence, state: 'DELIVERED', attempts: 1, status: 200 }) as object,
      ),
    );
  });

  it('that is down gets everything in order once it is up', async () => {
    const team = await makeTeam();
    await renameOften(team, 3);
    receiver.answer = () => ({ status: 503 });
    for (const hours of [0, 1, 1, 1, 12, 8]) {
      await later(team, hours);
      await deliver(team);
    }
    expect(await stored(team)).toMatchObject({ cursor: 0n, pausedAt: null });
    receiver.received.length = 0;
    receiver.answer = () => ({ status: 200 });
    await later(team, 1);
    await deliver(team);
    expect(sequences()).toEqual(numbers(3));
    expect(await stored(team)).toMatchObject({ cursor: 3n, failingSince: null, nextAttemptAt: null });
  });

  it('that refuses one event gets the others, and the event is set aside', async () => {
    const team = await makeTeam();
    await renameOften(team, 4);
    receiver.answer = ({ sequence }) => (sequence === 2 ? { status: 422, text: 'no\0 such name' } : { status: 200 });
    await deliver(team);
    expect(sequences()).toEqual([1, 2, 3, 4]);
    expect((await log(team)).map(({ state }) => state)).toEqual(['DELIVERED', 'SET_ASIDE', 'DELIVERED', 'DELIVERED']);
    expect((await log(team))[1]).toMatchObject({ status: 422, answer: 'no such name', failure: null });
  });

  it('that answers 410 gets nothing more, and the owner an email', async () => {
    const team = await makeTeam();
    await renameOften(team, 2);
    receiver.answer = () => ({ status: 410 });
    await deliver(team);
    await deliver(team);
    expect(sequences()).toEqual([1]);
    expect(await stored(team)).toMatchObject({ pauseReason: 'GONE' });
    expect(
      await api.db.accountEmail.findMany({ where: { userId: team.owner.id, kind: 'webhookPaused' } }),
    ).toMatchObject([{ details: { webhookId: team.webhook.id, reason: 'GONE' } }]);
  });

  it('that is gone is in the activity of the owner, and the other webhooks get the event, but not this one', async () => {
    const team = await makeTeam();
    const others = [
      await makeWebhook(api, team.workspace),
      await makeWebhook(api, team.workspace, { kinds: ['members'] }),
    ];
    await rename(team, 'Staging');
    receiver.answer = () => ({ status: 410 });
    await api.asOwner(`DELETE FROM graphile_worker._private_jobs WHERE key LIKE 'webhook-%'`);
    await deliver(team);
    const page = await api.send('GET', `/workspaces/${team.workspace.id}/audit`, team.asOwner);
    const [paused] = WorkspaceAuditPage.parse(page.body).entries;
    expect(paused).toMatchObject({
      action: 'pauseFailedWebhook',
      bySupport: false,
      actor: null,
      token: null,
      sequence: 2,
    });
    const { host } = new URL(receiver.url);
    expect(paused?.details).toEqual({ webhookId: team.webhook.id, host, reason: 'GONE' });
    const woken = await api.asOwner(`SELECT key FROM graphile_worker.jobs WHERE key LIKE 'webhook-%' ORDER BY key`);
    expect(woken).toEqual(others.map(({ id }) => ({ key: `webhook-${id}` })));
    const [other] = others;
    await api.db.webhook.update({ where: { id: other?.id ?? '' }, data: { url: receiver.url } });
    receiver.answer = () => ({ status: 200 });
    for (const webhook of others) await deliver({ ...team, webhook });
    const types = receiver.received.map(({ type }) => type);
    expect(types).toEqual(['workspace.updated', 'workspace.updated', 'webhook.paused']);
    expect(receiver.received.at(-1)?.data).toMatchObject({ actor: null, details: { host, reason: 'GONE' } });
  });

  it('of every webhook of a workspace that is gone causes one event each', async () => {
    const team = await makeTeam();
    const webhooks = [team.webhook];
    for (let index = 0; index < 3; index++)
      webhooks.push(await makeWebhook(api, team.workspace, { url: receiver.url, kinds: ['webhooks', 'workspace'] }));
    await rename(team, 'Staging');
    receiver.answer = () => ({ status: 410 });
    for (const webhook of [...webhooks, ...webhooks]) await deliver({ ...team, webhook });
    expect(receiver.received).toHaveLength(webhooks.length);
    const where = { workspaceId: team.workspace.id, action: 'pauseFailedWebhook' };
    expect(await api.db.auditEntry.count({ where })).toBe(webhooks.length);
  });

  it('that fails for three days is paused, and the owner gets one email', async () => {
    const team = await makeTeam();
    await rename(team, 'Staging');
    receiver.answer = () => ({ status: 500 });
    await deliver(team);
    await failSince(team, 71);
    await later(team, 0.5);
    await deliver(team);
    expect(await stored(team)).toMatchObject({ pausedAt: null });
    await later(team, 0.5);
    await deliver(team);
    await deliver(team);
    expect(await stored(team)).toMatchObject({ pauseReason: 'FAILING' });
    const where = { workspaceId: team.workspace.id, action: 'pauseFailedWebhook' };
    expect(await api.db.auditEntry.findMany({ where })).toMatchObject([
      { actorUserId: null, actorServiceAccountId: null, credential: 'job', details: { reason: 'FAILING' } },
    ]);
    expect(await api.db.accountEmail.count({ where: { userId: team.owner.id, kind: 'webhookPaused' } })).toBe(1);
  });

  it('that the owner leaves while it is asked says nothing about the new one', async () => {
    const team = await makeTeam();
    await renameOften(team, 2);
    for (const status of [410, 500, 422]) {
      receiver.answer = () => ({ status: 500 });
      await deliver(team);
      await failSince(team, 73);
      await later(team, 1);
      receiver.answer = async () => {
        const path = `/workspaces/${team.workspace.id}/webhooks/${team.webhook.id}`;
        const moved = await api.send('PATCH', path, team.asOwner).send({ url: `${receiver.url}/${status}` });
        receiver.answer = () => ({ status: 500 });
        expect(moved.status).toBe(200);
        return { status };
      };
      await deliver(team);
      expect(receiver.received.at(-1)?.path).toBe(`/hook/${status}`);
      expect(await stored(team)).toMatchObject({ cursor: 0n, pausedAt: null });
      expect(await log(team)).toMatchObject([{ sequence: 1, state: 'FAILING', attempts: 1, status: 500 }]);
    }
    await api.db.webhook.delete({ where: { id: team.webhook.id } });
  });

  it('that the owner resumes counts the attempts of before, and the pauses start again', async () => {
    const team = await makeTeam();
    await rename(team, 'Staging');
    receiver.answer = () => ({ status: 500 });
    for (let attempt = 0; attempt < 3; attempt++) {
      await deliver(team);
      await later(team, 2);
    }
    const path = `/workspaces/${team.workspace.id}/webhooks/${team.webhook.id}`;
    const deliveries = async () => (await api.send('GET', `${path}/deliveries`, team.asOwner)).body as unknown;
    await api.send('POST', `${path}/resume`, team.asOwner).send({ sendsWaiting: true });
    expect(await deliveries()).toMatchObject({ deliveries: [{ sequence: 1, state: 'FAILING', attempts: 3 }] });
    await deliver(team);
    expect(await deliveries()).toMatchObject({ deliveries: [{ sequence: 1, state: 'FAILING', attempts: 4 }] });
    const { nextAttemptAt } = await stored(team);
    expect(nextAttemptAt?.getTime()).toBeLessThan(Date.now() + 60_000);
    receiver.answer = () => ({ status: 204 });
    await later(team, 1);
    await deliver(team);
    const last = { sequence: 1, state: 'DELIVERED', status: 204, attempts: 5 };
    expect(await deliveries()).toMatchObject({ deliveries: [{ sequence: 2 }, last] });
    await api.db.webhook.delete({ where: { id: team.webhook.id } });
  });

  it('that accepts an event after the owner resumed the webhook gets it again', async () => {
    const team = await makeTeam();
    await renameOften(team, 2);
    receiver.answer = () => ({ status: 422 });
    await deliver(team);
    await later(team, 1);
    receiver.answer = async ({ sequence }) => {
      if (sequence === 1) return { status: 422 };
      const path = `/workspaces/${team.workspace.id}/webhooks/${team.webhook.id}/resume`;
      const resumed = await api.send('POST', path, team.asOwner).send({ sendsWaiting: true });
      receiver.answer = () => ({ status: 200 });
      expect(resumed.status).toBe(200);
      return { status: 200 };
    };
    receiver.received.length = 0;
    await deliver(team);
    expect([sequences(), (await stored(team)).cursor]).toEqual([[1, 2, 1, 2, 3], 3n]);
  });

  it.each([
    ['is not there', 'http://127.0.0.1:1/hook', 'CONNECTION'],
    ['has no such name', 'http://missing.invalid/hook', 'NOT_FOUND'],
    ['speaks no TLS', () => receiver.url.replace('http:', 'https:'), 'TLS'],
  ] as const)('that %s is tried again', async (_what, url, failure) => {
    const team = await makeTeam({ url: typeof url === 'string' ? url : url() });
    await rename(team, 'Staging');
    await deliver(team);
    expect(await log(team)).toMatchObject([{ state: 'FAILING', status: null, failure, answer: '' }]);
    expect((await stored(team)).nextAttemptAt).not.toBeNull();
  });

  it('on a private network gets nothing if the API sends to public addresses only', async () => {
    const team = await makeTeam({ url: receiver.url.replace('http:', 'https:') });
    await rename(team, 'Staging');
    const settings = { ...api.services.settings, WEBHOOK_NETWORKS: 'public' as const };
    await deliverWebhookEvents({ webhookId: team.webhook.id }, { ...api.services, settings });
    expect(await log(team)).toMatchObject([{ state: 'FAILING', failure: 'BLOCKED' }]);
  });
});

describe('nothing is sent', () => {
  it.each<[string, (team: Team) => Promise<unknown>]>([
    [
      'while the webhook is paused',
      ({ webhook }) =>
        api.db.webhook.update({ where: { id: webhook.id }, data: { pausedAt: new Date(), pauseReason: 'MANUAL' } }),
    ],
    [
      'while the workspace is quarantined',
      ({ workspace }) => api.db.workspace.update({ where: { id: workspace.id }, data: { quarantinedAt: new Date() } }),
    ],
    [
      'while the account of the owner is suspended',
      ({ owner }) => api.db.user.update({ where: { id: owner.id }, data: { suspendedAt: new Date() } }),
    ],
  ])('%s', async (_what, change) => {
    const team = await makeTeam();
    await rename(team, 'Staging');
    await change(team);
    await deliver(team);
    expect([receiver.received, (await stored(team)).cursor]).toEqual([[], 0n]);
  });

  it('when the workspace was deleted with the account of its owner', async () => {
    const team = await makeTeam();
    await rename(team, 'Staging');
    await api.db.workspace.update({ where: { id: team.workspace.id }, data: { deletedAt: new Date() } });
    await deliver(team);
    expect(receiver.received).toEqual([]);
  });

  it('that is older than 14 days', async () => {
    const team = await makeTeam();
    await rename(team, 'Staging');
    const old = `01${'0'.repeat(24)}`;
    await api.asOwner(`
      INSERT INTO audit_entries (id, occurred_at, action, actor_user_id, credential, workspace_id, request_id, sequence)
      SELECT '${old}', now() - interval '15 days', action, actor_user_id, credential, workspace_id, request_id, 2
      FROM audit_entries WHERE workspace_id = '${team.workspace.id}'`);
    await deliver(team);
    expect(sequences()).toEqual([1]);
  });
});
