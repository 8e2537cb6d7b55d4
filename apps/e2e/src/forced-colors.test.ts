import type { Locator } from '@playwright/test';
import { createMember, createWorkspace } from './support/accounts.ts';
import { expect, test } from './support/test.ts';

const style = (element: Locator, property: string) =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);

test('with forced colours the current page, the main button and read-only fields look different from the others', async ({
  context,
  page,
}) => {
  await createMember(context);
  await createWorkspace(context, { displayName: 'Staging' });
  await page.emulateMedia({ forcedColors: 'active' });

  await test.step('the current page in the header', async () => {
    await page.goto('/workspaces');
    const link = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
    await expect(link('Workspaces')).toHaveAttribute('aria-current', 'page');
    expect(await style(link('Workspaces'), 'background-color')).not.toBe(
      await style(link('Billing'), 'background-color'),
    );
  });

  await test.step('the entry of a menu that has the focus', async () => {
    const trigger = page.getByRole('button', { name: 'Staging actions' });
    await trigger.press('Enter');
    const entries = page.getByRole('menuitem');
    await expect(entries.first()).toBeFocused();
    expect(await style(entries.first(), 'background-color')).not.toBe(await style(entries.last(), 'background-color'));
    await page.keyboard.press('Escape');
    await expect(trigger).toBeFocused();
    await expect(entries).toHaveCount(0);
  });

  await test.step('the main button of a form', async () => {
    await page.goto('/workspace/new');
    const button = page.getByRole('button', { name: 'Create Workspace' });
    await expect(button).toBeVisible();
    const secondary = page.getByRole('link', { name: 'Return To Workspaces' });
    expect(await style(button, 'background-color')).not.toBe(await style(secondary, 'background-color'));
  });

  await test.step('a read-only field', async () => {
    await page.goto('/profile');
    await expect(page.getByLabel('Email', { exact: true })).toHaveCSS('border-style', 'dashed');
    await expect(page.getByLabel('Nickname')).toHaveCSS('border-style', 'solid');
  });
});
