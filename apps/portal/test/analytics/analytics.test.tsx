import { jest } from '@jest/globals';
import { legalCalls, memberCalls, sessionCalls, workspaceCalls } from '@portal/contract';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { alias, startAnalytics, track } from '../../src/analytics/analytics.ts';
import { refetchWhoami } from '../../src/api/session.api.ts';
import { analyticsHost, type CapturedEvent } from '../support/analytics-host.ts';
import { mockCall, errorResponse, server } from '../support/api-server.ts';
import { skipDoubleClickGuard } from '../support/double-click.ts';
import { pause } from '../support/pause.ts';
import { aMember, aUser, aWorkspace, someLegalDocuments } from '@portal/contract/fixtures';
import { visit } from '../support/render-portal.tsx';

const pages = (events: CapturedEvent[]) =>
  events.filter(({ event }) => event === '$pageview').map(({ properties }) => properties);

/** The client loads when the browser is idle. */
const longWait = { timeout: 15_000, interval: 100 };

test('[1.7] [1.10] each navigation sends a page view with the route name and path, without query or hash', async () => {
  const host = analyticsHost();
  host.start();
  const workspace = aWorkspace();
  server.use(
    mockCall(workspaceCalls.listWorkspaces, [workspace]),
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(memberCalls.listMembers, []),
  );
  const { router } = await visit('/workspaces?code=secret-code#secret-hash', aUser());
  await screen.findByRole('heading', { name: 'One Workspace' }, longWait);
  await act(() => router.navigate(`/workspace/${workspace.id}?token=secret-token`));
  await act(() => router.navigate('/nowhere/ada@example.com'));
  await waitFor(() => expect(pages(host.events)).toHaveLength(3), longWait);
  expect(pages(host.events)).toMatchObject([
    {
      route: 'workspaces',
      pattern: '/workspaces',
      $pathname: '/workspaces',
      $current_url: 'http://localhost/workspaces',
    },
    { route: 'workspace-settings', pattern: '/workspace/:workspaceId', $pathname: `/workspace/${workspace.id}` },
    { route: '404', pattern: '*', $pathname: '/*' },
  ]);
  expect(host.rawBodies.join()).not.toMatch(/secret|ada@/);
});

test('the page view of an invitation has no token', async () => {
  const host = analyticsHost();
  host.start();
  await visit('/invitations/secret-token', null);
  await waitFor(() => expect(pages(host.events)).toHaveLength(1), longWait);
  expect(pages(host.events)).toMatchObject([{ route: 'invitation', $pathname: '/invitations/:token' }]);
  expect(host.rawBodies.join()).not.toContain('secret');
});

test('a page that only redirects sends no page view', async () => {
  const host = analyticsHost();
  host.start();
  const { path } = await visit('/workspaces', aUser({ onboardingDetails: { reviewedProfile: null } }));
  await waitFor(() => expect(path()).toBe('/profile'));
  await host.waitForEvent('$pageview');
  expect(pages(host.events).map(({ route }) => route)).toEqual(['profile']);
});

test('[1.8] [9.33] a successful action sends one event with its prefixed name and at most the workspace ID', async () => {
  const host = analyticsHost();
  host.start();
  const workspace = aWorkspace({ displayName: 'Secret project' });
  let respond: Response | object = errorResponse('DatabaseUnavailable');
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(workspaceCalls.listWorkspaces, [workspace]),
    mockCall(memberCalls.listMembers, []),
    mockCall(memberCalls.inviteMember, () => respond as Response),
  );
  const { ui } = await visit(`/workspace/${workspace.id}`, aUser());
  const invite = async () => {
    await ui.clear(await screen.findByLabelText(/email/i));
    await ui.type(screen.getByLabelText(/email/i), 'new@example.com');
    await ui.click(screen.getByRole('button', { name: 'Add User To Workspace' }));
  };
  await invite();
  await screen.findByText(/database/i);
  await host.waitForEvent('$pageview');
  expect(host.eventNames()).not.toContain('ap-member-invited');
  respond = HttpResponse.json([aMember({ email: 'new@example.com' })]);
  skipDoubleClickGuard();
  await invite();
  await host.waitForEvent('ap-member-invited');
  const sentEvents = host.events.filter(({ event }) => event.startsWith('ap-'));
  expect(sentEvents).toMatchObject([{ event: 'ap-member-invited', properties: { workspaceId: workspace.id } }]);
  expect(host.rawBodies.join()).not.toMatch(/new@|Secret project/);
});

test('[1.9] users are identified by their user ID only', async () => {
  const host = analyticsHost();
  host.start();
  const user = aUser({
    email: 'canary-mail@example.com',
    firstName: 'Canary-first',
    lastName: 'Canary-last',
    nickname: 'canary-nick',
    auth0Id: 'auth0|canary',
    githubUsername: 'canary-hub',
    discordUsername: 'canary.cord',
    pictureUrl: 'https://example.com/canary.png',
  });
  server.use(mockCall(workspaceCalls.listWorkspaces, [aWorkspace({ displayName: 'Canary space' })]));
  await visit('/workspaces', user);
  await screen.findByRole('heading', { name: 'Canary space' });
  act(() => alias('01ARZ3NDEKTSV4RRFFQ69G5FAV'));
  await host.waitForEvent('$create_alias');
  const [page, identified, aliased] = ['$pageview', '$identify', '$create_alias'].map((name) =>
    host.events.find(({ event }) => event === name),
  );
  expect(identified?.distinct_id).toBe(user.id);
  expect(page?.distinct_id).toBe(user.id);
  expect(aliased?.properties).toMatchObject({ distinct_id: user.id, alias: '01ARZ3NDEKTSV4RRFFQ69G5FAV' });
  expect(host.rawBodies.join()).not.toMatch(/canary/i);
});

test('a login is reported on the page after the login, a logout only for a logged-in user', async () => {
  const host = analyticsHost();
  host.start();
  const user = aUser();
  server.use(mockCall(workspaceCalls.listWorkspaces, []));
  await visit('/login-success', user);
  await host.waitForEvent('ap-logged-in');
  cleanup();
  const out = await visit('/logout-success', null);
  await screen.findByRole('heading', { name: 'You have successfully logged out' });
  await host.waitForEvent('ap-logged-out');
  expect(host.events.find(({ event }) => event === 'ap-logged-out')?.distinct_id).toBe(user.id);
  await act(() => out.router.navigate('/nowhere'));
  await waitFor(() => expect(host.events.at(-1)?.properties['route']).toBe('404'));
  expect(host.events.at(-1)?.distinct_id).not.toBe(user.id);
});

test('a login of another user in another tab is reported in that tab only', async () => {
  const host = analyticsHost();
  host.start();
  server.use(mockCall(workspaceCalls.listWorkspaces, []));
  const { store, path } = await visit('/login-success', aUser());
  await host.waitForEvent('ap-logged-in');
  await waitFor(() => expect(path()).toBe('/workspaces'));
  const next = aUser({ id: '01BX5ZZKBKACTAV9WEVGEMMVRZ' });
  server.use(mockCall(sessionCalls.whoami, { user: next }));
  await act(() => store.dispatch(refetchWhoami()));
  await waitFor(() =>
    expect(host.events).toContainEqual(expect.objectContaining({ event: '$identify', distinct_id: next.id })),
  );
  expect(host.eventNames().filter((name) => name === 'ap-logged-in')).toHaveLength(1);
});

const countLogins = (host: ReturnType<typeof analyticsHost>) =>
  host.eventNames().filter((name) => name === 'ap-logged-in').length;

test('a login is reported once, even when the page after the login is shown again', async () => {
  const host = analyticsHost();
  host.start();
  const user = aUser();
  const session = { startedAt: '2026-01-01T10:00:00.000Z', isStaff: false };
  server.use(mockCall(workspaceCalls.listWorkspaces, []));
  const first = await visit('/login-success', HttpResponse.json({ user, session }));
  await host.waitForEvent('ap-logged-in');
  const viewsOfList = (count: number) =>
    waitFor(() => expect(pages(host.events).filter(({ route }) => route === 'workspaces')).toHaveLength(count));
  await viewsOfList(1);
  // The login page redirects a logged-in user there, and so does the terms review.
  await act(() => first.router.navigate('/login'));
  await viewsOfList(2);
  // A reload, and another tab.
  cleanup();
  await visit('/login-success', HttpResponse.json({ user, session }));
  await viewsOfList(3);
  expect(countLogins(host)).toBe(1);
  // The next login of the same user counts again.
  cleanup();
  const later = { startedAt: '2026-01-02T10:00:00.000Z', isStaff: false };
  await visit('/login-success', HttpResponse.json({ user, session: later }));
  await waitFor(() => expect(countLogins(host)).toBe(2));
});

test('a login of a user with terms to accept is reported once', async () => {
  const host = analyticsHost();
  host.start();
  const user = aUser({ needsTosUpdate: true });
  const session = { startedAt: '2026-01-01T10:00:00.000Z', isStaff: false };
  server.use(
    mockCall(workspaceCalls.listWorkspaces, []),
    mockCall(legalCalls.getLegalDocuments, someLegalDocuments()),
    mockCall(legalCalls.agreeToTos, { user: { ...user, needsTosUpdate: false } }),
  );
  const { ui, path } = await visit('/login-success', HttpResponse.json({ user, session }));
  await ui.click(await screen.findByRole('checkbox'));
  server.use(mockCall(sessionCalls.whoami, { user: { ...user, needsTosUpdate: false }, session }));
  await ui.click(screen.getByRole('button', { name: 'Agree and continue' }));
  await waitFor(() => expect(path()).toBe('/workspaces'));
  await host.waitForEvent('ap-terms-accepted');
  expect(countLogins(host)).toBe(1);
});

test.each([
  ['/workspace/01ARZ3NDEKTSV4RRFFQ69G5FAV/go', aUser(), ['$identify', '$pageview', 'ap-workspace-launched']],
  ['/login', null, ['$pageview']],
])('[1.7] the page view of %s, which leaves the portal at once, is sent first', async (page, who, events) => {
  const host = analyticsHost();
  const requests = jest.spyOn(globalThis, 'fetch');
  host.start();
  const { externalUrls } = await visit(page, who);
  await waitFor(() => expect(externalUrls.length).toBeGreaterThan(0));
  // The page is closed: only a request that was sent before with keepalive still arrives.
  const sent = requests.mock.calls.filter(([, options]) => options?.keepalive);
  expect(sent).toHaveLength(1);
  for (const event of events) expect(sent[0]?.[1]?.body).toContain(`"event":"${event}"`);
});

test('an analytics host that does not respond delays nothing', async () => {
  const host = analyticsHost(() => new Promise(() => undefined));
  host.start();
  const { externalUrls } = await visit('/workspace/01ARZ3NDEKTSV4RRFFQ69G5FAV/go', aUser());
  await waitFor(() =>
    expect(externalUrls).toEqual(['http://api.test/workspaces/01ARZ3NDEKTSV4RRFFQ69G5FAV/go?confirm=1']),
  );
});

test('the next user of the same browser is not identified as the previous one', async () => {
  const host = analyticsHost();
  host.start();
  server.use(mockCall(workspaceCalls.listWorkspaces, []));
  const [ada, bob] = [aUser(), aUser()];
  await visit('/workspaces', ada);
  await host.waitForEvent('$identify');
  cleanup();
  await visit('/workspaces', bob);
  await waitFor(() => expect(host.events.filter(({ event }) => event === '$identify')).toHaveLength(2));
  const [, second] = host.events.filter(({ event }) => event === '$identify');
  expect(second?.distinct_id).toBe(bob.id);
  expect(second?.properties['$anon_distinct_id']).not.toBe(ada.id);
});

test.each([
  ['rejects requests', () => new HttpResponse(null, { status: 503 })],
  ['can’t be reached', () => HttpResponse.error()],
])('an analytics host that %s gets no requests for a while, and users see no error', async (_how, respond) => {
  let requestCount = 0;
  const host = analyticsHost(() => {
    requestCount += 1;
    return respond();
  });
  host.start();
  server.use(mockCall(workspaceCalls.listWorkspaces, []));
  const { router } = await visit('/workspaces', aUser());
  await waitFor(() => expect(requestCount).toBe(1), longWait);
  await act(() => router.navigate('/profile'));
  expect(await screen.findByRole('heading', { name: 'Update Your Profile' })).toBeVisible();
  await pause(300);
  expect(requestCount).toBe(1);
});

test('without an analytics host no events are sent', async () => {
  const host = analyticsHost();
  startAnalytics(undefined);
  track('workspace-created');
  await pause(1500);
  host.start();
  track('workspace-deleted');
  await host.waitForEvent('ap-workspace-deleted');
  expect(host.eventNames()).not.toContain('ap-workspace-created');
});

test.each([
  ['doNotTrack', '1'],
  ['globalPrivacyControl', true],
])('a browser that sends %s is not tracked', async (name, value) => {
  Object.defineProperty(navigator, name, { value, configurable: true });
  const host = analyticsHost();
  host.start();
  server.use(mockCall(workspaceCalls.listWorkspaces, []));
  await visit('/workspaces', aUser());
  await pause(1500);
  await pause(300);
  Reflect.deleteProperty(navigator, name);
  expect(host.events).toEqual([]);
});
