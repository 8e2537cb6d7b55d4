import { authTokenCalls, invitationCalls } from '@portal/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { aToken } from '@portal/contract/fixtures';
import { errorResponse, mockCall, server } from '../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../support/double-click.ts';
import { findA11yViolations } from '../../support/find-a11y-violations.ts';
import { ann, me, openTokens, rowOfToken } from '../../support/open-tokens.ts';
import { returnFromLogin } from '../../support/render-portal.tsx';
import { chooseAction, listActions } from '../../support/row-menu.ts';
import { aServiceAccount } from '../../support/token-list.ts';

const ci = aServiceAccount({ name: 'CI' });
const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();

beforeEach(() => sessionStorage.clear());

test('a token is rotated in its row, with an overlap, and its secret is shown once', async () => {
  const { ui, store } = await openTokens({
    tokens: [aToken({ name: 'Deploy', userId: me.id, creatorUserId: me.id })],
  });
  const sent: unknown[] = [];
  server.use(
    mockCall(authTokenCalls.rotateAuthToken, ({ body }) => {
      sent.push(body);
      return { authToken: aToken({ name: 'Deploy' }), token: 'a-new-secret' };
    }),
  );
  await chooseAction(ui, 'Deploy', 'Rotate');
  await screen.findByRole('dialog', { name: 'Rotate “Deploy”?' });
  expect(screen.getByLabelText('How long the old token still works')).toHaveValue('24h');
  expect(await findA11yViolations()).toEqual([]);
  await ui.selectOptions(screen.getByLabelText('How long the old token still works'), '7 days');
  await ui.click(screen.getByRole('button', { name: 'Rotate token' }));
  await screen.findByRole('dialog', { name: 'Token Generated' });
  expect(screen.getByDisplayValue('a-new-secret')).toBeVisible();
  expect(sent).toEqual([expect.objectContaining({ overlap: '7d' })]);
  expect(JSON.stringify(store.getState())).not.toContain('a-new-secret');
});

test('the owner rotates tokens of service accounts, but not those of other members', async () => {
  const { ui } = await openTokens({
    accounts: [ci],
    tokens: [
      aToken({ name: 'of-ann', userId: ann.userId }),
      aToken({ name: 'of-ci', userId: null, serviceAccountId: ci.id, creatorUserId: me.id }),
      aToken({ name: 'replaced', userId: me.id, replacedAt: inHours(-1), expiresAt: inHours(23) }),
    ],
  });
  await waitFor(() => expect(rowOfToken('of-ci').getByText('as CI, by you')).toBeVisible());
  expect(await listActions(ui, 'of-ann')).toEqual(['View activity', 'Revoke']);
  expect(await listActions(ui, 'of-ci')).toEqual(['Rotate', 'View activity', 'Revoke']);
  expect(await listActions(ui, 'replaced')).toEqual(['View activity', 'Revoke']);
  expect(rowOfToken('replaced').getByText('Replaced')).toBeVisible();
  expect(rowOfToken('replaced').getByText(/^ends/)).toBeVisible();
});

test('a rotation continues after the login that it requires', async () => {
  const token = aToken({ name: 'Deploy', userId: me.id });
  const { ui } = await openTokens({ tokens: [token] });
  server.use(mockCall(authTokenCalls.rotateAuthToken, errorResponse('FreshLoginRequired')));
  await chooseAction(ui, 'Deploy', 'Rotate');
  await ui.selectOptions(await screen.findByLabelText('How long the old token still works'), '1 hour');
  await ui.click(screen.getByRole('button', { name: 'Rotate token' }));
  await ui.click(await screen.findByRole('button', { name: 'Log in again' }));
  await returnFromLogin(me);
  expect(await screen.findByLabelText('How long the old token still works')).toHaveValue('1h');
});

test('after a transfer the new owner rotates all tokens of service accounts, and sees each secret once', async () => {
  const made = { userId: null, serviceAccountId: ci.id, creatorUserId: ann.userId };
  const { ui } = await openTokens({
    accounts: [ci],
    tokens: [aToken({ ...made, name: 'one' }), aToken({ ...made, name: 'two' }), aToken({ ...made, name: 'three' })],
  });
  const rotated: unknown[] = [];
  server.use(
    mockCall(authTokenCalls.rotateAuthToken, ({ params }) => {
      rotated.push(params['tokenId']);
      return { authToken: aToken({ ...made, name: 'new' }), token: `secret-${rotated.length}` };
    }),
  );
  await ui.click(await screen.findByRole('button', { name: 'Rotate all...' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Rotate tokens?' }));
  const choices = within(dialog.getByRole('group', { name: 'Tokens' })).getAllByRole('checkbox');
  expect(choices).toHaveLength(3);
  for (const choice of choices) expect(choice).toBeChecked();
  await waitFor(() =>
    expect(dialog.getByText('one').closest('label')).toHaveTextContent(
      'one as CI, created by ann@example.com, never used',
    ),
  );
  await ui.click(choices[2] ?? document.body);
  await ui.click(dialog.getByRole('button', { name: 'Rotate 2 tokens' }));
  expect(await screen.findByDisplayValue('secret-1')).toBeVisible();
  expect(screen.getByText(/acts as/)).toHaveTextContent(/^new acts as CI and expires /);
  await ui.click(screen.getByRole('button', { name: 'Copy token' }));
  skipDoubleClickGuard();
  await ui.click(await screen.findByRole('button', { name: 'Next token (1 left)' }));
  expect(await screen.findByDisplayValue('secret-2')).toBeVisible();
  expect(rotated).toHaveLength(2);
});

test('a row says what the token can do, what its role lost, from where it is used, and when it expires', async () => {
  await openTokens({
    tokens: [
      aToken({
        name: 'of-ann',
        userId: ann.userId,
        scopes: ['members:read', 'members:write'],
        networks: ['203.0.113.0/24'],
        lastUsedAt: inHours(-2),
        lastUsedNetwork: '203.0.113.0/24',
        lastUsedClient: 'curl',
        expiresAt: inHours(5 * 24 + 1),
      }),
      aToken({ name: 'old', replacedAt: inHours(-9), expiresAt: inHours(-8), usedAfterReplacedAt: inHours(-1) }),
    ],
  });
  const row = rowOfToken('of-ann');
  await waitFor(() => expect(row.getByText('needs the role Approver')).toBeVisible());
  expect(row.getByText('members:write').tagName).toBe('S');
  expect(row.getByText('members:read').tagName).toBe('SPAN');
  expect(row.getByText(/^Only from/)).toHaveTextContent('Only from 203.0.113.0/24');
  expect(row.getByText('curl, 203.0.113.0/24')).toBeVisible();
  expect(row.getByText('in 5 days').closest('.text-warning')).not.toBeNull();
  expect(rowOfToken('old').getByText('Used after it was replaced')).toBeVisible();
});

test('before a used token is revoked, the dialog shows what it did, and cancels its invitations', async () => {
  const token = aToken({ name: 'Deploy', userId: me.id, lastUsedAt: inHours(-2) });
  const { ui } = await openTokens({ tokens: [token] });
  const invitation = { id: ann.userId, email: 'zoe@example.com', role: 'EDITOR' as const };
  let cancelled: unknown;
  let revoked: unknown;
  server.use(
    mockCall(authTokenCalls.getAuthTokenActivity, () => ({
      actions: [{ action: 'inviteMember', count: 3, lastAt: inHours(-2) }],
      invitations: cancelled === undefined ? [invitation] : [],
      invitationCount: cancelled === undefined ? 1 : 0,
    })),
    mockCall(invitationCalls.cancelInvitation, ({ params }) => {
      cancelled = params['invitationId'];
      return {};
    }),
    mockCall(authTokenCalls.revokeAuthToken, ({ params }) => {
      revoked = params['tokenId'];
      return { authToken: { ...token, revokedAt: inHours(0) } };
    }),
  );
  await chooseAction(ui, 'Deploy', 'Revoke');
  const dialog = within(await screen.findByRole('dialog', { name: 'Revoke “Deploy”?' }));
  expect(await dialog.findByText('Invite a member (3 times)')).toBeVisible();
  await ui.click(dialog.getByRole('button', { name: 'Cancel the invitation to zoe@example.com' }));
  await waitFor(() => expect(dialog.queryByText('zoe@example.com')).toBeNull());
  expect(cancelled).toBe(invitation.id);
  await ui.click(dialog.getByRole('button', { name: 'Revoke token' }));
  await waitFor(() => expect(revoked).toBe(token.id));
});
