import { formatDate } from '@portal/ui';
import { adminCalls, type UserForStaff } from '@portal/contract';
import { screen, waitFor } from '@testing-library/react';
import { ulid } from 'ulid';
import { findA11yViolations } from '../../support/find-a11y-violations.ts';
import { mockCall, server } from '../../support/api-server.ts';
import { tableHeaders, tableRows, staffMember } from '../../support/admin.ts';
import {
  daysAgo,
  anAuditEntry,
  aSession,
  aTokenForStaff,
  aUserForStaff,
  aWorkspaceOfUser,
  visitAsStaff,
} from '../../support/admin-fixtures.ts';

async function open(user: UserForStaff, tab = '', who = staffMember()) {
  server.use(
    mockCall(adminCalls.getUserForStaff, user),
    mockCall(adminCalls.listWorkspacesOfUser, { workspaces: [], next: null }),
  );
  const portal = await visitAsStaff(`/workspace-admin/users/${user.id}${tab}`, who);
  await screen.findByRole('heading', { level: 1, name: 'Pat Person' });
  return portal;
}

describe('the lists', () => {
  const user = aUserForStaff();

  test('workspaces come first, with roles, states and links', async () => {
    const workspace = aWorkspaceOfUser({ isDefault: true });
    server.use(
      mockCall(adminCalls.getUserForStaff, user),
      mockCall(adminCalls.listWorkspacesOfUser, {
        workspaces: [workspace, aWorkspaceOfUser({ role: 'OWNER', deletedAt: daysAgo(1), isDefault: true })],
        next: null,
      }),
    );
    await visitAsStaff(`/workspace-admin/users/${user.id}`);
    await waitFor(() => expect(tableRows('Workspaces')).toHaveLength(2));
    expect(screen.getByRole('tab', { name: 'Workspaces (2)' })).toHaveAttribute('aria-selected', 'true');
    expect(tableHeaders('Workspaces')).toEqual([
      'Display name',
      'State',
      'Role',
      'Owner',
      'Instance URL',
      'Member since',
    ]);
    const { displayName, instanceUrl, owner } = workspace;
    expect(tableRows('Workspaces')).toEqual([
      [displayName, 'RemoteDefault', 'Approver', owner.email, instanceUrl, formatDate(new Date(daysAgo(3)))],
      [displayName, 'DeletedRemote', 'Owner', owner.email, instanceUrl, formatDate(new Date(daysAgo(3)))],
    ]);
    const [link] = screen.getAllByRole('link', { name: displayName });
    expect(link).toHaveAttribute('href', `/workspace-admin/workspaces/${workspace.workspaceId}`);
  });

  test('API tokens are active, expired or revoked; the selected tab is in the URL', async () => {
    const authTokens = [
      aTokenForStaff({ lastUsedAt: daysAgo(1) }),
      aTokenForStaff({ name: 'Old', expiresAt: daysAgo(1) }),
      aTokenForStaff({ name: 'Lost', revokedAt: daysAgo(1) }),
    ];
    const ids = authTokens.map(({ id }) => id);
    server.use(mockCall(adminCalls.listAuthTokensOfUser, { authTokens, next: null }));
    const { ui, router } = await open(user);
    await ui.click(screen.getByRole('tab', { name: 'API tokens (3)' }));
    await waitFor(() =>
      expect(tableRows('API tokens')).toEqual([
        [`Deploy${ids[0]}`, 'Playground', 'pat@example.com', 'Active', '3d ago', 'in 5d', '1d ago', 'Revoke...'],
        [`Old${ids[1]}`, 'Playground', 'pat@example.com', 'Expired', '3d ago', '1d ago', 'Never', ''],
        [`Lost${ids[2]}`, 'Playground', 'pat@example.com', 'Revoked', '3d ago', 'in 5d', 'Never', ''],
      ]),
    );
    expect(router.state.location.search).toBe('?tab=tokens');
    expect(await findA11yViolations()).toEqual([]);
  });

  test('sessions are listed', async () => {
    server.use(mockCall(adminCalls.listSessionsOfUser, { sessions: [aSession()], next: null }));
    await open(user, '?tab=sessions');
    await waitFor(() =>
      expect(tableRows('Sessions')).toEqual([['Firefox on Windows', '203.0.113.x', '3d ago', '1d ago', 'in 5d']]),
    );
  });

  test('the audit log loads page by page', async () => {
    const first = anAuditEntry();
    const second = anAuditEntry({
      action: 'createWorkspace',
      subject: null,
      workspace: { workspaceId: ulid(), displayName: null },
      ip: null,
    });
    server.use(
      mockCall(adminCalls.listAuditEntriesOfUser, ({ url }) =>
        url.searchParams.get('after') === null
          ? { entries: [first], next: first.id }
          : { entries: [second], next: null },
      ),
    );
    const { ui } = await open(user, '?tab=audit');
    await ui.click(await screen.findByRole('button', { name: 'Show more' }));
    await waitFor(() =>
      expect(tableRows('Audit log').map(([, ...cells]) => cells)).toEqual([
        ['sam@systeminit.com suspended pat@example.com', '192.0.2.7', ''],
        [`sam@systeminit.com created ${second.workspace?.workspaceId ?? ''}`, '', ''],
      ]),
    );
  });

  test('each list shows that it is empty', async () => {
    server.use(
      mockCall(adminCalls.listAuthTokensOfUser, { authTokens: [], next: null }),
      mockCall(adminCalls.listSessionsOfUser, { sessions: [], next: null }),
      mockCall(adminCalls.listAuditEntriesOfUser, { entries: [], next: null }),
    );
    const { ui } = await open(user);
    expect(await screen.findByText('No workspaces')).toBeVisible();
    for (const [tab, text] of [
      [/^API tokens/, 'No API tokens yet'],
      [/^Sessions/, 'No active sessions'],
      ['Audit log', 'No audit entries yet'],
    ] as const) {
      await ui.click(screen.getByRole('tab', { name: tab }));
      expect(await screen.findByText(text)).toBeVisible();
    }
  });
});
