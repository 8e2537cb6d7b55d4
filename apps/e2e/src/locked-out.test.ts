import { lockOutCalls, sessionCalls, workspaceCalls } from '@portal/contract';
import { addresses } from './support/addresses.ts';
import { aMember, aStaffMember } from './support/accounts.ts';
import { ask, send } from './support/ask.ts';
import { openCalm } from './support/calm.ts';
import { examine } from './support/examine.ts';
import { payWithCard } from './support/stripe.ts';
import { expect, test } from './support/test.ts';

const everywhere = ['/workspaces', '/billing', '/profile', '/workspace/new', '/suspension-notice', '/legal'];

test('a quarantined user is logged out, sees only why, and is back once it is over', async ({
  anotherContext,
  context,
  page,
}) => {
  const staff = await anotherContext();
  await aStaffMember(staff);
  const { id: userId } = await aMember(context);
  const params = { userId };
  await openCalm(page, '/workspaces');
  await expect(page.getByRole('heading', { level: 1, name: 'One Workspace' })).toBeVisible();
  await ask(staff, lockOutCalls.quarantineUser, { params, body: { isQuarantined: true, reason: 'Mines coins' } });

  await test.step('the open page finds out with its next act', async () => {
    await page.getByRole('button', { name: 'Set Favourite' }).click();
    await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  });

  await test.step('a login shows the notice, on every page', async () => {
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    const notice = page.getByRole('heading', { level: 1, name: 'Account Quarantined' });
    await expect(notice).toBeVisible();
    await expect(page.getByText(/suspicious activity/)).toBeVisible();
    await expect(page.getByText('Mines coins')).toBeVisible();
    await examine(page, 'quarantine notice');
    for (const path of everywhere) {
      await page.goto(path);
      await expect(page, path).toHaveURL(`${addresses.portal}/quarantine-notice`);
      await expect(notice).toBeVisible();
    }
    expect((await send(context, workspaceCalls.listWorkspaces)).status()).toBe(403);
  });

  await test.step('there is a way out, and one back', async () => {
    await page.getByRole('button', { name: /^Hi / }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Log out']);
    await examine(page, 'the menu of somebody quarantined');
    await ask(staff, lockOutCalls.quarantineUser, { params, body: { isQuarantined: false } });
    await page.reload();
    await expect(page).toHaveURL(`${addresses.portal}/workspaces`);
    await expect(page.getByRole('heading', { level: 1, name: 'One Workspace' })).toBeVisible();
  });
});

test('a suspended user settles it at Stripe from the notice, and goes on once the pause is over', async ({
  anotherContext,
  context,
  page,
}) => {
  const staff = await anotherContext();
  await aStaffMember(staff);
  const { id: userId } = await aMember(context);
  const params = { userId };
  await ask(staff, lockOutCalls.suspendUser, { params, body: { isSuspended: true, reason: 'Has not paid' } });
  await page.goto('/login');

  await test.step('the notice is all there is', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Account Paused' })).toBeVisible();
    await expect(page.getByText(/pending payment or establishing payment information/)).toBeVisible();
    await expect(page.getByText('No payment details yet')).toBeVisible();
    await examine(page, 'suspension notice');
    for (const path of ['/workspaces', '/billing', '/profile', '/quarantine-notice']) {
      await page.goto(path);
      await expect(page, path).toHaveURL(`${addresses.portal}/suspension-notice`);
    }
    expect((await send(context, workspaceCalls.listWorkspaces)).status()).toBe(403);
    expect((await ask(context, sessionCalls.whoami)).user.suspendedAt).not.toBeNull();
  });

  await test.step('a card is entered', async () => {
    await page.getByRole('link', { name: 'Add / Update Payment Details' }).click();
    await payWithCard(page);
    await expect(page).toHaveURL(`${addresses.portal}/suspension-notice`);
    await expect(page.getByText('Payment details are set')).toBeVisible();
    await examine(page, 'suspension notice after a payment');
  });

  await test.step('it is over when staff say so', async () => {
    const look = page.getByRole('button', { name: 'See whether the pause is over' });
    await Promise.all([page.waitForResponse(/whoami/), look.click()]);
    await expect(look).not.toHaveAttribute('aria-busy');
    await expect(page.getByRole('heading', { level: 1, name: 'Account Paused' })).toBeVisible();
    await ask(staff, lockOutCalls.suspendUser, { params, body: { isSuspended: false } });
    // At once after the first click it would count as a double click.
    await expect(async () => {
      if (await look.isVisible()) await look.click({ timeout: 1_000 });
      await expect(page).toHaveURL(`${addresses.portal}/workspaces`, { timeout: 2_000 });
    }).toPass();
    await expect(page.getByRole('heading', { level: 1, name: 'One Workspace' })).toBeVisible();
  });
});
