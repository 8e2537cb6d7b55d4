import type { BrowserContext, Page } from '@playwright/test';
import { authTokenCalls, memberCalls } from '@portal/contract';
import { aStaffMember, aWorkspace } from './support/accounts.ts';
import { ask } from './support/ask.ts';
import { lostText } from './support/lost-text.ts';
import { newEmail } from './support/people.ts';
import { expect, test } from './support/test.ts';

/** What a window of 1280 leaves at 200 % and at 400 %. */
const zoomed = [
  { width: 640, height: 450 },
  { width: 320, height: 256 },
];

/** A workspace of which everything is as long as it may be, or nearly. */
async function aLongWorkspace(context: BrowserContext): Promise<string> {
  const workspaceId = await aWorkspace(context, {
    displayName: 'A-name-of-sixty-characters-without-any-space-in-it-at-all-so',
    instanceEnvType: 'PRIVATE',
    instanceUrl: 'https://a-rather-long-host-name.of-some-company.example.com',
  });
  const params = { workspaceId };
  for (const name of ['Deploy', 'x'.repeat(200)]) {
    await ask(context, authTokenCalls.createAuthToken, { params, body: { name, expiration: '1y' } });
  }
  for (const name of ['ann', 'somebody-with-a-long-name-before-the-sign-of-an-address']) {
    await ask(context, memberCalls.inviteMember, { params, body: { email: newEmail(name) } });
  }
  return workspaceId;
}

test('at twice and at four times its size no page scrolls sideways, and no text is lost; at four times each row is a stack', async ({
  context,
  page,
}) => {
  const { id: userId } = await aStaffMember(context, { nickname: 'N'.repeat(64) });
  const workspaceId = await aLongWorkspace(context);
  await aWorkspace(context, { displayName: 'Long '.repeat(99).trim() });
  const pages = {
    '/workspaces': '3 Workspaces',
    '/workspace/new': 'Create Workspace',
    [`/workspace/${workspaceId}`]: 'Members',
    [`/workspace/${workspaceId}/tokens`]: 'Deploy',
    '/profile': 'Save',
    '/billing': 'Contact Information',
    '/legal': 'Terms of Service',
    '/workspace-admin?section=user-accounts': 'Audit log',
    '/workspace-admin?section=sign-ups': 'Generate Report',
    '/workspace-admin?section=audit-log': 'Who',
    '/workspace-admin?section=suspensions': 'Suspended users',
    [`/workspace-admin/users/${userId}`]: 'Audit trail',
    [`/workspace-admin/workspaces/${workspaceId}`]: 'Audit trail',
  };
  for (const [path, text] of Object.entries(pages)) {
    await page.goto(path);
    await expect(page.locator('main').getByText(text).first(), path).toBeVisible();
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    for (const size of zoomed) {
      await page.setViewportSize(size);
      await page.evaluate(framesLater);
      await look(page, `${path} at ${size.width}`);
    }
  }
});

test('in a stacked row a button asks before it acts right where it was pressed', async ({ context, page }) => {
  await aStaffMember(context, { nickname: 'Nell' });
  const workspaceId = await aLongWorkspace(context);
  for (const [path, name] of [
    ['', /Remove \S/],
    ['/tokens', /Revoke \S/],
  ] as const) {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/workspace/${workspaceId}${path}`);
    const button = page.getByRole('button', { name }).first();
    await button.scrollIntoViewIfNeeded();
    const pressed = await button.boundingBox();
    await button.click();
    await expect(button).toHaveAttribute('data-phase', 'asking');
    const asking = await button.boundingBox();
    expect(asking?.y).toBe(pressed?.y);
    expect((asking?.x ?? 0) + (asking?.width ?? 0)).toBe((pressed?.x ?? 0) + (pressed?.width ?? 0));
  }
});

/** The first frame of another size may still have the rules of the one before. */
const framesLater = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  });

async function look(page: Page, where: string): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    clientWidth: document.documentElement.clientWidth,
  }));
  expect.soft(scrollWidth, where).toBe(clientWidth);
  expect.soft(await lostText(page), where).toEqual([]);
  if (clientWidth < 640) expect.soft(await beyond(page, clientWidth), where).toEqual([]);
  // Where scrollbars take room, a row that is a pixel too high shows one of its own.
  for (const tabs of await page.getByRole('tablist').all()) {
    const tooHigh = await tabs.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    expect.soft(tooHigh, where).toBe(0);
  }
}

/** What can be done in tables, and only to the right of the window. */
async function beyond(page: Page, width: number): Promise<string[]> {
  return await page
    .locator('main table')
    .locator('a, button, select')
    .evaluateAll(
      (all, right) =>
        all.filter((each) => each.getBoundingClientRect().right > right).map(({ outerHTML }) => outerHTML),
      width,
    );
}
