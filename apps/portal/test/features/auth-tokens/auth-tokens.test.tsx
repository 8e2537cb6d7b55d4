import { jest } from '@jest/globals';
import { authTokenCalls, memberCalls, workspaceCalls, type AuthToken, type Workspace } from '@portal/contract';
import { formatDate } from '@portal/ui';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { authTokensApi } from '../../../src/api/auth-tokens.api.ts';
import { mockCall, errorResponse, server } from '../../support/api-server.ts';
import { createGate } from '../../support/gate.ts';
import { aMember, aToken, aUser, aWorkspace } from '@portal/contract/fixtures';
import { visit } from '../../support/render-portal.tsx';
import { chooseAction, listActions } from '../../support/row-menu.ts';
import { aTokenList } from '../../support/token-list.ts';

const ann = aMember({ email: 'ann@example.com' });

async function open(authTokens: AuthToken[], overrides: Partial<Workspace> = {}, creator = aUser(), links = {}) {
  const workspace = aWorkspace({ displayName: 'Playground', ...overrides });
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(memberCalls.listMembers, [ann]),
    mockCall(authTokenCalls.listAuthTokens, aTokenList(authTokens)),
  );
  const portal = await visit(`/workspace/${workspace.id}/tokens`, creator, 0, undefined, false, links);
  await screen.findByRole('heading', { level: 1, name: 'Playground > API Tokens' });
  await screen.findByRole('table', { name: 'Inactive Tokens' });
  return { workspace, ...portal };
}

const rowsOf = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .queryAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
const headersOf = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('columnheader')
    .map((header) => header.textContent);

// @covers 2.13
test('[2.api-tokens-page.3] [4.api-token.5] [4.api-token.6] shows active and inactive tokens with the columns of an owner', async () => {
  await open([
    aToken({ name: 'forever', expiresAt: null }),
    aToken({ name: 'over', expiresAt: '2020-01-01T00:00:00.000Z' }),
    aToken({ name: 'gone', revokedAt: '2026-01-02T00:00:00.000Z' }),
  ]);
  await waitFor(() => expect(rowsOf('Active Tokens')).toHaveLength(1));
  expect(rowsOf('Active Tokens')[0]).toContain('Never');
  expect(rowsOf('Inactive Tokens')).toHaveLength(2);
  const expired = new Date('2020-01-01T00:00:00.000Z');
  const expiry = within(screen.getByText(formatDate(expired)).closest('td') ?? document.body);
  for (const part of [/^\d+ years ago$/, formatDate(expired)])
    expect(expiry.getByText(part)).toHaveClass('font-bold', 'text-error');
  expect(headersOf('Active Tokens')).toEqual(['Name', 'Created', 'Last Used', 'Expires', 'Revoke']);
  expect(headersOf('Inactive Tokens')).toEqual(['Name', 'Created', 'Last Used', 'Expiration', 'Revoked']);
});

test('the API reference is a link if the deployment serves it', async () => {
  await open([], {}, aUser(), { apiReferenceUrl: 'https://a.example.com/docs' });
  expect(screen.getByRole('link', { name: 'API reference' })).toHaveAttribute('href', 'https://a.example.com/docs');
  cleanup();
  await open([]);
  expect(screen.queryByRole('link', { name: 'API reference' })).toBeNull();
});

test('the tables fit a window of 1024 pixels with its scroll bar, page margins and the list of the settings', async () => {
  const availableWidth = 1024 - 15 - 2 * 32 - (11 * 16 + 32) - 2;
  await open([aToken()]);
  for (const name of ['Active Tokens', 'Inactive Tokens']) {
    const widths = screen.getByRole('table', { name }).style.minWidth.matchAll(/([\d.]+)rem/g);
    const least = [...widths].reduce((sum, [, rem]) => sum + 16 * Number(rem), 0);
    expect(least).toBeGreaterThan(0);
    expect(least).toBeLessThanOrEqual(availableWidth);
  }
});

test('the tables show the end of the ID and who created a token, so that the owner revokes the right one', async () => {
  const creator = aUser();
  const removed = aMember();
  const tokens = [ann, removed, { userId: creator.id }].map(({ userId }) => aToken({ creatorUserId: userId }));
  await open(tokens, {}, creator);
  await waitFor(() => expect(rowsOf('Active Tokens')[0]).toContain('by ann@example.com'));
  expect(rowsOf('Active Tokens')[0]).toContain(`ID ending in …${tokens[0]?.id.slice(-6)}`);
  expect(rowsOf('Active Tokens')[1]).toContain('by a former member');
  expect(rowsOf('Active Tokens')[2]).toContain('by you');
});

test('a token is found by the end of its ID', async () => {
  const tokens = Array.from({ length: 21 }, (_, n) => aToken({ name: `Token ${n}` }));
  const { ui } = await open(tokens);
  await ui.type(await screen.findByRole('searchbox', { name: 'Search tokens' }), tokens[7]?.id.slice(-6) ?? '');
  await waitFor(() => expect(rowsOf('Active Tokens')).toHaveLength(1));
  expect(rowsOf('Active Tokens')[0]).toMatch(/^Token 7/);
});

test('the creator of a token is hidden until the members are loaded', async () => {
  const workspace = aWorkspace();
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(memberCalls.listMembers, errorResponse('InternalError')),
    mockCall(authTokenCalls.listAuthTokens, aTokenList([aToken()])),
  );
  await visit(`/workspace/${workspace.id}/tokens`, aUser());
  await screen.findByText('ci');
  expect(screen.queryByText(/^by /)).toBeNull();
});

test('an error replaces the hint of a field, and says how to correct the text', async () => {
  const { ui } = await open([]);
  await ui.type(screen.getByLabelText(/Token Name/), 'a<b');
  await ui.tab();
  expect(await screen.findByText(/^“<” is not allowed. Use Latin letters, digits, spaces/)).toBeVisible();
  await ui.clear(screen.getByLabelText(/Token Name/));
  fireEvent.click(screen.getByRole('button', { name: 'Generate API Token' }));
  for (const name of [/Token Name/, /Expiration/]) {
    await waitFor(() => expect(screen.getByLabelText(name)).toHaveAccessibleDescription('This field is required'));
  }
});

test('tokens that could not be loaded show an error, not an empty list, and can be retried', async () => {
  const workspace = aWorkspace();
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(authTokenCalls.listAuthTokens, errorResponse('InternalError')),
  );
  const { ui } = await visit(`/workspace/${workspace.id}/tokens`, aUser());
  expect(await screen.findByText('The tokens could not be loaded')).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
  expect(await screen.findByRole('button', { name: 'Generate API Token' })).toBeVisible();
  server.use(mockCall(memberCalls.listMembers, [ann]), mockCall(authTokenCalls.listAuthTokens, aTokenList([])));
  await ui.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No active tokens')).toBeVisible();
});

test('a removed member is linked to the workspaces and sees no form', async () => {
  const workspace = aWorkspace();
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(authTokenCalls.listAuthTokens, errorResponse('WorkspaceNotFound')),
  );
  await visit(`/workspace/${workspace.id}/tokens`, aUser());
  expect(await screen.findByRole('link', { name: 'Go to your workspaces' })).toHaveAttribute('href', '/workspaces');
  await screen.findByRole('heading', { level: 1, name: 'API Tokens' });
  expect(screen.queryByRole('button', { name: 'Generate API Token' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.queryByRole('table')).toBeNull();
});

test('the tables show when a token was last used', async () => {
  await open([
    aToken({ name: 'unused' }),
    aToken({ name: 'used', lastUsedAt: new Date(Date.now() - 7_200_000).toISOString() }),
  ]);
  await waitFor(() => expect(rowsOf('Active Tokens')).toHaveLength(2));
  expect(rowsOf('Active Tokens')[0]).toContain('Never');
  expect(rowsOf('Active Tokens')[1]).toContain('2h ago');
});

// @covers 2.api-tokens-page.3
test('[6.2] only owners see the last column', async () => {
  const { ui } = await open([aToken({ name: 'ci' })], { role: 'APPROVER' });
  await screen.findByRole('table', { name: 'Active Tokens' });
  expect(headersOf('Active Tokens')).toEqual(['Name', 'Created', 'Last Used', 'Expires']);
  expect(await listActions(ui, 'ci')).toEqual(['View activity']);
});

test.each(['EDITOR', 'APPROVER'] as const)('[6.2] an %s can only revoke their own tokens', async (role) => {
  const creator = aUser();
  const ownToken = aToken({ name: 'mine', userId: creator.id });
  const { ui } = await open([ownToken, aToken({ name: 'not mine' })], { role }, creator);
  // Only owners have the last column.
  expect(headersOf('Active Tokens')).toEqual(['Name', 'Created', 'Last Used', 'Expires']);
  const others = role === 'APPROVER' ? ['View activity'] : [];
  expect(await listActions(ui, 'mine')).toEqual(expect.arrayContaining([...others, 'Revoke']));
  const otherMenu = screen.queryByRole('button', { name: 'Actions for not mine' });
  if (role === 'EDITOR') expect(otherMenu).toBeNull();
  else expect(await listActions(ui, 'not mine')).toEqual(others);
  const revoked: unknown[] = [];
  const authToken = { ...ownToken, revokedAt: new Date().toISOString() };
  server.use(
    mockCall(authTokenCalls.revokeAuthToken, ({ params }) => (revoked.push(params['tokenId']), { authToken })),
  );
  await revokeToken(ui, 'mine');
  await waitFor(() => expect(rowsOf('Inactive Tokens')[0]).toContain('mine'));
  await waitFor(() => expect(revoked).toEqual([ownToken.id]));
  expect(rowsOf('Active Tokens')).toHaveLength(1);
});

// @covers 2.api-tokens-page.2 8.13
test('[2.api-tokens-page.4] [4.api-token.7] [8.12] Enter generates a token; its secret shows once in a modal that an accidental key does not close', async () => {
  const { ui, store } = await open([]);
  const authToken = aToken({ name: 'fresh' });
  server.use(mockCall(authTokenCalls.createAuthToken, { authToken, token: 'the-secret' }));
  await ui.type(screen.getByLabelText(/Token Name/), 'fresh');
  await ui.type(screen.getByLabelText(/Expiration/), '3d');
  expect(screen.getByText(/^Expires \w+ \d+, \d{4} \d/)).toBeVisible();
  await ui.keyboard('{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Token Generated' }));
  expect(dialog.getByDisplayValue('the-secret')).toBeVisible();
  expect(
    dialog.getByText('We are only showing you the value of this token once. Store it somewhere secure, please.'),
  ).toBeVisible();
  await ui.keyboard('{Escape}');
  expect(screen.getByRole('dialog')).toBeVisible();
  await ui.click(dialog.getByRole('button', { name: 'Copy token' }));
  expect(await dialog.findByRole('button', { name: 'Token copied!' })).toBeVisible();
  await ui.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(rowsOf('Active Tokens')[0]).toContain('fresh');
  expect(JSON.stringify(store.getState())).not.toContain('the-secret');
  expect(screen.getByLabelText(/Token Name/)).toHaveValue('');
  expect(screen.getByRole('button', { name: 'Generate API Token' })).toHaveFocus();
});

// @covers 2.api-tokens-page.2 5.shared-form-rules.5
test('an invalid time string is rejected', async () => {
  const { ui } = await open([]);
  await ui.type(screen.getByLabelText(/Expiration/), '5');
  await ui.tab();
  expect(await screen.findByText('Invalid time string')).toBeVisible();
});

test('an uppercase unit is rejected before a request, because 1M could mean a month', async () => {
  const { ui } = await open([]);
  await ui.type(screen.getByLabelText(/Token Name/), 'ci');
  await ui.type(screen.getByLabelText(/Expiration/), '1M{Enter}');
  expect(await screen.findByText('Invalid time string')).toBeVisible();
  expect(screen.queryByText(/^Expires /)).toBeNull();
});

test('an expiration that is too long is reported while typing, without an end date', async () => {
  const { ui } = await open([]);
  server.use(mockCall(authTokenCalls.listAuthTokens, aTokenList([], { longestDays: 30 })));
  cleanup();
  await visit(`/workspace/${aWorkspace().id}/tokens`, aUser());
  await screen.findByText('No active tokens');
  await ui.type(screen.getByLabelText(/Expiration/), '31d');
  expect(screen.getByText('A token can be valid for at most 30 days.')).toBeVisible();
  expect(screen.queryByText(/^Expires /)).toBeNull();
  await ui.type(screen.getByLabelText(/Expiration/), '{Backspace}{Backspace}0d');
  expect(screen.getByText(/^Expires /)).toBeVisible();
});

test('an expiration that is too long is marked as invalid and cannot be submitted', async () => {
  await open([]);
  server.use(mockCall(authTokenCalls.listAuthTokens, aTokenList([], { longestDays: 30 })));
  cleanup();
  const { ui } = await visit(`/workspace/${aWorkspace().id}/tokens`, aUser());
  await screen.findByText('No active tokens');
  await ui.type(screen.getByLabelText(/Token Name/), 'ci');
  await ui.type(screen.getByLabelText(/Expiration/), '31d');
  await ui.tab();
  await waitFor(() => expect(screen.getByLabelText(/Expiration/)).toBeInvalid());
  expect(screen.getByText('A token can be valid for at most 30 days.')).toBeVisible();
  const submit = screen.getByRole('button', { name: 'Generate API Token' });
  expect(submit).toHaveAttribute('aria-disabled', 'true');
  expect(submit).toHaveAccessibleDescription('Correct the marked fields.');
});

test('an expiration that the API rejects shows the error at the field', async () => {
  const { ui } = await open([]);
  const message = 'A token can be valid for at most 365 days.';
  const tooLong = errorResponse('InvalidInput', message, [{ path: 'body.expiration', message }]);
  server.use(mockCall(authTokenCalls.createAuthToken, tooLong));
  await ui.type(screen.getByLabelText(/Token Name/), 'ci');
  await ui.type(screen.getByLabelText(/Expiration/), '9y{Enter}');
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText(/Expiration/)).toBeInvalid();
  expect(screen.queryByText('The token was not generated')).toBeNull();
});

test('a token whose request timed out may exist, and a retry does not create it twice', async () => {
  const { ui } = await open([]);
  server.use(mockCall(authTokenCalls.createAuthToken, Response.error()));
  await ui.type(screen.getByLabelText(/Token Name/), 'ci');
  await ui.type(screen.getByLabelText(/Expiration/), '3d{Enter}');
  expect(await screen.findByText('The request timed out. It is safe to try again.')).toBeVisible();
  expect(screen.queryByText('The token was not generated')).toBeNull();
});

const revokeToken = async (ui: UserEvent, name: string) => {
  await chooseAction(ui, name, 'Revoke');
  await ui.click(await screen.findByRole('button', { name: 'Revoke token' }));
};

test('[4.api-token.4] a revoked token moves to the inactive tokens at once', async () => {
  const token = aToken({ name: 'ci' });
  const { ui } = await open([token]);
  const authToken = { ...token, revokedAt: new Date().toISOString() };
  const gate = createGate();
  server.use(mockCall(authTokenCalls.revokeAuthToken, { authToken }, gate.wait));
  await revokeToken(ui, 'ci');
  await waitFor(() => expect(rowsOf('Inactive Tokens')[0]).toMatch(/^ci.*now$/));
  expect(rowsOf('Active Tokens')[0]).toContain('No active tokens');
  gate.open();
});

test('[8.10] [8.11] a failed revoke shows a warning, and a click retries it', async () => {
  const token = aToken({ name: 'ci' });
  const { ui } = await open([token]);
  server.use(mockCall(authTokenCalls.revokeAuthToken, errorResponse('InternalError')));
  await revokeToken(ui, 'ci');
  const retry = await screen.findByRole('button', { name: 'Error. Token not revoked!' });
  expect(rowsOf('Active Tokens')[0]).toContain('ci');
  await ui.hover(retry);
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Error. Token not revoked!');
  server.use(
    mockCall(authTokenCalls.revokeAuthToken, { authToken: { ...token, revokedAt: '2026-01-02T00:00:00.000Z' } }),
  );
  await ui.click(retry);
  await waitFor(() => expect(rowsOf('Inactive Tokens')[0]).toContain('ci'));
});

test('a failed revoke changes no other token, even if one was created meanwhile', async () => {
  const token = aToken({ name: 'old' });
  const { ui } = await open([token]);
  const gate = createGate();
  server.use(
    mockCall(authTokenCalls.revokeAuthToken, errorResponse('InternalError'), gate.wait),
    mockCall(authTokenCalls.createAuthToken, { authToken: aToken({ name: 'new' }), token: 'the-secret' }),
  );
  await revokeToken(ui, 'old');
  await ui.type(screen.getByLabelText(/Token Name/), 'new');
  await ui.type(screen.getByLabelText(/Expiration/), '3d{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Token Generated' }));
  gate.open();
  await ui.click(dialog.getByRole('button', { name: 'Copy token' }));
  await ui.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(screen.getByText('old').closest('table')).toHaveAccessibleName('Active Tokens'));
  expect(screen.getByText('new').closest('table')).toHaveAccessibleName('Active Tokens');
});

test('a new token that a refetch already returned is listed once', async () => {
  const { ui, store, workspace } = await open([]);
  const authToken = aToken({ name: 'new' });
  const gate = createGate();
  let requestCount = 0;
  server.use(
    mockCall(authTokenCalls.createAuthToken, { authToken, token: 'the-secret' }, gate.wait),
    mockCall(authTokenCalls.listAuthTokens, () => ((requestCount += 1), aTokenList([authToken]))),
  );
  await ui.type(screen.getByLabelText(/Token Name/), 'new');
  await ui.type(screen.getByLabelText(/Expiration/), '3d{Enter}');
  await waitFor(() => expect(gate.arrivals).toBe(1));
  const list = authTokensApi.endpoints.listAuthTokens;
  await act(async () => {
    const input = { params: { workspaceId: workspace.id } };
    await store.dispatch(list.initiate(input, { forceRefetch: true, subscribe: false }));
  });
  expect(requestCount).toBe(1);
  gate.open();
  await screen.findByRole('dialog', { name: 'Token Generated' });
  expect(screen.getAllByText('new', { selector: 'td *' })).toHaveLength(1);
});

test('[4.api-token.3] [9.13] an expired token moves to the inactive tokens within five seconds', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  // Late enough that a slow machine still shows the token as active first.
  const end = Date.now() + 60_000;
  await open([aToken({ name: 'short', expiresAt: new Date(end).toISOString() })]);
  await waitFor(() => expect(rowsOf('Active Tokens')[0]).toContain('short'));
  await act(() => jest.advanceTimersByTimeAsync(end + 5000 - Date.now()));
  expect(rowsOf('Inactive Tokens')[0]).toContain('short');
  jest.useRealTimers();
});

test('[issue.8.3] of thousands of tokens only the requested rows are rendered', async () => {
  const revokedAt = '2026-01-02T00:00:00.000Z';
  const { ui } = await open(
    Array.from({ length: 5_000 }, (_, n) => aToken({ name: `Token ${n}`, ...(n >= 130 && { revokedAt }) })),
  );
  await screen.findByText('100 of 130', {}, { timeout: 30_000 });
  expect(screen.getByText('100 of 4870')).toBeVisible();
  expect(screen.queryByText('Token 100')).toBeNull();
  await ui.click(screen.getByText('Show 30 more'));
  expect(await screen.findByText('Token 129')).toBeVisible();
  expect(screen.getByText('Token 130')).toBeVisible();
}, 90_000);

test('a name that is typed while a token is generated stays', async () => {
  const { ui } = await open([]);
  const gate = createGate();
  server.use(
    mockCall(authTokenCalls.createAuthToken, { authToken: aToken({ name: 'first' }), token: 'secret' }, gate.wait),
  );
  const name = screen.getByLabelText(/^Token Name/);
  await ui.type(name, 'first');
  await ui.type(screen.getByLabelText(/^Expiration/), '1d{Enter}');
  await waitFor(() => expect(gate.arrivals).toBe(1));
  await ui.clear(name);
  await ui.type(name, 'second');
  gate.open();
  const dialog = await screen.findByRole('dialog', { name: 'Token Generated' });
  expect(dialog).toBeVisible();
  expect(name).toHaveValue('second');
});
