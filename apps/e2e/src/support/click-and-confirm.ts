import { expect, type Locator } from '@playwright/test';

/** Clicks a button and confirms with a second click, which must not come within the double-click guard. */
export async function clickAndConfirm(button: Locator): Promise<void> {
  const confirming = button.and(button.page().locator('[data-phase=confirming]'));
  let isAsked = false;
  let isConfirmed = false;
  await expect(async () => {
    if ((await confirming.count()) === 0) {
      // On a busy machine the confirming click can time out after it removed the button.
      if (isConfirmed || (isAsked && (await button.count()) === 0)) return;
      // The first click, or another one because the confirmation timed out after three seconds.
      await button.click();
      isAsked = true;
    }
    await confirming.click({ timeout: 1_000 });
    isConfirmed = true;
    expect(await confirming.count()).toBe(0);
  }).toPass({ intervals: [100], timeout: 20_000 });
}
