import { accountCalls } from '@portal/contract';
import { screen, waitFor } from '@testing-library/react';
import { errorResponse, mockCall, server } from '../support/api-server.ts';
import { skipDoubleClickGuard } from '../support/double-click.ts';
import { aUser } from '@portal/contract/fixtures';
import { visit } from '../support/render-portal.tsx';

const zipFile = () =>
  new Response('the file', {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': 'attachment; filename=account-2026-11-25.zip',
    },
  });

const open = () => visit('/profile/account', aUser());
const downloadButton = () => screen.findByRole('button', { name: 'Download your data' });

test('the page of the account downloads what is stored about the user', async () => {
  server.use(mockCall(accountCalls.exportAccount, zipFile()));
  const { ui, savedFiles } = await open();
  await ui.click(await downloadButton());
  expect(await screen.findByText('Your data was downloaded.')).toBeVisible();
  expect(savedFiles).toHaveLength(1);
  expect(savedFiles[0]?.name).toBe('account-2026-11-25.zip');
  expect(await savedFiles[0]?.content.text()).toBe('the file');
});

test('without a recent login the page asks for one and returns', async () => {
  server.use(mockCall(accountCalls.exportAccount, errorResponse('FreshLoginRequired')));
  const { ui, savedFiles, externalUrls } = await open();
  await ui.click(await downloadButton());
  await ui.click(await screen.findByRole('button', { name: 'Log in again' }));
  expect(externalUrls).toEqual(['http://api.test/auth/login?fresh=1']);
  expect(sessionStorage.getItem('SI-LOGIN-REDIRECT')).toContain('/profile/account');
  expect(savedFiles).toEqual([]);
});

test('a failed download can be retried', async () => {
  server.use(mockCall(accountCalls.exportAccount, new Response('Bad gateway', { status: 502 })));
  const { ui, savedFiles } = await open();
  await ui.click(await downloadButton());
  expect(await screen.findByText('The download failed')).toBeVisible();
  server.use(mockCall(accountCalls.exportAccount, zipFile()));
  skipDoubleClickGuard();
  await ui.click(await downloadButton());
  await waitFor(() => expect(savedFiles).toHaveLength(1));
  expect(screen.queryByText('The download failed')).toBeNull();
});

test('a new user completes the profile first', async () => {
  await visit('/profile', aUser({ onboardingDetails: { reviewedProfile: null } }));
  expect(await screen.findByRole('heading', { name: 'Welcome To the product!' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Download your data' })).toBeNull();
});
