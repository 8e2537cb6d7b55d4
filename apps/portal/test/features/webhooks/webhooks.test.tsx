import { webhookCalls, workspaceCalls, type Webhook, type WebhookDelivery } from '@portal/contract';
import { aUser, aWorkspace } from '@portal/contract/fixtures';
import { screen, waitFor, within } from '@testing-library/react';
import { errorResponse, mockCall, server } from '../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../support/double-click.ts';
import { findA11yViolations } from '../../support/find-a11y-violations.ts';
import { returnFromLogin, visit } from '../../support/render-portal.tsx';
import { chooseAction, listActions, rowMenu } from '../../support/row-menu.ts';

const me = aUser();

const aWebhook = (changes: Partial<Webhook> = {}): Webhook => ({
  id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  url: 'https://hooks.example.com/portal',
  kinds: ['members', 'tokens'],
  createdAt: '2026-11-01T12:00:00.000Z',
  pauseReason: null,
  pausedAt: null,
  failingSince: null,
  nextAttemptAt: null,
  lastDeliveredAt: '2026-11-29T12:00:00.000Z',
  waiting: 0,
  setAside: 0,
  previousSecretExpiresAt: null,
  ...changes,
});

const aDelivery = (changes: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  sequence: 7,
  entryId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  type: 'member.left',
  state: 'DELIVERED',
  attempts: 1,
  firstAttemptAt: '2026-11-29T12:00:00.000Z',
  lastAttemptAt: '2026-11-29T12:00:00.000Z',
  status: 200,
  failure: null,
  answer: '',
  ...changes,
});

const soon = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();

async function openWebhooks(webhooks: readonly Webhook[], role: 'OWNER' | 'APPROVER' = 'OWNER') {
  const workspace = aWorkspace({ displayName: 'Playground', role });
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(webhookCalls.listWebhooks, { webhooks: [...webhooks] }),
  );
  const portal = await visit(`/workspace/${workspace.id}/webhooks`, me);
  await screen.findByRole('heading', { level: 1, name: 'Playground > Webhooks' });
  return portal;
}

beforeEach(() => sessionStorage.clear());

test('the owner adds a webhook, also after the login that it requires, and sees its secret once', async () => {
  const { ui } = await openWebhooks([]);
  server.use(mockCall(webhookCalls.createWebhook, errorResponse('FreshLoginRequired')));
  await ui.click(await screen.findByRole('button', { name: 'Add webhook' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a webhook' }));
  await ui.type(dialog.getByLabelText(/^Address/), 'https://hooks.example.com/portal');
  await ui.click(dialog.getByLabelText(/^Actions by support/));
  expect(await findA11yViolations()).toEqual([]);
  await ui.click(dialog.getByRole('button', { name: 'Add webhook' }));
  await ui.click(await dialog.findByRole('button', { name: 'Log in again' }));
  const { ui: back } = await returnFromLogin(me);
  const again = within(await screen.findByRole('dialog', { name: 'Add a webhook' }));
  expect(again.getByLabelText(/^Address/)).toHaveValue('https://hooks.example.com/portal');
  let sent: unknown;
  server.use(
    mockCall(webhookCalls.createWebhook, ({ body }) => {
      sent = body;
      return { webhook: aWebhook(), secret: 'whsec_abc' };
    }),
    mockCall(webhookCalls.listWebhooks, { webhooks: [aWebhook()] }),
  );
  await back.click(again.getByRole('button', { name: 'Add webhook' }));
  const shown = within(await screen.findByRole('dialog', { name: 'Secret of the webhook' }));
  expect(shown.getByLabelText('Secret')).toHaveValue('whsec_abc');
  expect(sent).toMatchObject({
    url: 'https://hooks.example.com/portal',
    kinds: ['members', 'tokens', 'workspace', 'ownership', 'webhooks', 'deletion'],
  });
  const close = shown.getByRole('button', { name: 'Close' });
  await back.click(close);
  skipDoubleClickGuard();
  await back.click(close);
  await waitFor(() => expect(screen.queryByText('whsec_abc')).toBeNull());
  expect(await screen.findByText('Delivering')).toBeVisible();
});

test('an address that the API rejects is marked', async () => {
  const { ui } = await openWebhooks([]);
  const fields = [{ path: 'body.url', message: 'Enter a public address' }];
  server.use(mockCall(webhookCalls.createWebhook, errorResponse('InvalidInput', undefined, fields)));
  await ui.click(await screen.findByRole('button', { name: 'Add webhook' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a webhook' }));
  await ui.type(dialog.getByLabelText(/^Address/), 'https://127.0.0.1/');
  await ui.click(dialog.getByRole('button', { name: 'Add webhook' }));
  expect(await dialog.findByText('Enter a public address')).toBeVisible();
  expect(dialog.getByLabelText(/^Address/)).toBeInvalid();
});

test.each<[string, Partial<Webhook>, string, RegExp]>([
  ['delivers', {}, 'Delivering', /Last event delivered/],
  ['has a backlog', { waiting: 3 }, 'Delivering', /^3 events wait to be sent/],
  [
    'fails',
    { failingSince: '2026-11-29T12:00:00.000Z', nextAttemptAt: '2026-11-29T13:00:00.000Z', waiting: 1 },
    'Failing',
    /^1 event waits to be sent/,
  ],
  ['is gone', { pauseReason: 'GONE', pausedAt: '2026-11-29T12:00:00.000Z' }, 'Paused', /no longer exists \(410\)/],
  [
    'accepted nothing',
    { pauseReason: 'FAILING', pausedAt: '2026-11-29T12:00:00.000Z' },
    'Paused',
    /no event for three days/,
  ],
  ['has a new owner', { pauseReason: 'OWNER_CHANGED', pausedAt: '2026-11-29T12:00:00.000Z' }, 'Paused', /new owner/],
  ['refuses events', { setAside: 2 }, 'Delivering', /^2 events set aside, because the receiver refused them/],
  [
    'has two secrets',
    { previousSecretExpiresAt: '2026-11-30T12:00:00.000Z' },
    'Delivering',
    /also signed with the previous secret/,
  ],
])('a webhook that %s says so', async (_what, changes, badge, text) => {
  await openWebhooks([aWebhook(changes)]);
  expect(await screen.findByText(badge)).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
});

test.each<[string, Partial<Webhook>, RegExp, string[]]>([
  ['delivers', {}, /^Send a test event/, ['Show deliveries', 'Edit', 'Replace secret', 'Pause', 'Delete']],
  [
    'fails',
    { failingSince: '2026-11-29T12:00:00.000Z' },
    /^Try now/,
    ['Show deliveries', 'Send a test event', 'Edit', 'Replace secret', 'Pause', 'Delete'],
  ],
  [
    'is paused',
    { pauseReason: 'MANUAL', pausedAt: '2026-11-29T12:00:00.000Z' },
    /^Resume/,
    ['Show deliveries', 'Send a test event', 'Edit', 'Replace secret', 'Delete'],
  ],
])(
  'a webhook that %s has its most useful action beside a menu with the others',
  async (_what, changes, name, others) => {
    const { ui } = await openWebhooks([aWebhook(changes)]);
    const row = within((await screen.findByRole('button', { name })).closest('li') ?? document.body);
    expect(row.getAllByRole('button')).toEqual([row.getByRole('button', { name }), rowMenu('hooks.example.com')]);
    expect(await listActions(ui, 'hooks.example.com')).toEqual(others);
  },
);

test('a dialog that the menu of a webhook opened returns the focus to the menu', async () => {
  const { ui } = await openWebhooks([aWebhook()]);
  for (const [action, title] of [
    ['Edit', 'Edit the webhook'],
    ['Replace secret', 'Replace the secret?'],
    ['Delete', 'Delete the webhook?'],
  ] as const) {
    await chooseAction(ui, 'hooks.example.com', action);
    await ui.click(within(await screen.findByRole('dialog', { name: title })).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(rowMenu('hooks.example.com')).toHaveFocus());
  }
});

test('the owner chooses where a paused webhook resumes, and sees how many events that is', async () => {
  const paused = aWebhook({ pauseReason: 'MANUAL', pausedAt: '2026-11-29T12:00:00.000Z', waiting: 4 });
  const { ui } = await openWebhooks([paused]);
  let sent: unknown;
  server.use(
    mockCall(webhookCalls.resumeWebhook, ({ body }) => {
      sent = body;
      return { webhook: aWebhook(), events: 4 };
    }),
    mockCall(webhookCalls.listWebhooks, { webhooks: [aWebhook()] }),
  );
  await ui.click(await screen.findByRole('button', { name: 'Resume hooks.example.com' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Resume the webhook?' }));
  expect(dialog.getByLabelText(/With what waits: 4 events/)).toBeChecked();
  await ui.click(dialog.getByLabelText(/From now on: 4 events will never be sent/));
  await ui.click(dialog.getByRole('button', { name: 'Resume' }));
  expect(await screen.findByText('Delivering')).toBeVisible();
  expect(sent).toMatchObject({ sendsWaiting: false });
  // The button that opened the dialog is gone.
  await waitFor(() => expect(rowMenu('hooks.example.com').closest('li')).toHaveFocus());
});

test('the owner tries a failing webhook at once, without a choice that drops events', async () => {
  const { ui } = await openWebhooks([aWebhook({ failingSince: '2026-11-29T12:00:00.000Z', waiting: 2 })]);
  let sent: unknown;
  server.use(
    mockCall(webhookCalls.resumeWebhook, ({ body }) => {
      sent = body;
      return { webhook: aWebhook(), events: 2 };
    }),
  );
  await ui.click(await screen.findByRole('button', { name: 'Try now: hooks.example.com' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Try the webhook now?' }));
  expect(dialog.queryByRole('radio')).toBeNull();
  await ui.click(dialog.getByRole('button', { name: 'Try now' }));
  await waitFor(() => expect(sent).toMatchObject({ sendsWaiting: true }));
});

test('what the owner causes is soon shown as delivered, also in the open deliveries', async () => {
  const { ui } = await openWebhooks([aWebhook({ pauseReason: 'MANUAL', pausedAt: '2026-11-29T12:00:00.000Z' })]);
  const deliveries = [aDelivery()];
  let reads = 0;
  server.use(
    mockCall(webhookCalls.resumeWebhook, { webhook: aWebhook({ waiting: 1 }), events: 0 }),
    mockCall(webhookCalls.listWebhookDeliveries, () => ({ deliveries: [...deliveries], next: null })),
    mockCall(webhookCalls.listWebhooks, () => {
      if (++reads === 1) return { webhooks: [aWebhook({ waiting: 1 })] };
      deliveries.unshift(aDelivery({ sequence: 8, type: 'webhook.resumed' }));
      return { webhooks: [aWebhook({ lastDeliveredAt: '2026-11-29T12:00:01.000Z' })] };
    }),
  );
  await chooseAction(ui, 'hooks.example.com', 'Show deliveries');
  await ui.click(screen.getByRole('button', { name: 'Resume hooks.example.com' }));
  await ui.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Resume' }));
  expect(await screen.findByText('1 event waits to be sent.')).toBeVisible();
  expect(await screen.findByText('8 webhook.resumed', undefined, { timeout: 3_000 })).toBeVisible();
  expect(screen.queryByText('1 event waits to be sent.')).toBeNull();
  const readsUntilSent = reads;
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(reads).toBe(readsUntilSent);
});

test.each([
  ['a new webhook', new Date().toISOString(), true],
  ['an older webhook', '2026-01-01T12:00:00.000Z', false],
])('the deliveries of %s say why the list is short only if it is', async (_what, createdAt, isSaid) => {
  const { ui } = await openWebhooks([aWebhook({ createdAt })]);
  server.use(mockCall(webhookCalls.listWebhookDeliveries, { deliveries: [aDelivery()], next: null }));
  await chooseAction(ui, 'hooks.example.com', 'Show deliveries');
  await screen.findByRole('list', { name: 'Deliveries to hooks.example.com' });
  expect(screen.queryByText(/^Events from before the webhook was added/) !== null).toBe(isSaid);
});

test('the owner tests a webhook, looks at its deliveries and sends one again', async () => {
  const { ui } = await openWebhooks([aWebhook()]);
  server.use(
    mockCall(webhookCalls.testWebhook, { accepted: false, status: null, failure: 'TLS', answer: '' }),
    mockCall(webhookCalls.listWebhookDeliveries, {
      deliveries: [
        aDelivery({ sequence: 8, state: 'FAILING', status: 503 }),
        aDelivery({ state: 'SET_ASIDE', status: 422, answer: 'no such user' }),
      ],
      next: null,
    }),
    mockCall(webhookCalls.redeliverWebhookEvent, { accepted: true, status: 200, failure: null, answer: '' }),
  );
  await ui.click(await screen.findByRole('button', { name: 'Send a test event to hooks.example.com' }));
  expect(await screen.findByText(/did not accept the test event: The certificate is not trusted/)).toBeVisible();
  await chooseAction(ui, 'hooks.example.com', 'Show deliveries');
  const deliveries = within(await screen.findByRole('list', { name: 'Deliveries to hooks.example.com' }));
  expect(deliveries.getByText('no such user')).toBeVisible();
  expect(deliveries.queryByRole('button', { name: 'Send again: event 8' })).toBeNull();
  expect(await findA11yViolations()).toEqual([]);
  await ui.click(deliveries.getByRole('button', { name: 'Send again: event 7' }));
  expect(await screen.findByText('The receiver accepted the event.')).toBeVisible();
  // The result of the test may no longer be true of the webhook that the owner saves.
  await chooseAction(ui, 'hooks.example.com', 'Edit');
  expect(screen.queryByText(/did not accept the test event/)).toBeNull();
});

test.each<[string, Partial<Webhook>, Partial<WebhookDelivery>, string, RegExp]>([
  ['was accepted', {}, {}, 'Delivered', /^Answered 200 · 1 attempt, [^·]*ago$/],
  [
    'waits for its next attempt',
    { failingSince: soon(-60), nextAttemptAt: soon(7_000) },
    { state: 'FAILING', status: 503, attempts: 4 },
    'Waiting',
    /^Answered 503 · 4 attempts, the last [^·]*ago · next attempt in 2 hours$/,
  ],
  [
    'is due',
    { failingSince: soon(-60), nextAttemptAt: soon(-1) },
    { state: 'FAILING', status: null, failure: 'TIMEOUT' },
    'Waiting',
    /^No answer within ten seconds · 1 attempt, [^·]*ago · next attempt in less than a minute$/,
  ],
  [
    'waits at a paused webhook',
    { pauseReason: 'FAILING', pausedAt: soon(-60), failingSince: soon(-60), nextAttemptAt: soon(60) },
    { state: 'FAILING', status: 503 },
    'Waiting',
    /· sent again when you resume the webhook$/,
  ],
  ['is set aside', {}, { state: 'SET_ASIDE', status: 422 }, 'Set aside', /^Answered 422 · 1 attempt, [^·]*ago$/],
])('an event that %s says so', async (_what, changes, delivery, badge, text) => {
  const { ui } = await openWebhooks([aWebhook(changes)]);
  const deliveries = [aDelivery(delivery)];
  server.use(mockCall(webhookCalls.listWebhookDeliveries, { deliveries, next: null }));
  await chooseAction(ui, 'hooks.example.com', 'Show deliveries');
  const list = within(await screen.findByRole('list', { name: 'Deliveries to hooks.example.com' }));
  expect(list.getByText(badge)).toBeVisible();
  expect(list.getByText((_, element) => element?.tagName === 'P' && text.test(element.textContent))).toBeVisible();
});

test('the owner pauses and deletes a webhook', async () => {
  const { ui } = await openWebhooks([aWebhook()]);
  const paused = aWebhook({ pauseReason: 'MANUAL', pausedAt: '2026-11-29T12:00:00.000Z' });
  server.use(
    mockCall(webhookCalls.pauseWebhook, { webhook: paused }),
    mockCall(webhookCalls.listWebhooks, { webhooks: [paused] }),
  );
  await chooseAction(ui, 'hooks.example.com', 'Pause');
  expect(await screen.findByText('Paused')).toBeVisible();
  expect(rowMenu('hooks.example.com')).toHaveFocus();
  server.use(mockCall(webhookCalls.deleteWebhook, {}), mockCall(webhookCalls.listWebhooks, { webhooks: [] }));
  await chooseAction(ui, 'hooks.example.com', 'Delete');
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete the webhook?' }));
  await ui.click(dialog.getByRole('button', { name: 'Delete webhook' }));
  expect(await screen.findByText('No webhooks yet')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('heading', { level: 2, name: 'Webhooks' })).toHaveFocus());
});

test('an approver sees who manages webhooks', async () => {
  await openWebhooks([], 'APPROVER');
  expect(await screen.findByText('Only the owner manages them.')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Webhooks' })).toBeNull();
});
