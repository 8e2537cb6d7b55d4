import { memberCalls } from '@portal/contract';
import { addresses } from './support/addresses.ts';
import { aMember, aWorkspace, logInAgain } from './support/accounts.ts';
import { ask } from './support/ask.ts';
import { expect, test } from './support/test.ts';

test('the steps back from an instance, or from what it was told of, lead to where the user was before', async ({
  anotherContext,
  context,
  page,
}) => {
  await aMember(context);
  const workspaceId = await aWorkspace(context, { displayName: 'Ours', instanceEnvType: 'SI' });
  const colleague = await anotherContext();
  const { email } = await aMember(colleague, { nickname: 'Grace' });
  await ask(context, memberCalls.inviteMember, { params: { workspaceId }, body: { email, role: 'EDITOR' } });
  await logInAgain(colleague, email);
  const list = page.getByRole('searchbox', { name: 'Search workspaces' });
  const atInstance = (url: URL) => url.href.startsWith(addresses.hostedApp);
  await page.goto('/workspaces');

  await test.step('from a launch to the list', async () => {
    await page.getByRole('link', { name: 'Ours' }).click();
    await page.waitForURL(atInstance);
    await page.goBack();
    await expect(page).toHaveURL(`${addresses.portal}/workspaces`);
    await expect(list).toBeVisible();
  });

  await test.step('from settings, after two trips that told the instance of changes, by the settings to the list', async () => {
    await page.getByRole('button', { name: 'Menu of Ours' }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    const role = page.getByLabel(`Role of ${email}`);
    for (const next of ['APPROVER', 'EDITOR']) {
      const back = page.waitForEvent('load');
      await role.selectOption(next);
      await back;
      await expect(page).toHaveURL(`${addresses.portal}/workspace/${workspaceId}`);
      await expect(role).toHaveValue(next);
    }
    await page.goBack();
    await expect(page).toHaveURL(`${addresses.portal}/workspace/${workspaceId}`);
    await expect(role).toHaveValue('EDITOR');
    await page.goBack();
    await expect(page).toHaveURL(`${addresses.portal}/workspaces`);
    await expect(list).toBeVisible();
  });

  await test.step('from an instance that does not answer to the settings', async () => {
    await page.getByRole('button', { name: 'Menu of Ours' }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    const role = page.getByLabel(`Role of ${email}`);
    await context.route(`${addresses.hostedApp}/refresh-auth*`, (route) =>
      // A page of its proxy; the browser would report a status of 502 as an error.
      route.fulfill({ body: 'The instance is down' }),
    );
    await role.selectOption('APPROVER');
    await expect(page.getByText('The instance is down')).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(`${addresses.portal}/workspace/${workspaceId}`);
    await expect(role).toHaveValue('APPROVER');
  });
});
