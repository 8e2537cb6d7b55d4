import { jest } from '@jest/globals';
import { billingCalls, sessionCalls, userCalls, workspaceCalls } from '@portal/contract';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { Provider } from 'react-redux';
import { refetchWhoami, useUser } from '../../src/api/session.api.ts';
import { createStore } from '../../src/app/store.ts';
import { mockCall, errorResponse, server } from '../support/api-server.ts';
import { setPortalReferrer } from '../support/referrer.ts';
import { skipDoubleClickGuard } from '../support/double-click.ts';
import { mockFullStorage } from '../support/full-storage.ts';
import { createGate } from '../support/gate.ts';
import { pause } from '../support/pause.ts';
import { aUser, aWorkspace } from '@portal/contract/fixtures';
import { settings, visit } from '../support/render-portal.tsx';

const storedRedirect = () => sessionStorage.getItem('SI-LOGIN-REDIRECT');

// @covers 2.1
test('the root path redirects to the login, which redirects to the identity provider', async () => {
  const { externalUrls } = await visit('/', null);
  expect(await screen.findByRole('heading', { name: 'Welcome to System Initiative' })).toBeVisible();
  await waitFor(() => expect(externalUrls).toContain('http://api.test/auth/login'));
  expect(storedRedirect()).toBeNull();
});

test('a browser without storage is also redirected to the identity provider', async () => {
  mockFullStorage();
  const { externalUrls } = await visit('/workspace/01J/tokens', null);
  await waitFor(() => expect(externalUrls).toContain('http://api.test/auth/login'));
});

// @covers 2.2
test('signup adds its marker', async () => {
  const { externalUrls } = await visit('/signup', null);
  await waitFor(() => expect(externalUrls).toContain('http://api.test/auth/login?signup=1'));
});

test('a user who returns from the login unauthenticated is not redirected again automatically', async () => {
  sessionStorage.setItem('SI-LOGIN-ATTEMPT', String(Date.now()));
  const { externalUrls, ui } = await visit('/login', null);
  await ui.click(await screen.findByRole('button', { name: 'Log in' }));
  expect(externalUrls).toEqual(['http://api.test/auth/login']);
});

test('a user who cancelled the login at the identity provider is not redirected again automatically', async () => {
  const { externalUrls, ui } = await visit('/login?cancelled=1', null);
  expect(await screen.findByText('You didn’t finish logging in.')).toBeVisible();
  await ui.click(screen.getByRole('button', { name: 'Log in' }));
  expect(externalUrls).toEqual(['http://api.test/auth/login']);
});

test('the login page stays in the history, and says that the login was not completed when the user goes back', async () => {
  const { externalUrls, leftPages } = await visit('/login', null);
  await waitFor(() => expect(externalUrls).toEqual(['http://api.test/auth/login']));
  expect(leftPages).toEqual(['/login']);
  // Browsers show the page as it was left.
  fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }));
  expect(await screen.findByText('You didn’t finish logging in.')).toBeVisible();
});

test('after a password reset the login opens, also if the last one was not completed', async () => {
  sessionStorage.setItem('SI-LOGIN-ATTEMPT', String(Date.now()));
  const { externalUrls } = await visit('/login?passwordChanged=1', null);
  await waitFor(() => expect(externalUrls).toEqual(['http://api.test/auth/login']));
  expect(screen.queryByText('You didn’t finish logging in.')).toBeNull();
});

test.each(['passwordChanged', 'retry'])(
  'a page with ?%s=1 redirects once: not when it is loaded again',
  async (request) => {
    const first = await visit(`/login?${request}=1`, null);
    await waitFor(() => expect(first.externalUrls).toEqual(['http://api.test/auth/login']));
    expect(first.shownUrls).toEqual(['/login']);
    cleanup();
    const second = await visit('/login', null);
    expect(await screen.findByText('You didn’t finish logging in.')).toBeVisible();
    expect(second.externalUrls).toEqual([]);
  },
);

test('after a failed login the user can try again with the invited email', async () => {
  sessionStorage.setItem('SI-LOGIN-ATTEMPT', String(Date.now()));
  sessionStorage.setItem('SI-LOGIN-REDIRECT', '/invitations/c2VjcmV0');
  const { externalUrls } = await visit('/login?retry=1', null);
  await waitFor(() => expect(externalUrls).toEqual(['http://api.test/auth/login?invitation=c2VjcmV0']));
});

test('after a logout the login page starts no login automatically, and does not say that one was not completed', async () => {
  sessionStorage.setItem('SI-LOGIN-ATTEMPT', String(Date.now()));
  const { externalUrls, ui } = await visit('/login?loggedOut=1', null);
  expect(await screen.findByText('Log in to manage your workspaces.')).toBeVisible();
  expect(screen.queryByText('You didn’t finish logging in.')).toBeNull();
  await ui.click(screen.getByRole('button', { name: 'Log in' }));
  expect(externalUrls).toEqual(['http://api.test/auth/login']);
});

test('a signup link leads to the signup, also after an incomplete login', async () => {
  sessionStorage.setItem('SI-LOGIN-ATTEMPT', String(Date.now()));
  const { externalUrls } = await visit('/signup', null);
  await waitFor(() => expect(externalUrls).toEqual(['http://api.test/auth/login?signup=1']));
  expect(screen.queryByText('You didn’t finish logging in.')).toBeNull();
});

// @covers 2.16
test('a page that requires a login opens after the login', async () => {
  const first = await visit('/workspace/01J/tokens?a=1', null);
  await waitFor(() => expect(first.path()).toBe('/login'));
  expect(storedRedirect()).toBe('/workspace/01J/tokens?a=1');

  sessionStorage.setItem('SI-LOGIN-REDIRECT', '/profile');
  const second = await visit('/login-success', aUser());
  await waitFor(() => expect(second.path()).toBe('/profile'));
  expect(storedRedirect()).toBeNull();
});

test('a path outside the portal is not followed', async () => {
  sessionStorage.setItem('SI-LOGIN-REDIRECT', '//evil.example');
  server.use(mockCall(workspaceCalls.listWorkspaces, []));
  const { path } = await visit('/login-success', aUser());
  await waitFor(() => expect(path()).toBe('/workspaces'));
});

// @covers 2.11 2.16 4.default-workspace.2
test('the default workspace is launched after a login', async () => {
  const own = aWorkspace({ isDefault: true });
  server.use(mockCall(workspaceCalls.listWorkspaces, [aWorkspace(), own]));
  const { externalUrls } = await visit('/login-success', aUser());
  await waitFor(() => expect(externalUrls).toContain(`http://api.test/workspaces/${own.id}/go`));
  expect(screen.getByText('Redirecting to workspace...')).toBeVisible();
});

test('workspace-go passes the state of an instance on', async () => {
  const { externalUrls } = await visit('/workspace/01J/go?redirect=%2Fw&state=a%26b', aUser());
  await waitFor(() =>
    expect(externalUrls).toContain('http://api.test/workspaces/01J/go?redirect=%2Fw&state=a%26b&confirm=1'),
  );
});

// @covers 2.14 4.routing-after-the.8
test('workspace-go passes its redirect on, encoded', async () => {
  const { externalUrls } = await visit('/workspace/01J/go?redirect=%2Fw%2F1%3Fa%3Db', aUser());
  expect(await screen.findByText('Redirecting to workspace...')).toBeVisible();
  await waitFor(() =>
    expect(externalUrls).toContain('http://api.test/workspaces/01J/go?redirect=%2Fw%2F1%3Fa%3Db&confirm=1'),
  );
});

test('logout waits half a second', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  setPortalReferrer();
  const { externalUrls } = await visit('/logout', aUser());
  expect(await screen.findByText('Logging you out...')).toBeVisible();
  expect(externalUrls).toEqual([]);
  await act(() => jest.advanceTimersByTimeAsync(500));
  expect(externalUrls).toEqual(['http://api.test/auth/logout']);
  jest.useRealTimers();
});

// @covers 2.4
test('the logout success page shows it and links to the marketing site', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const { externalUrls } = await visit('/logout-success', null);
  expect(await screen.findByRole('heading', { name: 'You have successfully logged out' })).toBeVisible();
  const website = screen.getByRole('link', { name: 'System Initiative website' });
  expect(website).toHaveAttribute('href', 'https://www.systeminit.com');
  await act(() => jest.advanceTimersByTimeAsync(5000));
  expect(externalUrls).toEqual(['https://www.systeminit.com']);
  jest.useRealTimers();
});

test('a user who is still logged in does not see the logout success', async () => {
  const { externalUrls } = await visit('/logout-success', aUser());
  expect(await screen.findByRole('heading', { name: 'You are still logged in' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Log out' })).toHaveAttribute('href', '/logout');
  expect(screen.queryByText('You have successfully logged out')).toBeNull();
  expect(externalUrls).toEqual([]);
});

// @covers 2.18
test('an unknown path shows the 404 page with a link back to login', async () => {
  await visit('/nowhere', null);
  expect(await screen.findByRole('heading', { name: '404 not found :(' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to login' })).toHaveAttribute('href', '/login');
});

test('the 404 page has the shell, and a link for logged-in users', async () => {
  const { router } = await visit('/nowhere', aUser());
  expect(await screen.findByRole('heading', { name: '404 not found :(' })).toBeVisible();
  // The page does not wait for the user.
  expect(await screen.findByRole('link', { name: 'Go to your workspaces' })).toHaveAttribute('href', '/workspaces');
  const page = within(screen.getByRole('main'));
  expect(page.getByRole('link', { name: 'Back to login' })).toBeVisible();
  expect(page.getAllByRole('link')).toHaveLength(3);
  server.use(mockCall(workspaceCalls.listWorkspaces, []));
  const search = page.getByRole('searchbox', { name: 'Search your workspaces' });
  fireEvent.change(search, { target: { value: 'Staging & co' } });
  fireEvent.keyDown(search, { key: 'Enter' });
  await waitFor(() =>
    expect(router.state.location).toMatchObject({ pathname: '/workspaces', search: '?q=Staging+%26+co' }),
  );
  expect(within(screen.getByRole('banner')).getByRole('link', { name: 'Billing' })).toBeVisible();
});

// @covers 8.4
test('an outage is not a logout: it shows an error and can be retried', async () => {
  const { ui } = await visit('/workspaces', errorResponse('DatabaseUnavailable'));
  expect(await screen.findByRole('heading', { name: /can’t reach the service/ })).toBeVisible();
  expect(screen.getByText(/^If you were logged in, you still are\./)).toBeVisible();
  expect(screen.getByRole('banner')).toBeVisible();
  expect(screen.getByRole('link', { name: 'contact support' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^mailto:/),
  );
  server.use(mockCall(sessionCalls.whoami, { user: aUser() }), mockCall(workspaceCalls.listWorkspaces, []));
  await ui.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Create A Workspace' })).toBeVisible();
});

test.each([
  [
    'the API',
    () => errorResponse('HeadersTooLarge'),
    'Too many cookies',
    'Delete the cookies of this site, then try again.',
  ],
  [
    'a proxy',
    () => new HttpResponse(null, { status: 431 }),
    'Too many cookies',
    'Delete the cookies of this site, then try again.',
  ],
  ['a proxy', () => new HttpResponse(null, { status: 429 }), 'Too many requests', 'Wait a minute, then try again.'],
])(
  'a request that %s refuses is no fault of the connection: the page says what to do',
  async (_who, respond, heading, remedy) => {
    await visit('/workspaces', respond());
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible();
    expect(screen.getByText(remedy)).toBeVisible();
    expect(screen.queryByText(/Check your connection|retries automatically/)).not.toBeInTheDocument();
  },
);

describe('an outage that ends', () => {
  beforeEach(() => void jest.useFakeTimers({ advanceTimers: true }));
  afterEach(() => void jest.useRealTimers());

  test('is noticed automatically', async () => {
    await visit('/workspaces', errorResponse('DatabaseUnavailable'));
    await screen.findByRole('heading', { name: /can’t reach the service/ });
    let requestCount = 0;
    server.use(
      mockCall(
        sessionCalls.whoami,
        () => ((requestCount += 1), requestCount === 1 ? errorResponse('DatabaseUnavailable') : { user: aUser() }),
      ),
      mockCall(workspaceCalls.listWorkspaces, []),
    );
    for (const time of [1, 2]) {
      await act(() => jest.advanceTimersByTimeAsync(10_000 * time));
      await waitFor(() => expect(requestCount).toBe(time));
    }
    expect(await screen.findByRole('heading', { name: 'Create A Workspace' })).toBeVisible();
  });
});

test('a user who opens the login during an outage sees nothing about a session', async () => {
  await visit('/login', errorResponse('DatabaseUnavailable'));
  expect(await screen.findByText('Check your connection. This page retries automatically.')).toBeVisible();
  expect(screen.queryByText(/logged in/)).toBeNull();
});

test('a session that ended elsewhere is reported, and the login leads back to the page', async () => {
  server.use(mockCall(workspaceCalls.listWorkspaces, errorResponse('NotSignedIn')));
  const { ui, externalUrls, path } = await visit('/workspaces', aUser());
  expect(await screen.findByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  expect(path()).toBe('/workspaces');
  await ui.click(screen.getByRole('button', { name: 'Log in' }));
  expect(externalUrls).toEqual(['http://api.test/auth/login']);
  expect(storedRedirect()).toBe('/workspaces');
});

test('[1.shell.5] [8.16] the banner checks the verification again and shows when it is still missing', async () => {
  const user = aUser({ emailVerified: false });
  server.use(mockCall(userCalls.refreshAuth0Profile, { user, preparedWorkspacesWaiting: false }));
  const { ui } = await visit('/profile', user);
  await ui.click(await screen.findByRole('button', { name: 'Already verified?' }));
  const again = await screen.findByRole('button', { name: 'Not Verified, Try Again' });
  server.use(
    mockCall(userCalls.refreshAuth0Profile, {
      user: { ...user, emailVerified: true },
      preparedWorkspacesWaiting: false,
    }),
    mockCall(billingCalls.createBillingIntegration, {}),
  );
  skipDoubleClickGuard();
  await ui.click(again);
  // The other button disappears with the banner; this one changes its label while it checks.
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Resend Email' })).toBeNull());
});

test('[1.shell.5] [1.shell.6] the banner resends the email, then hides the button, and shows errors', async () => {
  const user = aUser({ emailVerified: false });
  server.use(mockCall(userCalls.resendEmailVerification, errorResponse('TooManyRequests')));
  const { ui } = await visit('/profile', user);
  await ui.click(await screen.findByRole('button', { name: 'Resend Email' }));
  expect(await screen.findByText('ERROR: Too many requests. Try again later.')).toBeVisible();
  server.use(mockCall(userCalls.resendEmailVerification, {}));
  skipDoubleClickGuard();
  await ui.click(screen.getByRole('button', { name: 'Resend Email' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Resend Email' })).toBeNull());
});

test('[4.email-verification.2] [8.6] resending to a verified email marks it verified and reloads the user', async () => {
  const user = aUser({ emailVerified: false });
  server.use(mockCall(userCalls.resendEmailVerification, errorResponse('EmailAlreadyVerified')));
  const { ui } = await visit('/profile', user);
  const resend = await screen.findByRole('button', { name: 'Resend Email' });
  const reloaded = { ...user, emailVerified: true, nickname: 'renamed' };
  const gate = createGate();
  server.use(mockCall(sessionCalls.whoami, { user: reloaded }, gate.wait));
  await ui.click(resend);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Resend Email' })).toBeNull());
  expect(screen.getByRole('button', { name: `Hi ${user.nickname}!` })).toBeVisible();
  gate.open();
  expect(await screen.findByRole('button', { name: 'Hi renamed!' })).toBeVisible();
  expect(screen.queryByText(/^ERROR/)).toBeNull();
});

// @covers 4.email-verification.2
test('a verified email stays verified although an older response about the user arrives later', async () => {
  const user = aUser({ emailVerified: false });
  const lateGate = createGate();
  server.use(mockCall(userCalls.resendEmailVerification, errorResponse('EmailAlreadyVerified')));
  const { ui, store } = await visit('/profile', user);
  const resend = await screen.findByRole('button', { name: 'Resend Email' });
  server.use(mockCall(sessionCalls.whoami, { user }, lateGate.wait));
  act(() => void store.dispatch(refetchWhoami()));
  await waitFor(() => expect(lateGate.arrivals).toBe(1));
  await ui.click(resend);
  await pause(300);
  const verified = { ...user, emailVerified: true, nickname: 'renamed' };
  server.use(mockCall(sessionCalls.whoami, { user: verified }));
  lateGate.open();
  expect(await screen.findByRole('button', { name: 'Hi renamed!' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Resend Email' })).toBeNull();
});

test('[2.api-tokens-page.5] [6.8] [8.15] without a user the token page asks for a login', async () => {
  const { path } = await visit('/workspace/01J/tokens', null);
  expect(await screen.findByText('You must log in to view workspace status.')).toBeVisible();
  expect(path()).toBe('/login');
});

const Nickname = () => useUser().nickname;

test('[8.7] a page that requires a user fails with ‘User not loaded’ without one', () => {
  const store = createStore(settings);
  const page = () =>
    render(
      <Provider store={store}>
        <Nickname />
      </Provider>,
    );
  server.use(mockCall(sessionCalls.whoami, errorResponse('NotSignedIn')));
  expect(page).toThrow('User not loaded');
});
