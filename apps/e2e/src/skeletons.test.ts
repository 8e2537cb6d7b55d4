import type { Page } from '@playwright/test';
import { workspaceCalls } from '@portal/contract';
import { createMember, createStaffMember, createWorkspace } from './support/accounts.ts';
import { callApi } from './support/call-api.ts';
import { layoutShifts } from './support/layout-shifts.ts';
import { waitForSubscription } from './support/subscription.ts';
import type { Network } from './support/network.ts';
import { expect, testWithNetwork as test } from './support/test.ts';

/** Requests for the data of a page. Without a session and the feature flags, there is no page. */
const dataRequests = /^GET (?!\/whoami|.*\/featureFlags)/;

/** How much higher or lower the page may be when its data is loaded. */
const tolerance = 8;

/** `main` fills the window, so its own height is not that of the page. */
const contentHeight = (page: Page) =>
  page.locator('#content').evaluate((main) => {
    const top = main.firstElementChild?.getBoundingClientRect().top ?? 0;
    return Math.round((main.lastElementChild?.getBoundingClientRect().bottom ?? 0) - top);
  });

/** Compares the page while all requests for its data are paused with the loaded page. */
async function expectFinalLayout(page: Page, network: Network, path: string, shown: string): Promise<void> {
  const pause = network.pauseRequests(dataRequests);
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.locator('.bg-skeleton').first(), path).toBeVisible();
  const skeleton = await contentHeight(page);
  pause.release();
  await expect(page.getByText(shown).first(), path).toBeVisible();
  await expect(page.locator('.bg-skeleton, [aria-busy=true]'), path).toHaveCount(0);
  // The lists of a page load after it, and show no skeleton for the first moment.
  const difference = async () => Math.abs((await contentHeight(page)) - skeleton);
  await expect
    .poll(difference, `${path} was ${skeleton} px high, and is now ${await contentHeight(page)}`)
    .toBeLessThanOrEqual(tolerance);
  expect.soft(await layoutShifts(page), path).toEqual([]);
}

test('skeletons have the height of the loaded page', async ({ context, network, page }) => {
  const user = await createMember(context);
  await waitForSubscription(context, user.id);
  const id = await createWorkspace(context, { displayName: 'Staging' });
  await expectFinalLayout(page, network, '/workspaces', 'Staging');
  for (let index = 1; index < 7; index += 1) await createWorkspace(context, { displayName: `Number ${index}` });
  // The page remembers the length of the list.
  await page.goto('/workspaces');
  await expect(page.getByText('Number 6')).toBeVisible();
  await expectFinalLayout(page, network, '/workspaces', 'Number 6');
  for (const index of [1, 2, 3]) {
    await page.getByRole('button', { name: `Number ${index} actions` }).click();
    await page.getByRole('menuitem', { name: 'Hide from the list' }).click();
    await expect(page.getByRole('article').filter({ hasText: `Number ${index}` })).toBeHidden();
  }
  // The toolbar has its place above four shown workspaces, too.
  const pause = network.pauseRequests(dataRequests);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('.bg-skeleton').first()).toBeVisible();
  const tileTop = () => page.locator('.workspace-grid').evaluate((grid) => grid.getBoundingClientRect().top);
  const before = await tileTop();
  pause.release();
  await expect(page.getByText('Number 6')).toBeVisible();
  await expect(page.locator('.bg-skeleton, [aria-busy=true]')).toHaveCount(0);
  expect(await tileTop()).toBe(before);
  // Nor did it move meanwhile. The button for hidden workspaces appears above it, beside the search box.
  expect(await layoutShifts(page, '.workspace-grid')).toEqual([]);
  await expectFinalLayout(page, network, `/workspace/${id}`, 'Save Workspace');
  await expectFinalLayout(page, network, `/workspace/${id}/overview`, 'created the workspace');
  await expectFinalLayout(page, network, `/workspace/${id}/tokens`, 'No active tokens');
  await expectFinalLayout(page, network, `/workspace/${id}/activity`, 'created the workspace');
  await expectFinalLayout(page, network, '/billing', 'Address Line 1');
  await expectFinalLayout(page, network, '/profile/account', 'Delete account...');
  await expectFinalLayout(page, network, '/profile/notifications', 'A member left my workspace');
  await expectFinalLayout(page, network, '/security', 'Turn on');
});

test('on a phone the list of workspaces does not move when it is loaded with hidden ones', async ({
  context,
  network,
  page,
}) => {
  const user = await createMember(context);
  await waitForSubscription(context, user.id);
  for (const displayName of ['One', 'Two', 'Three', 'Four']) await createWorkspace(context, { displayName });
  const workspaceId = await createWorkspace(context, { displayName: 'Five' });
  await callApi(context, workspaceCalls.setHidden, { params: { workspaceId }, body: { isHidden: true } });
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto('/workspaces');
  await expect(page.getByRole('button', { name: 'Show hidden (1)' })).toBeVisible();
  const list = network.pauseRequests(/^GET \/workspaces/);
  await page.reload({ waitUntil: 'commit' });
  // It has another height when it is loaded.
  await expect(page.getByText('30-DAY FREE TRIAL')).toBeVisible();
  await expect(page.getByText('Loading Workspaces...')).toBeVisible();
  const tile = page.getByRole('link', { name: 'Create New Workspace' });
  const before = await tile.boundingBox();
  list.release();
  await expect(page.getByRole('button', { name: 'Show hidden (1)' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(5);
  expect(await tile.boundingBox()).toEqual(before);
});

test('skeletons of the pages of staff have the height of the loaded page', async ({ context, network, page }) => {
  const { id } = await createStaffMember(context);
  const workspaceId = await createWorkspace(context, { displayName: 'Staging' });
  await expectFinalLayout(page, network, `/workspace-admin/users/${id}`, 'Member since');
  await expectFinalLayout(page, network, `/workspace-admin/workspaces/${workspaceId}`, 'Member since');
});

test('the bar of the splash moves, except under reduced motion', async ({ network, page }) => {
  const isMoving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .some(
          (animation) =>
            animation instanceof CSSAnimation &&
            animation.animationName === 'sweep' &&
            animation.playState === 'running',
        ),
    );
  const whoami = network.pauseRequests(/GET \/whoami/);
  await page.goto('/workspaces', { waitUntil: 'commit' });
  await expect(page.getByRole('progressbar', { name: 'Loading...' })).toBeVisible();
  await expect.poll(isMoving).toBe(true);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(isMoving).toBe(false);
  whoami.release();
});
