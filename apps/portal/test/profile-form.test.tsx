import { sessionCalls, userCalls, workspaceCalls, type ProfileEdit, type User } from '@portal/contract';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { sessionApi } from '../src/api/session.api.ts';
import { rememberedPath, rememberPath } from '../src/session/login-redirect.ts';
import { on, refusal, server } from './support/api-server.ts';
import { pastDoubleClick } from './support/double-click.ts';
import { aGate } from './support/gate.ts';
import { pause } from './support/pause.ts';
import { aUser } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

const picture = 'https://pictures.example.com/mia.png';
const saveButton = () => screen.getByRole('button', { name: 'Save' });

/** Takes each save, and answers the user that it makes. */
function takesSaves(user = aUser(), wait?: () => Promise<unknown>) {
  const bodies: ProfileEdit[] = [];
  server.use(
    on(
      userCalls.updateProfile,
      ({ body }) => {
        const edit = body as ProfileEdit;
        bodies.push(edit);
        return { user: { ...user, ...(edit.nickname !== undefined && { nickname: edit.nickname }) } };
      },
      wait,
    ),
    on(workspaceCalls.listWorkspaces, []),
  );
  return bodies;
}

test('[2.profile-page.2] the fields, of which the nickname is required and the e-mail is for reading', async () => {
  const given = {
    firstName: 'Mia',
    lastName: 'Member',
    nickname: 'mia',
    discordUsername: 'mia.m',
    githubUsername: 'mia-m',
  };
  await visit('/profile', aUser(given));
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

test('[2.profile-page.2] a picture that was cleared is saved as none, a restored one is left as it was', async () => {
  const user = aUser({ pictureUrl: picture });
  const bodies = takesSaves(user);
  const { person, router } = await visit('/profile', user);
  const shown = () => document.querySelector('main img')?.getAttribute('src') ?? null;
  await person.click(await screen.findByRole('button', { name: 'Clear Picture' }));
  expect(shown()).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Restore Picture' }));
  expect(shown()).toBe(picture);
  await person.click(saveButton());
  await screen.findByRole('heading', { name: 'Create A Workspace' });
  await act(() => router.navigate('/profile'));
  await person.click(await screen.findByRole('button', { name: 'Clear Picture' }));
  await person.click(saveButton());
  await waitFor(() => expect(bodies).toHaveLength(2));
  expect(bodies[0]).not.toHaveProperty('pictureUrl');
  expect(bodies[1]).toMatchObject({ pictureUrl: null });
});

test('[2.profile-page.2] a picture that was cleared and saved can be restored on the next visit', async () => {
  const user = aUser({ pictureUrl: picture, providerPictureUrl: picture });
  const bodies: unknown[] = [];
  const shown = () => document.querySelector('main img')?.getAttribute('src') ?? null;
  server.use(
    on(workspaceCalls.listWorkspaces, []),
    on(userCalls.updateProfile, ({ body }) => {
      const { pictureUrl = null } = body as ProfileEdit;
      bodies.push(pictureUrl);
      return { user: { ...user, pictureUrl } };
    }),
  );
  const first = await visit('/profile', user);
  await first.person.click(await screen.findByRole('button', { name: 'Clear Picture' }));
  await first.person.click(saveButton());
  await screen.findByRole('heading', { name: 'Create A Workspace' });
  cleanup();

  const { person } = await visit('/profile', { ...user, pictureUrl: null });
  const restore = await screen.findByRole('button', { name: 'Restore Picture' });
  expect(screen.queryByRole('button', { name: 'Clear Picture' })).toBeNull();
  expect(shown()).toBeNull();
  await person.click(restore);
  expect(shown()).toBe(picture);
  await person.click(saveButton());
  await screen.findByRole('heading', { name: 'Create A Workspace' });
  expect(bodies).toEqual([null, picture]);
});

test('[2.profile-page.2] a picture that was cleared before the provider’s is known cannot be restored once that is saved', async () => {
  const user = aUser({ pictureUrl: picture, providerPictureUrl: null });
  const shown = () => document.querySelector('main img')?.getAttribute('src') ?? null;
  const first = await visit('/profile', user);
  await first.person.click(await screen.findByRole('button', { name: 'Clear Picture' }));
  await first.person.click(screen.getByRole('button', { name: 'Restore Picture' }));
  expect(shown()).toBe(picture);
  cleanup();

  await visit('/profile', { ...user, pictureUrl: null });
  expect(await screen.findByText('No profile picture.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Picture/ })).toBeNull();
});

test('somebody without a picture has none to clear or restore', async () => {
  await visit('/profile', aUser({ pictureUrl: null }));
  expect(await screen.findByText('No profile picture.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Picture/ })).toBeNull();
});

test('[2.profile-page.3] the button says that it saves, and then that it did', async () => {
  const user = aUser();
  const gate = aGate();
  takesSaves(user, gate.wait);
  const { person, path } = await visit('/profile', user);
  await person.click(await screen.findByRole('button', { name: 'Save' }));
  const saving = await screen.findByRole('button', { name: 'Saving your profile...' });
  expect(saving).toHaveAttribute('aria-disabled', 'true');
  gate.open();
  expect(await screen.findByRole('button', { name: 'Updated your profile!' })).toBeVisible();
  await waitFor(() => expect(path()).toBe('/workspaces'));
});

test('whoever writes on after saving stays on the page, and what they write stays in it', async () => {
  takesSaves();
  const { person, path } = await visit('/profile', aUser());
  await person.click(await screen.findByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Updated your profile!' });
  await person.type(screen.getByLabelText('Last Name'), 'x');
  // What was saved is not what stands there any more.
  expect(await screen.findByRole('button', { name: 'Save' })).toBeVisible();
  await person.keyboard('{Backspace}');
  await act(() => pause(1_000));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(path()).toBe('/profile');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(path()).toBe('/workspaces'));
});

test('whoever writes on during a save stays on the page, also once they took it back', async () => {
  const gate = aGate();
  takesSaves(aUser(), gate.wait);
  const { person, path } = await visit('/profile', aUser());
  await person.click(await screen.findByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Saving your profile...' });
  await person.type(screen.getByLabelText('Last Name'), 'x');
  gate.open();
  // What is typed now is not what was saved.
  expect(await screen.findByRole('button', { name: 'Save' })).toBeVisible();
  await person.type(screen.getByLabelText('Last Name'), '{Backspace}');
  await act(() => pause(1_000));
  expect(path()).toBe('/profile');
});

test('[4.profile-save.6] whoever writes on after their first review goes to their default workspace all the same', async () => {
  const newcomer = aUser({ onboardingDetails: { reviewedProfile: null } });
  takesSaves(newcomer);
  const reviewed = { ...newcomer, onboardingDetails: { reviewedProfile: '2026-02-02T00:00:00.000Z' } };
  server.use(on(userCalls.completeProfile, { user: reviewed }));
  const { person, visited } = await visit('/profile', newcomer);
  rememberPath('/workspace/new');
  await person.click(await screen.findByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Updated your profile!' });
  await person.type(screen.getByLabelText('Last Name'), 'x');
  expect(visited).toEqual(['/profile']);
  // What led here is over with the review, however they go on.
  expect(rememberedPath()).toBeNull();
  takesSaves(reviewed);
  pastDoubleClick();
  await person.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(visited[1]).toBe('/default_workspace'));
});

test('[4.profile-save.7] whoever reviewed their profile in another tab meanwhile goes to the list', async () => {
  const newcomer = aUser({ onboardingDetails: { reviewedProfile: null } });
  const reviewed = { ...newcomer, onboardingDetails: { reviewedProfile: '2026-02-02T00:00:00.000Z' } };
  const { person, visited, store } = await visit('/profile', newcomer);
  await screen.findByRole('heading', { name: 'Welcome To the product!' });
  server.use(on(sessionCalls.whoami, { user: reviewed }));
  await act(() => store.dispatch(sessionApi.endpoints.whoami.initiate(undefined, { forceRefetch: true })));
  takesSaves(reviewed);
  await person.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(visited).toEqual(['/profile', '/workspaces']));
});

test('[5.profile.1] nothing is saved while a field is wrong, and the first wrong one gets focus', async () => {
  const bodies = takesSaves();
  const { person } = await visit('/profile', aUser());
  const nickname = await screen.findByLabelText(/Nickname/);
  await person.clear(nickname);
  await person.type(nickname, '   ');
  await person.click(saveButton());
  expect(await screen.findByText('This field is required')).toBeVisible();
  expect(nickname).toBeInvalid();
  expect(saveButton()).toHaveAttribute('aria-disabled', 'true');
  await person.type(nickname, 'mia{Enter}');
  await waitFor(() => expect(bodies).toEqual([expect.objectContaining({ nickname: 'mia' })]));
});

test('a saved nickname that is empty stops the save, at its field', async () => {
  const bodies = takesSaves();
  const { person } = await visit('/profile', aUser({ nickname: '' }));
  await person.type(await screen.findByLabelText('Github Username'), 'mia-m');
  await person.click(saveButton());
  await waitFor(() => expect(screen.getByLabelText(/Nickname/)).toBeInvalid());
  expect(bodies).toEqual([]);
});

test('what the API refuses of a field is told at the field, and what was typed stays', async () => {
  server.use(
    on(userCalls.updateProfile, refusal('InvalidInput', undefined, [{ path: 'body.nickname', message: 'Too rude' }])),
  );
  const { person, path } = await visit('/profile', aUser());
  const nickname = await screen.findByLabelText(/Nickname/);
  await person.type(nickname, '2');
  await person.click(saveButton());
  expect(await screen.findByText('Too rude')).toBeVisible();
  expect(nickname).toHaveValue('mia2');
  expect(screen.queryByText('Your profile was not saved')).toBeNull();
  expect(path()).toBe('/profile');
});

test('a review that could not be completed stays, says why and can be tried again', async () => {
  const newcomer = aUser({ onboardingDetails: { reviewedProfile: null } });
  const bodies = takesSaves(newcomer);
  server.use(on(userCalls.completeProfile, refusal('DatabaseUnavailable')));
  const { person, path } = await visit('/profile', newcomer);
  await person.type(await screen.findByLabelText('First Name'), 'm');
  await person.click(saveButton());
  expect(await screen.findByText('Your profile was not saved')).toBeVisible();
  expect(path()).toBe('/profile');
  expect(screen.getByRole('heading', { name: 'Welcome To the product!' })).toBeVisible();

  const moment = '2026-02-02T00:00:00.000Z';
  server.use(on(userCalls.completeProfile, { user: { ...newcomer, onboardingDetails: { reviewedProfile: moment } } }));
  pastDoubleClick();
  await person.click(saveButton());
  // [4.profile-save.6]: there is no default workspace.
  await waitFor(() => expect(path()).toBe('/workspaces'));
  expect(bodies).toHaveLength(2);
});

test('[4.profile-save.1] [8.9] nothing is saved for an unverified address, and the provider is asked first', async () => {
  const user = aUser({ emailVerified: false });
  const asked: string[] = [];
  server.use(
    on(userCalls.refreshAuth0Profile, () => (asked.push('refresh'), { user, invitationsWaiting: false })),
    on(userCalls.updateProfile, () => (asked.push('update'), { user })),
  );
  const { person } = await visit('/profile', user);
  expect(await screen.findByText('You will not be able to use the product until you verify your email.')).toBeVisible();
  await waitFor(() => expect(asked).toEqual(['refresh']));
  await person.click(saveButton());
  await screen.findByRole('button', { name: 'You must verify your email address to continue' });
  expect(asked).toEqual(['refresh', 'refresh']);
});

test('[4.profile-save.1] a save that finds the address verified goes on', async () => {
  const user = aUser({ emailVerified: false });
  const { person, path } = await visit('/profile', user);
  const verified = { ...user, emailVerified: true };
  const bodies = takesSaves(verified);
  server.use(on(userCalls.refreshAuth0Profile, { user: verified, invitationsWaiting: false }));
  await person.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(path()).toBe('/workspaces'));
  expect(bodies).toHaveLength(1);
});

test('a provider that does not answer stops the save, and is told', async () => {
  const user = aUser({ emailVerified: false });
  const { person, path } = await visit('/profile', user);
  server.use(on(userCalls.refreshAuth0Profile, refusal('IdentityProviderUnavailable')));
  await person.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Your profile was not saved')).toBeVisible();
  expect(path()).toBe('/profile');
});

test('changes are not lost by a link: people are asked, and may stay or leave', async () => {
  server.use(on(workspaceCalls.listWorkspaces, []));
  const { person, path } = await visit('/profile', aUser());
  await person.type(await screen.findByLabelText('First Name'), 'x');
  await person.click(screen.getByRole('link', { name: 'Workspaces' }));
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await person.click(screen.getByRole('button', { name: 'Stay here' }));
  expect(path()).toBe('/profile');
  expect(screen.getByLabelText('First Name')).toHaveValue('Miax');
  await person.click(screen.getByRole('link', { name: 'Workspaces' }));
  await person.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(path()).toBe('/workspaces'));
});

test('changes are not lost by a step back: the user is asked, and may stay or leave', async () => {
  server.use(on(workspaceCalls.listWorkspaces, []));
  const { person, path, router } = await visit('/workspaces', aUser());
  await act(() => router.navigate('/profile'));
  await person.type(await screen.findByLabelText('First Name'), 'x');
  await act(() => router.navigate(-1));
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
  expect(path()).toBe('/profile');
  await person.click(screen.getByRole('button', { name: 'Stay here' }));
  expect(screen.getByLabelText('First Name')).toHaveValue('Miax');
  await act(() => router.navigate(-1));
  await person.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(path()).toBe('/workspaces'));
});

test('whoever is asked during a save goes on once it is done', async () => {
  const gate = aGate();
  takesSaves(aUser(), gate.wait);
  const { person, path } = await visit('/profile', aUser());
  await person.type(await screen.findByLabelText('First Name'), 'x');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await person.click(screen.getByRole('link', { name: 'Workspaces' }));
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
  expect(path()).toBe('/profile');
  gate.open();
  await waitFor(() => expect(path()).toBe('/workspaces'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('[4.profile-save.8] what the reload brings shows in the form, but never in the place of what somebody is typing', async () => {
  const user = aUser({ onboardingDetails: { reviewedProfile: null } });
  const { person, store } = await visit('/profile', user);
  const [first, last] = [await screen.findByLabelText('First Name'), screen.getByLabelText('Last Name')];
  const reload = (names: Partial<User>) => {
    server.use(on(sessionCalls.whoami, { user: { ...user, ...names } }));
    return act(() => store.dispatch(sessionApi.endpoints.whoami.initiate(undefined, { forceRefetch: true })));
  };
  await reload({ firstName: 'Maria' });
  await waitFor(() => expect(first).toHaveValue('Maria'));
  await person.type(first, '!');
  await reload({ firstName: 'Elsewhere', lastName: 'Wed' });
  await waitFor(() => expect(last).toHaveValue('Wed'));
  expect(first).toHaveValue('Maria!');
});

test('only what was changed is saved, so that what another tab saved meanwhile stays', async () => {
  const user = aUser({ discordUsername: 'mia.m', pictureUrl: picture });
  const bodies = takesSaves(user);
  const { person, path } = await visit('/profile', user);
  await person.type(await screen.findByLabelText('Github Username'), 'mia-m');
  await person.clear(screen.getByLabelText('Discord Username'));
  await person.click(saveButton());
  await waitFor(() => expect(path()).toBe('/workspaces'));
  const { requestUlid: _id, ...sent } = bodies[0] as Record<string, unknown>;
  expect(sent).toEqual({ githubUsername: 'mia-m', discordUsername: null });
});

test('initials and colour are those of the saved names and of the account, whatever is typed', async () => {
  const { person } = await visit('/profile', aUser());
  const tiles = () =>
    [...document.querySelectorAll<HTMLElement>('.initials-tile')].map(
      (tile) => `${tile.textContent} ${tile.style.getPropertyValue('--hue')}`,
    );
  const nickname = await screen.findByLabelText(/Nickname/);
  const before = tiles();
  expect(before).toEqual([before[0], before[0]]);
  expect(before[0]).toMatch(/^MM \d+$/);
  await person.clear(nickname);
  await person.type(nickname, 'Zoe Quinn');
  expect(tiles()).toEqual(before);
});
