import { accountCalls, adminCalls, ownershipCalls } from '@portal/contract';
import type { BrowserContext, Page } from '@playwright/test';
import {
  addMember,
  ageLogin,
  createMember,
  createSignedUpUser,
  createStaffMember,
  createWorkspace,
} from './support/accounts.ts';
import { callApi, sendCall, fetchUser } from './support/call-api.ts';
import { completeDeletion } from './support/complete-deletion.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { findA11yViolations } from './support/find-a11y-violations.ts';
import { findEmail, linkFromEmail } from './support/inbox.ts';
import { advanceStripeClock, findStripeCustomers, payWithCard } from './support/stripe.ts';
import { expect, test } from './support/test.ts';
import { urls } from './support/urls.ts';
import { enterLogin, newEmail, password } from './support/user-flows.ts';

const requestedSubject = /account will be deleted$/;
const deleteButton = (page: Page) => page.getByRole('button', { name: 'Delete account...' });
const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'Your account will be deleted on' });
const blockers = (page: Page) => page.getByRole('region', { name: 'Before you can delete your account:' });

/** Requests the deletion in the dialog on the page of the account. */
async function requestDeletion(page: Page, email: string): Promise<void> {
  await page.goto(`${urls.portal}/profile/account`);
  await deleteButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Type your email address to confirm').fill(email);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(banner(page)).toBeVisible();
}

/** Clicks a link that opens a new tab. */
async function openTab(page: Page, name: string): Promise<Page> {
  const [tab] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name }).click()]);
  return tab;
}

const dueAtOf = async (context: BrowserContext) => (await fetchUser(context)).deletionDueAt;

test('workspaces with other members block the deletion until they are handed over or deleted', async ({
  anotherContext,
  context,
  page,
}) => {
  await createMember(context, { nickname: 'Olga' });
  const handedOver = await createWorkspace(context, { displayName: 'Handed over' });
  const deleted = await createWorkspace(context, { displayName: 'Deleted' });
  await createWorkspace(context, { displayName: 'Own' });
  const colleague = await anotherContext();
  const { email, id: colleagueId } = await createMember(colleague, { nickname: 'Grace' });
  await addMember(context, handedOver, colleague, email);
  await addMember(context, deleted, colleague, email);

  await test.step('both are listed, each with a link that resolves it', async () => {
    await page.goto('/profile/account');
    await expect(blockers(page).getByRole('listitem')).toHaveCount(2);
    await expect(deleteButton(page)).toBeDisabled();
    await expectAccessible(page, 'an account that cannot be deleted yet');
  });

  await test.step('one is handed over', async () => {
    await page.getByRole('link', { name: 'Transfer ownership of Handed over' }).click();
    await expect(page.getByRole('button', { name: 'Transfer ownership...' })).toBeInViewport();
    const params = { workspaceId: handedOver };
    await callApi(context, ownershipCalls.offerOwnership, { params, body: { userId: colleagueId } });
    await callApi(colleague, ownershipCalls.acceptOwnership, { params });
  });

  await test.step('the other one is deleted', async () => {
    await page.goto('/profile/account');
    await expect(blockers(page).getByRole('listitem')).toHaveCount(1);
    await page.getByRole('link', { name: 'Delete workspace Deleted' }).click();
    const open = page.getByRole('button', { name: 'Delete Workspace' });
    await expect(open).toBeInViewport();
    await open.click();
    const dialog = page.getByRole('dialog', { name: 'Delete this workspace?' });
    await dialog.getByLabel('Type the workspace name to confirm').fill('Deleted');
    await dialog.getByRole('button', { name: 'Delete Workspace' }).click();
    await expect(page.getByText('Deleted was deleted.')).toBeVisible();
  });

  await test.step('then the dialog names the workspaces that are deleted with the account', async () => {
    await page.goto('/profile/account');
    await deleteButton(page).click();
    const workspaces = page.getByRole('list', { name: 'Workspaces that are deleted' }).getByRole('listitem');
    await expect(workspaces.filter({ hasText: 'Own' })).toBeVisible();
    await expect(workspaces.filter({ hasText: 'Handed over' })).toBeHidden();
    await expectAccessible(page, 'the deletion of an account');
    await page.keyboard.press('Escape');
    await expect(deleteButton(page)).toBeFocused();
  });
});

test('an unpaid invoice blocks the deletion until it is paid', async ({ context, page }) => {
  const { email } = await createMember(context);
  const enterCard = async (number?: string) => {
    await page.goto('/billing');
    await page.getByRole('link', { name: 'Add / Update Payment Details' }).click();
    await payWithCard(page, number);
    await expect(page.getByText(/^Visa •••• /)).toBeVisible();
  };
  await enterCard('4000 0000 0000 0341');
  await advanceStripeClock(email, 31);
  await page.goto('/profile/account');
  await expect(blockers(page)).toContainText('You have not paid an invoice of $49.00.');
  await expect(deleteButton(page)).toBeDisabled();
  const invoice = await openTab(page, 'Pay the invoice');
  await expect(invoice.getByRole('heading', { name: /^Invoice / })).toBeVisible();
  await invoice.close();

  await enterCard();
  const invoices = await openTab(page, 'View Your Invoices');
  await invoices.getByRole('button', { name: 'Pay now' }).click();
  await expect(invoices.getByRole('cell', { name: 'open' })).toBeHidden();
  await invoices.close();
  await page.goto('/profile/account');
  await expect(deleteButton(page)).toBeEnabled();
});

test('a user deletes the account after a new login, and keeps it by the link in the email and in the portal', async ({
  context,
  page,
}) => {
  const user = await createMember(context);
  await createWorkspace(context, { displayName: 'Staging' });
  await ageLogin(context, user);

  await test.step('the deletion requires a recent login', async () => {
    await page.goto('/profile/account');
    await deleteButton(page).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    const email = dialog.getByLabel('Type your email address to confirm');
    await email.fill(user.email);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await dialog.getByRole('button', { name: 'Log in again' }).click();
    await enterLogin(page, user.email);
    await email.fill(user.email);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await expect(banner(page)).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(deleteButton(page)).toBeHidden();
    await expectAccessible(page, 'a pending deletion of the account');
  });

  const link = await linkFromEmail(user.email, requestedSubject);
  await test.step('the link in the email asks, and keeps the account', async () => {
    const { text } = await findEmail(user.email, requestedSubject);
    expect(text).toContain('Staging');
    const linkPage = await context.newPage();
    await linkPage.goto(link);
    await expect(linkPage.getByRole('heading', { name: 'Keep your account?' })).toBeVisible();
    expect(await findA11yViolations(linkPage)).toEqual([]);
    // Opening the link changes nothing.
    expect(await dueAtOf(context)).not.toBeNull();
    await linkPage.getByRole('button', { name: 'Keep my account' }).click();
    await expect(linkPage.getByRole('heading', { name: 'Your account will not be deleted' })).toBeVisible();
    await linkPage.goto(link);
    await expect(linkPage.getByRole('heading', { name: 'Your account will not be deleted' })).toBeVisible();
    await linkPage.close();
    await page.goto('/workspaces');
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(banner(page)).toBeHidden();
  });

  await test.step('a second request is undone in the portal', async () => {
    await requestDeletion(page, user.email);
    await page.goto('/workspaces');
    const row = page.getByRole('listitem').filter({ hasText: 'Your account will be deleted on' });
    await row.getByRole('button', { name: 'Keep my account' }).click();
    await expect(row).toBeHidden();
    await expect(banner(page)).toBeHidden();
    await page.goto('/profile/account');
    await expect(deleteButton(page)).toBeVisible();
    expect(await dueAtOf(context)).toBeNull();
    await findEmail(user.email, /account will not be deleted$/);
  });
});

test('an account is deleted for good after its grace period', async ({ anotherContext, context, page }) => {
  const staff = await anotherContext();
  await createStaffMember(staff);
  const email = newEmail('byron');
  const { id: userId } = await createMember(context, { email, firstName: 'Byron', lastName: 'Gone' });
  await expect.poll(() => findStripeCustomers(email)).toHaveLength(1);
  await requestDeletion(page, email);
  const link = await linkFromEmail(email, requestedSubject);
  const staffPage = await staff.newPage();
  await staffPage.goto(`${urls.portal}/workspace-admin/users/${userId}`);
  await expect(staffPage.getByText('Deletion requested by the user')).toBeVisible();
  await expectAccessible(staffPage, 'admin: a user with a pending deletion');

  await completeDeletion(userId);

  await test.step('the open page says so', async () => {
    // The page has the date of the request, so its clock moves, too, and with it the API's, which decides what is due.
    const later = new Date(Date.now() + 15 * 86_400_000);
    await page.clock.setFixedTime(later);
    await page.route(`${urls.authApi}/**`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), date: later.toUTCString() } });
    });
    await banner(page).getByRole('button', { name: 'Keep my account' }).click();
    await expect(page.getByRole('dialog', { name: 'You are logged out' })).toBeVisible();
    await expectAccessible(page, 'a deleted account');
    await page.unroute(`${urls.authApi}/**`);
    await page.getByRole('button', { name: 'Go to the login' }).click();
  });

  await test.step('a login is unknown, and the link is too late', async () => {
    await expect(page.locator('input[name=email]')).toBeVisible();
    const response = await context.request.post(page.url(), { form: { email, password } });
    expect(await response.text()).toContain('Wrong email address or password.');
    await page.goto(link);
    await expect(page.getByRole('heading', { name: 'Too late to keep the account' })).toBeVisible();
  });

  await test.step('staff and Stripe find nothing', async () => {
    const found = await callApi(staff, adminCalls.searchUsers, { query: { query: email } });
    expect(found.users).toEqual([]);
    expect((await sendCall(staff, adminCalls.getUserForStaff, { params: { userId } })).status()).toBe(404);
    expect(await findStripeCustomers(email)).toEqual([]);
    await findEmail(email, /account is deleted$/);
  });

  await test.step('a sign-up with the same address starts again', async () => {
    const again = await anotherContext();
    const user = await createSignedUpUser(again, email);
    expect(user.id).not.toBe(userId);
    expect(user).toMatchObject({ email, firstName: null, emailVerified: false, deletionDueAt: null });
    const { requestedAt } = await callApi(again, accountCalls.getAccountDeletion, { params: { userId: user.id } });
    expect(requestedAt).toBeNull();
  });
});
