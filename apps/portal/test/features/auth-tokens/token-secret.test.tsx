import { authTokenCalls, memberCalls, workspaceCalls } from '@portal/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { formatDateTime } from '@portal/ui';
import { apiUrl, mockCall, server } from '../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../support/double-click.ts';
import { findA11yViolations } from '../../support/find-a11y-violations.ts';
import { aMember, aToken, aUser, aWorkspace } from '@portal/contract/fixtures';
import { visit } from '../../support/render-portal.tsx';
import { aTokenList } from '../../support/token-list.ts';

async function open() {
  const workspace = aWorkspace();
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(memberCalls.listMembers, [aMember()]),
    mockCall(authTokenCalls.listAuthTokens, aTokenList([])),
  );
  const portal = await visit(`/workspace/${workspace.id}/tokens`, aUser());
  await screen.findByLabelText(/Token Name/);
  return { workspace, ...portal };
}

async function openSecret() {
  const { ui } = await open();
  server.use(mockCall(authTokenCalls.createAuthToken, { authToken: aToken({ name: 'fresh' }), token: 'the-secret' }));
  await ui.type(screen.getByLabelText(/Token Name/), 'fresh');
  await ui.type(screen.getByLabelText(/Expiration/), '3d{Enter}');
  await screen.findByRole('dialog', { name: 'Token Generated' });
  return ui;
}

test('an uncopied secret is not lost by one click or a navigation', async () => {
  const { ui, router, path } = await open();
  server.use(mockCall(authTokenCalls.createAuthToken, { authToken: aToken({ name: 'fresh' }), token: 'the-secret' }));
  const before = path();
  await ui.type(screen.getByLabelText(/Token Name/), 'fresh');
  await ui.type(screen.getByLabelText(/Expiration/), '3d{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Token Generated' }));
  await act(() => router.navigate('/workspaces'));
  await ui.click(await screen.findByRole('button', { name: 'Stay here' }));
  expect(path()).toBe(before);
  const close = dialog.getByRole('button', { name: 'Close' });
  await ui.click(close);
  expect(close).toHaveTextContent('Not copied yet. Click again to close');
  skipDoubleClickGuard();
  await ui.click(close);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a filled token form is not lost by a navigation', async () => {
  const { ui, path, workspace } = await open();
  await ui.type(screen.getByLabelText(/^Token Name/), 'deploy');
  await ui.click(screen.getByRole('link', { name: 'Workspace settings' }));
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
  // A key for the field does not close the dialog.
  await waitFor(() => expect(screen.getByRole('button', { name: 'Stay here' })).toHaveFocus());
  await ui.click(screen.getByRole('button', { name: 'Stay here' }));
  expect(path()).toBe(`/workspace/${workspace.id}/tokens`);
  expect(screen.getByLabelText(/^Token Name/)).toHaveValue('deploy');
});

test('the dialog names the token and its expiry', async () => {
  const { ui } = await open();
  const authToken = aToken({ name: 'deploy', expiresAt: '2027-01-02T03:04:00.000Z' });
  server.use(mockCall(authTokenCalls.createAuthToken, { authToken, token: 'the-secret' }));
  await ui.type(screen.getByLabelText(/Token Name/), 'deploy');
  await ui.type(screen.getByLabelText(/Expiration/), '3d{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Token Generated' }));
  expect(dialog.getByText('deploy').parentElement).toHaveTextContent(
    `deploy expires ${formatDateTime(new Date('2027-01-02T03:04:00.000Z'))}.`,
  );
});

test('the dialog has a sample for curl, TypeScript, GitHub Actions and GitLab CI, none with the secret', async () => {
  const { ui, workspace } = await open();
  server.use(mockCall(authTokenCalls.createAuthToken, { authToken: aToken(), token: 'the-secret' }));
  await ui.type(screen.getByLabelText(/Token Name/), 'deploy');
  await ui.type(screen.getByLabelText(/Expiration/), '3d{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Token Generated' }));
  await ui.click(dialog.getByRole('tab', { name: 'curl' }));
  const shown = () => dialog.getByRole('tabpanel');
  for (const [name, file, storage] of [
    ['curl', 'Command', 'Set the environment variable PORTAL_TOKEN'],
    ['TypeScript', 'members.mts', 'a file .env that Git ignores'],
    ['GitHub Actions', '.github/workflows/members.yml', 'Settings > Secrets and variables > Actions'],
    ['GitLab CI', '.gitlab-ci.yml', 'Settings > CI/CD > Variables'],
  ] as const) {
    expect(dialog.getByRole('tab', { name, selected: true })).toHaveFocus();
    expect(shown()).toHaveTextContent(storage);
    const sample = within(shown()).getByRole('group', { name: file });
    expect(sample).toHaveTextContent(`${apiUrl}/workspace/${workspace.id}/members`);
    expect(shown()).not.toHaveTextContent('the-secret');
    await ui.click(within(shown()).getByRole('button', { name: `Copy ${name} sample` }));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(sample.textContent));
    act(() => dialog.getByRole('tab', { name }).focus());
    await ui.keyboard('{ArrowRight}');
  }
  expect(await findA11yViolations()).toEqual([]);
  // A copied sample is not a copied token.
  await ui.click(dialog.getByRole('button', { name: 'Close' }));
  expect(dialog.getByRole('button', { name: 'Not copied yet. Click again to close' })).toBeVisible();
});

// @covers 4.api-token.7
test('Escape closes the dialog once the token is copied; before that it shows what to do', async () => {
  const ui = await openSecret();
  await ui.keyboard('{Escape}{Escape}');
  expect(screen.getByRole('status')).toHaveTextContent('Copy the token first, or click Close twice.');
  expect(screen.getByDisplayValue('the-secret')).toBeVisible();
  await ui.click(screen.getByRole('button', { name: 'Copy token' }));
  await screen.findByRole('button', { name: 'Token copied!' });
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  await ui.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a token that is selected and copied counts as copied, a part of it does not', async () => {
  const ui = await openSecret();
  const field = screen.getByDisplayValue<HTMLInputElement>('the-secret');
  // The browser copies the selection, and focusing the field selects all of it.
  await waitFor(() => expect(field).toHaveFocus());
  act(() => field.setSelectionRange(0, 3));
  await ui.copy();
  await ui.keyboard('{Escape}');
  expect(screen.getByRole('dialog')).toBeVisible();
  act(() => field.select());
  await ui.copy();
  expect(await screen.findByRole('button', { name: 'Token copied!' })).toBeVisible();
  await ui.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
