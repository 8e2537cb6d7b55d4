import type { BrowserContext } from '@playwright/test';
import { memberCalls, workspaceCalls } from '@portal/contract';
import { chooseAction } from './support/choose-action.ts';
import { urls } from './support/urls.ts';
import { createMember, createWorkspace } from './support/accounts.ts';
import { callApi, sendCall } from './support/call-api.ts';
import { clickAndConfirm } from './support/click-and-confirm.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expireInvitations } from './support/expire-invitations.ts';
import { invitationTokens, linkFromEmail } from './support/inbox.ts';
import {
  acceptInvitation,
  acceptTerms,
  dismissVerificationBanner,
  enterLogin,
  fillProfile,
  newEmail,
  signUpFromInvitation,
  verifyEmail,
} from './support/user-flows.ts';
import { expect, test } from './support/test.ts';

/** Creates a workspace of another user, invites an address and returns the link in the email. */
async function invite(owner: BrowserContext, { email, name }: { email: string; name: string }) {
  await createMember(owner, { nickname: 'Olga', firstName: 'Olga', lastName: 'Owner' });
  const params = { workspaceId: await createWorkspace(owner, { displayName: name }) };
  await callApi(owner, memberCalls.inviteMember, { params, body: { email: email.toUpperCase(), role: 'approver' } });
  return { params, link: await linkFromEmail(email, /You are invited to a workspace/, `“${name}”`) };
}

test('an invitee without an account accepts, signs up with a password and is a member once the email is verified', async ({
  anotherContext,
  context,
  page,
}) => {
  const owner = await anotherContext();
  const email = newEmail('ivan');
  const { params, link } = await invite(owner, { email, name: 'Shared' });
  const invitedBy = 'Olga invites you to join Shared as Approver.';
  const workspaceStatus = async () => (await sendCall(context, workspaceCalls.getWorkspace, { params })).status();

  await test.step('the page of the link names inviter and workspace, and offers the sign-up', async () => {
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1, name: 'Join Shared' })).toBeVisible();
    await expect(page.getByText(invitedBy)).toBeVisible();
    await expectAccessible(page, 'an invitation, logged out');
    await signUpFromInvitation(page, email, link);
  });

  await test.step('the terms name both, and say that the email has to be verified, too', async () => {
    const notice = page.getByText(/To join, agree to the terms and verify your email/);
    await expect(notice).toContainText(invitedBy);
    await expectAccessible(page, 'the terms, with an accepted invitation');
    await acceptTerms(page);
  });

  await test.step('the profile names both, and the invitee has no access yet', async () => {
    await expect(page.getByText(/To join, verify your email/)).toContainText(invitedBy);
    expect(await workspaceStatus()).toBe(404);
    const members = await callApi(owner, memberCalls.listMembers, { params });
    expect(members.find((member) => member.email === email)).toMatchObject({ pending: true });
  });

  await test.step('the profile says that the invitee joined when the email is verified', async () => {
    await verifyEmail(page, email);
    await dismissVerificationBanner(page);
    await expect(page.getByText(/^You joined/)).toHaveText('You joined Shared as Approver. Olga invited you.');
    expect(await workspaceStatus()).toBe(200);
    await expectAccessible(page, 'the profile of a user who has just joined');
  });

  await test.step('the page of the link says so, too', async () => {
    await fillProfile(page, 'Ivan');
    await expect(page.getByRole('heading', { level: 1, name: /^You joined / })).toBeVisible();
    await expect(page).toHaveURL(`${link}?accepted`);
    await expectAccessible(page, 'an invitation that the verification completed');
  });

  await test.step('the invitee has the given role', async () => {
    await page.getByRole('link', { name: 'Go to your workspaces' }).click();
    await expect(page.getByRole('heading', { level: 1, name: '2 Workspaces' })).toBeVisible();
    const card = page.getByRole('article').filter({ hasText: 'Shared' });
    await expect(card).toContainText('Role: Approver');
    await expect(card).toContainText('Owner: Olga Owner');
    await card.getByRole('link', { name: 'Shared' }).click();
    await page.waitForURL(`${urls.localInstance}/**`);
    await expect(page.locator('#role')).toHaveText('APPROVER');
  });

  await test.step('the owner sees that the invitee has joined', async () => {
    const ownerPage = await owner.newPage();
    await ownerPage.goto(`/workspace/${params.workspaceId}`);
    const row = ownerPage.getByRole('row', { name: email });
    await expect(row).toContainText('Approver');
    await expect(row).not.toContainText('Invited');
  });

  await test.step('the link then leads to the workspace', async () => {
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1, name: 'You are already a member' })).toBeVisible();
    await expectAccessible(page, 'an invitation of a member');
  });
});

test('a user with another account sees which one is needed, and switches to it', async ({
  anotherContext,
  context,
  page,
}) => {
  const email = newEmail('ines');
  const { link } = await invite(await anotherContext(), { email, name: 'For Ines' });
  await createMember(await anotherContext(), { email });
  const { email: otherEmail } = await createMember(context, { nickname: 'Bob' });

  await page.goto(link);
  await expect(page.getByText(`It invites ${email}. You are logged in as ${otherEmail}.`)).toBeVisible();
  await expect(page.getByText('For Ines')).toHaveCount(0);
  await expectAccessible(page, 'an invitation for another account');
  await page.getByRole('link', { name: 'Log out and switch account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Join For Ines' })).toBeVisible();
  await expect(page).toHaveURL(link);
  await page.getByRole('button', { name: 'Accept and log in' }).click();
  await expect(page.locator('input[name=email]')).toHaveValue(email);
  await enterLogin(page, email);
  await expect(page.getByRole('heading', { level: 1, name: /^You joined / })).toBeVisible();
  await expectAccessible(page, 'an invitation that the login completed');
});

test('a user sees invitations above the workspaces once the links were opened, accepts one and declines another', async ({
  anotherContext,
  context,
  page,
}) => {
  const { email } = await createMember(context, { nickname: 'Carl' });
  const { link: wantedLink } = await invite(await anotherContext(), { email, name: 'Wanted' });
  const owner = await anotherContext();
  const { params, link } = await invite(owner, { email, name: 'Unwanted' });
  const invitations = page.getByRole('list', { name: 'Needs you' }).getByRole('listitem');
  await page.goto('/workspaces');

  await test.step('the cards show nothing but that invitations wait, and email the link again', async () => {
    await expect(invitations).toHaveCount(2);
    for (const card of await invitations.all()) await expect(card).toContainText(`An invitation for ${email}`);
    await expect(page.getByText(/Wanted|Unwanted|Olga/)).toHaveCount(0);
    await invitations.first().getByRole('button', { name: 'Email me the link' }).click();
    await expect(page.getByText(`A link is on its way to ${email}.`)).toBeVisible();
    await expect.poll(async () => (await invitationTokens(email)).length).toBe(3);
    await expectAccessible(page, 'workspaces with hidden invitations');
  });

  await test.step('the links in the emails show them', async () => {
    for (const [url, name] of [
      [wantedLink, 'Wanted'],
      [link, 'Unwanted'],
    ] as const) {
      await page.goto(url);
      await expect(page.getByRole('heading', { level: 1, name: `Join ${name}` })).toBeVisible();
    }
    await page.getByRole('link', { name: 'Workspaces', exact: true }).click();
  });

  await test.step('the cards say who invites, as what and until when', async () => {
    await expect(invitations).toHaveCount(2);
    await expect(invitations.filter({ hasText: 'Unwanted' })).toContainText(
      /Olga \(.+@example\.com\) invites you to join as Approver\.\s*Valid until/,
    );
    await expectAccessible(page, 'workspaces with invitations');
  });

  await test.step('an accepted workspace is in the list', async () => {
    await acceptInvitation(page, 'Wanted');
    const heading = page.getByRole('heading', { level: 1, name: '2 Workspaces' });
    await expect(heading).toBeFocused();
    await expectAccessible(page, 'workspaces after an acceptance');
  });

  await test.step('a declined one is not, and its link says so', async () => {
    await clickAndConfirm(page.getByRole('button', { name: /Decline the invitation to Unwanted/ }));
    await expect(page.getByText('You declined the invitation to Unwanted.')).toBeVisible();
    await expect(invitations).toHaveCount(0);
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1, name: 'You declined this invitation' })).toBeVisible();
  });

  await test.step('the owner sees it and can invite the user again', async () => {
    const ownerPage = await owner.newPage();
    await ownerPage.goto(`/workspace/${params.workspaceId}`);
    const row = ownerPage.getByRole('row', { name: email });
    await expect(row).toContainText('Declined');
    await expectAccessible(ownerPage, 'members and a declined invitation');
    await chooseAction(ownerPage, email, 'Invite again');
    await expect(row).toContainText('Expires');
    await page.goto('/workspaces');
    await expect(invitations).toHaveCount(1);
  });
});

test('an expired invitation cannot be accepted until it is sent again', async ({ anotherContext, context, page }) => {
  const { email } = await createMember(context, { nickname: 'Erin' });
  const owner = await anotherContext();
  const { params, link } = await invite(owner, { email, name: 'Late' });
  await expireInvitations(email);

  await test.step('the link says that it has expired', async () => {
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1, name: 'This invitation has expired' })).toBeVisible();
    await expectAccessible(page, 'an expired invitation');
  });

  await test.step('the owner sends it again, and copies a link', async () => {
    const ownerPage = await owner.newPage();
    await ownerPage.goto(`/workspace/${params.workspaceId}`);
    const row = ownerPage.getByRole('row', { name: email });
    await expect(row).toContainText(/Expired \d+ (day|hour)s? ago/);
    await chooseAction(ownerPage, email, 'Resend');
    await expect(row).toContainText('Expires');
    await chooseAction(ownerPage, email, 'Copy link');
    const dialog = ownerPage.getByRole('dialog', { name: 'Invitation link' });
    await expect(dialog.getByLabel('Link')).toHaveValue(new RegExp(`^${urls.portal}/invitations/`));
    await expectAccessible(ownerPage, 'a link to an invitation');
    await page.goto(await dialog.getByLabel('Link').inputValue());
  });

  await test.step('the copied link leads to the invitation', async () => {
    await acceptInvitation(page, 'Late');
  });
});

test('fifty people are invited at once; five addresses are not valid', async ({ context, page }) => {
  await createMember(context);
  const workspaceId = await createWorkspace(context, { displayName: 'Everybody' });
  const valid = Array.from({ length: 45 }, () => newEmail('guest'));
  const invalid = ['nobody', 'ann@', '@example.com', 'two@@example.com', 'dots@example..com'];
  await page.goto(`/workspace/${workspaceId}`);
  const list = [...valid, ...invalid].join('\n');
  await page.getByLabel('User Email to Grant Workspace Access').evaluate((field, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', text);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, list);
  await expect(page.getByText('45 addresses are ready. 5 parts are not an address')).toBeVisible();
  await expectAccessible(page, 'a list of fifty people before it is sent');
  await page.getByRole('button', { name: 'Send 45 invitations' }).click();
  await expect(page.getByText('45 people were invited.')).toBeVisible();
  const results = page.getByRole('region', { name: 'Results' }).getByRole('listitem');
  await expect(results).toHaveCount(45);
  const preview = page.getByRole('region', { name: 'People to invite' });
  for (const text of invalid) await expect(preview.getByLabel(`Correct ${text}`, { exact: true })).toHaveValue(text);
  await expect(page.getByRole('row').filter({ hasText: 'Invited' })).toHaveCount(45);
  await expectAccessible(page, 'the results of fifty invitations');
  await linkFromEmail(valid.at(-1) ?? '', /You are invited to a workspace/);
});

test('a cancelled invitation gives no access', async ({ anotherContext, context, page }) => {
  const { email } = await createMember(context);
  const owner = await anotherContext();
  const { params, link } = await invite(owner, { email, name: 'Withdrawn' });
  const ownerPage = await owner.newPage();
  await ownerPage.goto(`/workspace/${params.workspaceId}`);
  // By keyboard, which must end up in the dialog and then not lose its place.
  await ownerPage.getByRole('button', { name: `Actions for ${email}` }).press('Enter');
  await ownerPage.getByRole('menuitem', { name: 'Cancel invitation' }).press('Enter');
  const dialog = ownerPage.getByRole('dialog', { name: 'Cancel this invitation?' });
  await expect(dialog.getByRole('button', { name: 'Keep invitation' })).toBeFocused();
  await expectAccessible(ownerPage, 'cancelling an invitation');
  await dialog.getByRole('button', { name: 'Cancel invitation' }).press('Enter');
  await expect(ownerPage.getByRole('row', { name: email })).toHaveCount(0);
  await expect(ownerPage.getByRole('heading', { level: 2, name: 'Members' })).toBeFocused();
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'This invitation was cancelled' })).toBeVisible();
  await page.goto(`/workspace/${params.workspaceId}`);
  await expect(page.getByRole('link', { name: 'Go to your workspaces' })).toBeVisible();
});
