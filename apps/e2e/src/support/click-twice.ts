import { expect, type Locator } from '@playwright/test';

/** A click and the one that confirms it; a second one that comes too soon would be half of a double click. */
export async function clickTwice(button: Locator): Promise<void> {
  await button.click();
  const asking = button.and(button.page().locator('[data-phase=asking]'));
  await expect(asking).toBeVisible();
  await expect(async () => {
    if ((await asking.count()) > 0) await asking.click({ timeout: 500 });
    expect(await asking.count()).toBe(0);
  }).toPass({ intervals: [100], timeout: 2_500 });
}
