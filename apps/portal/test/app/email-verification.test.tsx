import { jest } from '@jest/globals';
import { sessionCalls, userCalls, workspaceCalls } from '@portal/contract';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { refetchWhoami } from '../../src/api/session.api.ts';
import { mockCall, errorResponse, server } from '../support/api-server.ts';
import { aUser } from '@portal/contract/fixtures';
import { visit } from '../support/render-portal.tsx';

const user = aUser({ emailVerified: false });
const verified = { user: { ...user, emailVerified: true }, preparedWorkspacesWaiting: false };
const resendButton = () => screen.queryByRole('button', { name: 'Resend Email' });

test('the banner does not claim that an email was sent before it was', async () => {
  server.use(mockCall(userCalls.resendEmailVerification, {}));
  const { ui } = await visit('/profile', user);
  expect(await screen.findByText('Open the link in the email we sent to member@example.com.')).toBeVisible();
  await ui.click(screen.getByRole('button', { name: 'Resend Email' }));
  expect(await screen.findByText('Open the link in the new email we sent to member@example.com.')).toBeVisible();
  // The button is removed.
  await waitFor(() => expect(document.activeElement).toHaveProperty('tagName', 'H1'));
});

test('the banner leads to the inbox of a mailbox whose place is known', async () => {
  const { store } = await visit('/profile', { ...user, email: 'Mia@GoogleMail.com' });
  const link = await screen.findByRole('link', { name: 'Check your inbox at Gmail' });
  expect(link).toHaveAttribute('href', 'https://mail.google.com/mail/u/0/#inbox');
  expect(link).toHaveAttribute('target', '_blank');
  server.use(mockCall(sessionCalls.whoami, { user }));
  act(() => void store.dispatch(refetchWhoami()));
  await screen.findByText('Open the link in the email we sent to member@example.com.');
  expect(screen.queryByRole('link', { name: /Check your inbox/ })).toBeNull();
});

test('a sent email stays reported as sent after a check and on other pages', async () => {
  server.use(
    mockCall(userCalls.resendEmailVerification, {}),
    mockCall(userCalls.refreshAuth0Profile, { user, preparedWorkspacesWaiting: false }),
  );
  const { ui, router } = await visit('/profile', user);
  await ui.click(await screen.findByRole('button', { name: 'Resend Email' }));
  await waitFor(() => expect(resendButton()).toBeNull());
  await ui.click(screen.getByRole('button', { name: 'Already verified?' }));
  await screen.findByRole('button', { name: 'Not Verified, Try Again' });
  expect(resendButton()).toBeNull();
  await act(() => router.navigate('/workspace/01J/go'));
  await screen.findByRole('heading', { name: 'Your email is not verified' });
  // The login page has no banner and redirects to a page with one.
  await act(() => router.navigate('/login'));
  await screen.findByRole('button', { name: 'Not Verified, Try Again' });
  expect(resendButton()).toBeNull();
});

test('a newly loaded page notices that the email is verified', async () => {
  server.use(mockCall(userCalls.refreshAuth0Profile, verified));
  await visit('/workspace/01J/go', user);
  expect(await screen.findByText('Redirecting to workspace...')).toBeVisible();
});

/** Counts the checks that reach the API. The email stays unverified. */
function countChecks() {
  const checks = { count: 0 };
  server.use(
    mockCall(workspaceCalls.listWorkspaces, []),
    mockCall(userCalls.refreshAuth0Profile, () => {
      checks.count += 1;
      return { user, preparedWorkspacesWaiting: false };
    }),
  );
  return checks;
}
const returnToPage = () => fireEvent.focus(window);
const passTime = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * 1_000));

describe('automatic checks', () => {
  beforeEach(() => jest.useFakeTimers({ advanceTimers: true, doNotFake: ['performance'] }));
  afterEach(() => jest.useRealTimers());

  test('the first return to a page is checked at once, although the page has just checked', async () => {
    const checks = countChecks();
    await visit('/profile', user);
    await waitFor(() => expect(checks.count).toBe(1));
    server.use(mockCall(userCalls.refreshAuth0Profile, verified));
    await passTime(5);
    returnToPage();
    await passTime(1);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Already verified?' })).toBeNull());
  });

  test('a page checks when the user returns to it again, at most once a minute', async () => {
    let requestCount = 0;
    server.use(
      mockCall(workspaceCalls.listWorkspaces, []),
      mockCall(userCalls.refreshAuth0Profile, () => {
        requestCount += 1;
        return errorResponse('IdentityProviderUnavailable');
      }),
    );
    await visit('/profile', user);
    await waitFor(() => expect(requestCount).toBe(1));
    returnToPage();
    await waitFor(() => expect(requestCount).toBe(2));
    // On a busy machine some seconds have already passed.
    await passTime(40);
    returnToPage();
    expect(requestCount).toBe(2);
    // An automatic check does not report its failure.
    expect(screen.queryByText(/^ERROR/)).toBeNull();

    server.use(mockCall(userCalls.refreshAuth0Profile, verified));
    await passTime(21);
    // The earlier visit was within the minute, so the check runs later.
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Already verified?' })).toBeNull());
  });

  test('reloads and other tabs share one check of a load and one of a return a minute', async () => {
    const checks = countChecks();
    await visit('/profile', user);
    await waitFor(() => expect(checks.count).toBe(1));
    for (let reload = 0; reload < 6; reload += 1) {
      cleanup();
      await visit('/profile', user);
      await screen.findByRole('button', { name: 'Already verified?' });
      returnToPage();
    }
    await passTime(20);
    await waitFor(() => expect(checks.count).toBe(2));
  });

  test('a manual check delays the next automatic one by a minute', async () => {
    const checks = countChecks();
    const { ui } = await visit('/profile', user);
    await waitFor(() => expect(checks.count).toBe(1));
    await passTime(20);
    returnToPage();
    await waitFor(() => expect(checks.count).toBe(2));
    await passTime(30);
    await ui.click(screen.getByRole('button', { name: 'Already verified?' }));
    await waitFor(() => expect(checks.count).toBe(3));
    await passTime(10);
    returnToPage();
    await passTime(20);
    expect(checks.count).toBe(3);
  });

  /** Visits the page that a login leads to, and stays on it for 20 s. */
  async function visitAfterLogin(): Promise<void> {
    const { path } = await visit('/login-success', user);
    await waitFor(() => expect(path()).toBe('/profile'));
    await screen.findByRole('button', { name: 'Already verified?' });
    await passTime(20);
  }

  test('no check follows a login, because the login has just checked', async () => {
    const checks = countChecks();
    await visitAfterLogin();
    expect(checks.count).toBe(0);
    returnToPage();
    await passTime(41);
    await waitFor(() => expect(checks.count).toBe(1));
  });

  test('a page that is loaded after the login checks at once', async () => {
    const checks = countChecks();
    await visitAfterLogin();
    expect(checks.count).toBe(0);
    cleanup();
    // From the link in the email, which the identity provider serves.
    jest.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(Date.now());
    await visit('/profile', user);
    await waitFor(() => expect(checks.count).toBe(1));
  });

  test('a user who returns to the page of the login is checked at once', async () => {
    const checks = countChecks();
    await visitAfterLogin();
    expect(checks.count).toBe(0);
    returnToPage();
    await passTime(1);
    await waitFor(() => expect(checks.count).toBe(1));
  });

  test('nothing is checked while the page is in the background', async () => {
    const checks = countChecks();
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await visit('/profile', user);
    await passTime(90);
    expect(checks.count).toBe(0);
  });
});

test('a manual check shows why it failed', async () => {
  const { ui } = await visit('/profile', user);
  await ui.click(await screen.findByRole('button', { name: 'Already verified?' }));
  expect(await screen.findByText('ERROR: Too many requests. Try again later.')).toBeVisible();
});
