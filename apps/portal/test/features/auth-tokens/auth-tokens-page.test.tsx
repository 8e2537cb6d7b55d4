import { authTokenCalls, memberCalls, workspaceCalls } from '@portal/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { mockCall, server } from '../../support/api-server.ts';
import { aUser, aWorkspace } from '@portal/contract/fixtures';
import { visit } from '../../support/render-portal.tsx';
import { aTokenList } from '../../support/token-list.ts';

async function open() {
  const workspace = aWorkspace({ displayName: 'Playground' });
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(memberCalls.listMembers, []),
    mockCall(authTokenCalls.listAuthTokens, aTokenList([])),
  );
  const portal = await visit(`/workspace/${workspace.id}/tokens`, aUser());
  await screen.findByRole('heading', { level: 1, name: 'Playground > API Tokens' });
  return { workspace, ...portal };
}

test('[2.api-tokens-page.1] the page is titled API Tokens and links to the workspace settings', async () => {
  const { workspace } = await open();
  await waitFor(() => expect(document.title).toMatch(/ API Tokens /));
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Playground > API Tokens');
  expect(screen.getByRole('link', { name: 'Workspace settings' })).toHaveAttribute(
    'href',
    `/workspace/${workspace.id}`,
  );
});

test('the page has the list of the settings, in which it is current', async () => {
  const { workspace } = await open();
  const links = within(screen.getByRole('navigation', { name: 'Workspace settings' })).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')])).toEqual(
    [
      ['Overview', `/workspace/${workspace.id}/overview`, null],
      ['General', `/workspace/${workspace.id}#general`, null],
      ['Members', `/workspace/${workspace.id}/members`, null],
      ['Activity', `/workspace/${workspace.id}/activity`, null],
      ['API Tokens', `/workspace/${workspace.id}/tokens`, 'page'],
      ['Webhooks', `/workspace/${workspace.id}/webhooks`, null],
      ['Danger zone', `/workspace/${workspace.id}#danger-zone`, null],
    ],
  );
});

test('[2.api-tokens-page.2] a name and an expiration of at most 99 characters are required', async () => {
  const { ui } = await open();
  const expiration = screen.getByLabelText(/Expiration/);
  expect(screen.getByLabelText(/Token Name/)).toBeRequired();
  expect(expiration).toBeRequired();
  expect(expiration).toHaveAttribute('placeholder', '60m, 48h, 3d, 1y, etc.');
  await ui.click(expiration);
  await ui.paste('9'.repeat(100));
  expect(expiration).toHaveValue('9'.repeat(99));
});
