import { ageLogin, createMember, createWorkspace } from './support/accounts.ts';
import { clickAndConfirm } from './support/click-and-confirm.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expect, test } from './support/test.ts';
import { urls } from './support/urls.ts';
import { enterLogin, logIn } from './support/user-flows.ts';

test('what was typed survives the login that a sensitive action requires after two hours', async ({
  anotherContext,
  context,
  page,
}) => {
  const user = await createMember(context);
  const workspaceId = await createWorkspace(context, {
    displayName: 'Staging',
    instanceEnvType: 'PRIVATE',
    instanceUrl: 'https://old.example.com',
  });
  const unused = await createWorkspace(context, { displayName: 'Unused' });
  const other = await (await anotherContext()).newPage();
  await logIn(other, user.email);
  const logInAgain = async () => {
    await page.getByRole('button', { name: 'Log in again' }).click();
    await enterLogin(page, user.email);
  };

  await test.step('a token that is valid for a year', async () => {
    await ageLogin(context, user, 121);
    await page.goto(`${urls.portal}/workspace/${workspaceId}/tokens`);
    await page.getByLabel('Token Name').fill('Deploy');
    await page.getByLabel('Expiration').fill('1y');
    await page.getByRole('button', { name: 'Generate API Token' }).click();
    await expect(page.getByText(/^A token that is valid for more than 30 days requires a recent login/)).toBeVisible();
    await expectAccessible(page, 'API tokens: a recent login is required');
    await logInAgain();
    await expect(page.getByLabel('Token Name')).toHaveValue('Deploy');
    await expect(page.getByLabel('Expiration')).toHaveValue('1y');
    await page.getByRole('button', { name: 'Generate API Token' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });

  await test.step('the fields of a workspace', async () => {
    await ageLogin(context, user, 121);
    await page.goto(`${urls.portal}/workspace/${workspaceId}`);
    await page.getByLabel('Description').fill('Moved');
    await page.getByLabel(/^URL/).fill('https://new.example.com');
    await page.getByRole('button', { name: 'Save Workspace' }).click();
    await logInAgain();
    await expect(page.getByLabel('Description')).toHaveValue('Moved');
    await expect(page.getByLabel(/^URL/)).toHaveValue('https://new.example.com');
    await page.getByRole('button', { name: 'Save Workspace' }).click();
    await expect(page.getByText('All changes are saved.')).toBeAttached();
  });

  await test.step('the deletion of a workspace', async () => {
    await ageLogin(context, user, 121);
    await page.goto(`${urls.portal}/workspace/${unused}`);
    await page.getByRole('button', { name: 'Delete Workspace' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this workspace?' });
    const name = dialog.getByLabel('Type the workspace name to confirm');
    await name.fill('Unused');
    await dialog.getByRole('button', { name: 'Delete Workspace' }).click();
    await logInAgain();
    await expect(name).toHaveValue('Unused');
    await dialog.getByRole('button', { name: 'Delete Workspace' }).click();
    await expect(page.getByText('Unused was deleted.')).toBeVisible();
  });

  await test.step('the end of the other sessions, after which the token is listed', async () => {
    await ageLogin(context, user, 121);
    await page.goto(`${urls.portal}/security`);
    const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
    await expect(sessions).toHaveCount(2);
    await clickAndConfirm(page.getByRole('button', { name: /^End all other sessions|Click again to confirm/ }));
    await logInAgain();
    await expect(sessions).toHaveCount(1);
    const tokens = page.getByRole('list', { name: 'API tokens to review' });
    await expect(tokens.getByRole('listitem')).toContainText('Deploy');
    await expectAccessible(page, 'login and security: API tokens to review');
    await clickAndConfirm(tokens.getByRole('button', { name: 'Revoke Deploy' }));
    await expect(tokens).toBeHidden();
  });
});
