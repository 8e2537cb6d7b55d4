import type { BrowserContext, Page } from '@playwright/test';
import { workspaceCalls } from '@portal/contract';
import { ulid } from 'ulid';
import { createMember } from './support/accounts.ts';
import { urls } from './support/urls.ts';
import { callApi } from './support/call-api.ts';
import { expect, test } from './support/test.ts';
import { measureMainThreadWork } from './support/main-thread-work.ts';

const count = 500;

/** CPU time from which on a filtered list noticeably lags behind the typing. */
const maxFilterWorkMs = 250;

/** CPU time from which on a task noticeably delays the next paint. */
const maxTaskMs = 100;

/** A busy machine may slow down single attempts, a slow page all of them: one fast attempt is enough. */
const maxAttempts = 5;
const someBelow = (times: readonly number[], limit: number) => times.some((time) => time < limit);

/** Opens the list of a user with 500 workspaces. */
async function openWorkspaceList(context: BrowserContext, page: Page): Promise<void> {
  await createMember(context);
  const [workspace] = await callApi(context, workspaceCalls.listWorkspaces);
  const many = Array.from({ length: count }, (_, index) => ({
    ...workspace,
    id: ulid(),
    displayName: `Number ${index + 1}`,
  }));
  await page.route(
    ({ origin, pathname }) => origin + pathname === urls.authApi + workspaceCalls.listWorkspaces.path,
    async (route) => route.fulfill({ response: await route.fetch(), json: many }),
  );
  await page.goto('/workspaces');
  await expect(page.getByRole('heading', { level: 1, name: `${count} Workspaces` })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(count);
}

test('500 workspaces scroll and filter without long tasks', async ({ context, page }) => {
  await openWorkspaceList(context, page);
  await page.mouse.move(640, 500);

  const measured = { scrolling: [] as number[], filtering: [] as number[], lag: [] as number[] };
  const isFastEnough = () =>
    someBelow(measured.scrolling, maxTaskMs) &&
    someBelow(measured.filtering, maxTaskMs) &&
    someBelow(measured.lag, maxFilterWorkMs);
  for (let attempt = 0; attempt < maxAttempts && !isFastEnough(); attempt += 1) {
    const scroll = async () => {
      for (let turn = 0; turn < 15; turn += 1) await page.mouse.wheel(0, 1000);
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(5000);
    };
    measured.scrolling.push((await measureMainThreadWork(page, scroll)).longestTaskMs);
    await page.evaluate(() => window.scrollTo(0, 0));
    const filter = async () => {
      await page.getByRole('searchbox').fill('Number 437');
      await expect(page.getByRole('article')).toHaveCount(1);
    };
    const filtering = await measureMainThreadWork(page, filter);
    measured.filtering.push(filtering.longestTaskMs);
    measured.lag.push(filtering.totalMs);
    await page.getByRole('searchbox').fill('');
    await expect(page.getByRole('article')).toHaveCount(count);
  }
  const summary = JSON.stringify(measured);
  expect(Math.min(...measured.scrolling), `longest task while scrolling: ${summary}`).toBeLessThan(maxTaskMs);
  expect(Math.min(...measured.filtering), `longest task while filtering: ${summary}`).toBeLessThan(maxTaskMs);
  expect(Math.min(...measured.lag), `total work until the list is filtered: ${summary}`).toBeLessThan(maxFilterWorkMs);
});

test('typing and clearing a search among 500 workspaces does not block input', async ({ context, page }) => {
  await openWorkspaceList(context, page);
  const box = page.getByRole('searchbox');
  const typeAndClear = async () => {
    await box.pressSequentially('Number 437', { delay: 60 });
    await expect(page.getByRole('article')).toHaveCount(1);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(page.getByRole('article')).toHaveCount(count);
  };
  const longest: number[] = [];
  for (let attempt = 0; attempt < maxAttempts && !someBelow(longest, maxTaskMs); attempt += 1) {
    longest.push((await measureMainThreadWork(page, typeAndClear)).longestTaskMs);
  }
  expect(Math.min(...longest), `longest task of each attempt: ${longest.join(', ')}`).toBeLessThan(maxTaskMs);
  await expect(box).toHaveValue('');
  await expect(box).toBeFocused();
});

test('the command palette opens and finds among 500 workspaces without a long task', async ({ context, page }) => {
  await openWorkspaceList(context, page);
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  const measured = { opening: [] as number[], typing: [] as number[] };
  const isFastEnough = () => someBelow(measured.opening, maxTaskMs) && someBelow(measured.typing, maxTaskMs);
  for (let attempt = 0; attempt < maxAttempts && !isFastEnough(); attempt += 1) {
    const open = async () => {
      await page.keyboard.press('Control+k');
      await expect(palette.getByRole('option').first()).toBeVisible();
    };
    const type = async () => {
      await page.keyboard.type('437 tok');
      await expect(palette.getByRole('option')).toHaveText([
        'Number 437 › API Tokens',
        'Create an API token in Number 437',
      ]);
    };
    measured.opening.push((await measureMainThreadWork(page, open)).longestTaskMs);
    measured.typing.push((await measureMainThreadWork(page, type)).longestTaskMs);
    await page.keyboard.press('Escape');
    await expect(palette).toBeHidden();
  }
  const summary = JSON.stringify(measured);
  test.info().annotations.push({ type: 'measured', description: summary });
  expect(Math.min(...measured.opening), `longest task while opening: ${summary}`).toBeLessThan(maxTaskMs);
  expect(Math.min(...measured.typing), `longest task while typing: ${summary}`).toBeLessThan(maxTaskMs);
});
