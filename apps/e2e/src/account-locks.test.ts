import { accountLockCalls, workspaceCalls } from '@portal/contract';
import { urls } from './support/urls.ts';
import { createMember, createStaffMember } from './support/accounts.ts';
import { callApi, sendCall, fetchUser } from './support/call-api.ts';
import { openWithoutPolling } from './support/open-without-polling.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { payWithCard } from './support/stripe.ts';
import { expect, test } from './support/test.ts';

const allPaths = ['/workspaces', '/billing', '/profile', '/workspace/new', '/suspension-notice', '/legal'];

test('a quarantined user is logged out, sees only the notice, and regains access afterwards', async ({
  anotherContext,
  context,
  page,
}) => {
  const staff = await anotherContext();
  await createStaffMember(staff);
  const { id: userId } = await createMember(context);
  const params = { userId };
  await openWithoutPolling(page, '/workspaces');
  await expect(page.getByRole('heading', { level: 1, name: 'One Workspace' })).toBeVisible();
  await callApi(staff, accountLockCalls.quarantineUser, {
    params,
    body: { isQuarantined: true, reason: 'Mines coins' },
  });

  await test.step('an open page notices with its next request', async () => {
    await page.getByRole('button', { name: /^Favourite /, pressed: false }).click();
    await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  });

  await test.step('after a login every page shows the notice', async () => {
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    const notice = page.getByRole('heading', { level: 1, name: 'Account Quarantined' });
    await expect(notice).toBeVisible();
    await expect(page.getByText(/suspicious activity/)).toBeVisible();
    await expect(page.getByText('Mines coins')).toBeVisible();
    await expectAccessible(page, 'quarantine notice');
    for (const path of allPaths) {
      await page.goto(path);
      await expect(page, path).toHaveURL(`${urls.portal}/quarantine-notice`);
      await expect(notice).toBeVisible();
    }
    expect((await sendCall(context, workspaceCalls.listWorkspaces)).status()).toBe(403);
  });

  await test.step('the user can log out, and regains access when the quarantine ends', async () => {
    await page.getByRole('button', { name: /^Hi / }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Log out']);
    await expectAccessible(page, 'the menu of a quarantined user');
    await callApi(staff, accountLockCalls.quarantineUser, { params, body: { isQuarantined: false } });
    await page.reload();
    await expect(page).toHaveURL(`${urls.portal}/workspaces`);
    await expect(page.getByRole('heading', { level: 1, name: 'One Workspace' })).toBeVisible();
  });
});

test('a suspended user adds a card from the notice, and regains access when the suspension ends', async ({
  anotherContext,
  context,
  page,
}) => {
  const staff = await anotherContext();
  await createStaffMember(staff);
  const { id: userId } = await createMember(context);
  const params = { userId };
  await callApi(staff, accountLockCalls.suspendUser, { params, body: { isSuspended: true, reason: 'Has not paid' } });
  await page.goto('/login');

  await test.step('only the notice is accessible', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Account Paused' })).toBeVisible();
    await expect(page.getByText(/pending payment or establishing payment information/)).toBeVisible();
    await expect(page.getByText('No payment details yet')).toBeVisible();
    await expectAccessible(page, 'suspension notice');
    for (const path of ['/workspaces', '/billing', '/profile', '/quarantine-notice']) {
      await page.goto(path);
      await expect(page, path).toHaveURL(`${urls.portal}/suspension-notice`);
    }
    expect((await sendCall(context, workspaceCalls.listWorkspaces)).status()).toBe(403);
    expect((await fetchUser(context)).suspendedAt).not.toBeNull();
  });

  await test.step('the user adds a card', async () => {
    await page.getByRole('link', { name: 'Add / Update Payment Details' }).click();
    await payWithCard(page);
    await expect(page).toHaveURL(`${urls.portal}/suspension-notice`);
    await expect(page.getByText('Visa •••• 4242, 12/34')).toBeVisible();
    await expectAccessible(page, 'suspension notice after a payment');
  });

  await test.step('access returns when staff lift the suspension', async () => {
    const checkAgain = page.getByRole('button', { name: 'Check again' });
    await Promise.all([page.waitForResponse(/whoami/), checkAgain.click()]);
    await expect(checkAgain).not.toHaveAttribute('aria-busy');
    await expect(page.getByRole('heading', { level: 1, name: 'Account Paused' })).toBeVisible();
    await callApi(staff, accountLockCalls.suspendUser, { params, body: { isSuspended: false } });
    // A click immediately after the first one counts as a double click.
    await expect(async () => {
      if (await checkAgain.isVisible()) await checkAgain.click({ timeout: 1_000 });
      await expect(page).toHaveURL(`${urls.portal}/workspaces`, { timeout: 2_000 });
    }).toPass();
    await expect(page.getByRole('heading', { level: 1, name: 'One Workspace' })).toBeVisible();
  });
});
