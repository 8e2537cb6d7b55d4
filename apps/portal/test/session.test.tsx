import { jest } from '@jest/globals';
import { billingCalls, sessionCalls, userCalls, workspaceCalls } from '@portal/contract';
import { act, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { reloadUser, useUser } from '../src/api/session.api.ts';
import { createStore } from '../src/app/store.ts';
import { on, refusal, server } from './support/api-server.ts';
import { comeFromPortal } from './support/come-from.ts';
import { pastDoubleClick } from './support/double-click.ts';
import { storageIsFull } from './support/full-storage.ts';
import { aGate } from './support/gate.ts';
import { pause } from './support/pause.ts';
import { aUser, aWorkspace } from './support/people-and-things.ts';
import { settings, visit } from './support/render-portal.tsx';

const remembered = () => sessionStorage.getItem('SI-LOGIN-REDIRECT');

// @covers 2.1
test('the root path leads to the login, which sends the browser to the identity provider', async () => {
  const { went } = await visit('/', null);
  expect(await screen.findByRole('heading', { name: 'Welcome to System Initiative' })).toBeVisible();
  await waitFor(() => expect(went).toContain('http://api.test/auth/login'));
  expect(remembered()).toBeNull();
});

test('a browser that keeps nothing is sent to the identity provider all the same', async () => {
  storageIsFull();
  const { went } = await visit('/workspace/01J/tokens', null);
  await waitFor(() => expect(went).toContain('http://api.test/auth/login'));
});

// @covers 2.2
test('signup adds its marker', async () => {
  const { went } = await visit('/signup', null);
  await waitFor(() => expect(went).toContain('http://api.test/auth/login?signup=1'));
});

test('somebody who comes back from the login without being logged in is not sent there again by itself', async () => {
  sessionStorage.setItem('SI-LOGIN-ATTEMPT', String(Date.now()));
  const { went, person } = await visit('/login', null);
  await person.click(await screen.findByRole('button', { name: 'Log in' }));
  expect(went).toEqual(['http://api.test/auth/login']);
});

test('who asks for the sign-up goes on to it, also after a login that was not completed', async () => {
  sessionStorage.setItem('SI-LOGIN-ATTEMPT', String(Date.now()));
  const { went } = await visit('/signup', null);
  await waitFor(() => expect(went).toEqual(['http://api.test/auth/login?signup=1']));
  expect(screen.queryByText('The last login was not completed.')).toBeNull();
});

// @covers 2.16
test('a page that needs a login is remembered, and found again after the login', async () => {
  const first = await visit('/workspace/01J/tokens?a=1', null);
  await waitFor(() => expect(first.path()).toBe('/login'));
  expect(remembered()).toBe('/workspace/01J/tokens?a=1');

  sessionStorage.setItem('SI-LOGIN-REDIRECT', '/profile');
  const second = await visit('/login-success', aUser());
  await waitFor(() => expect(second.path()).toBe('/profile'));
  expect(remembered()).toBeNull();
});

test('a path that is not our own is not followed', async () => {
  sessionStorage.setItem('SI-LOGIN-REDIRECT', '//evil.example');
  server.use(on(workspaceCalls.listWorkspaces, []));
  const { path } = await visit('/login-success', aUser());
  await waitFor(() => expect(path()).toBe('/workspaces'));
});

// @covers 2.11 2.16 4.default-workspace.2
test('the default workspace is launched after a login', async () => {
  const own = aWorkspace({ isDefault: true });
  server.use(on(workspaceCalls.listWorkspaces, [aWorkspace(), own]));
  const { went } = await visit('/login-success', aUser());
  await waitFor(() => expect(went).toContain(`http://api.test/workspaces/${own.id}/go`));
  expect(screen.getByText('Redirecting to workspace...')).toBeVisible();
});

// @covers 2.14 4.routing-after-the.8
test('workspace-go hands its redirect on, encoded', async () => {
  const { went } = await visit('/workspace/01J/go?redirect=%2Fw%2F1%3Fa%3Db', aUser());
  expect(await screen.findByText('Redirecting to workspace...')).toBeVisible();
  await waitFor(() => expect(went).toContain('http://api.test/workspaces/01J/go?redirect=%2Fw%2F1%3Fa%3Db&confirm=1'));
});

test('logout waits half a second', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  comeFromPortal();
  const { went } = await visit('/logout', aUser());
  expect(await screen.findByText('Logging you out...')).toBeVisible();
  expect(went).toEqual([]);
  await act(() => jest.advanceTimersByTimeAsync(500));
  expect(went).toEqual(['http://api.test/auth/logout']);
  jest.useRealTimers();
});

test('the link of an invitation email leads by a new login to the workspaces, whoever is logged in', async () => {
  const { went } = await visit('/invitations', aUser());
  await waitFor(() => expect(went).toEqual(['http://api.test/auth/login']));
  expect(sessionStorage.getItem('SI-LOGIN-REDIRECT')).toBe('/workspaces');
});

// @covers 2.4
test('logout success says so and leads to the marketing site', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const { went } = await visit('/logout-success', null);
  expect(await screen.findByRole('heading', { name: 'You have successfully logged out' })).toBeVisible();
  await act(() => jest.advanceTimersByTimeAsync(5000));
  expect(went).toEqual(['https://www.systeminit.com']);
  jest.useRealTimers();
});

test('somebody who is still logged in is not told otherwise', async () => {
  const { went } = await visit('/logout-success', aUser());
  expect(await screen.findByRole('heading', { name: 'You are still logged in' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Log out' })).toHaveAttribute('href', '/logout');
  expect(screen.queryByText('You have successfully logged out')).toBeNull();
  expect(went).toEqual([]);
});

// @covers 2.18
test('an unknown path shows the 404 page with a link back to login', async () => {
  await visit('/nowhere', null);
  expect(await screen.findByRole('heading', { name: '404 not found :(' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/login');
});

// @covers 8.4
test('an outage is not a logout: it says so and can be tried again', async () => {
  const { person } = await visit('/workspaces', refusal('DatabaseUnavailable'));
  expect(await screen.findByRole('heading', { name: /can’t reach the service/ })).toBeVisible();
  expect(screen.getByText(/^If you were logged in, you still are\./)).toBeVisible();
  server.use(on(sessionCalls.whoami, { user: aUser() }), on(workspaceCalls.listWorkspaces, []));
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Create A Workspace' })).toBeVisible();
});

describe('an outage that ends', () => {
  beforeEach(() => void jest.useFakeTimers({ advanceTimers: true }));
  afterEach(() => void jest.useRealTimers());

  test('is noticed without a key', async () => {
    await visit('/workspaces', refusal('DatabaseUnavailable'));
    await screen.findByRole('heading', { name: /can’t reach the service/ });
    let asked = 0;
    server.use(
      on(sessionCalls.whoami, () => ((asked += 1), asked === 1 ? refusal('DatabaseUnavailable') : { user: aUser() })),
      on(workspaceCalls.listWorkspaces, []),
    );
    for (const time of [1, 2]) {
      await act(() => jest.advanceTimersByTimeAsync(10_000 * time));
      await waitFor(() => expect(asked).toBe(time));
    }
    expect(await screen.findByRole('heading', { name: 'Create A Workspace' })).toBeVisible();
  });
});

test('somebody who comes to log in during an outage is told nothing about a session', async () => {
  await visit('/login', refusal('DatabaseUnavailable'));
  expect(
    await screen.findByText('Check your connection, or wait a moment: this page tries again by itself.'),
  ).toBeVisible();
  expect(screen.queryByText(/logged in/)).toBeNull();
});

test('a session that ended elsewhere is told, and login leads back to the page', async () => {
  server.use(on(workspaceCalls.listWorkspaces, refusal('NotSignedIn')));
  const { person, went, path } = await visit('/workspaces', aUser());
  expect(await screen.findByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  expect(path()).toBe('/workspaces');
  await person.click(screen.getByRole('button', { name: 'Log in' }));
  expect(went).toEqual(['http://api.test/auth/login']);
  expect(remembered()).toBe('/workspaces');
});

test('[1.shell.5] [8.16] the banner checks the verification again, and says when it is still missing', async () => {
  const user = aUser({ emailVerified: false });
  server.use(on(userCalls.refreshAuth0Profile, { user, invitationsWaiting: false }));
  const { person } = await visit('/profile', user);
  await person.click(await screen.findByRole('button', { name: 'Already verified?' }));
  const again = await screen.findByRole('button', { name: 'Not Verified, Try Again' });
  server.use(
    on(userCalls.refreshAuth0Profile, { user: { ...user, emailVerified: true }, invitationsWaiting: false }),
    on(billingCalls.createBillingIntegration, {}),
  );
  pastDoubleClick();
  await person.click(again);
  // The other button goes with the banner; this one has another label while it checks.
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Resend Email' })).toBeNull());
});

test('[1.shell.5] [1.shell.6] the banner sends the mail again, hides the button then, and shows errors', async () => {
  const user = aUser({ emailVerified: false });
  server.use(on(userCalls.resendEmailVerification, refusal('TooManyRequests')));
  const { person } = await visit('/profile', user);
  await person.click(await screen.findByRole('button', { name: 'Resend Email' }));
  expect(await screen.findByText('ERROR: Too many requests. Try again later.')).toBeVisible();
  server.use(on(userCalls.resendEmailVerification, {}));
  pastDoubleClick();
  await person.click(screen.getByRole('button', { name: 'Resend Email' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Resend Email' })).toBeNull());
});

test('[4.email-verification.2] [8.6] resending to a verified address marks it verified and reloads the user', async () => {
  const user = aUser({ emailVerified: false });
  server.use(on(userCalls.resendEmailVerification, refusal('EmailAlreadyVerified')));
  const { person } = await visit('/profile', user);
  const resend = await screen.findByRole('button', { name: 'Resend Email' });
  const reloaded = { ...user, emailVerified: true, nickname: 'renamed' };
  server.use(on(sessionCalls.whoami, { user: reloaded }, 300));
  await person.click(resend);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Resend Email' })).toBeNull());
  expect(screen.getByRole('button', { name: `Hi ${user.nickname}!` })).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Hi renamed!' })).toBeVisible();
  expect(screen.queryByText(/^ERROR/)).toBeNull();
});

// @covers 4.email-verification.2
test('an address that turns out verified stays so, though an answer about the user from before comes later', async () => {
  const user = aUser({ emailVerified: false });
  const late = aGate();
  server.use(on(userCalls.resendEmailVerification, refusal('EmailAlreadyVerified')));
  const { person, store } = await visit('/profile', user);
  const resend = await screen.findByRole('button', { name: 'Resend Email' });
  server.use(on(sessionCalls.whoami, { user }, late.wait));
  act(() => void store.dispatch(reloadUser()));
  await waitFor(() => expect(late.came).toBe(1));
  await person.click(resend);
  await pause(300);
  const verified = { ...user, emailVerified: true, nickname: 'renamed' };
  server.use(on(sessionCalls.whoami, { user: verified }));
  late.open();
  expect(await screen.findByRole('button', { name: 'Hi renamed!' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Resend Email' })).toBeNull();
});

test('[2.api-tokens-page.5] [6.8] [8.15] without a user the token page says that it wants a login', async () => {
  const { path } = await visit('/workspace/01J/tokens', null);
  expect(await screen.findByText('You must log in to view workspace status.')).toBeVisible();
  expect(path()).toBe('/login');
});

const Nickname = () => useUser().nickname;

test('[8.7] a page that needs a user fails with ‘User not loaded’ where there is none', () => {
  const store = createStore(settings);
  const page = () =>
    render(
      <Provider store={store}>
        <Nickname />
      </Provider>,
    );
  server.use(on(sessionCalls.whoami, refusal('NotSignedIn')));
  expect(page).toThrow('User not loaded');
});
