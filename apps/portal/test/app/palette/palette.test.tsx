import { authTokenCalls, legalCalls, memberCalls, workspaceCalls } from '@portal/contract';
import { aMember, aUser, aWorkspace } from '@portal/contract/fixtures';
import { act, screen, waitFor, within } from '@testing-library/react';
import { errorResponse, mockCall, server } from '../../support/api-server.ts';
import { createGate } from '../../support/gate.ts';
import { pause } from '../../support/pause.ts';
import { visit } from '../../support/render-portal.tsx';
import { aTokenList } from '../../support/token-list.ts';

const staging = aWorkspace({ displayName: 'Staging' });
const shared = aWorkspace({ displayName: 'Shared', role: 'EDITOR' });

const optionNames = () => screen.getAllByRole('option').map((option) => option.textContent);

async function openPalette(workspaces = [staging, shared], user = aUser()) {
  server.use(mockCall(workspaceCalls.listWorkspaces, workspaces));
  const portal = await visit('/security', user);
  await portal.ui.click(await screen.findByRole('button', { name: 'Search' }));
  return { ...portal, field: await screen.findByRole('combobox') };
}

test('Ctrl-K opens and closes the palette, and Escape closes it', async () => {
  server.use(mockCall(workspaceCalls.listWorkspaces, []));
  const { ui } = await visit('/security', aUser());
  await screen.findByRole('button', { name: 'Search' });
  await ui.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox');
  await waitFor(() => expect(field).toHaveFocus());
  await ui.keyboard('{Control>}k{/Control}');
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  await ui.keyboard('{Meta>}k{/Meta}');
  await screen.findByRole('combobox');
  await ui.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
});

test('a role finds only the pages that it may open', async () => {
  const { ui, field } = await openPalette();
  await ui.type(field, 'shared');
  await waitFor(() => expect(optionNames()).toContain('Shared › Members'));
  expect(optionNames().filter((name) => name.startsWith('Shared › '))[0]).toBe('Shared › Overview');
  expect(optionNames()).not.toContain('Shared › Activity');
  expect(optionNames()).not.toContain('Invite someone to Shared');
  await ui.clear(field);
  await ui.type(field, 'staging');
  await waitFor(() => expect(optionNames()).toContain('Staging › Webhooks'));
  expect(optionNames()).toContain('Staging › Activity');
  expect(optionNames()).toContain('Invite someone to Staging');
});

test('the palette opens before the list is loaded, and its arrival does not move the highlighted row', async () => {
  const gate = createGate();
  server.use(mockCall(workspaceCalls.listWorkspaces, [aWorkspace({ displayName: 'Bill lab' })], gate.wait));
  const { ui } = await visit('/security', aUser());
  await ui.click(await screen.findByRole('button', { name: 'Search' }));
  await ui.type(await screen.findByRole('combobox'), 'bill');
  await waitFor(() => expect(optionNames()).toEqual(['Billing']));
  expect(screen.getByText('Loading workspaces...')).toBeVisible();
  gate.open();
  await waitFor(() => expect(optionNames().slice(0, 2)).toEqual(['Billing', 'Bill labLaunch']));
  expect(screen.getAllByRole('option')[0]).toHaveAttribute('data-highlighted');
  expect(screen.queryByText('Loading workspaces...')).toBeNull();
});

test.each([
  ['Create an API token in Staging', `/workspace/${staging.id}/tokens`, /^Token Name/],
  ['Invite someone to Staging', `/workspace/${staging.id}/members`, /^User Email/],
])('“%s” leads to the first field of the form, also from its own page', async (name, page, label) => {
  server.use(
    mockCall(workspaceCalls.getWorkspace, staging),
    mockCall(memberCalls.listMembers, [aMember({ role: 'OWNER' })]),
    mockCall(authTokenCalls.listAuthTokens, aTokenList([])),
  );
  const { ui, path, field } = await openPalette();
  await ui.type(field, name);
  await ui.click(await screen.findByRole('option', { name }));
  await waitFor(() => expect(path()).toBe(page));
  await waitFor(() => expect(screen.getByRole('textbox', { name: label })).toHaveFocus());
  await ui.click(screen.getByRole('button', { name: 'Search' }));
  await ui.type(await screen.findByRole('combobox', { name: 'Search workspaces, pages and commands' }), name);
  await ui.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('textbox', { name: label })).toHaveFocus());
});

test('the form of a link has the focus once, and not again by the back button', async () => {
  server.use(
    mockCall(workspaceCalls.getWorkspace, staging),
    mockCall(memberCalls.listMembers, [aMember({ role: 'OWNER' })]),
    mockCall(authTokenCalls.listAuthTokens, aTokenList([])),
  );
  const { ui, router, field } = await openPalette();
  await ui.type(field, 'Create an API token in Staging{Enter}');
  const tokenName = await screen.findByRole('textbox', { name: /^Token Name/ });
  await waitFor(() => expect(tokenName).toHaveFocus());
  await act(() => router.navigate('/security'));
  await screen.findByRole('heading', { level: 1, name: 'Login and security' });
  await act(() => router.navigate(-1));
  const heading = await screen.findByRole('heading', { level: 1, name: 'Staging > API Tokens' });
  await screen.findByRole('textbox', { name: /^Token Name/ });
  await pause(100);
  expect(heading).toHaveFocus();
});

test('a form that the policy of the workspace takes away leaves the focus on the heading', async () => {
  const policy = { makers: 'OWNER', maxDays: null, allowsWrites: true } as const;
  const gate = createGate();
  server.use(
    mockCall(workspaceCalls.getWorkspace, shared),
    mockCall(memberCalls.listMembers, [aMember({ role: 'OWNER' })]),
    mockCall(authTokenCalls.listAuthTokens, aTokenList([], { policy }), gate.wait),
  );
  const { ui, field } = await openPalette();
  await ui.type(field, 'Create an API token in Shared{Enter}');
  await waitFor(() => expect(screen.getByRole('textbox', { name: /^Token Name/ })).toHaveFocus());
  gate.open();
  await screen.findByText(/^The policy of this workspace lets only its owner create API tokens/);
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

test('a recent workspace that was deleted since leaves the palette when the list is loaded', async () => {
  const user = aUser();
  const gone = aWorkspace({ displayName: 'Load tests' });
  const recent = [gone, staging].map(({ id, displayName }) => ({ id, displayName }));
  localStorage.setItem('SI:RECENT-WORKSPACES', JSON.stringify({ userId: user.id, workspaces: recent }));
  const gate = createGate();
  server.use(mockCall(workspaceCalls.listWorkspaces, [staging, shared], gate.wait));
  const { ui } = await visit('/security', user);
  await ui.click(await screen.findByRole('button', { name: 'Search' }));
  await screen.findByRole('combobox');
  expect(optionNames().slice(0, 2)).toEqual(['Load testsLaunch', 'StagingLaunch']);
  gate.open();
  await waitFor(() => expect(optionNames()).toContain('SharedLaunch'));
  expect(optionNames()).not.toContain('Load testsLaunch');
  expect(optionNames()[0]).toBe('StagingLaunch');
});

test('Enter chooses the highlighted row, and nothing matches an unknown word', async () => {
  const { ui, field, router } = await openPalette();
  await ui.type(field, 'qqq');
  expect(await screen.findByText('Nothing matches “qqq”')).toBeVisible();
  await ui.clear(field);
  await ui.type(field, 'profile{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/profile'));
});

test('a list that cannot be loaded is said, and the commands work', async () => {
  server.use(mockCall(workspaceCalls.listWorkspaces, errorResponse('InternalError')));
  const { ui } = await visit('/security', aUser());
  await ui.click(await screen.findByRole('button', { name: 'Search' }));
  expect(await screen.findByText('Your workspaces could not be loaded')).toBeVisible();
  await ui.type(screen.getByRole('combobox'), 'dark{Enter}');
  await waitFor(() => expect(document.documentElement).toHaveAttribute('data-theme', 'dark'));
});

test('users who may not use the portal yet have no palette', async () => {
  server.use(mockCall(legalCalls.getLegalDocuments, errorResponse('InternalError')));
  await visit('/review-legal', aUser({ needsTosUpdate: true }));
  expect(await screen.findByRole('banner')).toBeVisible();
  expect(within(screen.getByRole('banner')).queryByRole('button', { name: 'Search' })).toBeNull();
});
