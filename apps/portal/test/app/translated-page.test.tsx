import { authTokenCalls, invitationCalls, memberCalls, workspaceCalls } from '@portal/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { portalApi } from '../../src/api/cache/portal-api.ts';
import { mockCall, server } from '../support/api-server.ts';
import { aMember, anInvitation, aToken, aUser, aWorkspace } from '@portal/contract/fixtures';
import { visit } from '../support/render-portal.tsx';
import { translatePage } from '../support/translate-page.ts';
import { aTokenList } from '../support/token-list.ts';

let stopTranslation = () => {};
beforeEach(() => {
  stopTranslation = translatePage();
});
afterEach(() => stopTranslation());

const crashTitle = 'This page could not be shown';
const expectNoCrash = () => expect(screen.queryByText(crashTitle)).toBeNull();

test('a translated token dialog closes after the token was copied', async () => {
  const workspace = aWorkspace();
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(memberCalls.listMembers, [aMember()]),
    mockCall(authTokenCalls.listAuthTokens, aTokenList([])),
    mockCall(authTokenCalls.createAuthToken, { authToken: aToken({ name: 'fresh' }), token: 'the-secret' }),
  );
  const { ui } = await visit(`/workspace/${workspace.id}/tokens`, aUser());
  await screen.findByRole('table', { name: 'Inactive Tokens' });
  await ui.type(await screen.findByLabelText(/Token Name/), 'fresh');
  await ui.type(screen.getByLabelText(/Expiration/), '3d{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: 'Token Generated' }));
  expect(dialog.getByText('We are only showing', { exact: false }).tagName).toBe('FONT');
  // What must be read as it is.
  expect(dialog.getByText('fresh').tagName).not.toBe('FONT');
  expect(dialog.getByLabelText('API token')).toHaveAttribute('translate', 'no');
  await ui.click(dialog.getByRole('button', { name: 'Copy token' }));
  await dialog.findByRole('button', { name: 'Token copied!' });
  await ui.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expectNoCrash();
  expect(await screen.findByText('fresh')).not.toHaveProperty('tagName', 'FONT');
});

test('an invitation whose email could not be delivered is sent again on a translated page', async () => {
  const owner = aMember({ email: 'zoe@example.com', role: 'OWNER' });
  const bounced = anInvitation({ email: 'bob@example.com', emailFailed: true });
  const sent = { ...bounced, emailFailed: false };
  let current = bounced;
  server.use(
    mockCall(workspaceCalls.getWorkspace, aWorkspace()),
    mockCall(memberCalls.listMembers, () => [
      owner,
      aMember({ userId: bounced.id, email: bounced.email, pending: true }),
    ]),
    mockCall(invitationCalls.listInvitations, () => [current]),
    mockCall(invitationCalls.resendInvitation, () => {
      current = sent;
      return { invitation: sent };
    }),
  );
  const { ui } = await visit('/workspace/w1', aUser());
  expect((await screen.findByText('The email could not be delivered')).tagName).toBe('FONT');
  await ui.click(screen.getByRole('button', { name: 'Actions for bob@example.com' }));
  await ui.click(await screen.findByText('Resend'));
  await waitFor(() => expect(screen.queryByText('The email could not be delivered')).toBeNull());
  expectNoCrash();
  expect(screen.getByRole('row', { name: /bob@example.com/ })).toHaveTextContent(/Expires in/);
  expect(screen.getByText('bob@example.com').tagName).not.toBe('FONT');
});

test('a translated page shows the longer name that another owner gave the workspace', async () => {
  const workspace = aWorkspace({ displayName: 'Short' });
  const longName = 'Long '.repeat(40).trim();
  let name = workspace.displayName;
  server.use(
    mockCall(workspaceCalls.getWorkspace, () => ({ ...workspace, displayName: name })),
    mockCall(memberCalls.listMembers, [aMember()]),
    mockCall(authTokenCalls.listAuthTokens, aTokenList([])),
  );
  const { store } = await visit(`/workspace/${workspace.id}/tokens`, aUser());
  await screen.findByRole('heading', { name: 'Short > API Tokens' });
  name = longName;
  act(() => void store.dispatch(portalApi.util.invalidateTags(['Workspace'])));
  await screen.findByRole('heading', { name: `${longName} > API Tokens` });
  expectNoCrash();
});
