import { authTokenCalls, memberCalls, workspaceCalls } from '@portal/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { formatDateTime } from '@portal/ui';
import { expiryHint, suggestedExpirations } from '../../../src/features/auth-tokens/expiry-hint.ts';
import { mockCall, errorResponse, server, type ReceivedRequest } from '../../support/api-server.ts';
import { createGate } from '../../support/gate.ts';
import { aToken, aUser, aWorkspace } from '@portal/contract/fixtures';
import { visit } from '../../support/render-portal.tsx';
import { aTokenList } from '../../support/token-list.ts';

async function open(longestDays = 365) {
  const workspace = aWorkspace();
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(memberCalls.listMembers, []),
    mockCall(authTokenCalls.listAuthTokens, aTokenList([], { longestDays })),
  );
  const portal = await visit(`/workspace/${workspace.id}/tokens`, aUser());
  await screen.findByText('No active tokens');
  return { ...portal, expiration: screen.getByLabelText(/^Expiration/) };
}

const suggestions = () => within(screen.getByRole('group', { name: 'Suggested lifetimes' })).queryAllByRole('button');

test('a click on a suggestion fills in the expiration, which is sent', async () => {
  const { ui, expiration } = await open();
  expect(suggestions().map((button) => button.textContent)).toEqual(['1d', '7d', '30d', '90d', '1y']);
  await ui.click(expiration);
  await ui.tab();
  expect(await screen.findByText('This field is required')).toBeVisible();
  await ui.click(screen.getByRole('button', { name: 'Valid for 30d' }));
  expect(expiration).toHaveValue('30d');
  expect(screen.getByRole('button', { name: 'Valid for 30d', pressed: true })).toBeVisible();
  expect(screen.getByText(/^Expires /)).toBeVisible();
  await waitFor(() => expect(screen.queryByText('This field is required')).toBeNull());
  let seen: ReceivedRequest | undefined;
  server.use(
    mockCall(authTokenCalls.createAuthToken, (received) => {
      seen = received;
      return { authToken: aToken(), token: 'secret' };
    }),
  );
  await ui.type(screen.getByLabelText(/^Token Name/), 'ci{Enter}');
  await screen.findByRole('dialog', { name: 'Token Generated' });
  expect(seen?.body).toMatchObject({ name: 'ci', expiration: '30d' });
});

test('suggestions that the API would reject are not offered, and the hint says how long a token can be valid', async () => {
  await open(30);
  expect(suggestions().map((button) => button.textContent)).toEqual(['1d', '7d', '30d']);
  expect(screen.getByText(/Up to 30 days\./)).toBeVisible();
});

test('nothing is suggested before the API has said how long a token can be valid', async () => {
  const workspace = aWorkspace();
  const gate = createGate();
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(memberCalls.listMembers, []),
    mockCall(authTokenCalls.listAuthTokens, aTokenList([]), gate.wait),
  );
  await visit(`/workspace/${workspace.id}/tokens`, aUser());
  await screen.findByLabelText(/^Expiration/);
  expect(suggestions()).toEqual([]);
  expect(screen.queryByText(/Up to/)).toBeNull();
  gate.open();
  await waitFor(() => expect(suggestions()).toHaveLength(5));
});

test('nothing is suggested while the tokens cannot be loaded', async () => {
  const workspace = aWorkspace();
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(authTokenCalls.listAuthTokens, errorResponse('InternalError')),
  );
  await visit(`/workspace/${workspace.id}/tokens`, aUser());
  await screen.findByText('The tokens could not be loaded');
  await screen.findByRole('group', { name: 'Suggested lifetimes' });
  expect(suggestions()).toEqual([]);
});

test('the hint for a number without a unit lists its units, also beside the error', async () => {
  const { ui, expiration } = await open();
  await ui.type(expiration, '5');
  expect(screen.getByText('Add a unit: 5m, 5h, 5d')).toBeVisible();
  await ui.tab();
  expect(await screen.findByText('Invalid time string')).toBeVisible();
  expect(expiration).toHaveAccessibleDescription('Invalid time string Add a unit: 5m, 5h, 5d');
});

const now = new Date('2026-11-26T12:00:00Z');

test.each([
  ['500', 365, 'Add a unit: 500m, 500h'],
  ['999999', 365, 'How long the token is valid, e.g. 60m or 3d. Up to 365 days.'],
  ['0', 1, 'How long the token is valid, e.g. 60m or 3d. Up to 1 day.'],
  ['', undefined, 'How long the token is valid, e.g. 60m or 3d.'],
  ['2y', 365, 'A token can be valid for at most 365 days.'],
  [' 3d ', 365, `Expires ${formatDateTime(new Date('2026-11-29T12:00:00Z'))}`],
  ['999999y', undefined, 'How long the token is valid, e.g. 60m or 3d.'],
])('the hint for %j, for at most %j days, is %j', (text, maxDays, hint) => {
  expect(expiryHint(text, now, maxDays).text).toBe(hint);
});

test.each([
  [undefined, []],
  [1, ['1d']],
  [364, ['1d', '7d', '30d', '90d']],
  [365, ['1d', '7d', '30d', '90d', '1y']],
])('for at most %j days the suggestions are %j', (maxDays, offered) => {
  expect(suggestedExpirations(maxDays)).toEqual(offered);
});
