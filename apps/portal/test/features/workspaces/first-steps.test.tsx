import { jest } from '@jest/globals';
import {
  authTokenCalls,
  billingCalls,
  firstStepsCalls,
  memberCalls,
  serviceAccountCalls,
  workspaceCalls,
  type FirstSteps,
} from '@portal/contract';
import { aMember, aToken, aUser, aWorkspace } from '@portal/contract/fixtures';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { errorResponse, mockCall, server } from '../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../support/double-click.ts';
import { findA11yViolations } from '../../support/find-a11y-violations.ts';
import { visit } from '../../support/render-portal.tsx';
import { aTokenList } from '../../support/token-list.ts';

const reviewedProfile = '2026-01-01T00:00:00.000Z';
const newcomer = aUser({ onboardingDetails: { reviewedProfile, showsFirstSteps: true } });
const own = aWorkspace({ isDefault: true, role: 'OWNER' });
const unused = { id: aToken().id, name: 'Deploy', scopes: ['members:read'], lastUsedAt: null, lastUsedNetwork: null };
const used = { ...unused, lastUsedAt: '2026-03-01T00:00:00.000Z', lastUsedNetwork: '203.0.113.0/24' };

const openTitle = 'Make your first API request';
const doneTitle = 'Your first API request arrived';
const card = (name: string) => screen.findByRole('heading', { level: 2, name });
const step = (position: number) =>
  within(screen.getByRole('list', { name: 'First steps' })).getAllByRole('listitem')[position] as HTMLElement;

/** Opens the list for a new user. Counts the requests about the token. */
async function open(progress: Partial<FirstSteps> | Response, paymentDetailsSet = false) {
  const polls = { count: 0 };
  const steps = { workspaceId: own.id, token: null, hasColleagues: false };
  server.use(
    mockCall(workspaceCalls.listWorkspaces, [own]),
    mockCall(billingCalls.hasBillingDetails, { paymentDetailsSet }),
    mockCall(
      firstStepsCalls.getFirstSteps,
      progress instanceof Response ? progress : { firstSteps: { ...steps, ...progress } },
    ),
    mockCall(authTokenCalls.getAuthToken, () => {
      polls.count += 1;
      return { authToken: aToken(unused) };
    }),
  );
  return { ...(await visit('/workspaces', newcomer)), polls };
}

test('a new owner is led to an API token, a command, colleagues and a card', async () => {
  const { polls } = await open({});
  expect(await card(openTitle)).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Create an API token' })).toHaveAttribute(
    'href',
    `/workspace/${own.id}/tokens`,
  );
  expect(step(0)).toHaveAttribute('aria-current', 'step');
  expect(screen.getByRole('group', { name: 'Send a request' })).toHaveTextContent(
    `"$PORTAL_TOKEN" \\ 'http://api.test/workspace/${own.id}/members'`,
  );
  // Nothing is awaited without a token.
  expect(screen.getByText('Your first request shows up here.')).toBeVisible();
  expect(polls.count).toBe(0);
  expect(await screen.findByRole('link', { name: 'Invite a colleague' })).toHaveAttribute(
    'href',
    `/workspace/${own.id}/members`,
  );
  expect(await screen.findByRole('link', { name: 'Add a card' })).toHaveAttribute('href', '/billing');
  expect(await findA11yViolations()).toEqual([]);
});

test('what is done already is not asked for', async () => {
  await open({ token: used, hasColleagues: true }, true);
  expect(await card(doneTitle)).toBeVisible();
  expect(step(2)).toHaveTextContent('See it arrive (done)');
  expect(screen.getByText(/^Received from/)).toHaveTextContent('Received from 203.0.113.x');
  expect(screen.queryByRole('link', { name: 'Invite a colleague' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Add a card' })).toBeNull();
  expect(await findA11yViolations()).toEqual([]);
});

test.each([
  ['closed them', { ...newcomer, onboardingDetails: { reviewedProfile, showsFirstSteps: false } }, [own]],
  ['has an account from before', { ...newcomer, onboardingDetails: { reviewedProfile } }, [own]],
  ['owns no workspace', newcomer, [aWorkspace({ role: 'EDITOR' })]],
])('a user who %s does not see the first steps', async (_who, user, workspaces) => {
  server.use(mockCall(workspaceCalls.listWorkspaces, workspaces));
  await visit('/workspaces', user);
  await screen.findByRole('heading', { level: 1, name: 'One Workspace' });
  expect(screen.queryByText(openTitle)).toBeNull();
});

test('the user dismisses the steps, which the account remembers', async () => {
  const { ui } = await open({});
  server.use(mockCall(firstStepsCalls.closeFirstSteps, errorResponse('InternalError')));
  await ui.click(await screen.findByRole('button', { name: 'Dismiss' }));
  expect(await screen.findByText('The first steps could not be dismissed')).toBeVisible();
  server.use(
    mockCall(firstStepsCalls.closeFirstSteps, {
      user: { ...newcomer, onboardingDetails: { reviewedProfile, showsFirstSteps: false } },
    }),
  );
  skipDoubleClickGuard();
  await ui.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByText(openTitle)).toBeNull());
  await waitFor(() => expect(document.activeElement).toHaveProperty('tagName', 'H1'));
});

test('progress that cannot be loaded can be loaded again', async () => {
  const { ui } = await open(errorResponse('InternalError'));
  expect(await screen.findByText('Your progress could not be loaded')).toBeVisible();
  server.use(
    mockCall(firstStepsCalls.getFirstSteps, {
      firstSteps: { workspaceId: own.id, token: unused, hasColleagues: false },
    }),
  );
  await ui.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Waiting for your first request...')).toBeVisible();
});

describe('the wait for the first request', () => {
  beforeEach(() => jest.useFakeTimers({ advanceTimers: true, doNotFake: ['performance'] }));
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });
  const passTime = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * 1_000));

  /** Opens the list with a token, and waits until the first poll has been answered. */
  async function openWaiting() {
    const opened = await open({ token: unused });
    expect(await screen.findByText('Waiting for your first request...')).toBeVisible();
    await waitFor(() => expect(opened.polls.count).toBe(1));
    return opened;
  }

  test('turns green by itself, asks every three seconds, and then no more', async () => {
    const { polls } = await openWaiting();
    expect(step(1)).toHaveAttribute('aria-current', 'step');
    await passTime(3);
    await waitFor(() => expect(polls.count).toBe(2));
    await passTime(3);
    await waitFor(() => expect(polls.count).toBe(3));
    let lastPolls = 0;
    server.use(
      mockCall(authTokenCalls.getAuthToken, () => {
        lastPolls += 1;
        return { authToken: aToken({ ...used, lastUsedNetwork: '2001:db8:1::/48' }) };
      }),
    );
    await passTime(3);
    expect(await card(doneTitle)).toBeVisible();
    // In the element that screen readers announce.
    expect(screen.getByText(/^Received from/).closest('[role=status]')).toHaveTextContent(
      'Received from 2001:db8:1::/48',
    );
    await passTime(60);
    expect(lastPolls).toBe(1);
  });

  test('sends nothing while the page is hidden, and asks at once when it is visible again', async () => {
    const { polls } = await openWaiting();
    const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    await passTime(60);
    expect(polls.count).toBe(1);
    hidden.mockReturnValue(false);
    fireEvent(document, new Event('visibilitychange'));
    await waitFor(() => expect(polls.count).toBe(2));
  });

  test('ends after ten minutes, and starts again when the user asks', async () => {
    const { ui, polls } = await openWaiting();
    // On a busy machine some seconds have already passed.
    await passTime(540);
    await waitFor(() => expect(polls.count).toBeGreaterThan(10));
    expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull();
    await passTime(63);
    expect(await screen.findByText('No request received yet.')).toBeVisible();
    const { count } = polls;
    await passTime(120);
    expect(polls.count).toBe(count);
    await ui.click(screen.getByRole('button', { name: 'Check again' }));
    await waitFor(() => expect(polls.count).toBe(count + 1));
    expect(await screen.findByText('Waiting for your first request...')).toBeVisible();
    await passTime(3);
    await waitFor(() => expect(polls.count).toBe(count + 2));
  });

  test('says that a check failed and goes on, but not if the token is gone', async () => {
    await openWaiting();
    server.use(mockCall(authTokenCalls.getAuthToken, errorResponse('DatabaseUnavailable')));
    await passTime(3);
    expect(await screen.findByText('The token could not be checked. Trying again...')).toBeVisible();
    server.use(mockCall(authTokenCalls.getAuthToken, errorResponse('AuthTokenNotFound')));
    await passTime(3);
    expect(await screen.findByText('The token could not be checked.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Check again' })).toBeVisible();
  });
});

test('the dialog with the secret of a new user waits for the first request, too', async () => {
  const created = aToken({ id: unused.id, name: 'Deploy' });
  server.use(
    mockCall(workspaceCalls.getWorkspace, own),
    mockCall(memberCalls.listMembers, [aMember({ userId: newcomer.id, role: 'OWNER' })]),
    mockCall(authTokenCalls.listAuthTokens, aTokenList([])),
    mockCall(serviceAccountCalls.listServiceAccounts, { serviceAccounts: [], isPaused: false }),
    mockCall(authTokenCalls.createAuthToken, { authToken: created, token: 'a-secret' }),
    mockCall(authTokenCalls.getAuthToken, { authToken: created }),
  );
  const { ui } = await visit(`/workspace/${own.id}/tokens`, newcomer);
  await ui.type(await screen.findByLabelText(/Token Name/), 'Deploy');
  await ui.type(screen.getByLabelText(/Expiration/), '3d');
  await ui.click(screen.getByRole('button', { name: 'Generate API Token' }));
  const dialog = await screen.findByRole('dialog', { name: 'Token Generated' });
  expect(await within(dialog).findByText('Waiting for your first request...')).toBeVisible();
  server.use(mockCall(authTokenCalls.getAuthToken, { authToken: { ...created, ...used } }));
  expect(await within(dialog).findByText(/^Received from/, {}, { timeout: 5_000 })).toBeVisible();
});
