import { jest } from '@jest/globals';
import { memberCalls, workspaceCalls } from '@portal/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { mockCall, server } from '../../support/api-server.ts';
import { createGate } from '../../support/gate.ts';
import { findA11yViolations } from '../../support/find-a11y-violations.ts';
import { aUser, aWorkspace } from '@portal/contract/fixtures';
import { colleague, openSettings, owner } from '../../support/open-settings.ts';
import { visit } from '../../support/render-portal.tsx';

const nav = () => within(screen.getByRole('navigation', { name: 'Workspace settings' }));
const links = () =>
  nav()
    .getAllByRole('link')
    .map((link) => link.textContent);
const currentLink = () =>
  nav()
    .getAllByRole('link')
    .filter((link) => link.hasAttribute('aria-current'))
    .map((link) => link.textContent);

/** Gives the sections positions in the window, which is 768 pixels high. jsdom has no layout. */
function placeSections(tops: Readonly<Record<string, number>>, height: number) {
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return DOMRect.fromRect({ y: tops[this.id] ?? 0, height });
  });
}

afterEach(() => jest.restoreAllMocks());

test('the settings are sections with headings, and a list that links to them and to the API tokens', async () => {
  const { workspace } = await openSettings();
  expect(links()).toEqual(['Overview', 'General', 'Members', 'Activity', 'API Tokens', 'Webhooks', 'Danger zone']);
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'General',
    'Members',
    'Activity',
    'Danger zone',
  ]);
  expect(nav().getByRole('link', { name: 'API Tokens' })).toHaveAttribute('href', `/workspace/${workspace.id}/tokens`);
  await waitFor(() => expect(document.title).toBe('Playground · Workspace · System Initiative'));
  expect(await findA11yViolations()).toEqual([]);
});

test.each([
  ['APPROVER', ['Overview', 'General', 'Members', 'Activity', 'API Tokens', 'Danger zone']],
  ['EDITOR', ['Overview', 'General', 'Members', 'API Tokens', 'Danger zone']],
] as const)('for an %s the list has the sections that the role can see', async (role, labels) => {
  await openSettings({ role });
  expect(links()).toEqual(labels);
});

test('a link leads to the heading of its section, is marked, and adds no step back', async () => {
  const { ui, router } = await openSettings();
  act(() => nav().getByRole('link', { name: 'Danger zone' }).focus());
  await ui.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('heading', { level: 2, name: 'Danger zone' })).toHaveFocus());
  expect(router.state.location.hash).toBe('#danger-zone');
  expect(router.state.historyAction).toBe('REPLACE');
  await waitFor(() => expect(currentLink()).toEqual(['Danger zone']));
});

test('the list marks the section that was scrolled to', async () => {
  placeSections({ general: 200, members: 800, activity: 1400, 'danger-zone': 1800 }, 500);
  await openSettings();
  await waitFor(() => expect(currentLink()).toEqual(['General']));
  placeSections({ general: -700, members: -100, activity: 500, 'danger-zone': 900 }, 500);
  fireEvent.scroll(window);
  expect(currentLink()).toEqual(['Members']);
  placeSections({ general: -1300, members: -700, activity: -100, 'danger-zone': 300 }, 500);
  fireEvent.scroll(window);
  expect(currentLink()).toEqual(['Danger zone']);
});

test.each([
  ['activity', 'Activity', 'Activity'],
  ['danger-zone', 'Danger zone', 'Danger zone'],
  ['transfer-ownership', 'Transfer ownership', 'Danger zone'],
  ['delete-workspace', 'Delete this workspace', 'Danger zone'],
])('a link to #%s leads to it once the members are loaded', async (id, heading, marked) => {
  const workspace = aWorkspace();
  const gate = createGate();
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(memberCalls.listMembers, [owner, colleague], gate.wait),
  );
  await visit(`/workspace/${workspace.id}#${id}`, aUser());
  await screen.findByRole('heading', { name: 'Members' });
  expect(screen.queryByRole('heading', { name: heading })).toBeNull();
  gate.open();
  await waitFor(() => expect(screen.getByRole('heading', { name: heading })).toHaveFocus());
  // jsdom does not scroll.
  fireEvent.scroll(window);
  expect(currentLink()).toEqual([marked]);
});
