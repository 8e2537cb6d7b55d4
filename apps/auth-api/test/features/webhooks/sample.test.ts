/** @takes 10 s */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { calls, webhookEvents, webhookTestType, type AuditAction, type Call } from '@portal/contract';
import { deliverWebhookEvents } from '../../../src/features/webhooks/webhooks.tasks.ts';
import { actionsOf, staffReadActions } from '../../../src/request/audit/action-groups.ts';
import { startApi, type TestApi } from '../../support/api.ts';
import { logIn, makeUser, makeWorkspace } from '../../support/builders.ts';
import { pollUntil } from '../../support/polling.ts';

const pathOf = (path: string) => fileURLToPath(new URL(`../../../../../docs/connect/${path}`, import.meta.url));

let api: TestApi;
let sample: ChildProcess | null = null;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => {
  sample?.kill();
  await api.close();
});

/** Starts the sample, and returns its output. */
async function startSample(secret: string): Promise<string[]> {
  const environment = { ...process.env, WEBHOOK_SECRET: secret, PORT: '0' };
  sample = spawn(process.execPath, [pathOf('samples/webhooks.mjs')], { env: environment, stdio: 'pipe' });
  const lines: string[] = [];
  if (sample.stdout) createInterface({ input: sample.stdout }).on('line', (line) => lines.push(line));
  await pollUntil(
    () => Promise.resolve(lines),
    ({ length }) => length > 0,
    20_000,
  );
  return lines;
}

it('the sample in Express prints each event once, and rejects what is not signed', async () => {
  const owner = await makeUser(api);
  const workspace = await makeWorkspace(api, owner);
  const asOwner = await logIn(api, owner);
  const body = { url: 'http://localhost:1/webhooks', kinds: ['workspace'] };
  const path = `/workspaces/${workspace.id}/webhooks`;
  const created = (await api.send('POST', path, asOwner).send(body)).body as {
    webhook: { id: string };
    secret: string;
  };
  const lines = await startSample(created.secret);
  const url = lines[0] ?? '';
  const { id } = created.webhook;
  await api.send('PATCH', `${path}/${id}`, asOwner).send({ url });
  await api.send('PATCH', `/workspaces/${workspace.id}`, asOwner).send({ displayName: 'Staging' });
  await deliverWebhookEvents({ webhookId: id }, api.services);
  await api.send('POST', `${path}/${id}/deliveries/3/redeliver`, asOwner).send({});
  expect((await api.send('POST', `${path}/${id}/test`, asOwner).send({})).body).toMatchObject({ status: 204 });
  await pollUntil(
    () => Promise.resolve(lines),
    ({ length }) => length >= 3,
    2_000,
  );
  expect(lines.slice(1)).toEqual([`3 workspace.updated ${owner.email}`, '- webhook.test ']);
  expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
});

it('the page about webhooks lists every type, once', () => {
  const text = readFileSync(pathOf('webhooks.md'), 'utf8');
  const listed = [...text.matchAll(/^\| [^|]*\| `([a-z_]+\.[a-z_]+)`/gm)].map(([, type]) => type);
  const types = [...new Set(Object.values(webhookEvents).map(({ type }) => type)), webhookTestType];
  expect(listed.sort()).toEqual(types.sort());
});

/** Each event is an action of the audit log: any other is a type error. */
const eventsByAction: Partial<Record<AuditAction, unknown>> = webhookEvents satisfies {
  [A in keyof typeof webhookEvents]: A extends AuditAction ? unknown : never;
};

it('every audited action about a workspace is an event', () => {
  const actions = Object.entries<Call>(calls).flatMap(([name, { audited, path }]) =>
    audited && path.includes(':workspaceId') && !staffReadActions.includes(name) ? [name] : [],
  );
  expect(actions.filter((action) => !(action in eventsByAction))).toEqual([]);
});

it('the kind of each event is the group of its action in the activity', () => {
  const misplaced = Object.entries(webhookEvents).filter(([action, { kind }]) => !actionsOf([kind]).includes(action));
  expect(misplaced).toEqual([]);
});
