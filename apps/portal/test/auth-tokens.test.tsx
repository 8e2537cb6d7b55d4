import { jest } from '@jest/globals';
import { authTokenCalls, memberCalls, workspaceCalls, type AuthToken, type Workspace } from '@portal/contract';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { authTokensApi } from '../src/api/auth-tokens.api.ts';
import { on, refusal, server } from './support/api-server.ts';
import { pastDoubleClick } from './support/double-click.ts';
import { aGate } from './support/gate.ts';
import { aMember, aToken, aUser, aWorkspace } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

const ann = aMember({ email: 'ann@example.com' });

async function open(authTokens: AuthToken[], given: Partial<Workspace> = {}, who = aUser()) {
  const workspace = aWorkspace({ displayName: 'Playground', ...given });
  server.use(
    on(workspaceCalls.getWorkspace, workspace),
    on(memberCalls.listMembers, [ann]),
    on(authTokenCalls.listAuthTokens, { authTokens }),
  );
  const portal = await visit(`/workspace/${workspace.id}/tokens`, who);
  await screen.findByRole('heading', { level: 1, name: 'Playground > API Tokens' });
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
test('[2.api-tokens-page.3] [4.api-token.5] [4.api-token.6] active and inactive tokens, with the columns of an owner', async () => {
  await open([
    aToken({ name: 'forever', expiresAt: null }),
    aToken({ name: 'over', expiresAt: '2020-01-01T00:00:00.000Z' }),
    aToken({ name: 'gone', revokedAt: '2026-01-02T00:00:00.000Z' }),
  ]);
  await waitFor(() => expect(rowsOf('Active Tokens')).toHaveLength(1));
  expect(rowsOf('Active Tokens')[0]).toContain('Never');
  expect(rowsOf('Inactive Tokens')).toHaveLength(2);
  expect(screen.getByText(/2020/)).toHaveClass('font-bold', 'text-error');
  expect(headersOf('Active Tokens')).toEqual(['Name', 'Created', 'Last Used', 'Expires', 'Revoke']);
  expect(headersOf('Inactive Tokens')).toEqual(['Name', 'Created', 'Last Used', 'Expiration', 'Revoked']);
});

test('the tables fit a window of 1024 pixels, beside its scroll bar and the margins of the page', async () => {
  const room = 1024 - 15 - 2 * 32 - 2;
  await open([aToken()]);
  for (const name of ['Active Tokens', 'Inactive Tokens']) {
    const widths = screen.getByRole('table', { name }).style.minWidth.matchAll(/([\d.]+)rem/g);
    const least = [...widths].reduce((sum, [, rem]) => sum + 16 * Number(rem), 0);
    expect(least).toBeGreaterThan(0);
    expect(least).toBeLessThanOrEqual(room);
  }
});

test('the tables tell who made a token, for the owner has to revoke the right one', async () => {
  const who = aUser();
  const gone = aMember();
  await open(
    [ann, gone, { userId: who.id }].map(({ userId }) => aToken({ creatorUserId: userId })),
    {},
    who,
  );
  await waitFor(() => expect(rowsOf('Active Tokens')[0]).toContain('by ann@example.com'));
  expect(rowsOf('Active Tokens')[1]).toContain('by somebody who is no member any more');
  expect(rowsOf('Active Tokens')[2]).toContain('by you');
});

test('who made a token is left unsaid while the members are not known', async () => {
  const workspace = aWorkspace();
  server.use(
    on(workspaceCalls.getWorkspace, workspace),
    on(memberCalls.listMembers, refusal('InternalError')),
    on(authTokenCalls.listAuthTokens, { authTokens: [aToken()] }),
  );
  await visit(`/workspace/${workspace.id}/tokens`, aUser());
  await screen.findByText('ci');
  expect(screen.queryByText(/^by /)).toBeNull();
});

test('what a name may hold is told beside the error as well', async () => {
  const { person } = await open([]);
  await person.type(screen.getByLabelText(/Token Name/), 'a<b');
  await person.tab();
  expect(await screen.findByText('This field is invalid')).toBeVisible();
  expect(screen.getByText(/^Latin letters, digits, spaces/)).toBeVisible();
});

test('tokens that could not be loaded are not said to be none, and can be tried again', async () => {
  const workspace = aWorkspace();
  server.use(on(workspaceCalls.getWorkspace, workspace), on(authTokenCalls.listAuthTokens, refusal('InternalError')));
  const { person } = await visit(`/workspace/${workspace.id}/tokens`, aUser());
  expect(await screen.findByText('The tokens could not be loaded')).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.getByRole('button', { name: 'Generate API Token' })).toBeVisible();
  server.use(on(memberCalls.listMembers, [ann]), on(authTokenCalls.listAuthTokens, { authTokens: [] }));
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('There is no active token')).toBeVisible();
});

test('somebody who was removed is led to the list, with no form that can’t work', async () => {
  const workspace = aWorkspace();
  server.use(
    on(workspaceCalls.getWorkspace, workspace),
    on(authTokenCalls.listAuthTokens, refusal('WorkspaceNotFound')),
  );
  await visit(`/workspace/${workspace.id}/tokens`, aUser());
  expect(await screen.findByRole('link', { name: 'Go to your workspaces' })).toHaveAttribute('href', '/workspaces');
  await screen.findByRole('heading', { level: 1, name: 'Playground > API Tokens' });
  expect(screen.queryByRole('button', { name: 'Generate API Token' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(screen.queryByRole('table')).toBeNull();
});

test('the tables tell when a token was last used', async () => {
  await open([
    aToken({ name: 'unused' }),
    aToken({ name: 'used', lastUsedAt: new Date(Date.now() - 7_200_000).toISOString() }),
  ]);
  await waitFor(() => expect(rowsOf('Active Tokens')).toHaveLength(2));
  expect(rowsOf('Active Tokens')[0]).toContain('Never');
  expect(rowsOf('Active Tokens')[1]).toContain('2 hours ago');
});

// @covers 2.api-tokens-page.3
test('[6.2] only owners see the last column', async () => {
  await open([aToken()], { role: 'APPROVER' });
  expect(headersOf('Active Tokens')).toEqual(['Name', 'Created', 'Last Used', 'Expires']);
  expect(screen.queryByRole('button', { name: /^Revoke / })).toBeNull();
});

test.each(['EDITOR', 'APPROVER'] as const)(
  '[6.2] an %s revokes the tokens that they made, and no other',
  async (role) => {
    const who = aUser();
    const mine = aToken({ name: 'mine', creatorUserId: who.id });
    const { person } = await open([mine, aToken({ name: 'not mine' })], { role }, who);
    // The Revoke column stays the owner's.
    expect(screen.queryByRole('columnheader', { name: /Revoke/ })).toBeNull();
    expect(screen.getAllByRole('button', { name: /^Revoke / })).toHaveLength(1);
    const revoked: unknown[] = [];
    const authToken = { ...mine, revokedAt: new Date().toISOString() };
    server.use(on(authTokenCalls.revokeAuthToken, ({ params }) => (revoked.push(params['tokenId']), { authToken })));
    await revokeIt(person);
    await waitFor(() => expect(rowsOf('Inactive Tokens')[0]).toContain('mine'));
    expect(revoked).toEqual([mine.id]);
    expect(rowsOf('Active Tokens')).toHaveLength(1);
  },
);

// @covers 2.api-tokens-page.2 8.13
test('[2.api-tokens-page.4] [4.api-token.7] [8.12] Enter generates a token; its secret shows once in a modal that a stray key does not close', async () => {
  const { person, store } = await open([]);
  const authToken = aToken({ name: 'fresh' });
  server.use(on(authTokenCalls.createAuthToken, { authToken, token: 'the-secret' }));
  await person.type(screen.getByLabelText(/Token Name/), 'fresh');
  await person.type(screen.getByLabelText(/Expiration/), '3d');
  expect(screen.getByText(/^expires \w+ \d+, \d{4} at /)).toBeVisible();
  await person.keyboard('{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Token Generated' }));
  expect(dialog.getByDisplayValue('the-secret')).toBeVisible();
  expect(
    dialog.getByText('We are only showing you the value of this token once. Store it somewhere secure, please.'),
  ).toBeVisible();
  await person.keyboard('{Escape}');
  expect(screen.getByRole('dialog')).toBeVisible();
  await person.click(dialog.getByRole('button', { name: 'Copy token' }));
  expect(await dialog.findByRole('button', { name: 'Token copied!' })).toBeVisible();
  await person.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(rowsOf('Active Tokens')[0]).toContain('fresh');
  expect(JSON.stringify(store.getState())).not.toContain('the-secret');
  expect(screen.getByLabelText(/Token Name/)).toHaveValue('');
  expect(screen.getByRole('button', { name: 'Generate API Token' })).toHaveFocus();
});

// @covers 2.api-tokens-page.2 5.shared-form-rules.5
test('a time string that is none is refused', async () => {
  const { person } = await open([]);
  await person.type(screen.getByLabelText(/Expiration/), '5');
  await person.tab();
  expect(await screen.findByText('Invalid time string')).toBeVisible();
});

test('a unit in capitals is refused before anything is sent, for 1M may mean a month', async () => {
  const { person } = await open([]);
  await person.type(screen.getByLabelText(/Token Name/), 'ci');
  await person.type(screen.getByLabelText(/Expiration/), '1M{Enter}');
  expect(await screen.findByText('Invalid time string')).toBeVisible();
  expect(screen.queryByText(/^expires /)).toBeNull();
});

test('a life that is too long is told while it is typed, and no end is promised', async () => {
  const { person } = await open([]);
  server.use(on(authTokenCalls.listAuthTokens, { authTokens: [], longestDays: 30 }));
  cleanup();
  await visit(`/workspace/${aWorkspace().id}/tokens`, aUser());
  await screen.findByText('There is no active token');
  await person.type(screen.getByLabelText(/Expiration/), '31d');
  expect(screen.getByText('A token can live for 30 days at most.')).toBeVisible();
  expect(screen.queryByText(/^expires /)).toBeNull();
  await person.type(screen.getByLabelText(/Expiration/), '{Backspace}{Backspace}0d');
  expect(screen.getByText(/^expires /)).toBeVisible();
});

test('a life that the API finds too long is told at the field', async () => {
  const { person } = await open([]);
  const message = 'A token can live for 365 days at most.';
  const tooLong = refusal('InvalidInput', message, [{ path: 'body.expiration', message }]);
  server.use(on(authTokenCalls.createAuthToken, tooLong));
  await person.type(screen.getByLabelText(/Token Name/), 'ci');
  await person.type(screen.getByLabelText(/Expiration/), '9y{Enter}');
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByLabelText(/Expiration/)).toBeInvalid();
  expect(screen.queryByText('The token was not generated')).toBeNull();
});

test('a token of which no answer came may be there, and is not made twice', async () => {
  const { person } = await open([]);
  server.use(on(authTokenCalls.createAuthToken, Response.error()));
  await person.type(screen.getByLabelText(/Token Name/), 'ci');
  await person.type(screen.getByLabelText(/Expiration/), '3d{Enter}');
  expect(await screen.findByText('No answer came. Try again: nothing is made twice.')).toBeVisible();
  expect(screen.queryByText('The token was not generated')).toBeNull();
});

const revokeIt = async (person: UserEvent) => {
  const button = await screen.findByRole('button', { name: /^Revoke / });
  await person.click(button);
  pastDoubleClick();
  await person.click(button);
};

test('[4.api-token.4] a revoked token moves to the inactive ones at once', async () => {
  const token = aToken({ name: 'ci' });
  const { person } = await open([token]);
  const authToken = { ...token, revokedAt: new Date().toISOString() };
  const answer = aGate();
  server.use(on(authTokenCalls.revokeAuthToken, { authToken }, answer.wait));
  await revokeIt(person);
  await waitFor(() => expect(rowsOf('Inactive Tokens')[0]).toMatch(/^ci.*just now$/));
  expect(rowsOf('Active Tokens')[0]).toContain('There is no active token');
  answer.open();
});

test('[8.10] [8.11] a revoke that failed shows a warning, and a click tries again', async () => {
  const token = aToken({ name: 'ci' });
  const { person } = await open([token]);
  server.use(on(authTokenCalls.revokeAuthToken, refusal('InternalError')));
  await revokeIt(person);
  const retry = await screen.findByRole('button', { name: 'Error. Token not revoked!' });
  expect(rowsOf('Active Tokens')[0]).toContain('ci');
  await person.hover(retry);
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Error. Token not revoked!');
  server.use(on(authTokenCalls.revokeAuthToken, { authToken: { ...token, revokedAt: '2026-01-02T00:00:00.000Z' } }));
  await person.click(retry);
  await waitFor(() => expect(rowsOf('Inactive Tokens')[0]).toContain('ci'));
});

test('a failed revoke changes no other token, though one was made in the meantime', async () => {
  const token = aToken({ name: 'old' });
  const { person } = await open([token]);
  const answer = aGate();
  server.use(
    on(authTokenCalls.revokeAuthToken, refusal('InternalError'), answer.wait),
    on(authTokenCalls.createAuthToken, { authToken: aToken({ name: 'new' }), token: 'the-secret' }),
  );
  await revokeIt(person);
  await person.type(screen.getByLabelText(/Token Name/), 'new');
  await person.type(screen.getByLabelText(/Expiration/), '3d{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Token Generated' }));
  answer.open();
  await person.click(dialog.getByRole('button', { name: 'Copy token' }));
  await person.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(screen.getByText('old').closest('table')).toHaveAccessibleName('Active Tokens'));
  expect(screen.getByText('new').closest('table')).toHaveAccessibleName('Active Tokens');
});

test('a token that is already in a list that was loaded meanwhile is listed once', async () => {
  const { person, store, workspace } = await open([]);
  const authToken = aToken({ name: 'new' });
  const answer = aGate();
  let loads = 0;
  server.use(
    on(authTokenCalls.createAuthToken, { authToken, token: 'the-secret' }, answer.wait),
    on(authTokenCalls.listAuthTokens, () => ((loads += 1), { authTokens: [authToken] })),
  );
  await person.type(screen.getByLabelText(/Token Name/), 'new');
  await person.type(screen.getByLabelText(/Expiration/), '3d{Enter}');
  await waitFor(() => expect(answer.came).toBe(1));
  const list = authTokensApi.endpoints.listAuthTokens;
  await act(async () => {
    const input = { params: { workspaceId: workspace.id } };
    await store.dispatch(list.initiate(input, { forceRefetch: true, subscribe: false }));
  });
  expect(loads).toBe(1);
  answer.open();
  await screen.findByRole('dialog', { name: 'Token Generated' });
  expect(screen.getAllByText('new')).toHaveLength(1);
});

test('a secret that is not copied is not lost by one click, nor on the way to another page', async () => {
  const { person, router, path } = await open([]);
  server.use(on(authTokenCalls.createAuthToken, { authToken: aToken({ name: 'fresh' }), token: 'the-secret' }));
  const before = path();
  await person.type(screen.getByLabelText(/Token Name/), 'fresh');
  await person.type(screen.getByLabelText(/Expiration/), '3d{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Token Generated' }));
  await act(() => router.navigate('/workspaces'));
  await person.click(await screen.findByRole('button', { name: 'Stay here' }));
  expect(path()).toBe(before);
  const close = dialog.getByRole('button', { name: 'Close' });
  await person.click(close);
  expect(close).toHaveTextContent('Not copied yet. Click again to close');
  pastDoubleClick();
  await person.click(close);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

async function openSecret() {
  const { person } = await open([]);
  server.use(on(authTokenCalls.createAuthToken, { authToken: aToken({ name: 'fresh' }), token: 'the-secret' }));
  await person.type(screen.getByLabelText(/Token Name/), 'fresh');
  await person.type(screen.getByLabelText(/Expiration/), '3d{Enter}');
  await screen.findByRole('dialog', { name: 'Token Generated' });
  return person;
}

test('what is typed for a token that is not generated yet is not lost on the way to another page', async () => {
  const { person, path, workspace } = await open([]);
  await person.type(screen.getByLabelText(/^Token Name/), 'deploy');
  await person.click(screen.getByRole('link', { name: 'Workspace settings' }));
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
  // A key that was meant for the field loses nothing.
  await waitFor(() => expect(screen.getByRole('button', { name: 'Stay here' })).toHaveFocus());
  await person.click(screen.getByRole('button', { name: 'Stay here' }));
  expect(path()).toBe(`/workspace/${workspace.id}/tokens`);
  expect(screen.getByLabelText(/^Token Name/)).toHaveValue('deploy');
});

// @covers 4.api-token.7
test('Escape closes the token once it was copied; before that it says how to go on', async () => {
  const person = await openSecret();
  await person.keyboard('{Escape}{Escape}');
  expect(screen.getByRole('status')).toHaveTextContent('Copy the token first, or press Close twice to go without it.');
  expect(screen.getByDisplayValue('the-secret')).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Copy token' }));
  await screen.findByRole('button', { name: 'Token copied!' });
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a token that was copied by hand counts as copied, a part of it does not', async () => {
  const person = await openSecret();
  const field = screen.getByDisplayValue<HTMLInputElement>('the-secret');
  // What is copied is what is selected where the focus is, and with the focus all of it is.
  await waitFor(() => expect(field).toHaveFocus());
  act(() => field.setSelectionRange(0, 3));
  await person.copy();
  await person.keyboard('{Escape}');
  expect(screen.getByRole('dialog')).toBeVisible();
  act(() => field.select());
  await person.copy();
  expect(await screen.findByRole('button', { name: 'Token copied!' })).toBeVisible();
  await person.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('[4.api-token.3] [9.13] a token that expires moves to the inactive ones within five seconds', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  // Late enough for a busy machine to show it before.
  const end = Date.now() + 60_000;
  await open([aToken({ name: 'short', expiresAt: new Date(end).toISOString() })]);
  await waitFor(() => expect(rowsOf('Active Tokens')[0]).toContain('short'));
  await act(() => jest.advanceTimersByTimeAsync(end + 5000 - Date.now()));
  expect(rowsOf('Inactive Tokens')[0]).toContain('short');
  jest.useRealTimers();
});

test('[issue.8.3] of thousands of tokens so many are drawn as somebody asks for', async () => {
  const revokedAt = '2026-01-02T00:00:00.000Z';
  const { person } = await open(
    Array.from({ length: 5_000 }, (_, n) => aToken({ name: `Token ${n}`, ...(n >= 130 && { revokedAt }) })),
  );
  await screen.findByText('100 of 130', {}, { timeout: 30_000 });
  expect(screen.getByText('100 of 4870')).toBeVisible();
  expect(screen.queryByText('Token 100')).toBeNull();
  await person.click(screen.getByText('Show 30 more'));
  expect(await screen.findByText('Token 129')).toBeVisible();
  expect(screen.getByText('Token 130')).toBeVisible();
}, 90_000);
