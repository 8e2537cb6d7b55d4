import { authTokenCalls, serviceAccountCalls } from '@portal/contract';
import { aToken } from '@portal/contract/fixtures';
import { screen, waitFor, within } from '@testing-library/react';
import { errorResponse, mockCall, server } from '../../support/api-server.ts';
import { findA11yViolations } from '../../support/find-a11y-violations.ts';
import { me, openTokens } from '../../support/open-tokens.ts';
import { returnFromLogin } from '../../support/render-portal.tsx';
import { chooseAction } from '../../support/row-menu.ts';
import { aServiceAccount } from '../../support/token-list.ts';

const ci = aServiceAccount({ name: 'CI', description: 'Deploys', activeTokens: 2 });

beforeEach(() => sessionStorage.clear());

test('the owner creates a service account, also after the login that it requires', async () => {
  const { ui } = await openTokens();
  server.use(mockCall(serviceAccountCalls.createServiceAccount, errorResponse('FreshLoginRequired')));
  await ui.click(await screen.findByRole('button', { name: 'Create service account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create a service account' }));
  await ui.type(dialog.getByLabelText(/^Name/), 'CI');
  await ui.selectOptions(dialog.getByLabelText('Role in the instance'), 'Approver');
  await ui.click(dialog.getByRole('button', { name: 'Create service account' }));
  await ui.click(await dialog.findByRole('button', { name: 'Log in again' }));
  const { ui: back } = await returnFromLogin(me);
  const again = within(await screen.findByRole('dialog', { name: 'Create a service account' }));
  expect(again.getByLabelText(/^Name/)).toHaveValue('CI');
  let sent: unknown;
  server.use(
    mockCall(serviceAccountCalls.createServiceAccount, ({ body }) => {
      sent = body;
      return { serviceAccount: ci };
    }),
    mockCall(serviceAccountCalls.listServiceAccounts, { serviceAccounts: [ci], isPaused: false }),
  );
  await back.click(again.getByRole('button', { name: 'Create service account' }));
  expect(await screen.findByText('2 active tokens', { exact: false })).toBeVisible();
  expect(sent).toMatchObject({ name: 'CI', description: null, role: 'APPROVER' });
});

test('the owner edits a service account, and its name is required', async () => {
  const { ui } = await openTokens({ accounts: [ci] });
  let sent: unknown;
  server.use(
    mockCall(serviceAccountCalls.updateServiceAccount, ({ body }) => {
      sent = body;
      return { serviceAccount: ci };
    }),
  );
  await ui.click(await screen.findByRole('button', { name: 'Edit CI' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit “CI”' }));
  await ui.clear(dialog.getByLabelText(/^Name/));
  await ui.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByLabelText(/^Name/)).toBeInvalid();
  expect(await findA11yViolations()).toEqual([]);
  await ui.type(dialog.getByLabelText(/^Name/), 'Release');
  await ui.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toMatchObject({ name: 'Release', description: 'Deploys', role: 'EDITOR' }));
});

test('the deletion of a service account says what ends', async () => {
  const { ui } = await openTokens({ accounts: [ci] });
  server.use(mockCall(serviceAccountCalls.deleteServiceAccount, {}));
  await ui.click(await screen.findByRole('button', { name: 'Delete CI' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete “CI”?' }));
  expect(dialog.getByText('Its 2 active tokens are revoked at once.')).toBeVisible();
  server.use(mockCall(serviceAccountCalls.listServiceAccounts, { serviceAccounts: [], isPaused: false }));
  await ui.click(dialog.getByRole('button', { name: 'Delete service account' }));
  expect(await screen.findByText('No service accounts yet')).toBeVisible();
});

test('the number of active tokens of a service account changes with a revocation', async () => {
  const token = aToken({ name: 'Deploy', userId: null, serviceAccountId: ci.id, creatorUserId: me.id });
  const { ui } = await openTokens({ accounts: [ci], tokens: [token] });
  await screen.findByText('2 active tokens', { exact: false });
  server.use(
    mockCall(authTokenCalls.revokeAuthToken, { authToken: { ...token, revokedAt: '2026-01-02T00:00:00.000Z' } }),
    mockCall(serviceAccountCalls.listServiceAccounts, {
      serviceAccounts: [{ ...ci, activeTokens: 1 }],
      isPaused: false,
    }),
  );
  await chooseAction(ui, 'Deploy', 'Revoke');
  await ui.click(await screen.findByRole('button', { name: 'Revoke token' }));
  expect(await screen.findByText('1 active token', { exact: false })).toBeVisible();
});

test('an approver sees the service accounts, and why they are paused, but changes nothing', async () => {
  await openTokens({ accounts: [ci], isPaused: true, workspace: { role: 'APPROVER' } });
  expect(await screen.findByText('Service accounts are paused')).toBeVisible();
  expect(screen.getByText('Deploys')).toBeVisible();
  expect(screen.queryByRole('button', { name: /service account|Edit|Delete/ })).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Token policy' })).toBeNull();
});

test('the owner sets the policy, and what was chosen survives the login that it requires', async () => {
  const { ui } = await openTokens();
  server.use(mockCall(authTokenCalls.setTokenPolicy, errorResponse('FreshLoginRequired')));
  await ui.selectOptions(await screen.findByLabelText('Who can create tokens'), 'Only the owner');
  await ui.type(screen.getByLabelText(/^Maximum lifetime/), '90');
  await ui.click(screen.getByRole('checkbox', { name: /^Tokens can make changes/ }));
  await ui.click(screen.getByRole('button', { name: 'Save policy' }));
  await ui.click(await screen.findByRole('button', { name: 'Log in again' }));
  const { ui: back } = await returnFromLogin(me);
  await waitFor(() => expect(screen.getByLabelText('Who can create tokens')).toHaveValue('OWNER'));
  let sent: unknown;
  server.use(
    mockCall(authTokenCalls.setTokenPolicy, ({ body }) => {
      sent = body;
      return { policy: { makers: 'OWNER' as const, maxDays: 90, allowsWrites: false } };
    }),
  );
  await back.click(screen.getByRole('button', { name: 'Save policy' }));
  await waitFor(() => expect(sent).toMatchObject({ makers: 'OWNER', maxDays: 90, allowsWrites: false }));
  expect(await screen.findByText('The policy was saved')).toBeVisible();
});
