import { jest } from '@jest/globals';
import { userCalls, workspaceCalls } from '@portal/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { on, refusal, server } from './support/api-server.ts';
import { aUser } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

const user = aUser({ emailVerified: false });
const verified = { user: { ...user, emailVerified: true } };
const resendButton = () => screen.queryByRole('button', { name: 'Resend Email' });

test('nothing is said to have been sent before it was', async () => {
  server.use(on(userCalls.resendEmailVerification, {}));
  const { person } = await visit('/profile', user);
  expect(await screen.findByText('Please open the link in the mail to member@example.com.')).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Resend Email' }));
  expect(await screen.findByText(/^We sent a verification email to member@example.com/)).toBeVisible();
});

test('a mail that was sent stays sent, after a check and on other pages', async () => {
  server.use(on(userCalls.resendEmailVerification, {}), on(userCalls.refreshAuth0Profile, { user }));
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

test('so does a page that somebody comes back to, but it asks at most every 20 seconds', async () => {
  jest.useFakeTimers({ advanceTimers: true });
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
  fireEvent.focus(window);
  // Some seconds are over already where the machine was busy.
  await act(() => jest.advanceTimersByTimeAsync(15_000));
  fireEvent.focus(window);
  expect(asked).toBe(1);
  // Nobody asked for it, so nobody is told that it failed.
  expect(screen.queryByText(/^ERROR/)).toBeNull();

  server.use(on(userCalls.refreshAuth0Profile, verified));
  await act(() => jest.advanceTimersByTimeAsync(6_000));
  fireEvent(document, new Event('visibilitychange'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Already verified?' })).toBeNull());
  jest.useRealTimers();
});

test('a check that somebody asked for says why it failed', async () => {
  const { person } = await visit('/profile', user);
  await person.click(await screen.findByRole('button', { name: 'Already verified?' }));
  expect(await screen.findByText('ERROR: Too many requests. Try again later.')).toBeVisible();
});
