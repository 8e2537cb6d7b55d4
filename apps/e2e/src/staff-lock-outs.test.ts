import { authTokenCalls, workspaceCalls } from '@portal/contract';
import type { BrowserContext } from '@playwright/test';
import { addresses } from './support/addresses.ts';
import { aMember, aStaffMember, aWorkspace, fromPortal } from './support/accounts.ts';
import { ask, send } from './support/ask.ts';
import { examine } from './support/examine.ts';
import { linkFromMail } from './support/inbox.ts';
import { enterLogin } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** Somebody of the staff whom the provider has known for twenty minutes, in a session that has just begun. */
async function wearyStaff(context: BrowserContext): Promise<string> {
  const { auth0Id, email } = await aStaffMember(context);
  const aged = await context.request.post(`${addresses.identityProvider}/_test/logins`, {
    data: { account: auth0Id, minutes: 20 },
  });
  expect(await aged.json()).toEqual({ moved: 1 });
  await context.request.get(`${addresses.authApi}/auth/login`, { headers: fromPortal });
  return email;
}

const suspensions = '/workspace-admin?section=suspensions';

// @covers 7.users.8
test('somebody is suspended after a fresh login, told by mail, let in again and told so', async ({
  anotherContext,
  context,
  page,
}) => {
  const theirs = await anotherContext();
  const member = await aMember(theirs);
  const workspaceId = await aWorkspace(theirs);
  await ask(theirs, authTokenCalls.createAuthToken, {
    params: { workspaceId },
    body: { name: 'Deploy', expiration: '1d' },
  });
  const email = await wearyStaff(context);
  await page.goto(suspensions);
  const dialog = page.getByRole('dialog', { name: 'Suspend this account?' });

  await test.step('the dialog asks why and until when, and then for a fresh login', async () => {
    await page.getByRole('textbox', { name: 'User ID' }).fill(member.id);
    await page.getByRole('button', { name: 'Suspend', exact: true }).click();
    await dialog.getByLabel('Reason').fill('Invoice 42 is open');
    await dialog.getByLabel('Ends On').fill('2099-08-14');
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Your last login is too long ago for this.');
    await examine(page, 'admin: a fresh login is asked for');
    expect((await send(theirs, workspaceCalls.listWorkspaces)).status()).toBe(200);
  });

  await test.step('the login leads back to the dialog, and one more click does it', async () => {
    await dialog.getByRole('button', { name: 'Log in again' }).click();
    await enterLogin(page, email);
    await expect(page).toHaveURL(addresses.portal + suspensions);
    await expect(dialog.getByLabel('Reason')).toHaveValue('Invoice 42 is open');
    await expect(dialog.getByLabel('Ends On')).toHaveValue('2099-08-14');
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await expect(page.getByText('1 session and 1 API token were ended.')).toBeVisible();
    await expect(page.getByText(/The suspension ends by itself on/)).toContainText('August 14, 2099');
    const row = page.getByRole('row', { name: member.email });
    await expect(row).toContainText(`Invoice 42 is openby ${email}`);
    await examine(page, 'admin: somebody suspended until a day');
    expect((await send(theirs, workspaceCalls.listWorkspaces)).status()).toBe(401);
  });

  await test.step('their mail says why and leads to where they can pay', async () => {
    const link = await linkFromMail(member.email, /account is paused/);
    const tab = await theirs.newPage();
    await tab.goto(link);
    await expect(tab.getByRole('heading', { level: 1, name: 'Account Paused' })).toBeVisible();
    await expect(tab.getByRole('link', { name: 'Add / Update Payment Details' })).toBeVisible();
    await tab.close();
  });

  await test.step('undoing it is one button, and told by mail, too', async () => {
    await page.getByRole('button', { name: `Unsuspend ${member.email}` }).click();
    await expect(page.getByText(`${member.email} is no longer suspended.`)).toBeVisible();
    expect(await linkFromMail(member.email, /no longer paused/)).toBe(`${addresses.portal}/login`);
    expect((await send(theirs, workspaceCalls.listWorkspaces)).status()).toBe(200);
  });
});

test('a fresh login by somebody else is refused, and changes nobody’s session', async ({
  anotherContext,
  context,
  page,
}) => {
  const stranger = await aMember(await anotherContext());
  const email = await wearyStaff(context);
  await page.goto(`${addresses.authApi}/auth/login?fresh=1`);
  await enterLogin(page, stranger.email);
  await expect(page.getByRole('heading', { level: 1, name: 'This is another account' })).toBeVisible();
  await page.getByRole('link', { name: 'Log in again' }).click();
  await enterLogin(page, email);
  await page.waitForURL(`${addresses.hostedApp}/**`);
  await page.goto(suspensions);
  await expect(page.getByRole('button', { name: 'Hi Stacy!' })).toBeVisible();
});
