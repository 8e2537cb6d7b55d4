import { legalCalls, userCalls, workspaceCalls, type User } from '@portal/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { mockCall, server } from '../support/api-server.ts';
import { findA11yViolations } from '../support/find-a11y-violations.ts';
import { aUser, someLegalDocuments } from '@portal/contract/fixtures';
import { settings, visit } from '../support/render-portal.tsx';

const timestamp = '2026-01-01T00:00:00.000Z';
const newcomer = aUser({ onboardingDetails: { reviewedProfile: null } });
const linkNames = () =>
  within(screen.getByRole('banner'))
    .getAllByRole('link')
    .map((link) => link.ariaLabel ?? link.textContent);

beforeEach(() => {
  server.use(
    mockCall(workspaceCalls.listWorkspaces, []),
    mockCall(legalCalls.getLegalDocuments, someLegalDocuments()),
    mockCall(userCalls.updateProfile, { user: aUser() }),
  );
});

const socialNames = settings.socialLinks.map(({ name }) => ({ discord: 'Discord', github: 'GitHub' })[name]);

test.each<[string, string, User | null, string[]]>([
  ['a member', '/workspaces', aUser(), [settings.productName, 'Workspaces', 'Billing', ...socialNames]],
  ['a user whose profile is not reviewed', '/profile', newcomer, [settings.productName, ...socialNames]],
  [
    'a user with terms to accept',
    '/review-legal',
    aUser({ needsTosUpdate: true }),
    [settings.productName, ...socialNames],
  ],
  ['a user with both to do', '/legal', { ...newcomer, needsTosUpdate: true }, [settings.productName, ...socialNames]],
  ['a quarantined user', '/workspaces', aUser({ quarantinedAt: timestamp }), [settings.productName, ...socialNames]],
  ['an unauthenticated user', '/legal', null, [settings.productName]],
])('[1.shell.1] [1.shell.2] the header links for %s', async (_who, path, user, names) => {
  await visit(path, user);
  await screen.findByRole('heading', { level: 1 });
  expect(linkNames()).toEqual(names);
  expect(screen.getByRole('link', { name: settings.productName })).toHaveAttribute('href', '/workspaces');
  expect(screen.queryByRole('button', { name: /^Hi/ }) !== null).toBe(user !== null);
});

test('[1.shell.2] the greeting menu links to the profile and the logout', async () => {
  const { ui, path } = await visit('/workspaces', aUser({ nickname: 'mia' }));
  await ui.click(await screen.findByRole('button', { name: 'Hi mia!' }));
  await ui.click(await screen.findByRole('menuitem', { name: 'Profile' }));
  await waitFor(() => expect(path()).toBe('/profile'));
  await ui.click(screen.getByRole('button', { name: 'Hi mia!' }));
  await ui.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  await waitFor(() => expect(path()).toBe('/logout'));
});

test('[1.shell.2] a user who reviews the profile for the first time has the profile link in the menu', async () => {
  const { ui } = await visit('/profile', newcomer);
  await ui.click(await screen.findByRole('button', { name: /^Hi/ }));
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Profile', 'Log out']);
});

test('a deployment’s documentation, status and changes are links in the footer and the menu', async () => {
  const links = {
    docsUrl: 'https://docs.example.com/',
    statusUrl: 'https://status.example.com/',
    changelogUrl: 'https://docs.example.com/changes',
  };
  const { ui } = await visit('/profile', aUser(), 0, undefined, false, links);
  const footer = within(await screen.findByRole('contentinfo'));
  expect(footer.getByRole('link', { name: 'Documentation' })).toHaveAttribute('href', links.docsUrl);
  expect(footer.getByRole('link', { name: 'Status' })).toHaveAttribute('href', links.statusUrl);
  await ui.click(screen.getByRole('button', { name: /^Hi/ }));
  const items = await screen.findAllByRole('menuitem');
  expect(items.map((item) => [item.textContent, item.getAttribute('href'), item.getAttribute('target')])).toEqual([
    ['Profile', '/profile', null],
    ['Documentation', links.docsUrl, '_blank'],
    ['What’s new', links.changelogUrl, '_blank'],
    ['Log out', '/logout', null],
  ]);
});

test('a very long nickname is truncated, with the full name in the tooltip', async () => {
  const nickname = 'Maximiliane'.repeat(20);
  await visit('/profile', aUser({ nickname }));
  expect(await screen.findByRole('button', { name: `Hi ${nickname}!` })).toHaveTextContent(`Hi ${nickname}!`);
  expect(screen.getByTitle(nickname)).toHaveClass('truncate');
});

const everywhere = ['/login', '/signup', '/legal', '/nowhere', '/logout-success', '/workspace/1/tokens'];

test.each(everywhere)(
  '[1.shell.3] [1.shell.4] %s has the theme toggle, help, legal and a copyright line',
  async (path) => {
    // After a recent login attempt the page does not redirect to the login again.
    sessionStorage.setItem('SI-LOGIN-ATTEMPT', String(Date.now()));
    await visit(path, null);
    const footer = within(await screen.findByRole('contentinfo'));
    const [first, ...links] = [...footer.getAllByRole('button'), ...footer.getAllByRole('link')];
    expect(first).toHaveAccessibleName(/^Switch to the (?:light|dark) theme$/);
    expect(links.map((link) => link.getAttribute('href'))).toEqual([`mailto:${settings.supportEmail}`, '/legal']);
    expect(links.map((link) => link.textContent)).toEqual(['Help', 'Legal']);
    expect(footer.getByText(`© ${new Date().getFullYear()} ${settings.productName}`)).toBeVisible();
  },
);

test('a printable page has no header and footer', async () => {
  await visit('/print-legal/2024-09-25/terms-of-service', aUser());
  await screen.findByRole('heading', { name: 'Terms of Service' });
  expect(screen.queryByRole('banner')).toBeNull();
  expect(screen.queryByRole('contentinfo')).toBeNull();
});

test.each<[string, User | null]>([
  ['/login', null],
  ['/legal', null],
  ['/review-legal', aUser({ needsTosUpdate: true })],
  ['/print-legal/2024-09-25/terms-of-service', null],
  ['/profile', newcomer],
  ['/profile', aUser({ emailVerified: false, pictureUrl: 'https://pictures.example.com/mia.png' })],
  ['/quarantine-notice', aUser({ quarantinedAt: timestamp })],
  ['/nowhere', null],
  ['/logout-success', null],
  ['/logout', aUser()],
  ['/workspace/1/go', aUser()],
])('axe finds no violations on %s', async (path, user) => {
  await visit(path, user);
  await screen.findByRole('heading', { level: 1 });
  await act(() => Promise.resolve());
  expect(await findA11yViolations()).toEqual([]);
});
