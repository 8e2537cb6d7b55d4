import { authTokenCalls, memberCalls, workspaceCalls, type AuthToken } from '@portal/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { on, refusal, server } from './support/api-server.ts';
import { pastDoubleClick } from './support/double-click.ts';
import { aGate } from './support/gate.ts';
import { aMember, aToken, aUser, aWorkspace } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';

async function open(authTokens: AuthToken[]) {
  const workspace = aWorkspace();
  server.use(
    on(workspaceCalls.getWorkspace, workspace),
    on(memberCalls.listMembers, [aMember()]),
    on(authTokenCalls.listAuthTokens, { authTokens }),
  );
  return visit(`/workspace/${workspace.id}/tokens`, aUser());
}

const rowOf = (token: string) => screen.getByText(token).closest('tr') as HTMLElement;
const buttonIn = (token: string) => within(rowOf(token)).getByRole('button');

async function revokeByKeyboard(person: UserEvent) {
  await person.keyboard('{Enter}');
  pastDoubleClick();
  await person.keyboard('{Enter}');
}

test('a revoke by keyboard goes on to the next token, at the end to the one before, at last to the heading', async () => {
  const tokens = ['first', 'second', 'third'].map((name) => aToken({ name }));
  const { person } = await open(tokens);
  const answer = aGate();
  const authToken = { ...aToken({ name: 'other' }), revokedAt: new Date().toISOString() };
  server.use(on(authTokenCalls.revokeAuthToken, { authToken }, answer.wait));
  await screen.findByText('second');
  act(() => buttonIn('second').focus());
  await revokeByKeyboard(person);
  await waitFor(() => expect(rowOf('third')).toHaveFocus());
  // Enter that is held down revokes nothing more; the next button is one Tab away.
  await person.keyboard('{Enter}');
  await person.tab();
  expect(buttonIn('third')).toHaveFocus();
  await revokeByKeyboard(person);
  await waitFor(() => expect(rowOf('first')).toHaveFocus());
  await person.tab();
  await revokeByKeyboard(person);
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Active Tokens' })).toHaveFocus());
  answer.open();
});

test('a revoke that fails brings the focus back to its token, unless somebody went elsewhere meanwhile', async () => {
  const { person } = await open(['first', 'second'].map((name) => aToken({ name })));
  const answer = aGate();
  server.use(on(authTokenCalls.revokeAuthToken, refusal('InternalError'), answer.wait));
  await screen.findByText('first');
  act(() => buttonIn('first').focus());
  await revokeByKeyboard(person);
  await waitFor(() => expect(rowOf('second')).toHaveFocus());
  answer.open();
  const retry = await screen.findByRole('button', { name: 'Error. Token not revoked!' });
  await waitFor(() => expect(retry).toHaveFocus());

  const later = aGate();
  server.use(on(authTokenCalls.revokeAuthToken, refusal('InternalError'), later.wait));
  act(() => buttonIn('second').focus());
  await revokeByKeyboard(person);
  await waitFor(() => expect(rowOf('first')).toHaveFocus());
  await person.click(screen.getByLabelText(/Token Name/));
  later.open();
  await waitFor(() => expect(buttonIn('second')).toHaveAccessibleName('Error. Token not revoked!'));
  expect(screen.getByLabelText(/Token Name/)).toHaveFocus();
});
