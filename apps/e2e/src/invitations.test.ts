import { memberCalls } from '@portal/contract';
import { urls } from './support/urls.ts';
import { createMember, createWorkspace } from './support/accounts.ts';
import { callApi } from './support/call-api.ts';
import { linkFromEmail } from './support/inbox.ts';
import {
  acceptTerms,
  fillProfile,
  dismissVerificationBanner,
  newEmail,
  signUp,
  verifyEmail,
} from './support/user-flows.ts';
import { expect, test } from './support/test.ts';

test('an invited user gets access in the given role only after logging in with a verified email', async ({
  anotherContext,
  page,
}) => {
  const owner = await anotherContext();
  await createMember(owner, { nickname: 'Olga', firstName: 'Olga', lastName: 'Owner' });
  const workspaceId = await createWorkspace(owner, { displayName: 'Shared' });
  const email = newEmail('ivan');
  const params = { workspaceId };
  await callApi(owner, memberCalls.inviteMember, { params, body: { email: email.toUpperCase(), role: 'approver' } });

  await test.step('the email leads to the sign-up', async () => {
    await signUp(page, email, await linkFromEmail(email, /invited you to Shared/));
    await acceptTerms(page);
  });

  await test.step('an unverified email gives no access', async () => {
    await page.goto(`/workspace/${workspaceId}`);
    await expect(page).toHaveURL(`${urls.portal}/profile`);
    const members = await callApi(owner, memberCalls.listMembers, { params });
    expect(members.find((member) => member.email === email)).toMatchObject({ pending: true });
  });

  await test.step('after the verification the user is asked to log in again and has no access yet', async () => {
    await verifyEmail(page, email);
    await dismissVerificationBanner(page);
    await expect(page.getByText(/Log in again to see the workspaces you were invited to/)).toBeVisible();
    await fillProfile(page, 'Ivan');
    await page.waitForURL(`${urls.hostedApp}/**`);
    await page.goto('/workspaces');
    await expect(page.getByRole('heading', { level: 1, name: 'One Workspace' })).toBeVisible();
  });

  await test.step('after the next login the user has their own workspace and the shared one', async () => {
    await page.goto(`${urls.authApi}/auth/login`);
    await page.waitForURL(`${urls.portal}/**`);
    await page.goto('/workspaces');
    await expect(page.getByRole('heading', { level: 1, name: '2 Workspaces' })).toBeVisible();
    const card = page.getByRole('article').filter({ hasText: 'Shared' });
    await expect(card).toContainText('Role: Approver');
    await expect(card).toContainText('Owner: Olga Owner');
    await card.getByRole('link', { name: 'Shared' }).click();
    await page.waitForURL(`${urls.localInstance}/**`);
    await expect(page.locator('#role')).toHaveText('APPROVER');
  });

  await test.step('the owner sees that the user has joined', async () => {
    const ownerPage = await owner.newPage();
    await ownerPage.goto(`/workspace/${workspaceId}`);
    const row = ownerPage.getByRole('row', { name: email });
    await expect(row).toContainText('Approver');
    await expect(row).not.toContainText('Invited');
  });
});

test('a user who signs up after the invitation was withdrawn has no access', async ({
  anotherContext,
  context,
  page,
}) => {
  const owner = await anotherContext();
  await createMember(owner);
  const params = { workspaceId: await createWorkspace(owner, { displayName: 'Withdrawn' }) };
  const email = newEmail('ines');
  await callApi(owner, memberCalls.inviteMember, { params, body: { email } });
  await callApi(owner, memberCalls.removeMember, { params, body: { email } });
  await createMember(context, { email });
  await page.goto('/workspaces');
  await expect(page.getByRole('heading', { level: 1, name: 'One Workspace' })).toBeVisible();
  await page.goto(`/workspace/${params.workspaceId}`);
  await expect(page.getByRole('link', { name: 'Go to your workspaces' })).toBeVisible();
});
