import type { Page } from '@playwright/test';
import { createMember, createWorkspace } from './support/accounts.ts';
import { expect, test } from './support/test.ts';

declare global {
  interface Window {
    /** The durations of the animations that the page started. */
    startedAnimations: unknown[];
  }
}

/** Runs in the page before its own scripts. An animation is over too soon to be looked up. */
function recordAnimations(): void {
  window.startedAnimations = [];
  const elements: { animate: (this: Element, ...how: Parameters<Element['animate']>) => Animation } = Element.prototype;
  const { animate } = elements;
  elements.animate = function (keyframes, options) {
    window.startedAnimations.push(typeof options === 'object' ? options.duration : options);
    return animate.call(this, keyframes, options);
  };
}

const startedAnimations = (page: Page) => page.evaluate(() => window.startedAnimations);

async function hide(page: Page, name: string): Promise<void> {
  await page.goto('/workspaces');
  await page.getByRole('button', { name: `${name} actions` }).click();
  await page.getByRole('menuitem', { name: 'Hide from the list' }).click();
  await expect(page.getByRole('article').filter({ hasText: name })).toHaveCount(0);
}

test('a moved card is animated briefly, and not at all under reduced motion', async ({ context, page }) => {
  await createMember(context);
  for (const displayName of ['Alpha', 'Beta', 'Gamma', 'Delta']) await createWorkspace(context, { displayName });
  await page.addInitScript(recordAnimations);
  await hide(page, 'Alpha');
  await expect.poll(() => startedAnimations(page)).not.toEqual([]);
  for (const duration of await startedAnimations(page)) expect(duration).toBe(160);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await hide(page, 'Beta');
  expect(await startedAnimations(page)).toEqual([]);
});

test('after a star is set by keyboard, its tooltip closes', async ({ context, page }) => {
  await createMember(context);
  for (const displayName of ['Alpha', 'Beta', 'Gamma', 'Delta']) await createWorkspace(context, { displayName });
  await page.goto('/workspaces');
  const star = page.getByRole('button', { name: 'Favourite Gamma' });
  await expect(star).toBeVisible();
  await page.keyboard.press('Tab');
  await star.focus();
  const tooltip = page.getByRole('tooltip');
  await expect(tooltip).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await expect(tooltip).toBeHidden();
});
