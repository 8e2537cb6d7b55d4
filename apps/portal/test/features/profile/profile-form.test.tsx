import { sessionCalls, userCalls, workspaceCalls, type ProfileEdit, type User } from '@portal/contract';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { sessionApi } from '../../../src/api/session.api.ts';
import { savedLoginRedirect, saveLoginRedirect } from '../../../src/session/tab-state.ts';
import { mockCall, errorResponse, server } from '../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../support/double-click.ts';
import { createGate } from '../../support/gate.ts';
import { pause } from '../../support/pause.ts';
import { aUser } from '@portal/contract/fixtures';
import { visit } from '../../support/render-portal.tsx';
import { requestsSettled } from '../../support/requests-settled.ts';

const picture = 'https://pictures.example.com/mia.png';
const saveButton = () => screen.getByRole('button', { name: 'Save' });

/** Accepts each save and responds with the updated user. */
function acceptSaves(user = aUser(), wait?: () => Promise<unknown>) {
  const bodies: ProfileEdit[] = [];
  server.use(
    mockCall(
      userCalls.updateProfile,
      ({ body }) => {
        const edit = body as ProfileEdit;
        bodies.push(edit);
        return { user: { ...user, ...(edit.nickname !== undefined && { nickname: edit.nickname }) } };
      },
      wait,
    ),
    mockCall(workspaceCalls.listWorkspaces, []),
  );
  return bodies;
}

test('[2.profile-page.2] the nickname is required and the email is read-only', async () => {
  const fields = {
    firstName: 'Mia',
    lastName: 'Member',
    nickname: 'mia',
    discordUsername: 'mia.m',
    githubUsername: 'mia-m',
  };
  await visit('/profile', aUser(fields));
  await screen.findByRole('heading', { name: 'Update Your Profile' });
  const values = screen.getAllByRole('textbox').map((field) => {
    return [
      field.closest('div')?.parentElement?.querySelector('label')?.textContent,
      (field as HTMLInputElement).value,
    ];
  });
  expect(values).toEqual([
    ['First Name', 'Mia'],
    ['Last Name', 'Member'],
    ['Nickname*', 'mia'],
    ['Email', 'member@example.com'],
    ['Discord Username', 'mia.m'],
    ['Github Username', 'mia-m'],
  ]);
  expect(screen.getByLabelText(/Nickname/)).toHaveAccessibleDescription('This name will be shown in the application');
  expect(screen.getByLabelText(/Nickname/)).toBeRequired();
  expect(screen.getByLabelText('Email')).toHaveAttribute('readonly');
});

test('[2.profile-page.2] a cleared picture is saved as none, a restored one stays unchanged', async () => {
  const user = aUser({ pictureUrl: picture });
  const bodies = acceptSaves(user);
  const { ui, router } = await visit('/profile', user);
  const shown = () => document.querySelector('main img')?.getAttribute('src') ?? null;
  await ui.click(await screen.findByRole('button', { name: 'Clear Picture' }));
  expect(shown()).toBeNull();
  await ui.click(screen.getByRole('button', { name: 'Restore Picture' }));
  expect(shown()).toBe(picture);
  await ui.click(saveButton());
  await screen.findByRole('heading', { name: 'Create A Workspace' });
  await act(() => router.navigate('/profile'));
  await ui.click(await screen.findByRole('button', { name: 'Clear Picture' }));
  await ui.click(saveButton());
  await waitFor(() => expect(bodies).toHaveLength(2));
  expect(bodies[0]).not.toHaveProperty('pictureUrl');
  expect(bodies[1]).toMatchObject({ pictureUrl: null });
});

test('[2.profile-page.2] a cleared and saved picture can be restored on the next visit', async () => {
  const user = aUser({ pictureUrl: picture, providerPictureUrl: picture });
  const bodies: unknown[] = [];
  const shown = () => document.querySelector('main img')?.getAttribute('src') ?? null;
  server.use(
    mockCall(workspaceCalls.listWorkspaces, []),
    mockCall(userCalls.updateProfile, ({ body }) => {
      const { pictureUrl = null } = body as ProfileEdit;
      bodies.push(pictureUrl);
      return { user: { ...user, pictureUrl } };
    }),
  );
  const first = await visit('/profile', user);
  await first.ui.click(await screen.findByRole('button', { name: 'Clear Picture' }));
  await first.ui.click(saveButton());
  await screen.findByRole('heading', { name: 'Create A Workspace' });
  cleanup();

  const { ui } = await visit('/profile', { ...user, pictureUrl: null });
  const restore = await screen.findByRole('button', { name: 'Restore Picture' });
  expect(screen.queryByRole('button', { name: 'Clear Picture' })).toBeNull();
  expect(shown()).toBeNull();
  await ui.click(restore);
  expect(shown()).toBe(picture);
  await ui.click(saveButton());
  await screen.findByRole('heading', { name: 'Create A Workspace' });
  expect(bodies).toEqual([null, picture]);
});

test('[2.profile-page.2] a picture that was cleared before the provider’s picture is known cannot be restored after the save', async () => {
  const user = aUser({ pictureUrl: picture, providerPictureUrl: null });
  const shown = () => document.querySelector('main img')?.getAttribute('src') ?? null;
  const first = await visit('/profile', user);
  await first.ui.click(await screen.findByRole('button', { name: 'Clear Picture' }));
  await first.ui.click(screen.getByRole('button', { name: 'Restore Picture' }));
  expect(shown()).toBe(picture);
  cleanup();

  await visit('/profile', { ...user, pictureUrl: null });
  expect(await screen.findByText('No profile picture.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Picture/ })).toBeNull();
});

test('a user without a picture cannot clear or restore it', async () => {
  await visit('/profile', aUser({ pictureUrl: null }));
  expect(await screen.findByText('No profile picture.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Picture/ })).toBeNull();
});

test('the form says why it cannot be saved', async () => {
  const { ui } = await visit('/profile', aUser());
  await ui.clear(await screen.findByLabelText(/^Nickname/));
  await ui.tab();
  await waitFor(() => expect(saveButton()).toHaveAccessibleDescription('Correct the marked fields.'));
});

test('[2.profile-page.3] the button shows that it saves, then that it saved', async () => {
  const user = aUser();
  const gate = createGate();
  acceptSaves(user, gate.wait);
  const { ui, path } = await visit('/profile', user);
  await ui.click(await screen.findByRole('button', { name: 'Save' }));
  const saving = await screen.findByRole('button', { name: 'Saving your profile...' });
  expect(saving).toHaveAttribute('aria-disabled', 'true');
  gate.open();
  expect(await screen.findByRole('button', { name: 'Updated your profile!' })).toBeVisible();
  await waitFor(() => expect(path()).toBe('/workspaces'));
});

test('a user who keeps typing after a save stays on the page with their input', async () => {
  acceptSaves();
  const { ui, path } = await visit('/profile', aUser());
  await ui.click(await screen.findByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Updated your profile!' });
  const lastName = screen.getByLabelText<HTMLInputElement>('Last Name');
  // One event, because the page stays for 0.7 s only, in which a slow machine may not type.
  fireEvent.change(lastName, { target: { value: `${lastName.value}x` } });
  // The field no longer has the saved value.
  expect(await screen.findByRole('button', { name: 'Save' })).toBeVisible();
  await ui.type(lastName, '{Backspace}');
  await act(() => pause(1_000));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(path()).toBe('/profile');
  await ui.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(path()).toBe('/workspaces'));
});

test('a user who types during a save stays on the page, even after undoing it', async () => {
  const gate = createGate();
  acceptSaves(aUser(), gate.wait);
  const { ui, path } = await visit('/profile', aUser());
  await ui.click(await screen.findByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Saving your profile...' });
  await ui.type(screen.getByLabelText('Last Name'), 'x');
  gate.open();
  // The input differs from the saved value.
  expect(await screen.findByRole('button', { name: 'Save' })).toBeVisible();
  await ui.type(screen.getByLabelText('Last Name'), '{Backspace}');
  await act(() => pause(1_000));
  expect(path()).toBe('/profile');
});

test('[4.profile-save.6] a user who keeps typing after their first review still goes to their default workspace', async () => {
  const newcomer = aUser({ onboardingDetails: { reviewedProfile: null } });
  acceptSaves(newcomer);
  const reviewed = { ...newcomer, onboardingDetails: { reviewedProfile: '2026-02-02T00:00:00.000Z' } };
  server.use(mockCall(userCalls.completeProfile, { user: reviewed }));
  const { ui, visited } = await visit('/profile', newcomer);
  saveLoginRedirect('/workspace/new');
  await ui.click(await screen.findByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Updated your profile!' });
  await ui.type(screen.getByLabelText('Last Name'), 'x');
  expect(visited).toEqual(['/profile']);
  // The review is complete, so the login redirect no longer applies.
  expect(savedLoginRedirect()).toBeNull();
  acceptSaves(reviewed);
  skipDoubleClickGuard();
  await ui.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(visited[1]).toBe('/default_workspace'));
});

test('[4.profile-save.7] a user who reviewed their profile in another tab meanwhile goes to the workspaces', async () => {
  const newcomer = aUser({ onboardingDetails: { reviewedProfile: null } });
  const reviewed = { ...newcomer, onboardingDetails: { reviewedProfile: '2026-02-02T00:00:00.000Z' } };
  const { ui, visited, store } = await visit('/profile', newcomer);
  await screen.findByRole('heading', { name: 'Welcome To the product!' });
  server.use(mockCall(sessionCalls.whoami, { user: reviewed }));
  await act(() => store.dispatch(sessionApi.endpoints.whoami.initiate(undefined, { forceRefetch: true })));
  acceptSaves(reviewed);
  await ui.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(visited).toEqual(['/profile', '/workspaces']));
});

test('[5.profile.1] nothing is saved while a field is invalid, and the first invalid field gets the focus', async () => {
  const bodies = acceptSaves();
  const { ui } = await visit('/profile', aUser());
  const nickname = await screen.findByLabelText(/Nickname/);
  await ui.clear(nickname);
  await ui.type(nickname, '   ');
  await ui.click(saveButton());
  expect(await screen.findByText('This field is required')).toBeVisible();
  expect(nickname).toBeInvalid();
  expect(saveButton()).toHaveAttribute('aria-disabled', 'true');
  await ui.type(nickname, 'mia{Enter}');
  await waitFor(() => expect(bodies).toEqual([expect.objectContaining({ nickname: 'mia' })]));
});

test('an empty saved nickname prevents the save, with the error at its field', async () => {
  const bodies = acceptSaves();
  const { ui } = await visit('/profile', aUser({ nickname: '' }));
  await ui.type(await screen.findByLabelText('Github Username'), 'mia-m');
  await ui.click(saveButton());
  await waitFor(() => expect(screen.getByLabelText(/Nickname/)).toBeInvalid());
  expect(bodies).toEqual([]);
});

test('an error of the API shows at its field, and the input stays', async () => {
  server.use(
    mockCall(
      userCalls.updateProfile,
      errorResponse('InvalidInput', undefined, [{ path: 'body.nickname', message: 'Too rude' }]),
    ),
  );
  const { ui, path } = await visit('/profile', aUser());
  const nickname = await screen.findByLabelText(/Nickname/);
  await ui.type(nickname, '2');
  await ui.click(saveButton());
  expect(await screen.findByText('Too rude')).toBeVisible();
  expect(nickname).toHaveValue('mia2');
  expect(screen.queryByText('Your profile was not saved')).toBeNull();
  expect(path()).toBe('/profile');
});

test('a review that could not be completed shows why and can be retried', async () => {
  const newcomer = aUser({ onboardingDetails: { reviewedProfile: null } });
  const bodies = acceptSaves(newcomer);
  server.use(mockCall(userCalls.completeProfile, errorResponse('DatabaseUnavailable')));
  const { ui, path } = await visit('/profile', newcomer);
  await ui.type(await screen.findByLabelText('First Name'), 'm');
  await ui.click(saveButton());
  expect(await screen.findByText('Your profile was not saved')).toBeVisible();
  expect(path()).toBe('/profile');
  expect(screen.getByRole('heading', { name: 'Welcome To the product!' })).toBeVisible();

  const timestamp = '2026-02-02T00:00:00.000Z';
  server.use(
    mockCall(userCalls.completeProfile, { user: { ...newcomer, onboardingDetails: { reviewedProfile: timestamp } } }),
  );
  skipDoubleClickGuard();
  await ui.click(saveButton());
  // [4.profile-save.6]: without a default workspace.
  await waitFor(() => expect(path()).toBe('/workspaces'));
  expect(bodies).toHaveLength(2);
});

test('[4.profile-save.1] [8.9] nothing is saved for an unverified email, and the provider is asked first', async () => {
  const user = aUser({ emailVerified: false });
  const refreshed = { user, preparedWorkspacesWaiting: false };
  const requests: string[] = [];
  server.use(
    mockCall(userCalls.refreshAuth0Profile, () => (requests.push('refresh'), refreshed)),
    mockCall(userCalls.updateProfile, () => (requests.push('update'), { user })),
  );
  const { ui, store } = await visit('/profile', user);
  expect(await screen.findByText('You will not be able to use the product until you verify your email.')).toBeVisible();
  await waitFor(() => expect(requests).toEqual(['refresh']));
  await requestsSettled(store);
  await ui.click(saveButton());
  await screen.findByRole('button', { name: 'You must verify your email address to continue' });
  expect(requests).toEqual(['refresh', 'refresh']);
});

test('[4.profile-save.1] a save that finds the email verified continues', async () => {
  const user = aUser({ emailVerified: false });
  const { ui, path } = await visit('/profile', user);
  const verified = { ...user, emailVerified: true };
  const bodies = acceptSaves(verified);
  server.use(mockCall(userCalls.refreshAuth0Profile, { user: verified, preparedWorkspacesWaiting: false }));
  await ui.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(path()).toBe('/workspaces'));
  expect(bodies).toHaveLength(1);
});

test('a provider that does not respond prevents the save, with an error', async () => {
  const user = aUser({ emailVerified: false });
  const { ui, path } = await visit('/profile', user);
  server.use(mockCall(userCalls.refreshAuth0Profile, errorResponse('IdentityProviderUnavailable')));
  await ui.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Your profile was not saved')).toBeVisible();
  expect(path()).toBe('/profile');
});

test('changes are not lost by a link: the user chooses to stay or leave', async () => {
  server.use(mockCall(workspaceCalls.listWorkspaces, []));
  const { ui, path } = await visit('/profile', aUser());
  await ui.type(await screen.findByLabelText('First Name'), 'x');
  await ui.click(screen.getByRole('link', { name: 'Workspaces' }));
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await ui.click(screen.getByRole('button', { name: 'Stay here' }));
  expect(path()).toBe('/profile');
  expect(screen.getByLabelText('First Name')).toHaveValue('Miax');
  // An open dialog hides the rest of the page.
  await ui.click(await screen.findByRole('link', { name: 'Workspaces' }));
  await ui.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(path()).toBe('/workspaces'));
});

test('changes are not lost by the back button: the user chooses to stay or leave', async () => {
  server.use(mockCall(workspaceCalls.listWorkspaces, []));
  const { ui, path, router } = await visit('/workspaces', aUser());
  await act(() => router.navigate('/profile'));
  await ui.type(await screen.findByLabelText('First Name'), 'x');
  await act(() => router.navigate(-1));
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
  expect(path()).toBe('/profile');
  await ui.click(screen.getByRole('button', { name: 'Stay here' }));
  expect(screen.getByLabelText('First Name')).toHaveValue('Miax');
  await act(() => router.navigate(-1));
  await ui.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(path()).toBe('/workspaces'));
});

test('a user who leaves during a save continues once it is done', async () => {
  const gate = createGate();
  acceptSaves(aUser(), gate.wait);
  const { ui, path } = await visit('/profile', aUser());
  await ui.type(await screen.findByLabelText('First Name'), 'x');
  await ui.click(screen.getByRole('button', { name: 'Save' }));
  await ui.click(screen.getByRole('link', { name: 'Workspaces' }));
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
  expect(path()).toBe('/profile');
  gate.open();
  await waitFor(() => expect(path()).toBe('/workspaces'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('[4.profile-save.8] reloaded values show in the form, but never replace what the user types', async () => {
  const user = aUser({ onboardingDetails: { reviewedProfile: null } });
  const { ui, store } = await visit('/profile', user);
  const [first, last] = [await screen.findByLabelText('First Name'), screen.getByLabelText('Last Name')];
  const reload = (names: Partial<User>) => {
    server.use(mockCall(sessionCalls.whoami, { user: { ...user, ...names } }));
    return act(() => store.dispatch(sessionApi.endpoints.whoami.initiate(undefined, { forceRefetch: true })));
  };
  await reload({ firstName: 'Maria' });
  await waitFor(() => expect(first).toHaveValue('Maria'));
  await ui.type(first, '!');
  await reload({ firstName: 'Elsewhere', lastName: 'Wed' });
  await waitFor(() => expect(last).toHaveValue('Wed'));
  expect(first).toHaveValue('Maria!');
});

test('only changed fields are saved, so that changes of another tab stay', async () => {
  const user = aUser({ discordUsername: 'mia.m', pictureUrl: picture });
  const bodies = acceptSaves(user);
  const { ui, path } = await visit('/profile', user);
  await ui.type(await screen.findByLabelText('Github Username'), 'mia-m');
  await ui.clear(screen.getByLabelText('Discord Username'));
  await ui.click(saveButton());
  await waitFor(() => expect(path()).toBe('/workspaces'));
  const { requestUlid: _id, ...sent } = bodies[0] as Record<string, unknown>;
  expect(sent).toEqual({ githubUsername: 'mia-m', discordUsername: null });
});

test('the avatar shows the initials of the saved nickname and the account’s colour, whatever is typed', async () => {
  const { ui } = await visit('/profile', aUser({ nickname: 'Ada Byron' }));
  const tiles = () =>
    [...document.querySelectorAll<HTMLElement>('.initials-tile')].map(
      (tile) => `${tile.textContent} ${tile.style.getPropertyValue('--hue')}`,
    );
  const nickname = await screen.findByLabelText(/Nickname/);
  const before = tiles();
  expect(before).toEqual([before[0], before[0]]);
  expect(before[0]).toMatch(/^AB \d+$/);
  await ui.clear(nickname);
  await ui.type(nickname, 'Zoe Quinn');
  expect(tiles()).toEqual(before);
});
