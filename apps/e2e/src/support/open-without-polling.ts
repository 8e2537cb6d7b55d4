import type { Page } from '@playwright/test';

const subscription = {
  planCode: 'monthly',
  isTrial: true,
  exceededFreeTier: false,
  state: 'trialing',
  endingAt: '2099-12-21T12:00:00.000Z',
};

const pollingUrl = '**/activeSubscription';

/**
 * Opens a page and waits until it sends no more requests, so that it notices the end of its session only by a user action.
 * Without the mocked subscription the page of a new user would poll until one exists.
 */
export async function openWithoutPolling(page: Page, path: string): Promise<void> {
  await page.route(pollingUrl, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, ...(response.ok() && { json: { activeSubscription: subscription } }) });
  });
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await page.unroute(pollingUrl);
}
