import { authTokenCalls, memberCalls, workspaceCalls } from '@portal/contract';
import { screen, waitFor } from '@testing-library/react';
import { errorResponse, mockCall, server } from '../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../support/double-click.ts';
import { aToken, aUser, aWorkspace } from '@portal/contract/fixtures';
import { returnFromLogin, visit } from '../../support/render-portal.tsx';
import { aTokenList } from '../../support/token-list.ts';

const workspace = aWorkspace({ displayName: 'Playground' });
const path = `/workspace/${workspace.id}/tokens`;
const me = aUser();

beforeEach(() => {
  sessionStorage.clear();
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(memberCalls.listMembers, []),
    mockCall(authTokenCalls.listAuthTokens, aTokenList([])),
  );
});

async function fillAndLogIn() {
  const { ui, externalUrls } = await visit(path, me);
  server.use(mockCall(authTokenCalls.createAuthToken, errorResponse('FreshLoginRequired')));
  await ui.type(await screen.findByLabelText(/^Token Name/), 'Deploy');
  await ui.type(screen.getByLabelText(/^Expiration/), '90d');
  await ui.click(screen.getByRole('button', { name: 'Generate API Token' }));
  expect(
    await screen.findByText(
      'A token that is valid for more than 30 days requires a recent login. Log in again, then generate the token.',
    ),
  ).toBeVisible();
  expect(screen.queryByText('The token was not generated')).toBeNull();
  await ui.click(screen.getByRole('button', { name: 'Log in again' }));
  expect(externalUrls).toEqual(['http://api.test/auth/login?fresh=1']);
  expect(sessionStorage.getItem('SI-LOGIN-REDIRECT')).toContain(path);
}

test('name and expiration survive the login that a long-lived token requires, and the user generates the token then', async () => {
  await fillAndLogIn();
  const { ui } = await returnFromLogin(me);
  await waitFor(() => expect(screen.getByLabelText(/^Token Name/)).toHaveValue('Deploy'));
  expect(screen.getByLabelText(/^Expiration/)).toHaveValue('90d');
  let sent: unknown;
  server.use(
    mockCall(authTokenCalls.createAuthToken, ({ body }) => {
      sent = body;
      return { authToken: aToken({ name: 'Deploy' }), token: 'a-secret' };
    }),
  );
  skipDoubleClickGuard();
  await ui.click(screen.getByRole('button', { name: 'Generate API Token' }));
  expect(await screen.findByRole('dialog')).toBeVisible();
  expect(sent).toMatchObject({ name: 'Deploy', expiration: '90d' });
});

test('another user who logs in instead does not see what was typed', async () => {
  await fillAndLogIn();
  await returnFromLogin(aUser());
  expect(await screen.findByLabelText(/^Token Name/)).toHaveValue('');
});
