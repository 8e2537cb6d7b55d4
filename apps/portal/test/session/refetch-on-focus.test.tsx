import { jest } from '@jest/globals';
import { accountCalls, accountLockCalls, sessionCalls, workspaceCalls } from '@portal/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { mockCall, server } from '../support/api-server.ts';
import { anAccountDeletion, aUser, aWorkspace } from '@portal/contract/fixtures';
import { openSection } from '../support/admin.ts';
import { visit } from '../support/render-portal.tsx';
import { hasPendingRequests, requestsSettled } from '../support/requests-settled.ts';

const user = aUser({ nickname: 'before' });

let now = Date.now();
let requestCount = 0;

/** Counts the whoami requests and returns a new nickname. */
const whoamiRenamed = mockCall(sessionCalls.whoami, () => {
  requestCount += 1;
  return { user: { ...user, nickname: 'after' } };
});

/** Focuses the page after a time in milliseconds. */
function refocusAfter(later: number): void {
  now += later;
  fireEvent.focus(window);
}

/** Repeats the focus until the expectation holds. The empty container keeps DOM changes from adding attempts. */
const refocusUntil = (seen: () => void) =>
  waitFor(
    () => {
      refocusAfter(10_000);
      seen();
    },
    { container: document.createElement('div') },
  );

beforeEach(() => {
  requestCount = 0;
  jest.spyOn(Date, 'now').mockImplementation(() => now);
});

afterEach(() => jest.restoreAllMocks());

test('a user who returns to a page sees changes made elsewhere', async () => {
  server.use(mockCall(workspaceCalls.listWorkspaces, [aWorkspace({ displayName: 'Here' })]));
  await visit('/workspaces', user);
  expect(await screen.findByRole('heading', { level: 1, name: 'One Workspace' })).toBeVisible();
  server.use(
    whoamiRenamed,
    mockCall(workspaceCalls.listWorkspaces, [
      aWorkspace({ displayName: 'Here' }),
      aWorkspace({ displayName: 'Elsewhere' }),
    ]),
  );
  refocusAfter(10_000);
  expect(await screen.findByRole('link', { name: 'Elsewhere' })).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Hi after!' })).toBeVisible();
});

test('a user who returns after paying an invoice in another tab can delete the account', async () => {
  const invoice = { kind: 'unpaidInvoice', amount: null, currency: null, url: 'http://api.test/portal' } as const;
  server.use(mockCall(accountCalls.getAccountDeletion, anAccountDeletion({ blockers: [invoice] })));
  await visit('/profile/account', user);
  expect(await screen.findByRole('link', { name: 'Pay the invoice (opens in a new tab)' })).toBeVisible();
  server.use(mockCall(accountCalls.getAccountDeletion, anAccountDeletion()));
  await refocusUntil(() =>
    expect(screen.queryByRole('link', { name: 'Pay the invoice (opens in a new tab)' })).toBeNull(),
  );
});

test('a user who was locked meanwhile sees the notice when they return', async () => {
  server.use(mockCall(workspaceCalls.listWorkspaces, []));
  const { path } = await visit('/workspaces', user);
  expect(await screen.findByRole('heading', { level: 1, name: 'Create A Workspace' })).toBeVisible();
  server.use(mockCall(sessionCalls.whoami, { user: { ...user, quarantinedAt: '2026-01-01T00:00:00.000Z' } }));
  await refocusUntil(() => expect(path()).toBe('/quarantine-notice'));
});

test('data that was requested less than ten seconds ago is not requested again', async () => {
  server.use(mockCall(workspaceCalls.listWorkspaces, []));
  const { store } = await visit('/workspaces', user);
  await screen.findByRole('heading', { level: 1, name: 'Create A Workspace' });
  server.use(whoamiRenamed);
  await refocusUntil(() => expect(screen.getByRole('button', { name: 'Hi after!' })).toBeVisible());
  await requestsSettled(store);
  refocusAfter(9_999);
  expect(hasPendingRequests(store)).toBe(false);
  refocusAfter(1);
  expect(hasPendingRequests(store)).toBe(true);
});

test('returning to an admin page does not repeat audited staff reads', async () => {
  let requestCount = 0;
  server.use(
    mockCall(accountLockCalls.listSuspendedUsers, () => {
      requestCount += 1;
      return [];
    }),
  );
  await openSection('suspensions', 'Manage user suspensions');
  await waitFor(() => expect(requestCount).toBe(1));
  server.use(whoamiRenamed);
  await refocusUntil(() => expect(requestCount).toBeGreaterThan(0));
  expect(await screen.findByRole('button', { name: 'Hi after!' })).toBeVisible();
  expect(requestCount).toBe(1);
});
