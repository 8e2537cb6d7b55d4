import { jest } from '@jest/globals';
import { legalCalls, memberCalls, sessionCalls, workspaceCalls } from '@portal/contract';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { alias, startAnalytics, track } from '../src/analytics/analytics.ts';
import { reloadUser } from '../src/api/session.api.ts';
import { analyticsHost, type ToldEvent } from './support/analytics-host.ts';
import { on, refusal, server } from './support/api-server.ts';
import { pastDoubleClick } from './support/double-click.ts';
import { pause } from './support/pause.ts';
import { aMember, aUser, aWorkspace, someLegalDocuments } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

const pages = (events: ToldEvent[]) =>
  events.filter(({ event }) => event === '$pageview').map(({ properties }) => properties);

/** The client comes once the browser has nothing better to do. */
const patient = { timeout: 15_000, interval: 100 };

test('[1.7] [1.10] each navigation is a page view: by the route’s name and its path, never by query or hash', async () => {
  const host = analyticsHost();
  host.start();
  const workspace = aWorkspace();
  server.use(
    on(workspaceCalls.listWorkspaces, [workspace]),
    on(workspaceCalls.getWorkspace, workspace),
    on(memberCalls.listMembers, []),
  );
  const { router } = await visit('/workspaces?code=secret-code#secret-hash', aUser());
  await screen.findByRole('heading', { name: 'One Workspace' }, patient);
  await act(() => router.navigate(`/workspace/${workspace.id}?token=secret-token`));
  await act(() => router.navigate('/nowhere/ada@example.com'));
  await waitFor(() => expect(pages(host.events)).toHaveLength(3), patient);
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
  expect(host.texts.join()).not.toMatch(/secret|ada@/);
});

test('a page that only leads on is none that was shown', async () => {
  const host = analyticsHost();
  host.start();
  const { path } = await visit('/workspaces', aUser({ onboardingDetails: { reviewedProfile: null } }));
  await waitFor(() => expect(path()).toBe('/profile'));
  await host.hears('$pageview');
  expect(pages(host.events).map(({ route }) => route)).toEqual(['profile']);
});

test('[1.8] [9.33] an act is told once it has succeeded, under its name with the prefix, with the workspace’s id at most', async () => {
  const host = analyticsHost();
  host.start();
  const workspace = aWorkspace({ displayName: 'Secret project' });
  let answer: Response | object = refusal('DatabaseUnavailable');
  server.use(
    on(workspaceCalls.getWorkspace, workspace),
    on(workspaceCalls.listWorkspaces, [workspace]),
    on(memberCalls.listMembers, []),
    on(memberCalls.inviteMember, () => answer as Response),
  );
  const { person } = await visit(`/workspace/${workspace.id}`, aUser());
  const invite = async () => {
    await person.clear(await screen.findByLabelText(/email/i));
    await person.type(screen.getByLabelText(/email/i), 'new@example.com');
    await person.click(screen.getByRole('button', { name: 'Add User To Workspace' }));
  };
  await invite();
  await screen.findByText(/database/i);
  await host.hears('$pageview');
  expect(host.names()).not.toContain('ap-member-invited');
  answer = HttpResponse.json([aMember({ email: 'new@example.com' })]);
  pastDoubleClick();
  await invite();
  await host.hears('ap-member-invited');
  const told = host.events.filter(({ event }) => event.startsWith('ap-'));
  expect(told).toMatchObject([{ event: 'ap-member-invited', properties: { workspaceId: workspace.id } }]);
  expect(host.texts.join()).not.toMatch(/new@|Secret project/);
});

test('[1.9] people are told apart by the ids of their users, and by nothing else', async () => {
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
  server.use(on(workspaceCalls.listWorkspaces, [aWorkspace({ displayName: 'Canary space' })]));
  await visit('/workspaces', user);
  await screen.findByRole('heading', { name: 'Canary space' });
  act(() => alias('01ARZ3NDEKTSV4RRFFQ69G5FAV'));
  await host.hears('$create_alias');
  const [page, identified, aliased] = ['$pageview', '$identify', '$create_alias'].map((name) =>
    host.events.find(({ event }) => event === name),
  );
  expect(identified?.distinct_id).toBe(user.id);
  expect(page?.distinct_id).toBe(user.id);
  expect(aliased?.properties).toMatchObject({ distinct_id: user.id, alias: '01ARZ3NDEKTSV4RRFFQ69G5FAV' });
  expect(host.texts.join()).not.toMatch(/canary/i);
});

test('a login is told where the API has sent the browser to, a logout where it was somebody’s', async () => {
  const host = analyticsHost();
  host.start();
  const user = aUser();
  server.use(on(workspaceCalls.listWorkspaces, []));
  await visit('/login-success', user);
  await host.hears('ap-logged-in');
  cleanup();
  const out = await visit('/logout-success', null);
  await screen.findByRole('heading', { name: 'You have successfully logged out' });
  await host.hears('ap-logged-out');
  expect(host.events.find(({ event }) => event === 'ap-logged-out')?.distinct_id).toBe(user.id);
  await act(() => out.router.navigate('/nowhere'));
  await waitFor(() => expect(host.events.at(-1)?.properties['route']).toBe('404'));
  expect(host.events.at(-1)?.distinct_id).not.toBe(user.id);
});

test('a login by somebody else in another tab is told there, not here', async () => {
  const host = analyticsHost();
  host.start();
  server.use(on(workspaceCalls.listWorkspaces, []));
  const { store } = await visit('/login-success', aUser());
  await host.hears('ap-logged-in');
  const next = aUser({ id: '01BX5ZZKBKACTAV9WEVGEMMVRZ' });
  server.use(on(sessionCalls.whoami, { user: next }));
  await act(() => store.dispatch(reloadUser()));
  await waitFor(() =>
    expect(host.events).toContainEqual(expect.objectContaining({ event: '$identify', distinct_id: next.id })),
  );
  expect(host.names().filter((name) => name === 'ap-logged-in')).toHaveLength(1);
});

const loginsIn = (host: ReturnType<typeof analyticsHost>) =>
  host.names().filter((name) => name === 'ap-logged-in').length;

test('a login is told once, however often the page after the login is shown', async () => {
  const host = analyticsHost();
  host.start();
  const user = aUser();
  const session = { startedAt: '2026-01-01T10:00:00.000Z', isStaff: false };
  server.use(on(workspaceCalls.listWorkspaces, []));
  const first = await visit('/login-success', HttpResponse.json({ user, session }));
  await host.hears('ap-logged-in');
  const viewsOfList = (count: number) =>
    waitFor(() => expect(pages(host.events).filter(({ route }) => route === 'workspaces')).toHaveLength(count));
  await viewsOfList(1);
  // The login page leads there for a user who is logged in, and so does a review of the terms.
  await act(() => first.router.navigate('/login'));
  await viewsOfList(2);
  // A reload, and another tab.
  cleanup();
  await visit('/login-success', HttpResponse.json({ user, session }));
  await viewsOfList(3);
  expect(loginsIn(host)).toBe(1);
  // The next login of the same person is another one.
  cleanup();
  const later = { startedAt: '2026-01-02T10:00:00.000Z', isStaff: false };
  await visit('/login-success', HttpResponse.json({ user, session: later }));
  await waitFor(() => expect(loginsIn(host)).toBe(2));
});

test('a login of somebody who has terms to accept is told once', async () => {
  const host = analyticsHost();
  host.start();
  const user = aUser({ needsTosUpdate: true });
  const session = { startedAt: '2026-01-01T10:00:00.000Z', isStaff: false };
  server.use(
    on(workspaceCalls.listWorkspaces, []),
    on(legalCalls.getLegalDocuments, someLegalDocuments()),
    on(legalCalls.agreeToTos, { user: { ...user, needsTosUpdate: false } }),
  );
  const { person, path } = await visit('/login-success', HttpResponse.json({ user, session }));
  await person.click(await screen.findByRole('checkbox'));
  server.use(on(sessionCalls.whoami, { user: { ...user, needsTosUpdate: false }, session }));
  await person.click(screen.getByRole('button', { name: 'Agree and continue' }));
  await waitFor(() => expect(path()).toBe('/workspaces'));
  await host.hears('ap-terms-accepted');
  expect(loginsIn(host)).toBe(1);
});

test.each([
  ['/workspace/01ARZ3NDEKTSV4RRFFQ69G5FAV/go', aUser(), ['$identify', '$pageview', 'ap-workspace-launched']],
  ['/login', null, ['$pageview']],
])(
  '[1.7] the view of %s, which sends the browser elsewhere at once, is on its way before',
  async (page, who, events) => {
    const host = analyticsHost();
    const requests = jest.spyOn(globalThis, 'fetch');
    host.start();
    const { went } = await visit(page, who);
    await waitFor(() => expect(went.length).toBeGreaterThan(0));
    // The page is gone now: only a request that has started and outlives its page still arrives.
    const sent = requests.mock.calls.filter(([, options]) => options?.keepalive);
    expect(sent).toHaveLength(1);
    for (const event of events) expect(sent[0]?.[1]?.body).toContain(`"event":"${event}"`);
  },
);

test('nothing waits for a host that does not answer', async () => {
  const host = analyticsHost(() => new Promise(() => undefined));
  host.start();
  const { went } = await visit('/workspace/01ARZ3NDEKTSV4RRFFQ69G5FAV/go', aUser());
  await waitFor(() => expect(went).toEqual(['http://api.test/workspaces/01ARZ3NDEKTSV4RRFFQ69G5FAV/go?confirm=1']));
});

test('whoever uses the same browser next is not taken for the one before', async () => {
  const host = analyticsHost();
  host.start();
  server.use(on(workspaceCalls.listWorkspaces, []));
  const [ada, bob] = [aUser(), aUser()];
  await visit('/workspaces', ada);
  await host.hears('$identify');
  cleanup();
  await visit('/workspaces', bob);
  await waitFor(() => expect(host.events.filter(({ event }) => event === '$identify')).toHaveLength(2));
  const [, second] = host.events.filter(({ event }) => event === '$identify');
  expect(second?.distinct_id).toBe(bob.id);
  expect(second?.properties['$anon_distinct_id']).not.toBe(ada.id);
});

test.each([
  ['refuses', () => new HttpResponse(null, { status: 503 })],
  ['can’t be reached', () => HttpResponse.error()],
])('a host that %s is left alone for a while, and nobody is troubled by it', async (_how, answer) => {
  let asked = 0;
  const host = analyticsHost(() => {
    asked += 1;
    return answer();
  });
  host.start();
  server.use(on(workspaceCalls.listWorkspaces, []));
  const { router } = await visit('/workspaces', aUser());
  await waitFor(() => expect(asked).toBe(1), patient);
  await act(() => router.navigate('/profile'));
  expect(await screen.findByRole('heading', { name: 'Update Your Profile' })).toBeVisible();
  await pause(300);
  expect(asked).toBe(1);
});

test('nothing is told where there is no host', async () => {
  const host = analyticsHost();
  startAnalytics(undefined);
  track('workspace-created');
  await pause(1500);
  host.start();
  track('workspace-deleted');
  await host.hears('ap-workspace-deleted');
  expect(host.names()).not.toContain('ap-workspace-created');
});

test.each([
  ['doNotTrack', '1'],
  ['globalPrivacyControl', true],
])('nothing is told of somebody whose browser says %s', async (name, value) => {
  Object.defineProperty(navigator, name, { value, configurable: true });
  const host = analyticsHost();
  host.start();
  server.use(on(workspaceCalls.listWorkspaces, []));
  await visit('/workspaces', aUser());
  await pause(1500);
  await pause(300);
  Reflect.deleteProperty(navigator, name);
  expect(host.events).toEqual([]);
});
