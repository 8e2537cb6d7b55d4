import { urls } from './support/urls.ts';
import { createMember, createWorkspace } from './support/accounts.ts';
import { expect, test } from './support/test.ts';

const otherSite = 'https://other-site.example';

test('a link on another site opens a workspace or logs out only after confirmation', async ({ context, page }) => {
  await createMember(context);
  const workspaceId = await createWorkspace(context, { displayName: 'Ours', instanceEnvType: 'SI' });
  const go = `${urls.authApi}/workspaces/${workspaceId}/go?redirect=%2Fw%2Fhead`;
  const launchPage = `${urls.portal}/workspace/${workspaceId}/go?redirect=%2Fw%2Fhead`;
  const logout = `${urls.authApi}/auth/logout`;
  const logoutPage = `${urls.portal}/logout`;
  await context.route(`${otherSite}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<a href="${go}">Open</a> <a href="${launchPage}">Visit</a> <a href="${logout}">Leave</a> <a href="${logoutPage}">Log me out</a>`,
    }),
  );

  for (const [where, link] of [
    ['the API', 'Open'],
    ['the portal', 'Visit'],
  ] as const) {
    await test.step(`a link to ${where} opens a workspace after confirmation`, async () => {
      await page.goto(otherSite);
      await page.getByRole('link', { name: link }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Open Ours?' })).toBeVisible();
      await expect(page.getByText(new URL(urls.hostedApp).host)).toBeVisible();
      await page.getByRole('link', { name: 'Open workspace' }).click();
      await page.waitForURL(`${urls.hostedApp}/**`);
      await expect(page.getByRole('heading', { level: 1, name: 'Ours' })).toBeVisible();
      await expect(page.locator('#redirect')).toHaveText('/w/head');
    });
  }

  await test.step('a card of the portal opens in a new tab without confirmation', async () => {
    await page.goto(`${urls.portal}/workspaces`);
    const path = await page.getByRole('link', { name: 'Ours' }).getAttribute('href');
    // Not by a click with a modifier key: headless Chromium sometimes leaves its tab at about:blank, without any request.
    const tab = await context.newPage();
    await tab.goto(`${urls.portal}${path ?? ''}`, { referer: `${urls.portal}/workspaces`, waitUntil: 'commit' });
    await tab.waitForURL(`${urls.hostedApp}/**`);
    await expect(tab.getByRole('heading', { level: 1, name: 'Ours' })).toBeVisible();
    await tab.close();
  });

  await test.step('a link to the portal that is redirected by an instance asks for confirmation', async () => {
    const redirectUrl = `${urls.hostedApp}/redirect`;
    await context.route(redirectUrl, (route) => route.fulfill({ status: 302, headers: { location: launchPage } }));
    await page.goto(`${urls.portal}/workspaces`);
    await page.getByRole('link', { name: 'Ours' }).waitFor();
    await page.evaluate((url) => window.location.replace(url), redirectUrl);
    await expect(page.getByRole('heading', { level: 1, name: 'Open Ours?' })).toBeVisible();
  });

  await test.step('a logout link to the portal asks for confirmation and can be cancelled', async () => {
    await page.goto(otherSite);
    await page.getByRole('link', { name: 'Log me out' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Do you want to log out?' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to the portal' }).click();
    await page.waitForURL(`${urls.portal}/**`);
    expect((await context.request.get(`${urls.authApi}/whoami`)).status()).toBe(200);
  });

  await test.step('a logout link to the API asks for confirmation', async () => {
    await page.goto(otherSite);
    await page.getByRole('link', { name: 'Leave' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Do you want to log out?' })).toBeVisible();
    await page.goto(`${urls.portal}/workspaces`);
    await expect(page.getByRole('button', { name: 'Hi Ada!' })).toBeVisible();
    await page.goto(otherSite);
    await page.getByRole('link', { name: 'Leave' }).click();
    await page.getByRole('link', { name: 'Log out' }).click();
    await page.waitForURL(`${urls.portal}/**`);
    expect((await context.request.get(`${urls.authApi}/whoami`)).status()).toBe(401);
  });
});

test('an instance rejects a login code that another browser requested', async ({ anotherContext, context, page }) => {
  const attacker = await anotherContext();
  await createMember(attacker, { nickname: 'Mallory' });
  const attackersWorkspaceId = await createWorkspace(attacker, { displayName: 'A trap', instanceEnvType: 'SI' });
  await createMember(context);
  const launch = await attacker.request.get(`${urls.authApi}/workspaces/${attackersWorkspaceId}/go`, {
    headers: { referer: `${urls.portal}/` },
    maxRedirects: 0,
  });
  await page.goto(launch.headers()['location'] ?? '');
  await expect(page.getByRole('heading', { level: 1, name: 'Workspace not found' })).toBeVisible();
  await page.goto(urls.hostedApp);
  await expect(page.getByRole('heading', { level: 1, name: 'You are not logged in' })).toBeVisible();
});
