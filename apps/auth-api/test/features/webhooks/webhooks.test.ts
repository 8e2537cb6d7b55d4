/** @takes 20 s */
import { Webhook, WebhookAnswer, WebhookDeliveries, maxWebhooks, type NewWebhook } from '@portal/contract';
import * as z from 'zod/mini';
import { deliverWebhookEvents } from '../../../src/features/webhooks/webhooks.tasks.ts';
import { transferOwnership } from '../../../src/features/workspaces/ownership/transfer-ownership.ts';
import type { User, Workspace } from '../../../src/generated/prisma/client.ts';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import { addMember, logIn, makeApiToken, makeStaffUser, makeUser, makeWorkspace } from '../../support/builders.ts';
import { Receiver, verifyEvent } from '../../support/receiver.ts';

let receiver: Receiver;
let api: TestApi;
let production: TestApi;
beforeAll(async () => {
  receiver = new Receiver();
  await receiver.start();
  api = await startApi();
  const { DATABASE_URL } = api.services.settings;
  production = await startApi({ WEBHOOK_NETWORKS: 'public', DATABASE_URL });
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer = () => ({ status: 204 });
});
afterAll(async () => {
  await production.close();
  await api.close();
  await receiver.stop();
});

interface Team {
  readonly owner: User;
  readonly workspace: Workspace;
  readonly asOwner: Credentials;
}

async function makeTeam(): Promise<Team> {
  const owner = await makeUser(api);
  return { owner, workspace: await makeWorkspace(api, owner), asOwner: await logIn(api, owner) };
}

const pathOf = ({ workspace }: Pick<Team, 'workspace'>, rest = '') => `/workspaces/${workspace.id}/webhooks${rest}`;
const Created = z.object({ webhook: Webhook, secret: z.string() });
const send = (team: Team, method: 'POST' | 'PATCH' | 'DELETE', rest: string, body: object = {}, of: TestApi = api) =>
  of.send(method, pathOf(team, rest), team.asOwner).send(body);

async function create(team: Team, changes: Partial<NewWebhook> = {}) {
  const response = await send(team, 'POST', '', { url: receiver.url, kinds: ['workspace'], ...changes });
  expect(response.status).toBe(200);
  return Created.parse(response.body);
}
const list = async (team: Team) =>
  z.object({ webhooks: z.array(Webhook) }).parse((await api.send('GET', pathOf(team), team.asOwner)).body).webhooks;
const setApprovals = async ({ workspace, asOwner }: Team, approvalsEnabled: boolean) =>
  api.send('PATCH', `/workspaces/${workspace.id}/approvalsEnabled`, asOwner).send({ approvalsEnabled });
const deliver = (webhookId: string) => deliverWebhookEvents({ webhookId }, api.services);
const deliveries = async (team: Team, id: string, query = '') =>
  WebhookDeliveries.parse((await api.send('GET', pathOf(team, `/${id}/deliveries${query}`), team.asOwner)).body);
const emails = ({ owner }: Team) =>
  api.db.accountEmail.findMany({ where: { userId: owner.id, kind: 'webhookChanged' }, orderBy: { id: 'asc' } });
const audited = async ({ workspace }: Team) =>
  (await api.db.auditEntry.findMany({ where: { workspaceId: workspace.id }, orderBy: { id: 'asc' } })).map(
    ({ action }) => action,
  );

describe('a new webhook', () => {
  it('gets what happens from now on, signed with the secret that is shown once', async () => {
    const team = await makeTeam();
    await setApprovals(team, true);
    const { webhook, secret } = await create(team);
    await setApprovals(team, false);
    await deliver(webhook.id);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const [event, ...others] = receiver.received;
    expect([event?.type, others]).toEqual(['workspace.approvals_changed', []]);
    expect(event && verifyEvent(event, secret)).toEqual(JSON.parse(event?.body ?? ''));
    expect(JSON.stringify(await list(team))).not.toContain(secret);
    const [row] = await api.db.webhook.findMany({ where: { id: webhook.id } });
    expect(Buffer.from(row?.secret ?? []).includes(Buffer.from(secret.slice(6), 'base64'))).toBe(false);
  });

  it('is audited and emailed by its host only', async () => {
    const team = await makeTeam();
    const { webhook } = await create(team, { url: 'https://hooks.example.com/a-secret-path' });
    expect(await emails(team)).toMatchObject([{ details: { webhookId: webhook.id, change: 'created' } }]);
    const page = await api.send('GET', `/workspaces/${team.workspace.id}/audit`, team.asOwner);
    expect(page.text).toContain('hooks.example.com');
    expect(page.text).not.toContain('a-secret-path');
  });

  it('is returned again with its secret if the request is repeated', async () => {
    const team = await makeTeam();
    const body = { url: receiver.url, kinds: ['workspace'], requestUlid: '01ARZ3NDEKTSV4RRFFQ69G5FAV' };
    const [first, second] = [await send(team, 'POST', '', body), await send(team, 'POST', '', body)];
    expect(Created.parse(second.body).secret).toBe(Created.parse(first.body).secret);
    expect(await list(team)).toHaveLength(1);
  });

  it(`is the ${maxWebhooks + 1}th that is rejected, also of concurrent requests`, async () => {
    const team = await makeTeam();
    const requests = Array.from({ length: maxWebhooks + 4 }, () =>
      send(team, 'POST', '', { url: receiver.url, kinds: ['members'] }),
    );
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(maxWebhooks);
    expect(statuses.filter((status) => status === 409)).toHaveLength(4);
  });

  it.each([
    ['http://hooks.example.com/', 'Enter an address that starts with https://'],
    ['https://hooks.example.com:22/', 'Use port 443 or 8443'],
    ['https://127.0.0.1/', 'Enter a public address'],
    ['https://[::ffff:10.0.0.1]/', 'Enter a public address'],
    ['https://169.254.169.254/latest', 'Enter a public address'],
    ['https://2130706433/', 'Enter a public address'],
    ['https://user:password@hooks.example.com/', 'Remove the user name and the password'],
    ['https://hooks.example.com/#a', 'Remove the part after #'],
    ['ftp://hooks.example.com/', 'Enter an address that starts with https://'],
    ['javascript:alert(1)', 'Enter an address that starts with https://'],
  ])('is rejected in production with the address %s', async (url, message) => {
    const team = await makeTeam();
    const response = await send(team, 'POST', '', { url, kinds: ['members'] }, production);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ error: { details: { fields: [{ path: 'body.url', message }] } } });
  });

  it.each(['https://hooks.example.com/portal?a=1', 'https://hooks.example.com:8443/', 'https://8.8.8.8/'])(
    'is accepted in production with the address %s',
    async (url) => {
      const team = await makeTeam();
      expect((await send(team, 'POST', '', { url, kinds: ['members'] }, production)).status).toBe(200);
    },
  );

  it.each([[[]], [['members', 'members']], [['everything']], ['members']])(
    'is rejected with the kinds %j',
    async (kinds) => {
      const team = await makeTeam();
      expect((await send(team, 'POST', '', { url: receiver.url, kinds })).status).toBe(400);
    },
  );
});

it('an API token cannot manage webhooks, whatever its scopes', async () => {
  const team = await makeTeam();
  const { credentials } = await makeApiToken(api, team.workspace, team.owner);
  const response = await api.send('POST', pathOf(team), credentials).send({ url: receiver.url, kinds: ['members'] });
  expect(response.body).toMatchObject({ error: { type: 'TokenNotAllowed' } });
});

it('a webhook of another workspace is not found', async () => {
  const [team, other] = [await makeTeam(), await makeTeam()];
  const { webhook } = await create(other);
  for (const rest of ['/rotate', '/pause', '/test', '/deliveries/1/redeliver'])
    expect((await send(team, 'POST', `/${webhook.id}${rest}`)).body).toMatchObject({
      error: { type: 'WebhookNotFound' },
    });
  expect((await send(team, 'DELETE', `/${webhook.id}`)).status).toBe(404);
});

describe('a change', () => {
  it('of the address sends what waits to the new one, and is audited and emailed', async () => {
    const team = await makeTeam();
    const { webhook } = await create(team, { url: 'http://127.0.0.1:1/' });
    await setApprovals(team, true);
    await deliver(webhook.id);
    expect(await list(team)).toMatchObject([{ waiting: 1, failingSince: expect.any(String) as string }]);
    const response = await send(team, 'PATCH', `/${webhook.id}`, { url: receiver.url });
    expect(response.body).toMatchObject({ webhook: { url: receiver.url, failingSince: null, nextAttemptAt: null } });
    await deliver(webhook.id);
    expect(receiver.received).toHaveLength(1);
    expect((await emails(team)).map(({ details }) => details)).toMatchObject([
      { change: 'created' },
      { change: 'moved' },
    ]);
    expect((await audited(team)).at(-1)).toBe('updateWebhook');
  });

  it('of the kinds decides about the events that wait', async () => {
    const team = await makeTeam();
    const { webhook } = await create(team);
    await setApprovals(team, true);
    await send(team, 'PATCH', `/${webhook.id}`, { kinds: ['members'] });
    await deliver(webhook.id);
    expect(receiver.received).toEqual([]);
    expect(await emails(team)).toHaveLength(1);
  });

  it('to the same values is no change', async () => {
    const team = await makeTeam();
    const { webhook } = await create(team, { kinds: ['members', 'tokens'] });
    await send(team, 'PATCH', `/${webhook.id}`, { url: receiver.url, kinds: ['tokens', 'members'] });
    expect(await audited(team)).toEqual(['createWebhook']);
  });
});

describe('a rotated secret', () => {
  it('is valid together with the previous one for 24 hours, and no longer', async () => {
    const team = await makeTeam();
    const { webhook, secret: first } = await create(team);
    const { secret: second, webhook: rotated } = Created.parse(
      (await send(team, 'POST', `/${webhook.id}/rotate`)).body,
    );
    expect(Date.parse(rotated.previousSecretExpiresAt ?? '')).toBeGreaterThan(Date.now() + 23.9 * 3_600_000);
    await setApprovals(team, true);
    await deliver(webhook.id);
    const [event] = receiver.received;
    expect(event?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
    for (const secret of [first, second]) expect(() => event && verifyEvent(event, secret)).not.toThrow();
    await api.asOwner(`UPDATE webhooks SET previous_secret_expires_at = now() WHERE id = '${webhook.id}'`);
    await setApprovals(team, false);
    await deliver(webhook.id);
    const last = receiver.received.at(-1);
    expect(() => last && verifyEvent(last, second)).not.toThrow();
    expect(() => last && verifyEvent(last, first)).toThrow();
    expect(await list(team)).toMatchObject([{ previousSecretExpiresAt: null }]);
  });
});

describe('a paused webhook', () => {
  it.each([
    ['sends', true, 2],
    ['passes over', false, 0],
  ] as const)('that is resumed %s what waits, and says how many events that is', async (_what, sendsWaiting, sent) => {
    const team = await makeTeam();
    const { webhook } = await create(team);
    await send(team, 'POST', `/${webhook.id}/pause`);
    expect(await list(team)).toMatchObject([{ pauseReason: 'MANUAL' }]);
    await setApprovals(team, true);
    await setApprovals(team, false);
    await deliver(webhook.id);
    expect(receiver.received).toEqual([]);
    const response = await send(team, 'POST', `/${webhook.id}/resume`, { sendsWaiting });
    expect(response.body).toMatchObject({ events: 2, webhook: { pauseReason: null, waiting: sent } });
    await deliver(webhook.id);
    expect(receiver.received).toHaveLength(sent);
  });

  it('is every webhook of a workspace with a new owner, until the new owner resumes it', async () => {
    const team = await makeTeam();
    const { webhook } = await create(team);
    const next = await makeUser(api);
    await addMember(api, team.workspace, next, 'APPROVER');
    const parties = { workspaceId: team.workspace.id, fromUserId: team.owner.id, toUserId: next.id };
    await inTransaction(api, ({ db }) => transferOwnership(parties, { isBySupport: false }, db));
    const asNext = await logIn(api, next);
    expect((await api.send('GET', pathOf(team), team.asOwner)).status).toBe(403);
    const nextTeam = { ...team, owner: next, asOwner: asNext };
    expect(await list(nextTeam)).toMatchObject([{ pauseReason: 'OWNER_CHANGED' }]);
    await setApprovals(nextTeam, true);
    await deliver(webhook.id);
    expect(receiver.received).toEqual([]);
    await send(nextTeam, 'POST', `/${webhook.id}/resume`, { sendsWaiting: true });
    await deliver(webhook.id);
    expect(receiver.received).toHaveLength(1);
  });
});

it('a webhook of a deleted workspace gets the deletion and nothing more, until the owner resumes the restored one', async () => {
  const team = await makeTeam();
  const { webhook } = await create(team, { kinds: ['deletion', 'support'] });
  const path = `/workspaces/${team.workspace.id}`;
  const asStaff = await logIn(api, await makeStaffUser(api));
  const types = () => receiver.received.map(({ type }) => type);
  expect((await api.send('DELETE', path, team.asOwner)).status).toBe(200);
  const quarantine = { isQuarantined: true, reason: 'Spam' };
  expect((await api.send('PATCH', `${path}/quarantine`, asStaff).send(quarantine)).status).toBe(200);
  await api.db.workspace.update({ where: { id: team.workspace.id }, data: { quarantinedAt: null } });
  await deliver(webhook.id);
  expect(types()).toEqual(['workspace.deleted']);
  expect((await api.send('POST', `${path}/restore`, asStaff)).status).toBe(200);
  await deliver(webhook.id);
  expect(types()).toEqual(['workspace.deleted']);
  expect(await list(team)).toMatchObject([{ pauseReason: 'RESTORED', waiting: 1 }]);
  expect((await send(team, 'POST', `/${webhook.id}/resume`, { sendsWaiting: true })).status).toBe(200);
  await deliver(webhook.id);
  expect(types()).toEqual(['workspace.deleted', 'workspace.restored']);
});

describe('a test event', () => {
  it('is sent at once, signed, and the answer is returned', async () => {
    const team = await makeTeam();
    const { webhook, secret } = await create(team);
    receiver.answer = () => ({ status: 418, text: 'short and stout' });
    const response = await send(team, 'POST', `/${webhook.id}/test`);
    expect(WebhookAnswer.parse(response.body)).toEqual({
      accepted: false,
      status: 418,
      failure: null,
      answer: 'short and stout',
    });
    const [event] = receiver.received;
    expect(event?.type).toBe('webhook.test');
    expect(() => event && verifyEvent(event, secret)).not.toThrow();
    expect((await deliveries(team, webhook.id)).deliveries).toEqual([]);
  });

  it('says why there was no answer', async () => {
    const team = await makeTeam();
    const { webhook } = await create(team, { url: 'http://127.0.0.1:1/' });
    const response = await send(team, 'POST', `/${webhook.id}/test`);
    expect(response.body).toEqual({ accepted: false, status: null, failure: 'CONNECTION', answer: '' });
    const blocked = await send(team, 'POST', `/${webhook.id}/test`, {}, production);
    expect(blocked.body).toMatchObject({ failure: 'BLOCKED' });
  });
});

it.each(['/test', '/deliveries/2/redeliver'])(
  'an owner whose session ends while the receiver answers %s gets the answer',
  async (rest) => {
    const team = await makeTeam();
    const { webhook } = await create(team);
    await setApprovals(team, true);
    await deliver(webhook.id);
    receiver.answer = async () => {
      await api.db.session.deleteMany({ where: { userId: team.owner.id } });
      return { status: 202 };
    };
    expect((await send(team, 'POST', `/${webhook.id}${rest}`)).body).toMatchObject({ accepted: true, status: 202 });
    expect((await send(team, 'POST', `/${webhook.id}${rest}`)).status).toBe(401);
  },
);

describe('the log', () => {
  it('lists the events in pages, the latest first, and sends one again by hand', async () => {
    const team = await makeTeam();
    const { webhook } = await create(team);
    receiver.answer = ({ sequence }) => (sequence === 3 ? { status: 400, text: 'x'.repeat(5_000) } : { status: 200 });
    for (const enabled of [true, false, true]) await setApprovals(team, enabled);
    await deliver(webhook.id);
    const first = await deliveries(team, webhook.id, '?limit=2');
    expect(first.deliveries.map(({ sequence, state }) => [sequence, state])).toEqual([
      [4, 'DELIVERED'],
      [3, 'SET_ASIDE'],
    ]);
    expect(first.deliveries[1]?.answer).toBe('x'.repeat(1_024));
    expect((await deliveries(team, webhook.id, `?limit=2&after=${first.next}`)).deliveries).toMatchObject([
      { sequence: 2 },
    ]);
    expect((await deliveries(team, webhook.id, '?deliveryState=SET_ASIDE')).deliveries).toHaveLength(1);
    expect(await list(team)).toMatchObject([{ setAside: 1, waiting: 0 }]);
    receiver.answer = () => ({ status: 200 });
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect((await send(team, 'POST', `/${webhook.id}/deliveries/3/redeliver`)).body).toMatchObject({ accepted: true });
    expect(receiver.received.at(-1)).toMatchObject({ sequence: 3, headers: { 'webhook-id': ids[1] } });
    expect((await deliveries(team, webhook.id)).deliveries[1]).toMatchObject({ state: 'DELIVERED', attempts: 2 });
    expect(await list(team)).toMatchObject([{ setAside: 0 }]);
  });

  it('has no event that was not sent', async () => {
    const team = await makeTeam();
    const { webhook } = await create(team);
    const response = await send(team, 'POST', `/${webhook.id}/deliveries/7/redeliver`);
    expect(response.body).toMatchObject({ error: { type: 'WebhookDeliveryNotFound' } });
  });
});
