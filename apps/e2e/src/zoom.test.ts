import type { BrowserContext, Page } from '@playwright/test';
import { authTokenCalls, memberCalls } from '@portal/contract';
import { createMember, createStaffMember, createWorkspace } from './support/accounts.ts';
import { callApi } from './support/call-api.ts';
import { expectReadableInDarkTheme } from './support/expect-accessible.ts';
import { findUnreadableText } from './support/find-unreadable-text.ts';
import { newEmail } from './support/user-flows.ts';
import { expect, test } from './support/test.ts';

/** A window of 1280 pixels at 200 % and at 400 % zoom. */
const zoomedViewports = [
  { width: 640, height: 450 },
  { width: 320, height: 256 },
];

/** Creates a workspace whose names, URL, tokens and members are about as long as allowed. */
async function createWorkspaceWithLongNames(context: BrowserContext): Promise<string> {
  const workspaceId = await createWorkspace(context, {
    displayName: 'A-name-of-sixty-characters-without-any-space-in-it-at-all-so',
    instanceEnvType: 'PRIVATE',
    instanceUrl: 'https://a-rather-long-host-name.of-some-company.example.com',
  });
  const params = { workspaceId };
  for (const name of ['Deploy', 'x'.repeat(200)]) {
    await callApi(context, authTokenCalls.createAuthToken, { params, body: { name, expiration: '1y' } });
  }
  for (const name of ['ann', 'a-user-with-a-long-local-part-before-the-at-sign-in-it']) {
    await callApi(context, memberCalls.inviteMember, { params, body: { email: newEmail(name.slice(0, 40)) } });
  }
  return workspaceId;
}

test('every page has enough contrast in the dark theme; at 200 % and 400 % zoom none scrolls sideways and no text is lost; at 400 % table rows are stacked', async ({
  context,
  page,
}) => {
  const { id: userId } = await createStaffMember(context, { nickname: 'N'.repeat(64) });
  const workspaceId = await createWorkspaceWithLongNames(context);
  await createWorkspace(context, { displayName: 'Long '.repeat(99).trim() });
  const pages = {
    '/workspaces': '3 Workspaces',
    '/workspace/new': 'Create Workspace',
    [`/workspace/${workspaceId}`]: 'Members',
    [`/workspace/${workspaceId}/overview`]: 'created the workspace',
    [`/workspace/${workspaceId}/members`]: 'Members',
    [`/workspace/${workspaceId}/tokens`]: 'Deploy',
    [`/workspace/${workspaceId}/activity`]: 'created the workspace',
    [`/workspace/${workspaceId}/webhooks`]: 'No webhooks yet',
    '/profile': 'Save',
    '/security': 'End all other sessions',
    '/billing': 'Contact Information',
    '/legal': 'Terms of Service',
    '/workspace-admin?section=user-accounts': 'Audit log',
    '/workspace-admin?section=sign-ups': 'Generate report',
    '/workspace-admin?section=audit-log': 'Who',
    '/workspace-admin?section=suspensions': 'Suspended users',
    [`/workspace-admin/users/${userId}`]: 'Audit log',
    [`/workspace-admin/workspaces/${workspaceId}`]: 'Audit log',
  };
  for (const [path, text] of Object.entries(pages)) {
    await page.goto(path);
    await expect(page.locator('main').getByText(text).first(), path).toBeVisible();
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    await expectReadableInDarkTheme(page, path);
    for (const size of zoomedViewports) {
      await page.setViewportSize(size);
      await page.evaluate(waitForTwoFrames);
      await expectReadable(page, `${path} at ${size.width}`);
    }
  }
});

test('at 200 % zoom the title of a page and its buttons stay in one row, above the subtitle', async ({
  context,
  page,
}) => {
  await createMember(context);
  const workspaceId = await createWorkspace(context, { displayName: 'Staging of payments' });
  await page.setViewportSize({ width: 640, height: 450 });
  await page.goto(`/workspace/${workspaceId}`);
  const button = page.getByRole('link', { name: 'Go to workspace' });
  const title = page.getByRole('heading', { level: 1, name: 'Staging of payments' });
  await expect(button).toBeVisible();
  await expect(title).toBeVisible();
  await expect(async () => {
    const [buttonBox, titleBox] = [await button.boundingBox(), await title.boundingBox()];
    expect(buttonBox?.y).toBeLessThan((titleBox?.y ?? 0) + (titleBox?.height ?? 0));
    expect(titleBox?.y).toBeLessThan((buttonBox?.y ?? 0) + (buttonBox?.height ?? 0));
  }).toPass();
});

test('with more space between letters, words and lines no text is lost', async ({ context, page }) => {
  await createStaffMember(context);
  const workspaceId = await createWorkspace(context, { displayName: 'Staging of payments' });
  const pages = {
    '/workspaces': 'Staging of payments',
    [`/workspace/${workspaceId}`]: 'Members',
    [`/workspace/${workspaceId}/overview`]: 'created the workspace',
    [`/workspace/${workspaceId}/tokens`]: 'New token',
    '/profile': 'Save',
    '/security': 'End all other sessions',
    '/billing': 'Contact Information',
    '/workspace-admin?section=user-accounts': 'Audit log',
  };
  for (const [path, text] of Object.entries(pages)) {
    await page.goto(path);
    await expect(page.locator('main').getByText(text).first(), path).toBeVisible();
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    await page.evaluate(applyTextSpacing);
    await page.evaluate(waitForTwoFrames);
    await expectReadable(page, path);
  }
});

/** The first frame after a resize may still use the previous media queries. */
const waitForTwoFrames = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  });

/** WCAG 2.2, success criterion 1.4.12. */
function applyTextSpacing(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }' +
      'p { margin-bottom: 2em !important; }',
  );
  document.adoptedStyleSheets.push(sheet);
}

async function expectReadable(page: Page, where: string): Promise<void> {
  const { scrollWidth, clientWidth } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    clientWidth: document.documentElement.clientWidth,
  }));
  expect.soft(scrollWidth, where).toBe(clientWidth);
  expect.soft(await findUnreadableText(page), where).toEqual([]);
  if (clientWidth < 640) expect.soft(await controlsOutOfView(page, clientWidth), where).toEqual([]);
  // With classic scrollbars, a tab list that is a pixel too high shows its own scrollbar.
  for (const tabs of await page.getByRole('tablist').all()) {
    const tooHigh = await tabs.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    expect.soft(tooHigh, where).toBe(0);
  }
}

/** The controls in tables that are to the right of the viewport. */
async function controlsOutOfView(page: Page, width: number): Promise<string[]> {
  return await page
    .locator('main table')
    .locator('a, button, select')
    .evaluateAll(
      (all, right) =>
        all.filter((control) => control.getBoundingClientRect().right > right).map(({ outerHTML }) => outerHTML),
      width,
    );
}
