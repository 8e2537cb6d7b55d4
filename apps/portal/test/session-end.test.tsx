import { billingCalls, legalCalls, sessionCalls, workspaceCalls } from '@portal/contract';
import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, waitForElementToBeRemoved } from '@testing-library/react';
import { markAccountSwitch, wasAccountSwitched } from '../src/session/account-switch.ts';
import { on, refusal, server } from './support/api-server.ts';
import { pause } from './support/pause.ts';
import { aUser, billingDetails, someLegalDocuments } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

/** Whether the browser would ask before it leaves the page. */
const wouldAsk = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('a session that ends under a filled form is told once, and the way to the login is not asked about', async () => {
  server.use(on(workspaceCalls.createWorkspace, refusal('NotSignedIn')));
  const { person, went } = await visit('/workspace/new', aUser());
  await person.type(await screen.findByLabelText(/Display Name/), 'Ours');
  await person.click(screen.getByRole('button', { name: 'Create Workspace' }));
  const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' });
  expect(dialog).toBeVisible();
  expect(screen.queryByText('You are not logged in.')).toBeNull();
  expect(wouldAsk()).toBe(true);
  await person.click(screen.getByRole('button', { name: 'Log in' }));
  expect(went).toEqual(['http://api.test/auth/login']);
  expect(wouldAsk()).toBe(false);
});

test('a login in another tab is noticed on the way back, and what was typed is still there', async () => {
  const user = aUser();
  server.use(on(workspaceCalls.createWorkspace, refusal('NotSignedIn')));
  const { person, went } = await visit('/workspace/new', user);
  await person.type(await screen.findByLabelText(/Display Name/), 'Ours');
  await person.click(screen.getByRole('button', { name: 'Create Workspace' }));
  const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' });
  await person.click(screen.getByRole('button', { name: 'Log in in a new tab' }));
  // Not the login itself, which ends on the default workspace's instance.
  expect(went).toEqual(['/workspaces']);
  server.use(on(sessionCalls.whoami, { user }));
  const gone = waitForElementToBeRemoved(dialog);
  act(() => void fireEvent.focus(window));
  await gone;
  expect(screen.getByLabelText(/Display Name/)).toHaveValue('Ours');
});

test('what waits for the end of a session does not ask again who is logged in, where nobody is', async () => {
  const asked: string[] = [];
  server.events.on('request:start', ({ request }) => void asked.push(new URL(request.url).pathname));
  await visit('/nowhere', null);
  await screen.findByRole('link', { name: 'Back to login' });
  await pause(100);
  server.events.removeAllListeners();
  expect(asked).toEqual(['/whoami']);
});

describe('a login in another tab', () => {
  const key = 'SI:LOGGED-IN';
  const bob = aUser({ id: '01BX5ZZKBKACTAV9WEVGEMMVRZ', email: 'bob@example.com', nickname: 'Bob' });
  /** Tells the page of it until something happened. */
  const tellUntil = (expectation: () => void) =>
    waitFor(
      () => {
        act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue: 'now' })));
        expectation();
      },
      { timeout: 10_000 },
    );

  test.each([
    ['somebody who was here before', aUser()],
    ['somebody new', aUser({ onboardingDetails: { reviewedProfile: null } })],
    ['somebody who has to accept new terms', aUser({ needsTosUpdate: true })],
    ['somebody who is quarantined', aUser({ quarantinedAt: '2026-01-01T00:00:00.000Z' })],
    ['somebody who is suspended', aUser({ suspendedAt: '2026-01-01T00:00:00.000Z' })],
  ])('by %s is told to the others, and nothing of it is kept', async (_who, user) => {
    server.use(
      on(workspaceCalls.listWorkspaces, []),
      on(legalCalls.getLegalDocuments, someLegalDocuments()),
      on(billingCalls.hasBillingDetails, { paymentDetailsSet: false }),
      on(billingCalls.getBillingDetails, { billingDetails: billingDetails() }),
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

  test('by somebody else has the page begin anew, without a question', async () => {
    const { person, went } = await visit('/workspace/new', aUser());
    await person.type(await screen.findByLabelText(/Display Name/), 'Ours');
    server.use(on(sessionCalls.whoami, { user: bob }));
    await tellUntil(() => expect(went).toEqual(['reload']));
    expect(wouldAsk()).toBe(false);
    expect(wasAccountSwitched()).toBe(true);
  });

  test('by somebody else is heard as soon as the page is shown', async () => {
    const { went } = await visit('/workspace/new', aUser());
    server.use(on(sessionCalls.whoami, { user: bob }));
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: 'now' }));
    await waitFor(() => expect(went).toEqual(['reload']), { timeout: 10_000 });
  });

  test('by somebody else is told, once, on the page that began anew', async () => {
    markAccountSwitch();
    const { person } = await visit('/nowhere', bob);
    const dialog = await screen.findByRole('dialog', { name: 'This is another account now' }, { timeout: 10_000 });
    expect(dialog).toHaveTextContent(bob.email);
    expect(wasAccountSwitched()).toBe(false);
    await person.click(screen.getByRole('button', { name: 'Go on' }));
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });

  test('is asked about again where the API did not answer', async () => {
    const { went } = await visit('/workspace/new', aUser());
    let [asked, isDown] = [0, true];
    server.use(
      on(sessionCalls.whoami, () => {
        asked += 1;
        return isDown ? refusal('DatabaseUnavailable') : { user: bob };
      }),
    );
    await tellUntil(() => expect(asked).toBeGreaterThan(0));
    await act(() => pause(200));
    expect(went).toEqual([]);
    isDown = false;
    await waitFor(() => expect(went).toEqual(['reload']), { timeout: 10_000 });
  });

  test('by the same person leaves everything as it is', async () => {
    const user = aUser();
    const { person, went } = await visit('/workspace/new', user);
    await person.type(await screen.findByLabelText(/Display Name/), 'Ours');
    let asked = 0;
    server.use(
      on(sessionCalls.whoami, () => {
        asked += 1;
        return { user };
      }),
    );
    await tellUntil(() => expect(asked).toBeGreaterThan(0));
    await act(() => pause(50));
    expect(went).toEqual([]);
    expect(screen.getByLabelText(/Display Name/)).toHaveValue('Ours');
  });
});
