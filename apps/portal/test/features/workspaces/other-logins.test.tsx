import { userCalls, workspaceCalls } from '@portal/contract';
import { screen, waitFor } from '@testing-library/react';
import { errorResponse, mockCall, server } from '../../support/api-server.ts';
import { findA11yViolations } from '../../support/find-a11y-violations.ts';
import { aUser, aWorkspace } from '@portal/contract/fixtures';
import { pause } from '../../support/pause.ts';
import { visit } from '../../support/render-portal.tsx';

const title = 'You have an earlier account with this email';
const user = aUser({ email: 'grace@example.com' });

test('a new account says how the earlier one with the same email logs in, and offers to log out and in', async () => {
  server.use(
    mockCall(workspaceCalls.listWorkspaces, [aWorkspace()]),
    mockCall(userCalls.listOtherLogins, { methods: ['Password', 'Google'] }),
  );
  const { ui, externalUrls } = await visit('/workspaces', user);
  const notice = (await screen.findByText(title)).closest('[role=status]');
  expect(notice).toHaveTextContent('grace@example.com also logs in with a password or Google.');
  expect(await findA11yViolations()).toEqual([]);
  await ui.click(screen.getByRole('link', { name: 'Log out and switch account' }));
  await waitFor(() => expect(externalUrls).toEqual(['http://api.test/auth/logout']));
});

test.each([
  ['has several workspaces', [aWorkspace(), aWorkspace()], { methods: ['Google'] }],
  ['has no earlier one', [], { methods: [] }],
  ['can’t find out', [], errorResponse('DatabaseUnavailable')],
])('an account that %s does not mention another', async (_what, workspaces, response) => {
  server.use(mockCall(workspaceCalls.listWorkspaces, workspaces), mockCall(userCalls.listOtherLogins, response));
  await visit('/workspaces', user);
  await screen.findByRole('link', { name: 'Create New Workspace' });
  await pause(100);
  expect(screen.queryByText(title)).toBeNull();
});
