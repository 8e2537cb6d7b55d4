import { memberCalls } from '@portal/contract';
import type { Page } from '@playwright/test';
import { createMember, createStaffMember, createWorkspace } from './support/accounts.ts';
import { callApi } from './support/call-api.ts';
import { chooseAction } from './support/choose-action.ts';
import { expect, test } from './support/test.ts';

const form = (page: Page) => page.locator('form:has(.field-message)').first();

/** The vertical positions of all elements within the form. What is above the form may still load, such as the subscription. */
const elementPositions = (page: Page) =>
  form(page).evaluate((element) => {
    const { top } = element.getBoundingClientRect();
    return [...element.querySelectorAll('label, legend, input, textarea, button')].map((child) =>
      Math.round(child.getBoundingClientRect().top - top),
    );
  });

/** The distances from the errors to the labels, groups and buttons below them; negative if they overlap. */
const distancesBelowErrors = (page: Page) =>
  form(page).evaluate((element) => {
    const boxes = (selector: string) =>
      [...element.querySelectorAll(selector)].map((match) => match.getBoundingClientRect());
    const below = boxes('label, legend, [aria-label="Unsaved changes"], [type=submit]');
    return boxes('.field-message .text-error').flatMap((error) =>
      below
        .filter(({ left, right, top }) => left < error.right && right > error.left && top > error.top)
        .map(({ top }) => top - error.bottom),
    );
  });

async function fillInvalid(page: Page, invalidValues: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(invalidValues))
    await page.getByRole('textbox', { name: label }).fill(text);
  await page.getByLabel(Object.keys(invalidValues)[0] ?? '').focus();
}

interface Form {
  readonly path: (workspaceId: string) => string;
  readonly invalidValues: Readonly<Record<string, string>>;
  /** All fields are in one row, so nothing is below their errors. */
  readonly isOneRow?: true;
  /** Shows all fields. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const forms: Form[] = [
  {
    path: () => '/profile',
    invalidValues: {
      'First Name': 'http://a.example',
      Nickname: '',
      'Discord Username': 'a..b',
      'Github Username': '-a',
    },
  },
  {
    path: (id) => `/workspace/${id}`,
    invalidValues: { 'Display Name': 'No <tags>', URL: 'http://localhost', Description: 'No <tags>' },
  },
  {
    path: () => '/workspace/new',
    prepare: (page) => page.getByRole('radio', { name: 'Remote URL' }).check(),
    invalidValues: { 'Display Name': 'No <tags>', URL: 'http://localhost', Description: 'No <tags>' },
  },
  {
    path: (id) => `/workspace/${id}/tokens`,
    isOneRow: true,
    prepare: (page) => expect(page.getByRole('button', { name: 'Valid for 1y' })).toBeVisible(),
    invalidValues: { 'Token Name': 'No <tags>', Expiration: '5' },
  },
  {
    path: () => '/billing',
    invalidValues: {
      'First Name': '',
      'Company Legal Name': 'Invisible\u202E',
      'Phone Number': '123',
      'Address Line 1': '',
      'Zip code': '',
      State: 'Invisible\u202E',
    },
  },
];

for (const { path, invalidValues, isOneRow = false, prepare } of forms) {
  test(`errors do not move the form at ${path(':id')}`, async ({ context, page }) => {
    await createMember(context);
    const id = await createWorkspace(context, { instanceEnvType: 'PRIVATE', instanceUrl: 'https://si.example.com' });
    // High enough that the save bar is below the fields.
    await page.setViewportSize({ width: 1280, height: 1600 });
    await page.goto(path(id));
    const first = page.getByLabel(Object.keys(invalidValues)[0] ?? '');
    await expect(first).toBeVisible();
    await prepare?.(page);
    // Makes a change first, so that the Undo button is already there.
    await first.press('End');
    await first.pressSequentially('a');
    const before = await elementPositions(page);
    await fillInvalid(page, invalidValues);
    await page.getByRole('heading', { level: 1 }).click();
    await expect(form(page).locator('[aria-invalid=true]')).toHaveCount(Object.keys(invalidValues).length);
    expect(await elementPositions(page)).toEqual(before);
    const distances = await distancesBelowErrors(page);
    expect(distances.length === 0).toBe(isOneRow);
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(8);
  });
}

test('on a phone the hint of a checkbox does not touch the next checkbox', async ({ context, page }) => {
  await createMember(context);
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto('/profile/notifications');
  const [hint, next] = [
    page.getByText('30 days, 7 days and 1 day before. Includes your service accounts.'),
    page.getByRole('checkbox', { name: 'Someone accepted my invitation' }),
  ];
  // The page may still move between the two.
  await expect(async () => {
    const { y: hintTop = 0, height = 0 } = (await hint.boundingBox()) ?? {};
    expect(((await next.boundingBox())?.y ?? 0) - hintTop - height).toBeGreaterThanOrEqual(8);
  }).toPass();
});

test('the save bar has the same height and position with and without changes', async ({ context, page }) => {
  await createMember(context);
  const id = await createWorkspace(context);
  for (const width of [375, 1024, 1280, 1440]) {
    // Not sticky in such a low window.
    await page.setViewportSize({ width, height: 400 });
    await page.goto(`/workspace/${id}`);
    const save = page.getByRole('button', { name: 'Save Workspace' });
    await expect(save).toBeVisible();
    const barBox = () =>
      save.evaluate((button) => {
        const { top, height } = button.closest('.border-t')?.getBoundingClientRect() ?? {};
        return [Math.round((top ?? 0) + window.scrollY), height];
      });
    const before = await barBox();
    const description = page.getByLabel('Description');
    await description.pressSequentially('Ours');
    await expect(page.getByRole('button', { name: 'Undo changes' })).toBeVisible();
    expect.soft(await barBox(), `at ${width}`).toEqual(before);
    // Without changes, the next navigation shows no dialog.
    await description.fill('');
    await expect(page.getByRole('button', { name: 'Undo changes' })).toBeHidden();
  }
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`an invalid field keeps its red border on hover and focus in the ${colorScheme} theme`, async ({
    context,
    page,
  }) => {
    await createMember(context);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto('/profile');
    const field = page.getByLabel('Nickname');
    await field.fill('');
    await page.getByRole('heading', { level: 1 }).hover();
    await page.getByLabel('Discord Username').focus();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    const borderColor = () =>
      field.evaluate(async (element) => {
        await Promise.all(element.getAnimations().map(({ finished }) => finished));
        return getComputedStyle(element).borderTopColor;
      });
    const red = await borderColor();
    await field.hover();
    expect(await borderColor()).toBe(red);
    await field.focus();
    await expect(field).toBeFocused();
    expect(await borderColor()).toBe(red);
  });
}

test('in a narrow window the notice of a change does not cover the save bar', async ({ context, page }) => {
  await createMember(context);
  const id = await createWorkspace(context);
  const body = { email: 'grace@example.com', role: 'EDITOR' } as const;
  await callApi(context, memberCalls.inviteMember, { params: { workspaceId: id }, body });
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(`/workspace/${id}`);
  await page.getByLabel('Description').pressSequentially('Ours');
  await chooseAction(page, 'grace@example.com', 'Cancel invitation');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel invitation' }).click();
  const notice = page.getByRole('group', { name: 'Last change' });
  await expect(notice).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  // Here the bar is sticky at the end of the window.
  await page.setViewportSize({ width: 375, height: 600 });
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(async () => {
    const bar = await page.getByRole('region', { name: 'Unsaved changes' }).boundingBox();
    expect(bar?.y).toBeLessThan(600);
    const box = await notice.boundingBox();
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  }).toPass();
});

test('in a narrow window the fields of a form fill its width, and its buttons are below, in each form at the same distance', async ({
  context,
  page,
}) => {
  await createStaffMember(context);
  const id = await createWorkspace(context);
  await page.setViewportSize({ width: 375, height: 800 });
  const distanceIn = async (path: string, button: string) => {
    await page.goto(path);
    const submit = page.getByRole('button', { name: button });
    await expect(submit).toBeVisible();
    return submit.evaluate((element) => {
      const { top } = element.getBoundingClientRect();
      const messages = [...(element.closest('form')?.querySelectorAll('.field-message') ?? [])];
      return Math.round(top - Math.max(...messages.map((message) => message.getBoundingClientRect().bottom)));
    });
  };
  const distance = await distanceIn(`/workspace/${id}`, 'Add User To Workspace');
  expect(distance).toBeGreaterThan(0);
  expect(distance).toBeLessThan(16);
  expect(await distanceIn('/workspace-admin?section=sign-ups', 'Generate report')).toBe(distance);
  expect(await distanceIn('/workspace-admin?section=audit-log', 'Show entries')).toBe(distance);

  await page.setViewportSize({ width: 768, height: 800 });
  await page.goto(`/workspace/${id}`);
  const email = page.getByLabel('User Email to Grant Workspace Access');
  await expect(email).toBeVisible();
  const [emailBox, roleBox] = [await email.boundingBox(), await page.getByRole('combobox').first().boundingBox()];
  expect(emailBox?.y).toBe(roleBox?.y);
  const formWidth = await email.evaluate((element) => element.closest('form')?.getBoundingClientRect().width ?? 0);
  expect((emailBox?.width ?? 0) + (roleBox?.width ?? 0)).toBeGreaterThan(0.95 * formWidth);
});
