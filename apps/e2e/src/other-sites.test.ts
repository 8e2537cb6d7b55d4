import { addresses } from './support/addresses.ts';
import { aMember, aWorkspace } from './support/accounts.ts';
import { expect, test } from './support/test.ts';

const otherSite = 'https://other-site.example';

test('a link on another site opens a workspace, or logs out, only once the user confirms it', async ({
  context,
  page,
}) => {
  await aMember(context);
  const workspaceId = await aWorkspace(context, { displayName: 'Ours', instanceEnvType: 'SI' });
  const go = `${addresses.authApi}/workspaces/${workspaceId}/go?redirect=%2Fw%2Fhead`;
  const launchPage = `${addresses.portal}/workspace/${workspaceId}/go?redirect=%2Fw%2Fhead`;
  const logout = `${addresses.authApi}/auth/logout`;
  const logoutPage = `${addresses.portal}/logout`;
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
    await test.step(`a workspace by a link to ${where}, in two clicks`, async () => {
      await page.goto(otherSite);
      await page.getByRole('link', { name: link }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Open Ours?' })).toBeVisible();
      await expect(page.getByText(new URL(addresses.hostedApp).host)).toBeVisible();
      await page.getByRole('link', { name: 'Open workspace' }).click();
      await page.waitForURL(`${addresses.hostedApp}/**`);
      await expect(page.getByRole('heading', { level: 1, name: 'Ours' })).toBeVisible();
      await expect(page.locator('#redirect')).toHaveText('/w/head');
    });
  }

  await test.step('a card of the portal in a new tab, in one', async () => {
    await page.goto(`${addresses.portal}/workspaces`);
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: 'Ours' }).click({ modifiers: ['ControlOrMeta'] });
    const tab = await opened;
    await tab.waitForURL(`${addresses.hostedApp}/**`);
    await expect(tab.getByRole('heading', { level: 1, name: 'Ours' })).toBeVisible();
    await tab.close();
  });

  await test.step('a link to the portal that goes through an instance first, in two', async () => {
    const trap = `${addresses.hostedApp}/trap`;
    await context.route(trap, (route) => route.fulfill({ status: 302, headers: { location: launchPage } }));
    await page.goto(`${addresses.portal}/workspaces`);
    await page.getByRole('link', { name: 'Ours' }).waitFor();
    await page.evaluate((address) => window.location.replace(address), trap);
    await expect(page.getByRole('heading', { level: 1, name: 'Open Ours?' })).toBeVisible();
  });

  await test.step('a logout by a link to the portal, in two clicks, with a way back', async () => {
    await page.goto(otherSite);
    await page.getByRole('link', { name: 'Log me out' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Do you want to log out?' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to the portal' }).click();
    await page.waitForURL(`${addresses.portal}/**`);
    expect((await context.request.get(`${addresses.authApi}/whoami`)).status()).toBe(200);
  });

  await test.step('a logout, in two clicks', async () => {
    await page.goto(otherSite);
    await page.getByRole('link', { name: 'Leave' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Do you want to log out?' })).toBeVisible();
    await page.goto(`${addresses.portal}/workspaces`);
    await expect(page.getByRole('button', { name: 'Hi Ada!' })).toBeVisible();
    await page.goto(otherSite);
    await page.getByRole('link', { name: 'Leave' }).click();
    await page.getByRole('link', { name: 'Log out' }).click();
    await page.waitForURL(`${addresses.portal}/**`);
    expect((await context.request.get(`${addresses.authApi}/whoami`)).status()).toBe(401);
  });
});

test('nobody is logged in at an instance with a code that another browser asked for', async ({
  anotherContext,
  context,
  page,
}) => {
  const attacker = await anotherContext();
  await aMember(attacker, { nickname: 'Mallory' });
  const theirs = await aWorkspace(attacker, { displayName: 'A trap', instanceEnvType: 'SI' });
  await aMember(context);
  const launch = await attacker.request.get(`${addresses.authApi}/workspaces/${theirs}/go`, {
    headers: { referer: `${addresses.portal}/` },
    maxRedirects: 0,
  });
  await page.goto(launch.headers()['location'] ?? '');
  await expect(page.getByRole('heading', { level: 1, name: 'Workspace not found' })).toBeVisible();
  await page.goto(addresses.hostedApp);
  await expect(page.getByRole('heading', { level: 1, name: 'Nobody is logged in here' })).toBeVisible();
});
