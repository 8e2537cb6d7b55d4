import { jest } from '@jest/globals';
import { sessionCalls, userCalls, workspaceCalls } from '@portal/contract';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { on, refusal, server } from './support/api-server.ts';
import { aUser } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

const user = aUser({ emailVerified: false });
const verified = { user: { ...user, emailVerified: true }, invitationsWaiting: false };
const resendButton = () => screen.queryByRole('button', { name: 'Resend Email' });

test('nothing is said to have been sent before it was', async () => {
  server.use(on(userCalls.resendEmailVerification, {}));
  const { person } = await visit('/profile', user);
  expect(await screen.findByText('Please open the link in the mail to member@example.com.')).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Resend Email' }));
  expect(await screen.findByText(/^We sent a verification email to member@example.com/)).toBeVisible();
});

test('a mail that was sent stays sent, after a check and on other pages', async () => {
  server.use(
    on(userCalls.resendEmailVerification, {}),
    on(userCalls.refreshAuth0Profile, { user, invitationsWaiting: false }),
  );
  const { person, router } = await visit('/profile', user);
  await person.click(await screen.findByRole('button', { name: 'Resend Email' }));
  await waitFor(() => expect(resendButton()).toBeNull());
  await person.click(screen.getByRole('button', { name: 'Already verified?' }));
  await screen.findByRole('button', { name: 'Not Verified, Try Again' });
  expect(resendButton()).toBeNull();
  await act(() => router.navigate('/workspace/01J/go'));
  await screen.findByRole('heading', { name: 'Your email is not verified' });
  // The login page has no banner, and leads back to one.
  await act(() => router.navigate('/login'));
  await screen.findByRole('button', { name: 'Not Verified, Try Again' });
  expect(resendButton()).toBeNull();
});

test('a freshly loaded page learns by itself that the address is verified', async () => {
  server.use(on(userCalls.refreshAuth0Profile, verified));
  await visit('/workspace/01J/go', user);
  expect(await screen.findByText('Redirecting to workspace...')).toBeVisible();
});

/** Counts the checks that reach the API, which finds the address unverified. */
function countChecks() {
  const checks = { count: 0 };
  server.use(
    on(workspaceCalls.listWorkspaces, []),
    on(userCalls.refreshAuth0Profile, () => {
      checks.count += 1;
      return { user, invitationsWaiting: false };
    }),
  );
  return checks;
}
const comeBack = () => fireEvent.focus(window);
const goesBy = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * 1_000));

describe('automatic checks', () => {
  beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
  afterEach(() => jest.useRealTimers());

  test('a page that the user comes back to checks by itself, at most once a minute', async () => {
    let asked = 0;
    server.use(
      on(workspaceCalls.listWorkspaces, []),
      on(userCalls.refreshAuth0Profile, () => {
        asked += 1;
        return refusal('IdentityProviderUnavailable');
      }),
    );
    await visit('/profile', user);
    await waitFor(() => expect(asked).toBe(1));
    comeBack();
    // Some seconds are over already where the machine was busy.
    await goesBy(40);
    comeBack();
    expect(asked).toBe(1);
    // Nobody asked for it, so nobody is told that it failed.
    expect(screen.queryByText(/^ERROR/)).toBeNull();

    server.use(on(userCalls.refreshAuth0Profile, verified));
    await goesBy(21);
    // The visit within the minute was too early, so the check is made up for.
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Already verified?' })).toBeNull());
  });

  test('reloads and other tabs share the one automatic check a minute', async () => {
    const checks = countChecks();
    await visit('/profile', user);
    await waitFor(() => expect(checks.count).toBe(1));
    for (let reload = 0; reload < 6; reload += 1) {
      cleanup();
      await visit('/profile', user);
      comeBack();
    }
    await goesBy(20);
    expect(checks.count).toBe(1);
  });

  test('a check that the user just made counts: none follows by itself within the minute', async () => {
    const checks = countChecks();
    const { person } = await visit('/profile', user);
    await waitFor(() => expect(checks.count).toBe(1));
    await goesBy(55);
    await person.click(screen.getByRole('button', { name: 'Already verified?' }));
    await waitFor(() => expect(checks.count).toBe(2));
    await goesBy(20);
    comeBack();
    await goesBy(20);
    expect(checks.count).toBe(2);
  });

  test('no check follows a login at once, because the login has just checked', async () => {
    const checks = countChecks();
    const { path } = await visit('/login-success', user);
    await waitFor(() => expect(path()).toBe('/profile'));
    await screen.findByRole('button', { name: 'Already verified?' });
    await goesBy(20);
    expect(checks.count).toBe(0);
    comeBack();
    await goesBy(41);
    await waitFor(() => expect(checks.count).toBe(1));
  });

  test('nothing is checked while the user looks elsewhere', async () => {
    const checks = countChecks();
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await visit('/profile', user);
    await goesBy(90);
    expect(checks.count).toBe(0);
  });
});

test('a user whose invitations wait is asked to log in again, and comes back to the page', async () => {
  server.use(
    on(workspaceCalls.listWorkspaces, []),
    on(userCalls.refreshAuth0Profile, { ...verified, invitationsWaiting: true }),
  );
  const { person, router, went } = await visit('/profile?a=1', user);
  expect(
    await screen.findByText('Your email is verified. Log in again to see the workspaces you were invited to.'),
  ).toBeVisible();
  await act(() => router.navigate('/workspaces'));
  await person.click(await screen.findByRole('button', { name: 'Log in again' }));
  expect(went).toEqual(['http://api.test/auth/login']);
  expect(sessionStorage.getItem('SI-LOGIN-REDIRECT')).toBe('/workspaces');
});

test('a newcomer whose invitations wait still learns of them after the profile led to another site, until the next login', async () => {
  const newcomer = { ...user, onboardingDetails: { reviewedProfile: null } };
  const session = { startedAt: '2026-01-01T00:00:00.000Z', isStaff: false };
  const known = { ...verified.user, onboardingDetails: { reviewedProfile: session.startedAt } };
  server.use(
    on(workspaceCalls.listWorkspaces, []),
    on(userCalls.refreshAuth0Profile, {
      user: { ...newcomer, emailVerified: true },
      invitationsWaiting: true,
    }),
  );
  const invited = /Log in again to see the workspaces you were invited to/;
  await visit('/profile', HttpResponse.json({ user: newcomer, session }));
  expect(await screen.findByText(invited)).toBeVisible();
  cleanup();
  await visit('/workspaces', HttpResponse.json({ user: known, session }));
  expect(await screen.findByText(invited)).toBeVisible();
  cleanup();
  const nextSession = { startedAt: '2026-01-01T00:10:00.000Z', isStaff: false };
  await visit('/workspaces', HttpResponse.json({ user: known, session: nextSession }));
  expect(await screen.findByRole('heading', { name: 'Create A Workspace' })).toBeVisible();
  expect(screen.queryByText(invited)).toBeNull();
});

test('a user without waiting invitations is asked for nothing', async () => {
  server.use(on(userCalls.refreshAuth0Profile, verified));
  await visit('/profile', user);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Already verified?' })).toBeNull());
  expect(screen.queryByText(/workspaces you were invited to/)).toBeNull();
});

test('asking for a mail to a verified address leads to the invitations, too', async () => {
  server.use(on(userCalls.resendEmailVerification, refusal('EmailAlreadyVerified')));
  const { person } = await visit('/profile', user);
  await screen.findByRole('button', { name: 'Resend Email' });
  server.use(
    on(sessionCalls.whoami, { user: verified.user }),
    on(userCalls.refreshAuth0Profile, { ...verified, invitationsWaiting: true }),
  );
  await person.click(screen.getByRole('button', { name: 'Resend Email' }));
  expect(await screen.findByText(/Log in again to see the workspaces you were invited to/)).toBeVisible();
});

test('a check that somebody asked for says why it failed', async () => {
  const { person } = await visit('/profile', user);
  await person.click(await screen.findByRole('button', { name: 'Already verified?' }));
  expect(await screen.findByText('ERROR: Too many requests. Try again later.')).toBeVisible();
});
