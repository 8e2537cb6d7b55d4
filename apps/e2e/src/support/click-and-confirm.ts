import { expect, type Locator } from '@playwright/test';

/** Clicks a button and confirms with a second click, which must not come within the double-click guard. */
export async function clickAndConfirm(button: Locator): Promise<void> {
  const confirming = button.and(button.page().locator('[data-phase=confirming]'));
  let isConfirmed = false;
  await expect(async () => {
    if ((await confirming.count()) === 0) {
      if (isConfirmed) return;
      // The first click, or another one because the confirmation timed out after three seconds.
      await button.click();
    }
    await confirming.click({ timeout: 1_000 });
    isConfirmed = true;
    expect(await confirming.count()).toBe(0);
  }).toPass({ intervals: [100], timeout: 20_000 });
}
