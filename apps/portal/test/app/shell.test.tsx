import { jest } from '@jest/globals';
import { authTokenCalls, legalCalls, memberCalls, workspaceCalls } from '@portal/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { mockCall, server } from '../support/api-server.ts';
import { aUser, aWorkspace, someLegalDocuments } from '@portal/contract/fixtures';
import { settings, visit } from '../support/render-portal.tsx';
import { aTokenList } from '../support/token-list.ts';

const timestamp = '2026-01-01T00:00:00.000Z';

// @covers 1.shell.1 1.shell.2 1.shell.4
test('the header and footer have a logo, links, a greeting, theme, help and legal', async () => {
  server.use(mockCall(workspaceCalls.listWorkspaces, []));
  const { ui } = await visit('/workspaces', aUser({ nickname: 'mia' }));
  expect(await screen.findByRole('link', { name: settings.productName })).toHaveAttribute('href', '/workspaces');
  expect(screen.getByRole('link', { name: 'Workspaces' })).toHaveAttribute('aria-current', 'page');
  expect(screen.getByRole('link', { name: 'Discord' })).toHaveAttribute('target', '_blank');
  expect(screen.getByRole('link', { name: 'Help' })).toHaveAttribute('href', `mailto:${settings.supportEmail}`);
  expect(screen.getByRole('link', { name: 'Legal' })).toHaveAttribute('href', '/legal');
  await ui.click(screen.getByRole('button', { name: /Hi mia!/ }));
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Profile', 'Log out']);
});

test('the greeting menu starts with the email of the account', async () => {
  server.use(mockCall(workspaceCalls.listWorkspaces, []));
  const { ui } = await visit('/workspaces', aUser({ email: 'mia@example.com' }));
  await ui.click(await screen.findByRole('button', { name: /^Hi/ }));
  const group = await screen.findByRole('group', { name: 'mia@example.com' });
  expect(within(group).getByRole('menuitem', { name: 'Profile' })).toBeVisible();
});

test('[1.shell.4] the footer has a support email, the legal page and a copyright line with the year and the product', async () => {
  server.use(mockCall(workspaceCalls.listWorkspaces, []));
  await visit('/workspaces', aUser());
  const footer = within(await screen.findByRole('contentinfo'));
  expect(footer.getByRole('link', { name: 'Help' })).toHaveAttribute('href', `mailto:${settings.supportEmail}`);
  expect(footer.getByRole('link', { name: 'Legal' })).toHaveAttribute('href', '/legal');
  expect(footer.getByText(`© ${new Date().getFullYear()} ${settings.productName}`)).toBeVisible();
});

test.each(['', '/tokens'])('the workspaces link stays active at /workspace/:id%s', async (page) => {
  const workspace = aWorkspace();
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(memberCalls.listMembers, []),
    mockCall(authTokenCalls.listAuthTokens, aTokenList([], { longestDays: 366 })),
  );
  await visit(`/workspace/${workspace.id}${page}`, aUser());
  await screen.findByRole('heading', { level: 1, name: new RegExp(workspace.displayName) });
  expect(screen.getByRole('link', { name: 'Workspaces' })).toHaveAttribute('aria-current', 'true');
});

test('on a page without a header link none is active', async () => {
  await visit('/profile', aUser());
  await screen.findByRole('heading', { level: 1 });
  for (const link of within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link'))
    expect(link).not.toHaveAttribute('aria-current');
});

// @covers 4.theme.1
test('[1.shell.3] [4.theme.3] the footer switches the theme and can return to the system theme', async () => {
  server.use(mockCall(workspaceCalls.listWorkspaces, []));
  const { ui } = await visit('/workspaces', aUser());
  await ui.click(await screen.findByRole('button', { name: 'Switch to the light theme' }));
  expect(document.documentElement).toHaveAttribute('data-theme', 'light');
  await ui.click(screen.getByRole('button', { name: 'Use system theme' }));
  expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
});

// @covers 1.shell.2
test('the terms review hides links to pages that are not available yet', async () => {
  server.use(mockCall(legalCalls.getLegalDocuments, someLegalDocuments()));
  const { ui } = await visit('/review-legal', aUser({ needsTosUpdate: true }));
  await ui.click(await screen.findByRole('button', { name: /^Hi/ }));
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Log out']);
  expect(screen.queryByRole('link', { name: 'Workspaces' })).toBeNull();
});

test('[2.17] [2.notices.1] a quarantined user sees why and who to contact', async () => {
  await visit('/workspaces', aUser({ quarantinedAt: timestamp }));
  expect(await screen.findByRole('heading', { name: 'Account Quarantined' })).toBeVisible();
  expect(screen.getByText(/suspicious activity/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Contact support' })).toHaveAttribute(
    'href',
    `mailto:${settings.supportEmail}`,
  );
});

test('[2.17] [2.notices.2] a suspended user sees why', async () => {
  await visit('/profile', aUser({ suspendedAt: timestamp, needsTosUpdate: true }));
  expect(await screen.findByRole('heading', { name: 'Account Paused' })).toBeVisible();
  expect(screen.getByText(/pending payment or establishing payment information/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Contact support' })).toHaveAttribute(
    'href',
    `mailto:${settings.supportEmail}`,
  );
});

test.each(['/dashboard', '/tutorial', '/download'])('[2.8] %s redirects to the workspaces', async (from) => {
  server.use(mockCall(workspaceCalls.listWorkspaces, []));
  const { path } = await visit(from, aUser());
  await waitFor(() => expect(path()).toBe('/workspaces'));
  await screen.findByRole('heading', { name: 'Create A Workspace' });
});

test('pages have titles, and a navigation moves the focus to the heading', async () => {
  server.use(mockCall(workspaceCalls.listWorkspaces, []));
  const { ui, router } = await visit('/workspaces', aUser());
  await screen.findByRole('heading', { name: 'Create A Workspace' });
  await waitFor(() => expect(document.title).toBe('Workspaces · System Initiative'));
  await act(() => router.navigate('/profile'));
  const heading = await screen.findByRole('heading', { name: 'Update Your Profile' });
  await waitFor(() => expect(heading).toHaveFocus());
  await ui.click(screen.getByRole('link', { name: 'Workspaces' }));
  const nextHeading = await screen.findByRole('heading', { name: 'Create A Workspace' });
  await waitFor(() => expect(nextHeading).toHaveFocus());
});

test('[1.shell.7] a splash screen with a progress bar shows until the session is known', async () => {
  server.use(mockCall(workspaceCalls.listWorkspaces, []));
  await visit('/workspaces', aUser(), 150);
  expect(await screen.findByRole('progressbar', { name: 'Loading...' })).toBeVisible();
  expect(screen.queryByRole('banner')).toBeNull();
  await screen.findByRole('heading', { name: 'Create A Workspace' });
  expect(screen.queryByRole('progressbar')).toBeNull();
});

/** Opens the workspaces page of an old build. */
async function visitOldBuild() {
  document.head.innerHTML = '<meta name="build-hash" content="old">';
  server.use(
    mockCall(workspaceCalls.listWorkspaces, []),
    http.get('*/manifest.json', () => HttpResponse.json({ hash: 'new' })),
  );
  jest.useFakeTimers({ advanceTimers: true });
  return visit('/workspaces', aUser());
}
const twoMinutes = 2 * 60 * 1000;
const refreshNotice = () => screen.findByRole('dialog', { name: 'Please refresh your browser' });

test('[1.shell.8] a modal asks for a refresh when a new build is available', async () => {
  const { ui, externalUrls } = await visitOldBuild();
  await act(() => jest.advanceTimersByTimeAsync(twoMinutes));
  jest.useRealTimers();
  expect(await refreshNotice()).toBeVisible();
  await ui.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(externalUrls).toEqual(['reload']);
  document.head.innerHTML = '';
});

test('[1.shell.8] the refresh modal returns at the next check after it was closed', async () => {
  const { ui } = await visitOldBuild();
  await act(() => jest.advanceTimersByTimeAsync(twoMinutes));
  expect(await refreshNotice()).toBeVisible();
  await ui.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await act(() => jest.advanceTimersByTimeAsync(twoMinutes));
  expect(await refreshNotice()).toBeVisible();
  jest.useRealTimers();
  document.head.innerHTML = '';
});

test('a slow splash screen shows a notice and offers a reload', async () => {
  server.use(mockCall(workspaceCalls.listWorkspaces, []));
  jest.useFakeTimers({ advanceTimers: true });
  const { ui, externalUrls } = await visit('/workspaces', aUser(), 60_000);
  // The timer runs while the splash screen shows, so some of the ten seconds have passed.
  await act(() => jest.advanceTimersByTimeAsync(7_000));
  expect(screen.queryByText('This is taking longer than usual.')).toBeNull();
  await act(() => jest.advanceTimersByTimeAsync(3_500));
  jest.useRealTimers();
  expect(screen.getByText('This is taking longer than usual.')).toBeVisible();
  await ui.click(screen.getByRole('button', { name: 'Reload the page' }));
  expect(externalUrls).toEqual(['reload']);
});
