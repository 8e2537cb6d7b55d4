import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { aMember, aStaffMember, aWorkspace, signedUp } from './support/accounts.ts';
import { addresses } from './support/addresses.ts';
import { expect, test } from './support/test.ts';

interface Shift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly { readonly node?: Node | null }[];
}

/** Long enough for skeletons to be seen, and what is asked for together comes one after the other. */
async function answerSlowly(context: BrowserContext): Promise<void> {
  let asked = 0;
  await context.route(`${addresses.authApi}/**`, async (route, request) => {
    if (request.resourceType() === 'fetch') await setTimeout(250 + 150 * (asked++ % 3));
    await route.continue();
  });
}

/** What moved on the page since it was opened, by how much. */
const shifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        new PerformanceObserver((list) => {
          resolve(
            (list.getEntries() as Shift[]).map(({ value, sources }) => {
              const moved = sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 120) : ''));
              return `${value.toFixed(4)} ${moved.join(' | ')}`;
            }),
          );
        }).observe({ type: 'layout-shift', buffered: true });
        window.setTimeout(() => resolve([]), 200);
      }),
  );

async function opensAtRest(page: Page, path: string, shown: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByText(shown).first()).toBeVisible();
  await expect(page.locator('.bg-skeleton, [aria-busy=true]')).toHaveCount(0);
  expect.soft(await shifts(page), path).toEqual([]);
}

// A page may still be asking for something when its test is over.
test.afterEach(({ context }) => context.unrouteAll({ behavior: 'ignoreErrors' }));

test('nothing moves while pages load', async ({ context, page }) => {
  await aMember(context);
  const id = await aWorkspace(context, { displayName: 'Staging' });
  await answerSlowly(context);
  await opensAtRest(page, '/workspaces', 'Staging');
  await opensAtRest(page, `/workspace/${id}`, 'Remove User');
  await opensAtRest(page, `/workspace/${id}/tokens`, 'There is no active token');
  await opensAtRest(page, '/billing', 'Address Line 1');
  await opensAtRest(page, '/profile', 'Discord Username');
  await opensAtRest(page, '/legal', 'Open Source Notice');
});

test('nor does it for a newcomer, above whose pages the banner comes', async ({ context, page }) => {
  await signedUp(context);
  await answerSlowly(context);
  await opensAtRest(page, '/review-legal', 'Agree and continue');
});

test('nor for staff', async ({ context, page }) => {
  await aStaffMember(context);
  await answerSlowly(context);
  await opensAtRest(page, '/workspace-admin?section=suspensions', 'Suspended users');
});
