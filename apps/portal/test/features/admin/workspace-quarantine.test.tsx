import { adminCalls } from '@portal/contract';
import { screen, within } from '@testing-library/react';
import { ulid } from 'ulid';
import { mockCall, errorResponse, server, type ReceivedRequest } from '../../support/api-server.ts';
import {
  aQuarantinedWorkspace,
  aWorkspaceWithOwner,
  clickTwice,
  noWorkspaces,
  openSection,
  bodyOf,
  staffAuthor,
  tableHeaders,
  tableRows,
} from '../../support/admin.ts';
import { skipDoubleClickGuard } from '../../support/double-click.ts';

const id = ulid();

describe('[2.workspace-admin-pa.5] workspace quarantine', () => {
  const open = () => openSection('workspace-quarantine', 'Manage workspace quarantine');
  const workspace = aWorkspaceWithOwner();
  beforeEach(() => server.use(mockCall(adminCalls.listQuarantinedWorkspaces, noWorkspaces)));

  // @covers 2.workspace-admin-pa.5
  test('asks for confirmation with the workspace and its owner', async () => {
    const requests: ReceivedRequest[] = [];
    let requestCount = 0;
    server.use(
      mockCall(adminCalls.lookUpWorkspaceOwner, () => {
        requestCount += 1;
        return workspace;
      }),
      mockCall(adminCalls.quarantineWorkspace, (received) => {
        requests.push(received);
        return { ...workspace, quarantinedAt: new Date().toISOString() };
      }),
    );
    const { ui } = await open();
    await ui.type(screen.getByLabelText('Workspace ID'), `${workspace.workspaceId}{Enter}`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Quarantine this workspace?' }));
    expect(dialog.getByText('Playground')).toBeVisible();
    expect(dialog.getByText('olga@example.com')).toBeVisible();
    await ui.type(dialog.getByLabelText(/^Reason/), 'Mines coins');
    await ui.click(dialog.getByRole('button', { name: 'Quarantine' }));
    expect(await screen.findByText('Playground, owned by olga@example.com, is now quarantined.')).toBeVisible();
    expect(requests[0]?.params.workspaceId).toBe(workspace.workspaceId);
    expect(requests[0]?.body).toMatchObject({ isQuarantined: true, reason: 'Mines coins' });
    expect(requestCount).toBe(1);
  });

  test('is lifted with a confirmed click', async () => {
    const requests: ReceivedRequest[] = [];
    server.use(
      mockCall(adminCalls.quarantineWorkspace, (received) => {
        requests.push(received);
        return workspace;
      }),
    );
    const { ui } = await open();
    await ui.type(screen.getByLabelText('Workspace ID'), workspace.workspaceId);
    await clickTwice(ui, 'Unquarantine');
    expect(await screen.findByText('Playground, owned by olga@example.com, is no longer quarantined.')).toBeVisible();
    expect(requests.map(bodyOf)).toEqual([{ isQuarantined: false }]);
  });

  test('reports an unknown workspace without a confirmation', async () => {
    server.use(mockCall(adminCalls.lookUpWorkspaceOwner, errorResponse('WorkspaceNotFound')));
    const { ui } = await open();
    await ui.type(screen.getByLabelText('Workspace ID'), `${id}{Enter}`);
    expect(await screen.findByRole('alert')).toHaveTextContent(/No changes were made/);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('[5.admin.2] [9.2] accepts IDs of 26 characters; both buttons are disabled while the field is empty', async () => {
    const { ui } = await open();
    for (const name of ['Quarantine', 'Unquarantine']) {
      expect(screen.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
    }
    await ui.type(screen.getByLabelText('Workspace ID'), `${id}1`);
    expect(screen.getByLabelText('Workspace ID')).toHaveValue(id);
  });

  describe('the list', () => {
    const listed = aQuarantinedWorkspace({ displayName: 'Mine' });
    const name = 'Quarantined workspaces';

    test('shows the owner, the start, the reason and the author, and links to the page of staff', async () => {
      server.use(mockCall(adminCalls.listQuarantinedWorkspaces, { workspaces: [listed], next: null }));
      await open();
      expect(await screen.findByRole('link', { name: 'Mine' })).toHaveAttribute(
        'href',
        `/workspace-admin/workspaces/${listed.workspaceId}`,
      );
      expect(tableHeaders(name)).toEqual(['Workspace ID', 'Workspace', 'Quarantined At', 'Reason', 'Unquarantine']);
      expect(tableRows(name)).toEqual([
        [
          expect.stringContaining(listed.workspaceId),
          'MineOwned by olga@example.com',
          expect.stringContaining('2026'),
          `Mines coinsBy ${staffAuthor.email}`,
          expect.stringContaining('Unquarantine'),
        ],
      ]);
    });

    test('says that it is empty', async () => {
      await open();
      expect(await screen.findByText('No quarantined workspaces')).toBeVisible();
    });

    test('lifts a quarantine with a confirmed click, and reports a refusal by the name of the workspace', async () => {
      const requests: ReceivedRequest[] = [];
      server.use(
        mockCall(adminCalls.listQuarantinedWorkspaces, { workspaces: [listed], next: null }),
        mockCall(adminCalls.quarantineWorkspace, errorResponse('NotAllowed')),
      );
      const { ui } = await open();
      await screen.findByRole('link', { name: 'Mine' });
      await clickTwice(ui, 'Unquarantine Mine');
      expect(await screen.findByRole('alert')).toHaveTextContent(/No changes were made for Mine/);
      server.use(
        mockCall(adminCalls.listQuarantinedWorkspaces, noWorkspaces),
        mockCall(adminCalls.quarantineWorkspace, (received) => {
          requests.push(received);
          return { ...listed, quarantinedAt: null };
        }),
      );
      skipDoubleClickGuard();
      await clickTwice(ui, 'Unquarantine Mine');
      expect(await screen.findByText('Mine, owned by olga@example.com, is no longer quarantined.')).toBeVisible();
      expect(await screen.findByText('No quarantined workspaces')).toBeVisible();
      expect(screen.queryByRole('alert')).toBeNull();
      expect(requests.map(({ params, body }) => [params.workspaceId, body])).toEqual([
        [listed.workspaceId, expect.objectContaining({ isQuarantined: false })],
      ]);
    });
  });
});
