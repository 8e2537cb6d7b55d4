import { billingCalls, legalCalls, sessionCalls, userCalls, workspaceCalls } from '@portal/contract';
import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, waitForElementToBeRemoved, within } from '@testing-library/react';
import { markAccountSwitch, savedLoginRedirect, wasAccountSwitched } from '../../src/session/tab-state.ts';
import { mockCall, errorResponse, server } from '../support/api-server.ts';
import { pause } from '../support/pause.ts';
import { aUser, billingDetails, someLegalDocuments } from '@portal/contract/fixtures';
import { createGate } from '../support/gate.ts';
import { visit } from '../support/render-portal.tsx';

/** Whether the browser would ask before it leaves the page. */
const asksBeforeLeaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('a session that ends while a form is filled is reported once, and the login needs no leave confirmation', async () => {
  server.use(mockCall(workspaceCalls.createWorkspace, errorResponse('NotSignedIn')));
  const { ui, externalUrls } = await visit('/workspace/new', aUser());
  await ui.type(await screen.findByLabelText(/Display Name/), 'Ours');
  await ui.click(screen.getByRole('button', { name: 'Create Workspace' }));
  const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' });
  expect(dialog).toBeVisible();
  expect(screen.queryByText('You are not logged in.')).toBeNull();
  expect(asksBeforeLeaving()).toBe(true);
  await ui.click(screen.getByRole('button', { name: 'Log in' }));
  expect(externalUrls).toEqual(['http://api.test/auth/login']);
  expect(asksBeforeLeaving()).toBe(false);
});

test('a session that ends because the login service deleted the account says so', async () => {
  const user = aUser({ emailVerified: false });
  server.use(mockCall(userCalls.refreshAuth0Profile, errorResponse('IdentityDeleted')));
  const { ui, externalUrls } = await visit('/profile', user);
  const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' });
  expect(dialog).toHaveTextContent('The account that you log in with no longer exists at the login service.');
  expect(within(dialog).getByRole('link', { name: 'contact support' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^mailto:/),
  );
  await ui.click(within(dialog).getByRole('button', { name: 'Go to the login' }));
  expect(externalUrls).toEqual(['/login']);
});

test('a login in another tab is noticed on return, and the input is still there', async () => {
  const user = aUser();
  server.use(mockCall(workspaceCalls.createWorkspace, errorResponse('NotSignedIn')));
  const { ui, externalUrls } = await visit('/workspace/new', user);
  await ui.type(await screen.findByLabelText(/Display Name/), 'Ours');
  await ui.click(screen.getByRole('button', { name: 'Create Workspace' }));
  const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' });
  await ui.click(screen.getByRole('button', { name: 'Log in in a new tab' }));
  // Not the login itself, which ends on the default workspace's instance.
  expect(externalUrls).toEqual(['/workspaces']);
  server.use(mockCall(sessionCalls.whoami, { user }));
  const gone = waitForElementToBeRemoved(dialog);
  act(() => void fireEvent.focus(window));
  await gone;
  expect(screen.getByLabelText(/Display Name/)).toHaveValue('Ours');
});

describe('a logout in another tab', () => {
  const announce = () =>
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'SI-LOGGED-OUT', newValue: 'now' })));

  test('is announced by the page after the logout, and nothing of it is stored', async () => {
    const write = jest.spyOn(Storage.prototype, 'setItem');
    await visit('/logout-success', null);
    await waitFor(() => expect(write).toHaveBeenCalledWith('SI-LOGGED-OUT', 'now'));
    expect(localStorage.getItem('SI-LOGGED-OUT')).toBeNull();
  });

  test('removes the data of the user from this tab at once, and a login returns to the page', async () => {
    const { ui, externalUrls } = await visit('/profile', aUser({ nickname: 'Grace', email: 'grace@example.com' }));
    expect(await screen.findByLabelText(/Nickname/)).toHaveValue('Grace');
    server.use(mockCall(sessionCalls.whoami, errorResponse('NotSignedIn')));
    announce();
    const dialog = await screen.findByRole('dialog', { name: 'You are logged out' });
    expect(dialog).toHaveTextContent('You logged out in another tab. Log in again to return to this page.');
    expect(document.body).not.toHaveTextContent(/Grace|grace@example.com/);
    expect(screen.queryByLabelText(/Nickname/)).toBeNull();
    await ui.click(screen.getByRole('button', { name: 'Log in' }));
    expect(externalUrls).toEqual(['http://api.test/auth/login']);
    expect(savedLoginRedirect()).toBe('/profile');
  });

  test('changes nothing for long if the user is logged in again', async () => {
    await visit('/profile', aUser({ nickname: 'Grace' }));
    await screen.findByLabelText(/Nickname/);
    announce();
    expect(await screen.findByLabelText(/Nickname/)).toHaveValue('Grace');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

test('an unauthenticated page does not request whoami again', async () => {
  const whoamiRequests: string[] = [];
  server.events.on('request:start', ({ request }) => void whoamiRequests.push(new URL(request.url).pathname));
  await visit('/nowhere', null);
  await screen.findByRole('link', { name: 'Back to login' });
  await pause(100);
  server.events.removeAllListeners();
  expect(whoamiRequests).toEqual(['/whoami']);
});

describe('a login in another tab', () => {
  const key = 'SI-LOGGED-IN';
  const bob = aUser({ id: '01BX5ZZKBKACTAV9WEVGEMMVRZ', email: 'bob@example.com', nickname: 'Bob' });
  /** Repeats the storage event until the expectation holds. */
  const notifyUntil = (expectation: () => void) =>
    waitFor(
      () => {
        act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue: 'now' })));
        expectation();
      },
      { timeout: 10_000 },
    );

  test.each([
    ['a returning user', aUser()],
    ['a new user', aUser({ onboardingDetails: { reviewedProfile: null } })],
    ['a user with terms to accept', aUser({ needsTosUpdate: true })],
    ['a quarantined user', aUser({ quarantinedAt: '2026-01-01T00:00:00.000Z' })],
    ['a suspended user', aUser({ suspendedAt: '2026-01-01T00:00:00.000Z' })],
  ])('by %s is announced to the other tabs, and nothing of it is stored', async (_who, user) => {
    server.use(
      mockCall(workspaceCalls.listWorkspaces, []),
      mockCall(legalCalls.getLegalDocuments, someLegalDocuments()),
      mockCall(billingCalls.hasBillingDetails, { paymentDetailsSet: false }),
      mockCall(billingCalls.getBillingDetails, { billingDetails: billingDetails() }),
    );
    const write = jest.spyOn(Storage.prototype, 'setItem');
    try {
      await visit('/login-success', user);
      await waitFor(() => expect(write).toHaveBeenCalledWith(key, 'now'));
    } finally {
      write.mockRestore();
    }
    expect(localStorage.getItem(key)).toBeNull();
  });

  test('by another user reloads the page without a question', async () => {
    const { ui, externalUrls } = await visit('/workspace/new', aUser());
    await ui.type(await screen.findByLabelText(/Display Name/), 'Ours');
    server.use(mockCall(sessionCalls.whoami, { user: bob }));
    await notifyUntil(() => expect(externalUrls).toEqual(['reload']));
    expect(asksBeforeLeaving()).toBe(false);
    expect(wasAccountSwitched()).toBe(true);
  });

  test('by another user is noticed as soon as the page is shown', async () => {
    const firstResponse = createGate();
    const { externalUrls } = await visit('/workspace/new', aUser(), firstResponse.wait);
    await waitFor(() => expect(firstResponse.arrivals).toBeGreaterThan(0));
    server.use(mockCall(sessionCalls.whoami, { user: bob }));
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: 'now' }));
    firstResponse.open();
    await waitFor(() => expect(externalUrls).toEqual(['reload']), { timeout: 10_000 });
  });

  test('by another user is reported once on the reloaded page', async () => {
    markAccountSwitch();
    const { ui } = await visit('/nowhere', bob);
    const dialog = await screen.findByRole('dialog', { name: 'You switched accounts' }, { timeout: 10_000 });
    expect(dialog).toHaveTextContent(bob.email);
    expect(wasAccountSwitched()).toBe(false);
    await ui.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });

  test('is checked again when the API did not respond', async () => {
    const { externalUrls } = await visit('/workspace/new', aUser());
    let [whoamiRequests, isDown] = [0, true];
    server.use(
      mockCall(sessionCalls.whoami, () => {
        whoamiRequests += 1;
        return isDown ? errorResponse('DatabaseUnavailable') : { user: bob };
      }),
    );
    await notifyUntil(() => expect(whoamiRequests).toBeGreaterThan(0));
    await act(() => pause(200));
    expect(externalUrls).toEqual([]);
    isDown = false;
    await waitFor(() => expect(externalUrls).toEqual(['reload']), { timeout: 10_000 });
  });

  test('by the same user changes nothing', async () => {
    const user = aUser();
    const { ui, externalUrls } = await visit('/workspace/new', user);
    await ui.type(await screen.findByLabelText(/Display Name/), 'Ours');
    let whoamiRequests = 0;
    server.use(
      mockCall(sessionCalls.whoami, () => {
        whoamiRequests += 1;
        return { user };
      }),
    );
    await notifyUntil(() => expect(whoamiRequests).toBeGreaterThan(0));
    await act(() => pause(50));
    expect(externalUrls).toEqual([]);
    expect(screen.getByLabelText(/Display Name/)).toHaveValue('Ours');
  });
});
