import { authTokenCalls, workspaceCalls } from '@portal/contract';
import type { BrowserContext } from '@playwright/test';
import { urls } from './support/urls.ts';
import { createMember, createStaffMember, createWorkspace, portalHeaders } from './support/accounts.ts';
import { callApi, sendCall } from './support/call-api.ts';
import { clickAndConfirm } from './support/click-and-confirm.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { linkFromEmail } from './support/inbox.ts';
import { enterLogin } from './support/user-flows.ts';
import { expect, test } from './support/test.ts';

/** Creates a staff user who authenticated twenty minutes ago but whose session has just started. */
async function createStaffWithOldLogin(context: BrowserContext): Promise<string> {
  const { auth0Id, email } = await createStaffMember(context);
  const aged = await context.request.post(`${urls.auth0}/_test/logins`, {
    data: { account: auth0Id, minutes: 20 },
  });
  expect(await aged.json()).toEqual({ moved: 1 });
  await context.request.get(`${urls.authApi}/auth/login`, { headers: portalHeaders });
  return email;
}

const suspensions = '/workspace-admin?section=suspensions';

// @covers 7.users.8
test('staff suspend and unsuspend a user after a recent login, and the user is notified of both by email', async ({
  anotherContext,
  context,
  page,
}) => {
  const memberContext = await anotherContext();
  const member = await createMember(memberContext);
  const workspaceId = await createWorkspace(memberContext);
  await callApi(memberContext, authTokenCalls.createAuthToken, {
    params: { workspaceId },
    body: { name: 'Deploy', expiration: '1d' },
  });
  const email = await createStaffWithOldLogin(context);
  await page.goto(suspensions);
  const dialog = page.getByRole('dialog', { name: 'Suspend this account?' });

  await test.step('the dialog asks for a reason and an end date, and then for a recent login', async () => {
    await page.getByRole('textbox', { name: 'User ID' }).fill(member.id);
    await page.getByRole('button', { name: 'Suspend', exact: true }).click();
    await dialog.getByLabel('Reason').fill('Invoice 42 is open');
    await dialog.getByRole('textbox', { name: 'Ends on' }).fill('2099-08-14');
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await expect(dialog.getByText('This action requires a recent login. Log in again and retry.')).toBeVisible();
    await expectAccessible(page, 'admin: a recent login is required');
    expect((await sendCall(memberContext, workspaceCalls.listWorkspaces)).status()).toBe(200);
  });

  await test.step('the login returns to the dialog, and the suspension can be confirmed', async () => {
    await dialog.getByRole('button', { name: 'Log in again' }).click();
    await enterLogin(page, email);
    await expect(page).toHaveURL(urls.portal + suspensions);
    await expect(dialog.getByLabel('Reason')).toHaveValue('Invoice 42 is open');
    await expect(dialog.getByRole('textbox', { name: 'Ends on' })).toHaveValue('2099-08-14');
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await expect(page.getByText('1 session was ended. 1 API token was revoked.')).toBeVisible();
    await expect(page.getByText(/The suspension lifts automatically on/)).toContainText('August 14, 2099');
    const row = page.getByRole('row', { name: member.email });
    await expect(row).toContainText(`Invoice 42 is openBy ${email}`);
    await expectAccessible(page, 'admin: a user suspended until a date');
    expect((await sendCall(memberContext, workspaceCalls.listWorkspaces)).status()).toBe(401);
  });

  await test.step('the email explains the suspension and links to the notice', async () => {
    const link = await linkFromEmail(member.email, /account is paused/);
    const tab = await memberContext.newPage();
    await tab.goto(link);
    await expect(tab.getByRole('heading', { level: 1, name: 'Account Paused' })).toBeVisible();
    await expect(tab.getByRole('link', { name: 'Add / Update Payment Details' })).toBeVisible();
    await tab.close();
  });

  await test.step('lifting the suspension takes a second click and sends an email', async () => {
    await clickAndConfirm(page.getByRole('button', { name: `Unsuspend ${member.email}` }));
    await expect(page.getByText(`${member.email} is no longer suspended.`)).toBeVisible();
    expect(await linkFromEmail(member.email, /no longer paused/)).toBe(`${urls.portal}/login`);
    expect((await sendCall(memberContext, workspaceCalls.listWorkspaces)).status()).toBe(200);
  });
});

test('a login by another user for a recent login is rejected and changes no session', async ({
  anotherContext,
  context,
  page,
}) => {
  const otherUser = await createMember(await anotherContext());
  const email = await createStaffWithOldLogin(context);
  await page.goto(`${urls.authApi}/auth/login?fresh=1`);
  await enterLogin(page, otherUser.email);
  await expect(page.getByRole('heading', { level: 1, name: 'You logged in with a different account' })).toBeVisible();
  await page.getByRole('link', { name: 'Log in again' }).click();
  await enterLogin(page, email);
  await page.waitForURL(`${urls.hostedApp}/**`);
  await page.goto(suspensions);
  await expect(page.getByRole('button', { name: 'Hi Stacy!' })).toBeVisible();
});
