import { jest } from '@jest/globals';
import { billingCalls, invitationCalls, sessionCalls, userCalls, workspaceCalls } from '@portal/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { mockCall, errorResponse, server, type ReceivedRequest } from '../../support/api-server.ts';
import { aUser, aWorkspace } from '@portal/contract/fixtures';
import { visit } from '../../support/render-portal.tsx';
import { requestsSettled } from '../../support/requests-settled.ts';

const newcomer = aUser({ onboardingDetails: { reviewedProfile: null } });
const reviewed = { ...newcomer, onboardingDetails: { reviewedProfile: '2026-02-02T00:00:00.000Z' } };

afterEach(() => jest.useRealTimers());

test('[2.7] [2.profile-page.1] [4.profile-save.5] [4.profile-save.6] the first review saves, completes and launches the default workspace', async () => {
  const own = aWorkspace({ isDefault: true });
  let request: ReceivedRequest | undefined;
  server.use(
    mockCall(userCalls.updateProfile, (received) => {
      request = received;
      return { user: { ...newcomer, nickname: 'Míä' } };
    }),
    mockCall(userCalls.completeProfile, { user: reviewed }),
    mockCall(workspaceCalls.listWorkspaces, [own]),
  );
  const { ui, externalUrls } = await visit('/profile', newcomer);
  expect(await screen.findByRole('heading', { name: 'Welcome To the product!' })).toBeVisible();
  expect(screen.getByText('Please enter your profile information.')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Workspaces' })).toBeNull();
  const nickname = screen.getByLabelText(/Nickname/);
  await ui.clear(nickname);
  await ui.type(nickname, ' Míä ');
  await ui.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Updated your profile!')).toBeVisible();
  await waitFor(() => expect(externalUrls).toContain(`http://api.test/workspaces/${own.id}/go`));
  expect(request?.body).toMatchObject({ nickname: 'Míä' });
  expect(request?.body).not.toHaveProperty('pictureUrl');
});

const currentStep = () =>
  within(screen.getByRole('list', { name: 'Set up your account' })).getByRole('listitem', { current: 'step' });

test('the first review says which step it is, until the profile is saved', async () => {
  const unverified = { ...newcomer, emailVerified: false };
  let checks = 0;
  const refreshedAs = (user: typeof newcomer) =>
    mockCall(userCalls.refreshAuth0Profile, () => ((checks += 1), { user, preparedWorkspacesWaiting: false }));
  server.use(
    refreshedAs(unverified),
    mockCall(billingCalls.createBillingIntegration, {}),
    mockCall(userCalls.updateProfile, { user: newcomer }),
    mockCall(userCalls.completeProfile, { user: reviewed }),
    mockCall(workspaceCalls.listWorkspaces, []),
  );
  const { ui, store } = await visit('/profile', unverified);
  expect(await screen.findByText('Step 2 of 3')).toBeVisible();
  expect(currentStep()).toHaveTextContent('Email');
  await waitFor(() => expect(checks).toBe(1));
  await requestsSettled(store);
  server.use(refreshedAs(newcomer));
  await ui.click(screen.getByRole('button', { name: 'Already verified?' }));
  expect(await screen.findByText('Step 3 of 3')).toBeVisible();
  expect(currentStep()).toHaveTextContent('Profile');
  await ui.click(screen.getByRole('button', { name: 'Save' }));
  // The page stays for the two seconds after the save, and nothing on it moves.
  await waitFor(() => expect(currentStep()).toHaveTextContent('Profile (done)'));
});

test('a later edit of the profile has no steps', async () => {
  await visit('/profile', aUser());
  await screen.findByRole('heading', { name: 'Update Your Profile' });
  expect(screen.queryByText(/Step \d of/)).toBeNull();
});

test('a new user who came by an invitation returns to it after the first review', async () => {
  sessionStorage.setItem('SI-LOGIN-REDIRECT', '/invitations/c2VjcmV0');
  const unknown = { status: 'unknown' as const, invitation: null, neededEmail: null, workspaceId: null };
  server.use(
    mockCall(userCalls.updateProfile, { user: newcomer }),
    mockCall(userCalls.completeProfile, { user: reviewed }),
    mockCall(invitationCalls.openInvitationLink, unknown),
  );
  const { ui, path } = await visit('/profile', newcomer);
  await ui.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(path()).toBe('/invitations/c2VjcmV0'));
  expect(sessionStorage.getItem('SI-LOGIN-REDIRECT')).toBeNull();
});

test('[2.profile-page.1] [4.profile-save.7] a later save shows success and leads to the workspaces', async () => {
  const user = aUser();
  server.use(mockCall(userCalls.updateProfile, { user }), mockCall(workspaceCalls.listWorkspaces, []));
  const { ui, path } = await visit('/profile', user);
  expect(await screen.findByRole('heading', { name: 'Update Your Profile' })).toBeVisible();
  expect(screen.getByText('Use this page to update your profile info.')).toBeVisible();
  await ui.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(path()).toBe('/workspaces'));
});

test('[4.profile-save.2] [4.profile-save.3] an unverified email is checked again first, and prevents the save', async () => {
  const user = aUser({ emailVerified: false });
  server.use(mockCall(userCalls.refreshAuth0Profile, { user, preparedWorkspacesWaiting: false }));
  const { ui } = await visit('/profile', user);
  await ui.click(await screen.findByRole('button', { name: 'Save' }));
  const button = await screen.findByRole('button', { name: 'You must verify your email address to continue' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  server.use(
    mockCall(userCalls.refreshAuth0Profile, {
      user: { ...user, emailVerified: true },
      preparedWorkspacesWaiting: false,
    }),
    mockCall(billingCalls.createBillingIntegration, {}),
  );
  await ui.click(await screen.findByRole('button', { name: 'Already verified?' }));
  expect(await screen.findByRole('button', { name: 'Save' })).toBeVisible();
});

test('[8.3] a failed save stays on the page and shows why', async () => {
  server.use(mockCall(userCalls.updateProfile, errorResponse('DatabaseUnavailable')));
  const { ui, path } = await visit('/profile', aUser());
  await ui.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Your profile was not saved')).toBeVisible();
  expect(path()).toBe('/profile');
});

test('[5.profile.4] [5.profile.6] invalid usernames of other services show errors at their fields', async () => {
  const { ui } = await visit('/profile', aUser());
  await ui.type(await screen.findByLabelText('Discord Username'), 'everyone1');
  await ui.type(screen.getByLabelText('Github Username'), '-x');
  await ui.tab();
  expect(await screen.findByText('Invalid discord tag')).toBeVisible();
  expect(await screen.findByText('Invalid github username')).toBeVisible();
});

test('a username of another service can be pasted in that service’s format', async () => {
  const { ui } = await visit('/profile', aUser());
  const [discord, github] = [
    await screen.findByLabelText('Discord Username'),
    screen.getByLabelText('Github Username'),
  ];
  await ui.type(discord, '@ada.lovelace');
  for (const typed of ['@ada-lovelace', 'https://github.com/ada-lovelace?tab=stars', 'github.com/ada-lovelace']) {
    await ui.clear(github);
    await ui.type(github, `${typed}{Tab}`);
    expect(github).toHaveValue('ada-lovelace');
  }
  await ui.clear(github);
  await ui.type(github, 'github.com/orgs/ada{Tab}');
  expect(github).toHaveValue('github.com/orgs/ada');
  expect(discord).toHaveValue('ada.lovelace');
  expect(screen.queryByText('Invalid discord tag')).toBeNull();
});

// @covers 2.profile-page.2
test('a picture can be cleared and restored', async () => {
  const { ui } = await visit('/profile', aUser({ pictureUrl: 'https://pictures.example.com/mia.png' }));
  await ui.click(await screen.findByRole('button', { name: 'Clear Picture' }));
  expect(screen.queryByRole('button', { name: 'Clear Picture' })).toBeNull();
  await ui.click(screen.getByRole('button', { name: 'Restore Picture' }));
  expect(await screen.findByRole('button', { name: 'Clear Picture' })).toBeVisible();
});

test('[4.profile-save.8] [9.14] the user is reloaded unless the response is younger than ten seconds', async () => {
  let requestCount = 0;
  const user = aUser();
  server.use(mockCall(workspaceCalls.listWorkspaces, []));
  const { router } = await visit('/workspaces', user);
  server.use(
    mockCall(sessionCalls.whoami, () => {
      requestCount += 1;
      return { user };
    }),
  );
  const go = (path: string) => act(() => router.navigate(path));
  await screen.findByRole('heading', { name: 'Create A Workspace' });
  await go('/profile');
  await screen.findByRole('heading', { name: 'Update Your Profile' });
  expect(requestCount).toBe(0);
  await go('/workspaces');
  jest.useFakeTimers({ now: Date.now() + 11_000, advanceTimers: true });
  await go('/profile');
  await waitFor(() => expect(requestCount).toBe(1));
});

test('a page beside the profile asks before it discards what was typed', async () => {
  const { ui, path } = await visit('/profile', aUser());
  await ui.type(await screen.findByLabelText(/^Nickname/), ' the First');
  await ui.click(screen.getByRole('link', { name: 'Notifications' }));
  expect(await screen.findByRole('dialog')).toBeVisible();
  expect(path()).toBe('/profile');
});
