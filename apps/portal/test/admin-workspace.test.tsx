import { auditCalls, staffCalls, supportCalls, type WorkspaceForStaff } from '@portal/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { ulid } from 'ulid';
import { findFaults } from './support/find-faults.ts';
import { on, refusal, server, type Received } from './support/api-server.ts';
import { pastDoubleClick } from './support/double-click.ts';
import { by, rowsOf, said } from './support/staff.ts';
import {
  ago,
  ahead,
  aMemberForStaff,
  anAuditEntry,
  aTokenForStaff,
  aUserForStaff,
  aWorkspaceForStaff,
  openAsStaff,
} from './support/support-desk.ts';

async function open(workspace: WorkspaceForStaff, tab = '') {
  server.use(
    on(supportCalls.getWorkspaceForStaff, workspace),
    on(supportCalls.listMembersForStaff, { members: [aMemberForStaff()], next: null }),
  );
  const portal = await openAsStaff(`/workspace-admin/workspaces/${workspace.workspaceId}${tab}`);
  await screen.findByRole('heading', { level: 1, name: 'Playground' });
  return portal;
}

const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;

describe('what a workspace is', () => {
  test('whose, where, since when; its owner and its maker are links', async () => {
    const workspace = aWorkspaceForStaff({ createdAt: ago(2) });
    await open(workspace);
    expect(document.title).toMatch(/^Playground · Workspace/);
    expect(screen.getByText(workspace.workspaceId)).toBeVisible();
    expect(screen.getByText(workspace.instanceUrl)).toBeVisible();
    expect(fact('Owner')).toBe('Olga Owner');
    expect(fact('Created')).toBe('2 days ago');
    expect(fact('Approvals')).toBe('Disabled');
    const [owner, creator] = screen.getAllByRole('link', { name: 'Olga Owner' });
    expect(owner).toHaveAttribute('href', `/workspace-admin/users/${workspace.ownerId}`);
    expect(creator).toHaveAttribute('href', `/workspace-admin/users/${workspace.creator.userId}`);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(await findFaults()).toEqual([]);
  });

  test('its owner’s page has the focus at its heading once it is there, not at what stands in for it', async () => {
    const { person } = await open(aWorkspaceForStaff());
    server.use(
      on(supportCalls.getUserForStaff, aUserForStaff()),
      on(supportCalls.listWorkspacesOfUser, { workspaces: [], next: null }),
    );
    for (const owner of screen.getAllByRole('link', { name: 'Olga Owner' }).slice(0, 1)) await person.click(owner);
    const heading = await screen.findByRole('heading', { level: 1, name: 'Pat Person' });
    await waitFor(() => expect(heading).toHaveFocus());
  });

  test('an id that nothing has is said', async () => {
    server.use(on(supportCalls.getWorkspaceForStaff, refusal('WorkspaceNotFound')));
    await openAsStaff(`/workspace-admin/workspaces/${ulid()}`);
    expect(await screen.findByRole('alert')).toHaveTextContent(/The workspace could not be shown/);
    expect(screen.getByRole('link', { name: 'Go to the search' })).toBeVisible();
  });
});

describe('a quarantine', () => {
  test('is begun with a reason, shows who did it, and is undone by one button', async () => {
    const workspace = aWorkspaceForStaff();
    const quarantined = { ...workspace, quarantinedAt: ago(1), quarantineReason: 'Mines coins', quarantinedBy: by };
    const seen: Received[] = [];
    const { person } = await open(workspace);
    server.use(
      on(staffCalls.quarantineWorkspace, (received) => {
        seen.push(received);
        return quarantined;
      }),
      on(supportCalls.getWorkspaceForStaff, quarantined),
    );
    await person.click(screen.getByRole('button', { name: 'Quarantine...' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Quarantine this workspace?' }));
    await person.type(dialog.getByLabelText(/^Reason/), 'Mines coins');
    await person.click(dialog.getByRole('button', { name: 'Quarantine' }));
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent(/Begun 1 day ago by sam@systeminit.com, without an end\.Reason: Mines coins/);
    expect(screen.queryByRole('button', { name: 'Quarantine...' })).toBeNull();
    server.use(on(staffCalls.quarantineWorkspace, refusal('DatabaseUnavailable')));
    await person.click(screen.getByRole('button', { name: 'Unquarantine' }));
    expect(await screen.findByText('Nothing was changed')).toBeVisible();
    server.use(
      on(staffCalls.quarantineWorkspace, (received) => {
        seen.push(received);
        return workspace;
      }),
      on(supportCalls.getWorkspaceForStaff, workspace),
    );
    pastDoubleClick();
    await person.click(screen.getByRole('button', { name: 'Unquarantine' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(await screen.findByText(`${workspace.displayName} is no longer quarantined.`)).toBeVisible();
    expect(seen.map(said)).toEqual([{ isQuarantined: true, reason: 'Mines coins' }, { isQuarantined: false }]);
  });

  test('can get another reason', async () => {
    const workspace = aWorkspaceForStaff({ quarantinedAt: ago(1), quarantineReason: 'Mines', quarantinedBy: by });
    const changed = { ...workspace, quarantineReason: 'Mines coins' };
    const seen: Received[] = [];
    const { person } = await open(workspace);
    server.use(
      on(staffCalls.quarantineWorkspace, (received) => {
        seen.push(received);
        return changed;
      }),
      on(supportCalls.getWorkspaceForStaff, changed),
    );
    await person.click(screen.getByRole('button', { name: 'Change the quarantine' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change this quarantine' }));
    await person.type(dialog.getByLabelText(/^Reason/), ' coins');
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Reason: Mines coins')).toBeVisible();
    expect(seen.map(said)).toEqual([{ isQuarantined: true, reason: 'Mines coins' }]);
    expect(screen.getByRole('button', { name: 'Change the quarantine' })).toHaveFocus();
  });
});

describe('a deleted workspace', () => {
  test('is restored after a second click, as long as it can be', async () => {
    const workspace = aWorkspaceForStaff();
    const { person } = await open({ ...workspace, deletedAt: ago(2), restorableUntil: '2099-08-14T12:00:00.000Z' });
    expect(screen.getByRole('alert')).toHaveTextContent(
      /It was deleted 2 days ago and can be restored until August 14, 2099/,
    );
    const restore = async () => {
      const button = screen.getByRole('button', { name: 'Restore Workspace' });
      await person.click(button);
      pastDoubleClick();
      await person.click(button);
    };
    server.use(on(staffCalls.restoreWorkspace, refusal('WorkspaceNotRestorable')));
    await restore();
    expect(await screen.findByText('The workspace was not restored')).toBeVisible();
    server.use(on(staffCalls.restoreWorkspace, workspace), on(supportCalls.getWorkspaceForStaff, workspace));
    pastDoubleClick();
    await restore();
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(screen.queryByText('Deleted')).toBeNull();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });

  test('says when it is too late', async () => {
    await open(aWorkspaceForStaff({ deletedAt: ago(31) }));
    expect(screen.getByRole('alert')).toHaveTextContent(/can no longer be restored: that is possible for 30 days/);
    expect(screen.queryByRole('button', { name: 'Restore Workspace' })).toBeNull();
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
      on(supportCalls.getWorkspaceForStaff, workspace),
      on(supportCalls.listMembersForStaff, { members: [owner, invited], next: null }),
    );
    await openAsStaff(`/workspace-admin/workspaces/${workspace.workspaceId}`);
    await waitFor(() =>
      expect(rowsOf('Members')).toEqual([
        ['Olga Owner', owner.email, 'Owner', '', '3 days ago'],
        ['new', invited.email, 'Collaborator', 'SuspendedInvited', '3 days ago'],
      ]),
    );
    expect(screen.getByRole('tab', { name: 'Members (2)' })).toHaveAttribute('aria-selected', 'true');
  });

  test('API tokens, with who made them', async () => {
    server.use(
      on(supportCalls.listAuthTokensForStaff, { authTokens: [aTokenForStaff({ expiresAt: ahead(5) })], next: null }),
    );
    await open(workspace, '?tab=tokens');
    await waitFor(() =>
      expect(rowsOf('API tokens')).toEqual([
        ['Deploy', 'pat@example.com', 'Active', '3 days ago', 'in 5 days', 'Never'],
      ]),
    );
  });

  test('what was done to this workspace only, without what staff looked at', async () => {
    const asked: unknown[] = [];
    server.use(
      on(auditCalls.listAuditEntries, ({ url }) => {
        asked.push(Object.fromEntries(url.searchParams));
        const about = { subject: null, workspace: { workspaceId: workspace.workspaceId, displayName: 'Playground' } };
        return { entries: [anAuditEntry({ action: 'quarantineWorkspace', ...about })], next: null };
      }),
    );
    const { person } = await open(workspace);
    await person.click(screen.getByRole('tab', { name: 'Audit trail' }));
    await waitFor(() => expect(rowsOf('Audit trail')[0]?.[1]).toBe('sam@systeminit.com quarantined Playground'));
    expect(asked).toEqual([{ workspaceId: workspace.workspaceId, kind: 'acts', limit: '20' }]);
  });
});
