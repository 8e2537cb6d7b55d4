import { authTokenCalls, memberCalls, workspaceCalls } from '@portal/contract';
import { screen, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { offsetOf } from '../../../src/api/http/server-clock.ts';
import { mockCall, server } from '../../support/api-server.ts';
import { aToken, aUser, aWorkspace } from '@portal/contract/fixtures';
import { visit } from '../../support/render-portal.tsx';
import { aTokenList } from '../../support/token-list.ts';

const hourMs = 3_600_000;

/** Opens the tokens, with the time of the API relative to this computer's clock. */
async function open(offsetMs: number, expiresAt: number) {
  const workspace = aWorkspace();
  const headers = { Date: new Date(Date.now() + offsetMs).toUTCString() };
  const token = aToken({
    name: 'deploy',
    createdAt: new Date(Date.now() + offsetMs - 5 * hourMs).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
  });
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(memberCalls.listMembers, []),
    mockCall(authTokenCalls.listAuthTokens, HttpResponse.json(aTokenList([token]), { headers })),
  );
  await visit(`/workspace/${workspace.id}/tokens`, aUser());
  await screen.findByText('deploy');
}

test('a usable token is active and can be revoked although the clock of the computer is fast, and the page says so', async () => {
  await open(-3 * hourMs, Date.now() - 2 * hourMs);
  const row = within(screen.getByRole('table', { name: 'Active Tokens' })).getByRole('row', { name: /deploy/ });
  expect(within(row).getByRole('button', { name: /^Actions for / })).toBeVisible();
  expect(within(row).getByText('5h ago')).toBeVisible();
  expect(screen.getByText('Your computer’s clock is about 3 hours fast.')).toBeVisible();
});

test('an expired token is inactive although the clock of the computer is slow, and the page says so', async () => {
  await open(2 * 24 * hourMs, Date.now() + hourMs);
  expect(within(screen.getByRole('table', { name: 'Inactive Tokens' })).getByText('deploy')).toBeVisible();
  expect(screen.getByText('Your computer’s clock is about 2 days slow.')).toBeVisible();
});

test('a clock that is right is not mentioned', async () => {
  await open(0, Date.now() + hourMs);
  expect(screen.queryByText(/computer’s clock/)).toBeNull();
});

test.each([
  ['no header', undefined, 5_000, 6_000, undefined],
  ['a second that began before the request', 4_000, 4_900, 5_100, 0],
  ['a response that took a minute', 30_000, 5_000, 65_000, 0],
  ['a clock that is slow', 600_000, 5_000, 6_000, 594_000],
  ['a clock that is fast', 0, 600_999, 601_500, -600_000],
])('the difference of the clocks by %s', (_what, date, sentAt, receivedAt, expected) => {
  const headers = new Headers(date === undefined ? {} : { Date: new Date(date).toUTCString() });
  expect(offsetOf(headers, sentAt, receivedAt)).toBe(expected);
});
