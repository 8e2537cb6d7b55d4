import { createMember, createWorkspace } from './support/accounts.ts';
import { chooseAction } from './support/choose-action.ts';
import { expectAccessible, expectReadableInDarkTheme } from './support/expect-accessible.ts';
import { expect, test } from './support/test.ts';
import { startWebhookReceiver, verifyEvent } from './support/webhook-receiver.ts';

test('the owner adds a webhook, whose receiver verifies what it gets, also while a new secret replaces the first', async ({
  context,
  page,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await createMember(context);
  const workspaceId = await createWorkspace(context, { displayName: 'Staging' });
  const receiver = await startWebhookReceiver();
  const { host } = new URL(receiver.url);
  const latest = (type: string) => receiver.received.findLast((event) => event.type === type);
  const verify = (type: string, secret: string) => {
    const event = latest(type);
    return () => event && verifyEvent(event, secret);
  };
  const copySecret = async () => {
    const dialog = page.getByRole('dialog', { name: 'Secret of the webhook' });
    const secret = await dialog.getByLabel('Secret').inputValue();
    await expectAccessible(page, 'the secret of a webhook');
    await dialog.getByRole('button', { name: 'Copy secret' }).click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    return secret;
  };
  const sendTestEvent = async () => {
    const count = receiver.received.length;
    await page.getByRole('button', { name: `Send a test event to ${host}` }).click();
    await expect.poll(() => receiver.received.length).toBe(count + 1);
    await expect(page.getByText('The receiver accepted the test event: Answered 204.')).toBeVisible();
  };

  let secret = '';
  await test.step('a webhook, and its secret, which is shown once', async () => {
    await page.goto(`/workspace/${workspaceId}`);
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('button', { name: 'Add webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a webhook' });
    await dialog.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
    await expectAccessible(page, 'the dialog of a webhook');
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    secret = await copySecret();
    expect(secret).toMatch(/^whsec_/);
  });

  await test.step('its creation is the first event, and the page soon says that it was delivered', async () => {
    await expect.poll(() => latest('webhook.created')).toBeDefined();
    expect(verify('webhook.created', secret)).not.toThrow();
    await expect(page.getByText('Last event delivered')).toBeVisible();
    await expect(page.getByText('waits to be sent')).toBeHidden();
    await page.reload();
    await expect(page.getByText(receiver.url)).toBeVisible();
    await expect(page.getByText(secret)).toHaveCount(0);
  });

  await test.step('a test event, and the list of what was delivered', async () => {
    await sendTestEvent();
    expect(verify('webhook.test', secret)).not.toThrow();
    await chooseAction(page, host, 'Show deliveries');
    const created = page
      .getByRole('list', { name: `Deliveries to ${host}` })
      .getByRole('listitem')
      .filter({ hasText: 'webhook.created' });
    await expect(created.getByText('Delivered')).toBeVisible();
    await expectAccessible(page, 'the webhooks');
    await expectReadableInDarkTheme(page, 'the webhooks');
  });

  await test.step('a new secret, with which the first one stays valid', async () => {
    await chooseAction(page, host, 'Replace secret');
    await page.getByRole('button', { name: 'Replace secret', exact: true }).click();
    const successor = await copySecret();
    expect(successor).not.toBe(secret);
    await expect(page.getByText('Events are also signed with the previous secret')).toBeVisible();
    await expect.poll(() => latest('webhook.secret_rotated')).toBeDefined();
    await sendTestEvent();
    for (const type of ['webhook.secret_rotated', 'webhook.test'])
      for (const valid of [secret, successor]) expect(verify(type, valid)).not.toThrow();
    expect(verify('webhook.test', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).toThrow();
  });

  await receiver.stop();
});
