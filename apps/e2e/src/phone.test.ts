import { memberCalls } from '@portal/contract';
import { devices, type Page } from '@playwright/test';
import { createMember, createWorkspace } from './support/accounts.ts';
import { callApi } from './support/call-api.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { linkFromEmail } from './support/inbox.ts';
import { acceptTerms, fillProfile, newEmail, password } from './support/user-flows.ts';
import { dismissVerificationBanner, verifyEmail } from './support/user-flows.ts';
import { expect, test } from './support/test.ts';

const { userAgent, isMobile, hasTouch } = devices['iPhone 15'];
const narrowest = { width: 320, height: 568 };
test.use({ userAgent, isMobile, hasTouch, viewport: narrowest });

const notice = 'This product can only be used on a desktop computer.';

async function expectFits(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first(), name).toBeVisible();
  await expect(page.getByText(notice), name).toHaveCount(0);
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 700 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${name} at ${width} px scrolls sideways`).toBeLessThanOrEqual(0);
  }
  await expectAccessible(page, `${name} on a phone`);
  // The check for accessibility ends with a wide window.
  await page.setViewportSize(narrowest);
}

test('a new user reads and accepts an invitation on a phone, and then sees that a desktop computer is required', async ({
  anotherContext,
  page,
}) => {
  const owner = await anotherContext();
  await createMember(owner, { nickname: 'Olga' });
  const params = { workspaceId: await createWorkspace(owner, { displayName: 'Shared' }) };
  const email = newEmail('pia');
  await callApi(owner, memberCalls.inviteMember, { params, body: { email, role: 'approver' } });
  const link = await linkFromEmail(email, /You are invited to a workspace/, '“Shared”');

  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'Join Shared' })).toBeVisible();
  await expectFits(page, 'the invitation, logged out');
  await page.getByRole('button', { name: 'Accept and sign up' }).click();
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('checkbox')).toBeVisible();
  await expect(page.getByText('Olga invites you to join Shared as Approver.')).toBeVisible();
  await expectFits(page, 'the terms');
  await acceptTerms(page);
  await expect(page.getByRole('heading', { name: 'Welcome To the product!' })).toBeVisible();
  await expectFits(page, 'the profile with the verification banner');
  await verifyEmail(page, email);
  await dismissVerificationBanner(page);
  await fillProfile(page, 'Pia');
  await expect(page.getByRole('heading', { level: 1, name: /^You joined / })).toBeVisible();
  await expectFits(page, 'the accepted invitation');
  await page.getByRole('link', { name: 'Go to your workspaces' }).click();
  await expect(page.getByText(notice)).toBeVisible();
  await expectAccessible(page, 'the notice on a phone');
});
