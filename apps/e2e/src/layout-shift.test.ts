import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { createMember, createStaffMember, createWorkspace, createSignedUpUser } from './support/accounts.ts';
import { layoutShifts } from './support/layout-shifts.ts';
import { waitForSubscription } from './support/subscription.ts';
import { urls } from './support/urls.ts';
import { expect, test } from './support/test.ts';

/** Delays responses so that skeletons show, and so that concurrent requests end one after the other. */
async function delayResponses(context: BrowserContext): Promise<void> {
  let requestCount = 0;
  await context.route(`${urls.authApi}/**`, async (route, request) => {
    if (request.resourceType() === 'fetch') await setTimeout(250 + 150 * (requestCount++ % 3));
    await route.continue();
  });
}

async function expectNoLayoutShift(page: Page, path: string, shown: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByText(shown).first()).toBeVisible();
  await expect(page.locator('.bg-skeleton, [aria-busy=true]')).toHaveCount(0);
  expect.soft(await layoutShifts(page), path).toEqual([]);
}

// A page may still send requests when its test ends.
test.afterEach(({ context }) => context.unrouteAll({ behavior: 'ignoreErrors' }));

test('nothing moves while pages load', async ({ context, page }) => {
  const user = await createMember(context);
  await waitForSubscription(context, user.id);
  const id = await createWorkspace(context, { displayName: 'Staging' });
  await delayResponses(context);
  await expectNoLayoutShift(page, '/workspaces', 'Staging');
  await expectNoLayoutShift(page, `/workspace/${id}`, 'Remove User');
  await expectNoLayoutShift(page, `/workspace/${id}/overview`, 'created the workspace');
  await expectNoLayoutShift(page, `/workspace/${id}/members`, 'Remove User');
  await expectNoLayoutShift(page, `/workspace/${id}/tokens`, 'No active tokens');
  await expectNoLayoutShift(page, `/workspace/${id}/activity`, 'created the workspace');
  await expectNoLayoutShift(page, '/billing', 'Address Line 1');
  await expectNoLayoutShift(page, '/profile', 'Discord Username');
  await expectNoLayoutShift(page, '/security', 'Turn on');
  await expectNoLayoutShift(page, '/legal', 'Open Source Notice');
});

test('nothing moves for a new user, whose pages show the verification banner', async ({ context, page }) => {
  await createSignedUpUser(context);
  await delayResponses(context);
  await expectNoLayoutShift(page, '/review-legal', 'Agree and continue');
});

test('nothing moves for staff', async ({ context, page }) => {
  await createStaffMember(context);
  await delayResponses(context);
  await expectNoLayoutShift(page, '/workspace-admin', 'in the last 7 days');
  await expectNoLayoutShift(page, '/workspace-admin?section=suspensions', 'Suspended users');
});
