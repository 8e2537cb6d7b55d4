import { jest } from '@jest/globals';
import { billingCalls, sessionCalls, userCalls, workspaceCalls } from '@portal/contract';
import { act, screen, waitFor } from '@testing-library/react';
import { on, refusal, server, type Received } from './support/api-server.ts';
import { aUser, aWorkspace } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

const newcomer = aUser({ onboardingDetails: { reviewedProfile: null } });
const reviewed = { ...newcomer, onboardingDetails: { reviewedProfile: '2026-02-02T00:00:00.000Z' } };

test('[2.7] [2.profile-page.1] [4.profile-save.5] [4.profile-save.6] the first review saves, completes and launches the default workspace', async () => {
  const own = aWorkspace({ isDefault: true });
  let seen: Received | undefined;
  server.use(
    on(userCalls.updateProfile, (received) => {
      seen = received;
      return { user: { ...newcomer, nickname: 'Míä' } };
    }),
    on(userCalls.completeProfile, { user: reviewed }),
    on(workspaceCalls.listWorkspaces, [own]),
  );
  const { person, went } = await visit('/profile', newcomer);
  expect(await screen.findByRole('heading', { name: 'Welcome To the product!' })).toBeVisible();
  expect(screen.getByText('Please enter your profile information.')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Workspaces' })).toBeNull();
  const nickname = screen.getByLabelText(/Nickname/);
  await person.clear(nickname);
  await person.type(nickname, ' Míä ');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Updated your profile!')).toBeVisible();
  await waitFor(() => expect(went).toContain(`http://api.test/workspaces/${own.id}/go`));
  expect(seen?.body).toMatchObject({ nickname: 'Míä' });
  expect(seen?.body).not.toHaveProperty('pictureUrl');
});

test('[2.profile-page.1] [4.profile-save.7] later it says so, and leads to the workspaces', async () => {
  const user = aUser();
  server.use(on(userCalls.updateProfile, { user }), on(workspaceCalls.listWorkspaces, []));
  const { person, path } = await visit('/profile', user);
  expect(await screen.findByRole('heading', { name: 'Update Your Profile' })).toBeVisible();
  expect(screen.getByText('Use this page to update your profile info.')).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(path()).toBe('/workspaces'));
});

test('[4.profile-save.2] [4.profile-save.3] an unverified e-mail is looked up again first, and stops the save', async () => {
  const user = aUser({ emailVerified: false });
  server.use(on(userCalls.refreshAuth0Profile, { user, invitationsWaiting: false }));
  const { person } = await visit('/profile', user);
  await person.click(await screen.findByRole('button', { name: 'Save' }));
  const button = await screen.findByRole('button', { name: 'You must verify your email address to continue' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  server.use(
    on(userCalls.refreshAuth0Profile, { user: { ...user, emailVerified: true }, invitationsWaiting: false }),
    on(billingCalls.createBillingIntegration, {}),
  );
  await person.click(await screen.findByRole('button', { name: 'Already verified?' }));
  expect(await screen.findByRole('button', { name: 'Save' })).toBeVisible();
});

test('[8.3] a failed save stays on the page and says why', async () => {
  server.use(on(userCalls.updateProfile, refusal('DatabaseUnavailable')));
  const { person, path } = await visit('/profile', aUser());
  await person.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Your profile was not saved')).toBeVisible();
  expect(path()).toBe('/profile');
});

test('[5.profile.4] [5.profile.6] wrong names of other services are told at their fields', async () => {
  const { person } = await visit('/profile', aUser());
  await person.type(await screen.findByLabelText('Discord Username'), 'everyone1');
  await person.type(screen.getByLabelText('Github Username'), '-x');
  await person.tab();
  expect(await screen.findByText('Invalid discord tag')).toBeVisible();
  expect(await screen.findByText('Invalid github username')).toBeVisible();
});

test('a name of another service may be pasted as it is written there', async () => {
  const { person } = await visit('/profile', aUser());
  const [discord, github] = [
    await screen.findByLabelText('Discord Username'),
    screen.getByLabelText('Github Username'),
  ];
  await person.type(discord, '@ada.lovelace');
  for (const typed of ['@ada-lovelace', 'https://github.com/ada-lovelace?tab=stars', 'github.com/ada-lovelace']) {
    await person.clear(github);
    await person.type(github, `${typed}{Tab}`);
    expect(github).toHaveValue('ada-lovelace');
  }
  await person.clear(github);
  await person.type(github, 'github.com/orgs/ada{Tab}');
  expect(github).toHaveValue('github.com/orgs/ada');
  expect(discord).toHaveValue('ada.lovelace');
  expect(screen.queryByText('Invalid discord tag')).toBeNull();
});

// @covers 2.profile-page.2
test('a picture can be cleared and restored', async () => {
  const { person } = await visit('/profile', aUser({ pictureUrl: 'https://pictures.example.com/mia.png' }));
  await person.click(await screen.findByRole('button', { name: 'Clear Picture' }));
  expect(screen.queryByRole('button', { name: 'Clear Picture' })).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Restore Picture' }));
  expect(await screen.findByRole('button', { name: 'Clear Picture' })).toBeVisible();
});

test('[4.profile-save.8] [9.14] the user is asked for again unless the answer is younger than ten seconds', async () => {
  let asked = 0;
  const user = aUser();
  server.use(on(workspaceCalls.listWorkspaces, []));
  const { router } = await visit('/workspaces', user);
  server.use(
    on(sessionCalls.whoami, () => {
      asked += 1;
      return { user };
    }),
  );
  const go = (path: string) => act(() => router.navigate(path));
  await screen.findByRole('heading', { name: 'Create A Workspace' });
  await go('/profile');
  await screen.findByRole('heading', { name: 'Update Your Profile' });
  expect(asked).toBe(0);
  await go('/workspaces');
  jest.useFakeTimers({ now: Date.now() + 11_000, advanceTimers: true });
  await go('/profile');
  await waitFor(() => expect(asked).toBe(1));
  jest.useRealTimers();
});
