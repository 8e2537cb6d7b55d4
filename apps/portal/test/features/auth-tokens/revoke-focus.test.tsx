import { authTokenCalls, memberCalls, workspaceCalls, type AuthToken } from '@portal/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { mockCall, errorResponse, server } from '../../support/api-server.ts';
import { createGate } from '../../support/gate.ts';
import { aMember, aToken, aUser, aWorkspace } from '@portal/contract/fixtures';
import { visit } from '../../support/render-portal.tsx';
import { aTokenList } from '../../support/token-list.ts';

async function open(authTokens: AuthToken[]) {
  const workspace = aWorkspace();
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(memberCalls.listMembers, [aMember()]),
    mockCall(authTokenCalls.listAuthTokens, aTokenList(authTokens)),
  );
  return visit(`/workspace/${workspace.id}/tokens`, aUser());
}

const rowOf = (token: string) => screen.getByText(token).closest('tr') as HTMLElement;
const menuOf = (token: string) => within(rowOf(token)).getByRole('button', { name: /^Actions for / });

/** From the menu that has the focus. */
async function revokeByKeyboard(ui: UserEvent) {
  await ui.keyboard('{Enter}');
  // This browser has no pointer events, with which Enter chooses an entry.
  await ui.click(await screen.findByRole('menuitem', { name: 'Revoke' }));
  const confirm = await screen.findByRole('button', { name: 'Revoke token' });
  act(() => confirm.focus());
  await ui.keyboard('{Enter}');
}

test('a revoke by keyboard moves the focus to the next token, then the previous one, then the heading', async () => {
  const tokens = ['first', 'second', 'third'].map((name) => aToken({ name }));
  const { ui } = await open(tokens);
  const gate = createGate();
  const authToken = { ...aToken({ name: 'other' }), revokedAt: new Date().toISOString() };
  server.use(mockCall(authTokenCalls.revokeAuthToken, { authToken }, gate.wait));
  await screen.findByText('second');
  act(() => menuOf('second').focus());
  await revokeByKeyboard(ui);
  await waitFor(() => expect(rowOf('third')).toHaveFocus());
  // Holding Enter opens no menu; the next one is one Tab away.
  await ui.keyboard('{Enter}');
  await ui.tab();
  expect(menuOf('third')).toHaveFocus();
  await revokeByKeyboard(ui);
  await waitFor(() => expect(rowOf('first')).toHaveFocus());
  await ui.tab();
  await revokeByKeyboard(ui);
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Active Tokens' })).toHaveFocus());
  gate.open();
});

test('a failed revoke returns the focus to its token, unless the user moved it meanwhile', async () => {
  const { ui } = await open(['first', 'second'].map((name) => aToken({ name })));
  const gate = createGate();
  server.use(mockCall(authTokenCalls.revokeAuthToken, errorResponse('InternalError'), gate.wait));
  await screen.findByText('first');
  act(() => menuOf('first').focus());
  await revokeByKeyboard(ui);
  await waitFor(() => expect(rowOf('second')).toHaveFocus());
  gate.open();
  const retry = await screen.findByRole('button', { name: 'Error. Token not revoked!' });
  await waitFor(() => expect(retry).toHaveFocus());

  const laterGate = createGate();
  server.use(mockCall(authTokenCalls.revokeAuthToken, errorResponse('InternalError'), laterGate.wait));
  act(() => menuOf('second').focus());
  await revokeByKeyboard(ui);
  await waitFor(() => expect(rowOf('first')).toHaveFocus());
  await ui.click(screen.getByLabelText(/Token Name/));
  laterGate.open();
  await waitFor(() =>
    expect(within(rowOf('second')).getByRole('button', { name: 'Error. Token not revoked!' })).toBeVisible(),
  );
  expect(screen.getByLabelText(/Token Name/)).toHaveFocus();
});
