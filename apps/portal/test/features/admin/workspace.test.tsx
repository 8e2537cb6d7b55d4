import { formatDate } from '@portal/ui';
import { auditCalls, adminCalls, type WorkspaceForStaff } from '@portal/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { ulid } from 'ulid';
import { findA11yViolations } from '../../support/find-a11y-violations.ts';
import { mockCall, errorResponse, server, type ReceivedRequest } from '../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../support/double-click.ts';
import { clickTwice, staffAuthor, tableRows, bodyOf } from '../../support/admin.ts';
import {
  daysAgo,
  daysAhead,
  aMemberForStaff,
  anAuditEntry,
  aTokenForStaff,
  aUserForStaff,
  aWorkspaceForStaff,
  visitAsStaff,
} from '../../support/admin-fixtures.ts';

async function open(workspace: WorkspaceForStaff, tab = '') {
  server.use(
    mockCall(adminCalls.getWorkspaceForStaff, workspace),
    mockCall(adminCalls.listMembersForStaff, { members: [aMemberForStaff()], next: null }),
  );
  const portal = await visitAsStaff(`/workspace-admin/workspaces/${workspace.workspaceId}${tab}`);
  await screen.findByRole('heading', { level: 1, name: 'Playground' });
  return portal;
}

const detail = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;

describe('a workspace', () => {
  test('is shown with owner, URL and creation date; its owner and creator are links', async () => {
    const workspace = aWorkspaceForStaff({ createdAt: daysAgo(2) });
    await open(workspace);
    await waitFor(() => expect(document.title).toMatch(/^Playground · Workspace/));
    expect(screen.getByText(workspace.workspaceId)).toBeVisible();
    expect(screen.getByText(workspace.instanceUrl)).toBeVisible();
    expect(detail('Owner')).toBe('Olga Owner');
    expect(detail('Created')).toMatch(/^\w+ \d+, \d{4} .* \(2 days ago\)$/);
    expect(detail('Approvals')).toBe('Disabled');
    const [owner, creator] = screen.getAllByRole('link', { name: 'Olga Owner' });
    expect(owner).toHaveAttribute('href', `/workspace-admin/users/${workspace.ownerId}`);
    expect(creator).toHaveAttribute('href', `/workspace-admin/users/${workspace.creator.userId}`);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(await findA11yViolations()).toEqual([]);
  });

  test('opens its owner’s page with the focus on the loaded heading, not on the placeholder', async () => {
    const { ui } = await open(aWorkspaceForStaff());
    server.use(
      mockCall(adminCalls.getUserForStaff, aUserForStaff()),
      mockCall(adminCalls.listWorkspacesOfUser, { workspaces: [], next: null }),
    );
    for (const owner of screen.getAllByRole('link', { name: 'Olga Owner' }).slice(0, 1)) await ui.click(owner);
    const heading = await screen.findByRole('heading', { level: 1, name: 'Pat Person' });
    await waitFor(() => expect(heading).toHaveFocus());
  });

  test('with an unknown ID is reported', async () => {
    server.use(mockCall(adminCalls.getWorkspaceForStaff, errorResponse('WorkspaceNotFound')));
    await visitAsStaff(`/workspace-admin/workspaces/${ulid()}`);
    expect(await screen.findByRole('alert')).toHaveTextContent(/The workspace could not be loaded/);
    expect(screen.getByRole('link', { name: 'Go to search' })).toBeVisible();
  });
});

describe('a quarantine', () => {
  test('is applied with a reason, shows its author and is lifted with a confirmed click', async () => {
    const workspace = aWorkspaceForStaff();
    const quarantined = {
      ...workspace,
      quarantinedAt: daysAgo(1),
      quarantineReason: 'Mines coins',
      quarantinedBy: staffAuthor,
    };
    const requests: ReceivedRequest[] = [];
    const { ui } = await open(workspace);
    server.use(
      mockCall(adminCalls.quarantineWorkspace, (received) => {
        requests.push(received);
        return quarantined;
      }),
      mockCall(adminCalls.getWorkspaceForStaff, quarantined),
    );
    await ui.click(screen.getByRole('button', { name: 'Quarantine...' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Quarantine this workspace?' }));
    await ui.type(dialog.getByLabelText(/^Reason/), 'Mines coins');
    await ui.click(dialog.getByRole('button', { name: 'Quarantine' }));
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent(/Since 1 day ago, by sam@systeminit.com · no end dateReason: Mines coins/);
    expect(screen.queryByRole('button', { name: 'Quarantine...' })).toBeNull();
    server.use(mockCall(adminCalls.quarantineWorkspace, errorResponse('DatabaseUnavailable')));
    await clickTwice(ui, 'Unquarantine');
    expect(await screen.findByText('No changes were made')).toBeVisible();
    server.use(
      mockCall(adminCalls.quarantineWorkspace, (received) => {
        requests.push(received);
        return workspace;
      }),
      mockCall(adminCalls.getWorkspaceForStaff, workspace),
    );
    skipDoubleClickGuard();
    await clickTwice(ui, 'Unquarantine');
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(await screen.findByText(`${workspace.displayName} is no longer quarantined.`)).toBeVisible();
    expect(requests.map(bodyOf)).toEqual([{ isQuarantined: true, reason: 'Mines coins' }, { isQuarantined: false }]);
  });

  test('can get a new reason', async () => {
    const workspace = aWorkspaceForStaff({
      quarantinedAt: daysAgo(1),
      quarantineReason: 'Mines',
      quarantinedBy: staffAuthor,
    });
    const changed = { ...workspace, quarantineReason: 'Mines coins' };
    const requests: ReceivedRequest[] = [];
    const { ui } = await open(workspace);
    server.use(
      mockCall(adminCalls.quarantineWorkspace, (received) => {
        requests.push(received);
        return changed;
      }),
      mockCall(adminCalls.getWorkspaceForStaff, changed),
    );
    await ui.click(screen.getByRole('button', { name: 'Change the quarantine' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change this quarantine' }));
    await ui.type(dialog.getByLabelText(/^Reason/), ' coins');
    await ui.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Reason: Mines coins')).toBeVisible();
    expect(requests.map(bodyOf)).toEqual([{ isQuarantined: true, reason: 'Mines coins' }]);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Change the quarantine' })).toHaveFocus());
  });
});

describe('a deleted workspace', () => {
  test('is restored after a second click during the restore period', async () => {
    const workspace = aWorkspaceForStaff();
    const { ui } = await open({ ...workspace, deletedAt: daysAgo(2), restorableUntil: '2099-08-14T12:00:00.000Z' });
    expect(screen.getByRole('alert')).toHaveTextContent(
      /Deleted 2 days ago\. It can be restored until August 14, 2099/,
    );
    const restore = async () => {
      const button = screen.getByRole('button', { name: 'Restore workspace' });
      await ui.click(button);
      skipDoubleClickGuard();
      await ui.click(button);
    };
    server.use(mockCall(adminCalls.restoreWorkspace, errorResponse('WorkspaceNotRestorable')));
    await restore();
    expect(await screen.findByText('The workspace was not restored')).toBeVisible();
    server.use(mockCall(adminCalls.restoreWorkspace, workspace), mockCall(adminCalls.getWorkspaceForStaff, workspace));
    skipDoubleClickGuard();
    await restore();
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(screen.queryByText('Deleted')).toBeNull();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  test('shows when it can no longer be restored', async () => {
    await open(aWorkspaceForStaff({ deletedAt: daysAgo(31) }));
    expect(screen.getByRole('alert')).toHaveTextContent(/can no longer be restored, because the 30 days are over/);
    expect(screen.queryByRole('button', { name: 'Restore workspace' })).toBeNull();
  });
});

describe('the lists', () => {
  const workspace = aWorkspaceForStaff();

  test('members come first, with roles and states', async () => {
    const owner = aMemberForStaff();
    const invited = aMemberForStaff({
      firstName: null,
      lastName: null,
      nickname: 'new',
      role: 'EDITOR',
      pending: true,
      isSuspended: true,
    });
    server.use(
      mockCall(adminCalls.getWorkspaceForStaff, workspace),
      mockCall(adminCalls.listMembersForStaff, { members: [owner, invited], next: null }),
    );
    await visitAsStaff(`/workspace-admin/workspaces/${workspace.workspaceId}`);
    await waitFor(() =>
      expect(tableRows('Members')).toEqual([
        ['Olga Owner', owner.email, 'Owner', formatDate(new Date(daysAgo(3)))],
        ['newSuspendedInvited', invited.email, 'Collaborator', formatDate(new Date(daysAgo(3)))],
      ]),
    );
    expect(screen.getByRole('tab', { name: 'Members (2)' })).toHaveAttribute('aria-selected', 'true');
  });

  test('API tokens show who they act as, and can be revoked with a reason', async () => {
    server.use(
      mockCall(adminCalls.listAuthTokensForStaff, {
        authTokens: [aTokenForStaff({ id: '01ARZ3NDEKTSV4RRFFQ69G5FAV', expiresAt: daysAhead(5) })],
        next: null,
      }),
    );
    const { ui } = await open(workspace, '?tab=tokens');
    await waitFor(() =>
      expect(tableRows('API tokens')).toEqual([
        ['Deploy01ARZ3NDEKTSV4RRFFQ69G5FAV', 'pat@example.com', 'Active', '3d ago', 'in 5d', 'Never', 'Revoke...'],
      ]),
    );
    const bodies: unknown[] = [];
    server.use(
      mockCall(adminCalls.revokeAuthTokenByStaff, ({ body }) => {
        bodies.push(body);
        return { authToken: aTokenForStaff({ revokedAt: daysAgo(0) }) };
      }),
    );
    await ui.click(screen.getByRole('button', { name: 'Revoke Deploy...' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke this API token?' }));
    await ui.type(dialog.getByRole('textbox'), 'Leaked');
    await ui.click(dialog.getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('Deploy was revoked')).toBeVisible();
    expect(bodies).toEqual([expect.objectContaining({ reason: 'Leaked' })]);
  });

  test('service accounts are listed and can be deleted', async () => {
    const account = {
      id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
      name: 'Pipeline',
      description: 'Deploys',
      role: 'EDITOR',
      creator: null,
      createdAt: daysAgo(3),
      deletedAt: null,
      activeAuthTokens: 2,
      lastUsedAt: null,
    } as const;
    server.use(mockCall(adminCalls.listServiceAccountsForStaff, { serviceAccounts: [account], next: null }));
    const { ui } = await open(workspace, '?tab=service-accounts');
    await ui.click(await screen.findByRole('button', { name: 'Delete Pipeline...' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this service account?' }));
    server.use(
      mockCall(adminCalls.deleteServiceAccountByStaff, { serviceAccount: { ...account, deletedAt: daysAgo(0) } }),
    );
    await ui.type(dialog.getByRole('textbox'), 'Leaked');
    await ui.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Pipeline was deleted')).toBeVisible();
    expect(await findA11yViolations()).toEqual([]);
  });

  test('the audit log shows changes of this workspace only, without staff reads', async () => {
    const requests: unknown[] = [];
    server.use(
      mockCall(auditCalls.listAuditEntries, ({ url }) => {
        requests.push(Object.fromEntries(url.searchParams));
        const about = { subject: null, workspace: { workspaceId: workspace.workspaceId, displayName: 'Playground' } };
        const details = {
          quarantine: { from: null, to: { at: '2026-01-01T00:00:00.000Z', until: null, reason: null } },
        };
        return { entries: [anAuditEntry({ action: 'quarantineWorkspace', ...about, details })], next: null };
      }),
    );
    const { ui } = await open(workspace);
    await ui.click(screen.getByRole('tab', { name: 'Audit log' }));
    await waitFor(() => expect(tableRows('Audit log')[0]?.[1]).toBe('sam@systeminit.com quarantined Playground'));
    expect(requests).toEqual([{ workspaceId: workspace.workspaceId, kind: 'actions', limit: '20' }]);
  });
});
