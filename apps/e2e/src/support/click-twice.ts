import { expect, type Locator } from '@playwright/test';

/** A click and the one that confirms it; a second one that comes too soon would be half of a double click. */
export async function clickTwice(button: Locator): Promise<void> {
  const asking = button.and(button.page().locator('[data-phase=asking]'));
  let isConfirmed = false;
  await expect(async () => {
    if ((await asking.count()) === 0) {
      if (isConfirmed) return;
      // For the first time, or since nothing came within the three seconds for which it asks.
      await button.click();
    }
    await asking.click({ timeout: 1_000 });
    isConfirmed = true;
    expect(await asking.count()).toBe(0);
  }).toPass({ intervals: [100], timeout: 20_000 });
}
