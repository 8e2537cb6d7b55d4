import type { BrowserContext, Page } from '@playwright/test';
import { workspaceCalls } from '@portal/contract';
import { ulid } from 'ulid';
import { aMember } from './support/accounts.ts';
import { addresses } from './support/addresses.ts';
import { ask } from './support/ask.ts';
import { longestWork } from './support/longest-work.ts';
import { expect, test } from './support/test.ts';

const count = 500;

/** In milliseconds: from here on a task is seen as a stutter, and a list as one that lags behind what was typed. */
const stutter = 200;
const lag = 250;

/** From here on a key or click waits noticeably for its paint. */
const noticed = 100;

/** A busy machine disturbs one try, a slow page is slow in all. */
const tries = 5;

/** The longest task of the page while something is done. */
async function longestTask(page: Page, act: () => Promise<unknown>): Promise<number> {
  const tasks = await page.evaluateHandle(() => {
    const lengths: number[] = [];
    const observer = new PerformanceObserver((list) => lengths.push(...list.getEntries().map((task) => task.duration)));
    observer.observe({ type: 'longtask' });
    return { lengths, observer };
  });
  await act();
  return tasks.evaluate(({ lengths, observer }) => {
    const late = observer.takeRecords().map((task) => task.duration);
    observer.disconnect();
    return Math.max(0, ...lengths, ...late);
  });
}

/** How long it takes from the key until the page shows so many cards, by the page's own clock. */
async function timeToFilter(page: Page, text: string, cards: number): Promise<number> {
  const time = page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const onInput = ({ timeStamp }: Event) => {
          const look = () => {
            if (document.querySelectorAll('article').length !== wanted) requestAnimationFrame(look);
            else resolve(performance.now() - timeStamp);
          };
          requestAnimationFrame(look);
        };
        document.addEventListener('input', onInput, { once: true });
      }),
    cards,
  );
  await page.getByRole('searchbox').fill(text);
  return time;
}

/** Opens the list of somebody who has so many workspaces. */
async function openMany(context: BrowserContext, page: Page): Promise<void> {
  await aMember(context);
  const [own] = await ask(context, workspaceCalls.listWorkspaces);
  const many = Array.from({ length: count }, (_, index) => ({
    ...own,
    id: ulid(),
    displayName: `Number ${index + 1}`,
  }));
  await page.route(`${addresses.authApi}${workspaceCalls.listWorkspaces.path}`, async (route) =>
    route.fulfill({ response: await route.fetch(), json: many }),
  );
  await page.goto('/workspaces');
  await expect(page.getByRole('heading', { level: 1, name: `${count} Workspaces` })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(count);
}

test('500 workspaces scroll and filter without a stutter', async ({ context, page }) => {
  await openMany(context, page);
  await page.mouse.move(640, 500);

  const found = { scrolling: [] as number[], filtering: [] as number[], lag: [] as number[] };
  for (let once = 0; once < tries; once += 1) {
    const scroll = async () => {
      for (let turn = 0; turn < 15; turn += 1) await page.mouse.wheel(0, 1000);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(5000);
    };
    found.scrolling.push(await longestTask(page, scroll));
    await page.evaluate(() => window.scrollTo(0, 0));
    const filter = async () => found.lag.push(await timeToFilter(page, 'Number 437', 1));
    found.filtering.push(await longestTask(page, filter));
    await page.getByRole('searchbox').fill('');
    await expect(page.getByRole('article')).toHaveCount(count);
  }
  const told = JSON.stringify(found);
  expect(Math.min(...found.scrolling), `the longest task while it scrolls: ${told}`).toBeLessThan(stutter);
  expect(Math.min(...found.filtering), `the longest task while it filters: ${told}`).toBeLessThan(stutter);
  expect(Math.min(...found.lag), `until the list is filtered: ${told}`).toBeLessThan(lag);
});

test('a search among 500 workspaces can be typed and cleared, and no key or click waits for it', async ({
  context,
  page,
}) => {
  await openMany(context, page);
  const box = page.getByRole('searchbox');
  const typeAndClear = async () => {
    await box.pressSequentially('Number 437', { delay: 60 });
    await expect(page.getByRole('article')).toHaveCount(1);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(page.getByRole('article')).toHaveCount(count);
  };
  const longest: number[] = [];
  for (let once = 0; once < tries; once += 1) longest.push(await longestWork(page, typeAndClear));
  expect(Math.min(...longest), `the longest work of each try: ${longest.join(', ')}`).toBeLessThan(noticed);
  await expect(box).toHaveValue('');
  await expect(box).toBeFocused();
});
