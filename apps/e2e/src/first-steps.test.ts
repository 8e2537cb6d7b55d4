import type { Page } from '@playwright/test';
import { firstStepsCalls } from '@portal/contract';
import { callApi, fetchUser } from './support/call-api.ts';
import { expectAccessible } from './support/expect-accessible.ts';
import { expect, test } from './support/test.ts';
import { urls } from './support/urls.ts';
import {
  acceptTerms,
  dismissVerificationBanner,
  fillProfile,
  newEmail,
  signUp,
  verifyEmail,
} from './support/user-flows.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const currentStep = (page: Page) =>
  page.getByRole('list', { name: 'Set up your account' }).locator('[aria-current=step]');
/** Of the card with the first steps. */
const heightOf = async (page: Page) =>
  (
    await page
      .locator('section')
      .filter({ has: page.getByRole('list', { name: 'First steps' }) })
      .boundingBox()
  )?.height;

test('a new user goes step by step to the first request with a token, which turns the card green by itself', async ({
  page,
}) => {
  const email = newEmail('ada');

  await test.step('terms, email and profile are steps', async () => {
    await signUp(page, email);
    await expect(page.getByText('Step 1 of 3')).toBeVisible();
    await expect(currentStep(page)).toHaveText(/Terms/);
    await acceptTerms(page);
    await expect(page.getByText('Step 2 of 3')).toBeVisible();
    await expect(currentStep(page)).toHaveText(/Email/);
    await expectAccessible(page, 'profile as a step');
    await verifyEmail(page, email);
    await dismissVerificationBanner(page);
    await expect(page.getByText('Step 3 of 3')).toBeVisible();
    await fillProfile(page, 'Ada');
    await page.waitForURL(`${urls.hostedApp}/**`);
  });

  await test.step('the list has the workspace with the new nickname, and the first steps', async () => {
    await page.goto(`${urls.portal}/workspaces`);
    await expect(page.getByRole('link', { name: "Ada's Production Workspace" })).toBeVisible();
    await expect(heading(page, 'Make your first API request')).toBeVisible();
    await expectAccessible(page, 'first steps');
  });

  const heightBefore = await heightOf(page);

  const token = await test.step('the dialog of the secret waits, too', async () => {
    await page.getByRole('link', { name: 'Create an API token' }).click();
    await page.getByLabel('Token Name').fill('First');
    await page.getByLabel('Expiration').fill('3d');
    await page.getByRole('button', { name: 'Generate API Token' }).click();
    const dialog = page.getByRole('dialog', { name: 'Token Generated' });
    await expect(dialog.getByText('Waiting for your first request...')).toBeVisible();
    const secret = await dialog.getByLabel('API token').inputValue();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await dialog.getByRole('button', { name: 'Copy token' }).click();
    await dialog.getByRole('button', { name: 'Close' }).click();
    return secret;
  });

  await test.step('the card waits for the request', async () => {
    await page.getByRole('link', { name: 'Workspaces', exact: true }).click();
    await expect(page.getByText('You created First.')).toBeVisible();
    await expect(page.getByText('Waiting for your first request...')).toBeVisible();
    expect(await page.content()).not.toContain(token);
  });

  await test.step('the command of the card turns it green', async () => {
    const command = await page.getByRole('group', { name: 'Send a request' }).innerText();
    const url = /'(http[^']+)'/.exec(command)?.[1] ?? '';
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    expect(response.status).toBe(200);
    await expect(heading(page, 'Your first API request arrived')).toBeVisible();
    await expect(page.getByText(/^Received from 127\.0\.0\.x/)).toBeVisible();
    expect(await heightOf(page), 'nothing moved').toBe(heightBefore);
    await expectAccessible(page, 'first request received');
    await page.reload();
    await expect(heading(page, 'Your first API request arrived')).toBeVisible();
  });

  await test.step('it is gone after it was closed', async () => {
    const { id: userId } = await fetchUser(page.context());
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(heading(page, 'Your first API request arrived')).toBeHidden();
    await page.reload();
    await expect(page.getByRole('link', { name: "Ada's Production Workspace" })).toBeVisible();
    await expect(heading(page, 'Your first API request arrived')).toBeHidden();
    const { firstSteps } = await callApi(page.context(), firstStepsCalls.getFirstSteps, { params: { userId } });
    expect(firstSteps.token?.name).toBe('First');
  });
});
