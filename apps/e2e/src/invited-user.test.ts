import { memberCalls } from '@portal/contract';
import { addresses } from './support/addresses.ts';
import { aMember, aWorkspace } from './support/accounts.ts';
import { ask } from './support/ask.ts';
import { linkFromMail } from './support/inbox.ts';
import { acceptTerms, fillProfile, leaveBanner, newEmail, signUp, verifyEmail } from './support/people.ts';
import { expect, test } from './support/test.ts';

test('an invited user: sees the workspace only once they log in with a verified address, in the role they were given', async ({
  anotherContext,
  page,
}) => {
  const owner = await anotherContext();
  await aMember(owner, { nickname: 'Olga', firstName: 'Olga', lastName: 'Owner' });
  const workspaceId = await aWorkspace(owner, { displayName: 'Shared' });
  const email = newEmail('ivan');
  const params = { workspaceId };
  await ask(owner, memberCalls.inviteMember, { params, body: { email: email.toUpperCase(), role: 'approver' } });

  await test.step('the mail leads to the sign-up', async () => {
    await signUp(page, email, await linkFromMail(email, /invited you to Shared/));
    await acceptTerms(page);
  });

  await test.step('an address that anybody could have typed opens nothing', async () => {
    await page.goto(`/workspace/${workspaceId}`);
    await expect(page).toHaveURL(`${addresses.portal}/profile`);
    const members = await ask(owner, memberCalls.listMembers, { params });
    expect(members.find((member) => member.email === email)).toMatchObject({ pending: true });
  });

  await test.step('verified, they are asked to log in again, and have nothing of it before', async () => {
    await verifyEmail(page, email);
    await leaveBanner(page);
    await expect(page.getByText(/Log in again to see the workspaces you were invited to/)).toBeVisible();
    await fillProfile(page, 'Ivan');
    await page.waitForURL(`${addresses.hostedApp}/**`);
    await page.goto('/workspaces');
    await expect(page.getByRole('heading', { level: 1, name: 'One Workspace' })).toBeVisible();
  });

  await test.step('logged in again, they have their own workspace and the shared one', async () => {
    await page.goto(`${addresses.authApi}/auth/login`);
    await page.waitForURL(`${addresses.portal}/**`);
    await page.goto('/workspaces');
    await expect(page.getByRole('heading', { level: 1, name: '2 Workspaces' })).toBeVisible();
    const card = page.getByRole('article').filter({ hasText: 'Shared' });
    await expect(card).toContainText('Role: Approver');
    await expect(card).toContainText('Owner: Olga Owner');
    await card.getByRole('link', { name: 'Shared' }).click();
    await page.waitForURL(`${addresses.localInstance}/**`);
    await expect(page.locator('#role')).toHaveText('APPROVER');
  });

  await test.step('the owner sees that they came', async () => {
    const theirs = await owner.newPage();
    await theirs.goto(`/workspace/${workspaceId}`);
    const row = theirs.getByRole('row', { name: email });
    await expect(row).toContainText('Approver');
    await expect(row).not.toContainText('Invited');
  });
});

test('an invitation that was taken back leaves nothing behind for somebody who comes too late', async ({
  anotherContext,
  context,
  page,
}) => {
  const owner = await anotherContext();
  await aMember(owner);
  const params = { workspaceId: await aWorkspace(owner, { displayName: 'Withdrawn' }) };
  const email = newEmail('ines');
  await ask(owner, memberCalls.inviteMember, { params, body: { email } });
  await ask(owner, memberCalls.removeMember, { params, body: { email } });
  await aMember(context, { email });
  await page.goto('/workspaces');
  await expect(page.getByRole('heading', { level: 1, name: 'One Workspace' })).toBeVisible();
  await page.goto(`/workspace/${params.workspaceId}`);
  await expect(page.getByRole('link', { name: 'Go to your workspaces' })).toBeVisible();
});
