import { workspaceCalls } from '@portal/contract';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { mockCall, server } from '../../support/api-server.ts';
import { aUser, aWorkspace } from '@portal/contract/fixtures';
import { visit } from '../../support/render-portal.tsx';

/** Opens the list of workspaces and presses the key. Returns whether the search has the focus. */
async function pressSlash(): Promise<boolean> {
  cleanup();
  server.use(mockCall(workspaceCalls.listWorkspaces, [aWorkspace()]));
  await visit('/workspaces', aUser());
  await screen.findByRole('article');
  fireEvent.keyDown(document.body, { key: '/' });
  return document.activeElement === screen.getByRole('searchbox');
}

test('the shortcut of the search can be turned off and on again', async () => {
  expect(await pressSlash()).toBe(true);
  for (const isOn of [false, true]) {
    cleanup();
    const { ui } = await visit('/profile/keyboard', aUser());
    const checkbox = await screen.findByRole('checkbox', { name: 'Press / to search' });
    expect(checkbox).toHaveProperty('checked', !isOn);
    await ui.click(checkbox);
    expect(await pressSlash()).toBe(isOn);
  }
});
