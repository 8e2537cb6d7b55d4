import {
  dayMs,
  featureFlagCalls,
  workspaceCalls,
  workspaceOverviewCalls,
  type Workspace,
  type WorkspaceOverview,
} from '@portal/contract';
import { anOverview, aUser, aWorkspace } from '@portal/contract/fixtures';
import { screen, waitFor, within } from '@testing-library/react';
import { ulid } from 'ulid';
import { errorResponse, mockCall, server } from '../../../support/api-server.ts';
import { findA11yViolations } from '../../../support/find-a11y-violations.ts';
import { anEntry, zoe } from '../../../support/open-activity.ts';
import { visit } from '../../../support/render-portal.tsx';

const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();

async function openOverview(overview: Partial<WorkspaceOverview> = {}, overrides: Partial<Workspace> = {}) {
  const workspace = aWorkspace({ displayName: 'Staging', ...overrides });
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(workspaceOverviewCalls.getWorkspaceOverview, anOverview(overview)),
    mockCall(featureFlagCalls.listFeatureFlags, { auth_portal_admin_page: false, 'approvals-opt-in-out': true }),
  );
  const portal = await visit(`/workspace/${workspace.id}/overview`, aUser());
  // The skeleton has the other headings, too.
  await screen.findByRole('heading', { level: 2, name: /^\d+ members?$/ });
  return { workspace, ...portal };
}

/** The card with this heading. */
function card(name: string) {
  const section = screen.getByRole('heading', { level: 2, name }).closest('section');
  if (!section) throw new Error(`The heading ${name} is in no card`);
  return within(section);
}

/** The cards by their headings. */
const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

test('the overview names what is in the workspace, links to its pages, and launches it', async () => {
  const { workspace } = await openOverview({}, { description: 'For the release', approvalsEnabled: true });
  expect(screen.getByRole('heading', { level: 1, name: 'Staging > Overview' })).toBeVisible();
  expect(screen.getByText('For the release')).toBeVisible();
  expect(await screen.findByText('Approvals enabled')).toBeVisible();
  expect(headings()).toEqual(['Needs attention', 'Recent changes', 'Instance', '1 member']);
  const links = within(screen.getByRole('navigation', { name: 'Workspace settings' }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);
  const path = `/workspace/${workspace.id}`;
  expect(links.slice(0, 4)).toEqual([
    ['Overview', `${path}/overview`],
    ['General', `${path}#general`],
    ['Members', `${path}/members`],
    ['Activity', `${path}/activity`],
  ]);
  expect(screen.getByRole('link', { name: 'Go to workspace' })).toHaveAttribute('href', `${path}/go`);
  expect(screen.getByRole('link', { name: 'Workspaces' })).toHaveAttribute('aria-current', 'true');
  expect(await findA11yViolations()).toEqual([]);
});

test('API tokens that end soon and open invitations are listed with links, and how many more there are', async () => {
  const [tokenId, invitationId] = [ulid(), ulid()];
  const { workspace } = await openOverview({
    endingTokens: [{ id: tokenId, name: 'Deploy', principalName: 'CI', expiresAt: fromNow(3 * dayMs + 60_000) }],
    endingTokenCount: 2,
    invitations: {
      first: [{ id: invitationId, email: 'ann@example.com', role: 'APPROVER', expiresAt: fromNow(2 * dayMs + 60_000) }],
      count: 5,
    },
  });
  const items = card('Needs attention').getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Deploy of CI ends in 3 daysView token Deploy',
    '1 more API token ends within seven daysView tokens',
    'Invitation for ann@example.com expires in 2 daysView invitation for ann@example.com',
    '4 more invitations are openView invitations',
  ]);
  const path = `/workspace/${workspace.id}`;
  expect(items.map((item) => within(item).getByRole('link').getAttribute('href'))).toEqual([
    `${path}/tokens#token-${tokenId}`,
    `${path}/tokens`,
    `${path}/members#member-${invitationId}`,
    `${path}/members`,
  ]);
});

test.each([
  [{ paused: 1, failing: 0 }, '1 webhook is paused'],
  [{ paused: 2, failing: 1 }, '2 webhooks are paused, and 1 webhook is failing'],
  [{ paused: 0, failing: 3 }, '3 webhooks are failing'],
])('webhooks that send nothing are listed with a link: %j', async (webhooks, text) => {
  const { workspace } = await openOverview({ webhooks });
  const item = within(card('Needs attention').getByRole('listitem'));
  expect(item.getByText(text)).toBeVisible();
  expect(item.getByRole('link')).toHaveAttribute('href', `/workspace/${workspace.id}/webhooks`);
});

test('without anything that needs attention, and without changes, the cards say so', async () => {
  await openOverview({ instanceSeenAt: null, activity: { entries: [], days: null } });
  expect(
    card('Needs attention').getByText('No API token needs to be replaced soon, and no invitation is open.'),
  ).toBeVisible();
  expect(card('Recent changes').getByText(/^No changes yet/)).toBeVisible();
  expect(card('Instance').getByText('None yet')).toBeVisible();
  expect(screen.queryByRole('img')).toBeNull();
});

test('the members are listed with their roles, and how many others there are', async () => {
  const member = (nickname: string, role: 'OWNER' | 'EDITOR') => ({ userId: ulid(), nickname, role });
  const { workspace } = await openOverview({
    members: [member('Olga', 'OWNER'), member('Ann', 'EDITOR')],
    memberCount: 12,
  });
  const members = card('12 members');
  expect(members.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('OlgaOwner'),
    expect.stringContaining('AnnCollaborator'),
  ]);
  expect(members.getByText('and 10 others')).toBeVisible();
  expect(members.getByRole('link', { name: 'All members' })).toHaveAttribute(
    'href',
    `/workspace/${workspace.id}/members`,
  );
});

test('recent changes have who, what and when, and a link to what they are about', async () => {
  const tokenId = ulid();
  const { workspace } = await openOverview({
    activity: {
      entries: [
        anEntry({ action: 'createAuthToken', details: { tokenId, name: 'Deploy' } }),
        anEntry({ action: 'changeMemberRole', subject: zoe, details: { role: { from: 'EDITOR', to: 'APPROVER' } } }),
        anEntry({ action: 'quarantineWorkspace', bySupport: true, actor: null }),
      ],
      days: null,
    },
  });
  const items = card('Recent changes').getAllByRole('listitem');
  expect(items[0]).toHaveTextContent('zoe generated the API token “Deploy”');
  expect(items[2]).toHaveTextContent('Support');
  const path = `/workspace/${workspace.id}`;
  expect(items.map((item) => within(item).queryByRole('link')?.getAttribute('href') ?? null)).toEqual([
    `${path}/tokens#token-${tokenId}`,
    `${path}/members#member-${zoe.userId}`,
    null,
  ]);
  expect(screen.getByRole('link', { name: 'All activity' })).toHaveAttribute('href', `${path}/activity`);
});

test.each([
  [[], 'No changes in the last 30 days'],
  [[['2026-01-20', 1]], '1 change in the last 30 days. The busiest day was January 20, 2026 with 1 change.'],
  [
    [
      ['2026-01-03', 2],
      ['2026-01-20', 7],
    ],
    '9 changes in the last 30 days. The busiest day was January 20, 2026 with 7 changes.',
  ],
] as const)('the line of 30 days has a text alternative: %j', async (counts, text) => {
  const countOf = new Map<string, number>(counts);
  const days = Array.from({ length: 30 }, (_, index) => {
    const day = `2026-01-${String(index + 1).padStart(2, '0')}`;
    return { day, count: countOf.get(day) ?? 0 };
  });
  await openOverview({ activity: { entries: [], days } });
  expect(screen.getByRole('img')).toHaveAccessibleName(text);
  expect(await findA11yViolations()).toEqual([]);
});

test('a collaborator sees neither changes nor invitations, nor links to them', async () => {
  await openOverview({ invitations: null, activity: null }, { role: 'EDITOR' });
  expect(headings()).toEqual(['Needs attention', '1 member', 'Instance']);
  expect(card('Needs attention').getByText('No API token needs to be replaced soon.')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Activity' })).toBeNull();
});

test('if the overview cannot be loaded, the page says so once, shows what it knows, and tries again', async () => {
  const workspace = aWorkspace({ displayName: 'Staging' });
  let isDown = true;
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(workspaceOverviewCalls.getWorkspaceOverview, () =>
      isDown ? errorResponse('InternalError') : anOverview(),
    ),
  );
  const { ui } = await visit(`/workspace/${workspace.id}/overview`, aUser());
  expect(await screen.findByText('The overview could not be loaded')).toBeVisible();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(headings()).toEqual(['Instance']);
  expect(screen.queryByText('Last request')).toBeNull();
  isDown = false;
  await ui.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Last request')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});
