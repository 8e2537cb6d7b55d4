import type { Page } from '@playwright/test';

const subscription = {
  planCode: 'monthly',
  isTrial: true,
  exceededFreeTier: false,
  state: 'trialing',
  endingAt: '2099-12-21T12:00:00.000Z',
};

const asked = '**/activeSubscription';

/**
 * Opens a page that then asks the API for nothing by itself: what becomes of its session meanwhile it learns by an act, also on a
 * busy machine. Else it would ask for the subscription of somebody new until there is one.
 */
export async function openCalm(page: Page, path: string): Promise<void> {
  await page.route(asked, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, ...(response.ok() && { json: { activeSubscription: subscription } }) });
  });
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await page.unroute(asked);
}
