import { invitationCalls, memberCalls, workspaceCalls, type Workspace } from '@portal/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { portalApi } from '../../../src/api/cache/portal-api.ts';
import { mockCall, errorResponse, server, type ReceivedRequest } from '../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../support/double-click.ts';
import { createGate } from '../../support/gate.ts';
import { aMember, anInvitation, aUser, aWorkspace } from '@portal/contract/fixtures';
import { visit } from '../../support/render-portal.tsx';
import { colleague, listedEmails, openSettings, owner, removeMember } from '../../support/open-settings.ts';
import { listActions } from '../../support/row-menu.ts';

// @covers 2.12 2.workspace-details.1 2.workspace-details.2 2.workspace-details.6 2.workspace-details.7
test('[4.workspace-creation.4] creates a remote workspace: the URL gets its scheme, and the page shows the new workspace', async () => {
  const created = aWorkspace({ displayName: 'Ours' });
  const gate = createGate();
  let seen: ReceivedRequest | undefined;
  server.use(
    mockCall(
      workspaceCalls.createWorkspace,
      (received) => {
        seen = received;
        return { workspaces: [created], newWorkspaceId: created.id };
      },
      gate.wait,
    ),
    mockCall(workspaceCalls.getWorkspace, created),
    mockCall(memberCalls.listMembers, [owner]),
  );
  const { ui, path } = await visit('/workspace/new', aUser());
  expect(await screen.findByRole('heading', { level: 1, name: 'Create New Workspace' })).toBeVisible();
  await waitFor(() => expect(document.title).toBe('Create New Workspace · Workspace · System Initiative'));
  expect(await screen.findByText('Fill out this form to create a new workspace.')).toBeVisible();
  await ui.type(screen.getByLabelText(/Display Name/), 'Ours');
  await ui.click(screen.getByRole('radio', { name: 'Remote URL' }));
  await ui.type(screen.getByLabelText(/^URL/), 'si.example.com:8080');
  await ui.click(screen.getByRole('button', { name: 'Create Workspace' }));
  expect(await screen.findByRole('button', { name: 'Creating...' })).toBeVisible();
  gate.open();
  await waitFor(() => expect(path()).toBe(`/workspace/${created.id}`));
  expect(seen?.body).toMatchObject({
    displayName: 'Ours',
    instanceEnvType: 'PRIVATE',
    instanceUrl: 'https://si.example.com:8080',
    description: null,
  });
});

// @covers 5.workspace.5 5.workspace.6
test('rejects a URL that is ours or localhost, with the specified message', async () => {
  const { ui } = await visit('/workspace/new', aUser());
  await ui.click(await screen.findByRole('radio', { name: 'Remote URL' }));
  const url = screen.getByLabelText(/^URL/);
  await ui.type(url, 'http://localhost:8080');
  await ui.tab();
  expect(
    await screen.findByText(
      'You cannot use a "localhost" URL for a Remote URL Workspace. Use "Local Dev Instance" instead.',
    ),
  ).toBeVisible();
  await ui.clear(url);
  await ui.type(url, 'https://app.systeminit.com');
  expect(
    await screen.findByText(
      'You cannot use an "app.systeminit" URL for a Remote URL Workspace. Use "Managed By System Initiative" instead.',
    ),
  ).toBeVisible();
});

test('the hidden URL of another type does not block a save, and is validated again once it is shown', async () => {
  const { ui } = await visit('/workspace/new', aUser());
  await ui.type(await screen.findByLabelText(/Display Name/), 'Ours');
  const choose = (type: string) => ui.click(screen.getByRole('radio', { name: type }));
  const create = screen.getByRole('button', { name: 'Create Workspace' });
  await choose('Remote URL');
  await ui.type(screen.getByLabelText(/^URL/), 'http://localhost:1');
  await ui.tab();
  await waitFor(() => expect(create).toHaveAttribute('aria-disabled', 'true'));
  await choose('Managed By System Initiative');
  await waitFor(() => expect(create).not.toHaveAttribute('aria-disabled', 'true'));
  await choose('Remote URL');
  expect(await screen.findByText(/^You cannot use a "localhost" URL/)).toBeVisible();
  await ui.clear(screen.getByLabelText(/^URL/));
  await choose('Managed By System Initiative');
  await choose('Remote URL');
  await waitFor(() => expect(screen.queryByText('This field is required')).toBeNull());
});

// @covers 4.shared-interface-s.3
test('an error shows when the field loses the focus', async () => {
  const { ui } = await visit('/workspace/new', aUser());
  const name = await screen.findByLabelText(/Display Name/);
  await ui.click(name);
  expect(screen.queryByText('This field is required')).toBeNull();
  await ui.tab();
  expect(await screen.findByText('This field is required')).toBeVisible();
});

test('a name that we generated does not block other changes', async () => {
  const { ui, workspace } = await openSettings({ displayName: "mia's Production Workspace" });
  let seen: unknown;
  server.use(
    mockCall(workspaceCalls.updateWorkspace, ({ body }) => {
      seen = body;
      return { ...workspace, description: 'Ours' };
    }),
  );
  await ui.type(screen.getByLabelText('Description'), 'Ours');
  await ui.click(screen.getByRole('button', { name: 'Save Workspace' }));
  expect(await screen.findByText('Workspace saved')).toBeVisible();
  expect(seen).toMatchObject({ description: 'Ours' });
  expect(seen).not.toHaveProperty('displayName');
});

test('values that another tab saved meanwhile show, and a save does not undo them', async () => {
  const { ui, workspace, store } = await openSettings();
  const name = screen.getByLabelText(/Display Name/);
  await ui.clear(name);
  await ui.type(name, 'Renamed');
  const changed = { ...workspace, displayName: 'Elsewhere', description: 'Theirs' };
  let seen: unknown;
  server.use(
    mockCall(workspaceCalls.getWorkspace, () => changed),
    mockCall(workspaceCalls.updateWorkspace, ({ body }) => {
      seen = body;
      return { ...changed, displayName: 'Renamed' };
    }),
  );
  act(() => void store.dispatch(portalApi.util.invalidateTags(['Workspace'])));
  await waitFor(() => expect(screen.getByLabelText('Description')).toHaveValue('Theirs'));
  expect(name).toHaveValue('Renamed');
  await ui.click(screen.getByRole('button', { name: 'Save Workspace' }));
  expect(await screen.findByText('Workspace saved')).toBeVisible();
  expect(seen).toMatchObject({ displayName: 'Renamed' });
  expect(seen).not.toHaveProperty('description');
});

test('input during a save stays and can be saved next', async () => {
  const { ui, workspace } = await openSettings();
  const gate = createGate();
  const bodies: unknown[] = [];
  server.use(
    mockCall(
      workspaceCalls.updateWorkspace,
      ({ body }) => (bodies.push(body), { ...workspace, ...(body as Partial<Workspace>) }),
      gate.wait,
    ),
  );
  const name = screen.getByLabelText(/Display Name/);
  await ui.type(name, ' two');
  await ui.click(screen.getByRole('button', { name: 'Save Workspace' }));
  await waitFor(() => expect(gate.arrivals).toBe(1));
  await ui.type(name, ' three');
  await ui.type(screen.getByLabelText('Description'), 'Ours');
  gate.open();
  await screen.findByRole('button', { name: 'Save Workspace' });
  expect(name).toHaveValue('Playground two three');
  expect(screen.getByLabelText('Description')).toHaveValue('Ours');
  skipDoubleClickGuard();
  await ui.click(screen.getByRole('button', { name: 'Save Workspace' }));
  await waitFor(() => expect(bodies).toHaveLength(2));
  expect(bodies).toEqual([
    expect.objectContaining({ displayName: 'Playground two' }),
    expect.objectContaining({ displayName: 'Playground two three', description: 'Ours' }),
  ]);
});

test('[5.workspace.8] Save is disabled while a field is invalid', async () => {
  const { ui } = await openSettings();
  const save = () => screen.getByRole('button', { name: 'Save Workspace' });
  const name = screen.getByLabelText(/Display Name/);
  await ui.clear(name);
  await ui.tab();
  expect(await screen.findByText('This field is required')).toBeVisible();
  expect(save()).toHaveAttribute('aria-disabled', 'true');
  expect(save()).toHaveAccessibleDescription('Correct the marked fields.');
  // A request would fail the test, because it has no handler.
  fireEvent.click(save());
  await ui.type(name, 'Mine');
  await waitFor(() => expect(save()).not.toHaveAttribute('aria-disabled', 'true'));
  expect(save()).not.toHaveAccessibleDescription();
});

test('Save says why it is disabled, and Enter in a form with errors moves the focus to the first of them', async () => {
  const { ui } = await openSettings({ instanceEnvType: 'PRIVATE', instanceUrl: 'https://si.example.com' });
  const save = screen.getByRole('button', { name: 'Save Workspace' });
  expect(save).toHaveAccessibleDescription('All changes are saved.');
  const name = screen.getByLabelText(/Display Name/);
  await ui.clear(name);
  await ui.type(screen.getByLabelText(/^URL/), '/path{Enter}');
  await waitFor(() => expect(name).toHaveFocus());
  expect(name).toHaveAccessibleDescription(/^This field is required/);
});

test('a name that we generated can be edited, but cannot get new characters that the rule rejects', async () => {
  const { ui } = await openSettings({ displayName: "mia's Production Workspace" });
  const name = screen.getByLabelText(/Display Name/);
  await ui.type(name, 's');
  await ui.tab();
  expect(screen.queryByText(/is not allowed/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Save Workspace' })).not.toHaveAttribute('aria-disabled', 'true');
  await ui.type(name, '!');
  await ui.tab();
  expect(await screen.findByText(/^“!” is not allowed/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save Workspace' })).toHaveAttribute('aria-disabled', 'true');
  await ui.clear(name);
  await ui.type(name, 'Mine');
  await waitFor(() => expect(screen.queryByText(/is not allowed/)).toBeNull());
});

test('[5.workspace.9] [6.4] members are listed owners first, and the owner’s row cannot be changed', async () => {
  const { ui } = await openSettings();
  expect(listedEmails()).toEqual(['zoe@example.com', 'ann@example.com']);
  const roleOfOwner = screen.getByLabelText('Role of zoe@example.com');
  expect(roleOfOwner).toBeDisabled();
  expect(roleOfOwner).toHaveDisplayValue('Owner');
  expect(roleOfOwner.textContent).toBe('OwnerApproverCollaborator');
  expect(await listActions(ui, 'zoe@example.com')).toEqual(['View activity']);
  expect(
    within(screen.getByLabelText('Role of ann@example.com'))
      .getAllByRole('option')
      .map((o) => o.textContent),
  ).toEqual(['Approver', 'Collaborator']);
});

test('[4.workspace-creation.2] a role change of a remote workspace sends the browser to its refresh-auth', async () => {
  const { ui, externalUrls, workspace } = await openSettings({
    instanceEnvType: 'SI',
    instanceUrl: 'https://app.systeminit.com',
  });
  server.use(mockCall(memberCalls.changeMemberRole, [owner, { ...colleague, role: 'APPROVER' }]));
  await ui.selectOptions(screen.getByLabelText('Role of ann@example.com'), 'Approver');
  await waitFor(() =>
    expect(externalUrls).toEqual([`https://app.systeminit.com/refresh-auth?workspaceId=${workspace.id}`]),
  );
});

test('removing a member requires a confirmation, and a local workspace is not opened', async () => {
  const { ui, externalUrls } = await openSettings();
  let removed: unknown;
  server.use(
    mockCall(memberCalls.removeMember, ({ body }) => {
      removed = body;
      return [owner];
    }),
    mockCall(memberCalls.listMembers, [owner]),
  );
  await removeMember(ui, 'ann@example.com');
  await waitFor(() => expect(screen.queryByText('ann@example.com')).toBeNull());
  expect(removed).toMatchObject({ email: 'ann@example.com' });
  expect(externalUrls).toEqual([]);
});

// @covers 9.10
test('[2.workspace-details.10] [2.workspace-details.11] an invitation notice shows for a while', async () => {
  const { ui } = await openSettings();
  let seen: unknown;
  server.use(
    mockCall(memberCalls.inviteMember, ({ body }) => {
      seen = body;
      return [owner, colleague];
    }),
    mockCall(invitationCalls.listInvitations, () =>
      seen === undefined ? [] : [anInvitation({ email: 'new@example.com', emailSent: true })],
    ),
  );
  await ui.type(screen.getByLabelText('User Email to Grant Workspace Access'), ' New@Example.com ');
  await ui.click(screen.getByRole('button', { name: 'Add User To Workspace' }));
  const notice = await screen.findByText(
    'we have notified new@example.com that you invited them to collaborate on this workspace. They will be able to see this workspace in their workspace list.',
  );
  expect(notice).toBeVisible();
  // The notice is below the button, so that the button does not move.
  const button = screen.getByRole('button', { name: 'Add User To Workspace' });
  expect(button.compareDocumentPosition(notice)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(seen).toMatchObject({ email: 'new@example.com' });
});

test('the invitation form is above the members, of whom there may be thousands', async () => {
  await openSettings();
  const email = screen.getByLabelText('User Email to Grant Workspace Access');
  expect(email.compareDocumentPosition(screen.getByRole('table'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('after an invitation by Enter the next email can be typed at once', async () => {
  const { ui } = await openSettings();
  server.use(mockCall(memberCalls.inviteMember, [owner, colleague]));
  const email = screen.getByLabelText('User Email to Grant Workspace Access');
  await ui.type(email, 'new@example.com{Enter}');
  await screen.findByText(/^You invited new@example.com. The email is on its way.$/);
  await waitFor(() => expect(email).toHaveFocus());
  expect(email).toHaveValue('');
});

test('a long name takes two lines and can be read in full', async () => {
  const displayName = 'Long '.repeat(99).trim();
  await openSettings({ displayName });
  const heading = screen.getByRole('heading', { level: 1, name: displayName });
  expect(within(heading).getByText(displayName)).toHaveClass('line-clamp-2');
});

test('undoing a failed change removes its error', async () => {
  const { ui } = await openSettings();
  server.use(mockCall(workspaceCalls.updateWorkspace, errorResponse('InternalError')));
  await ui.type(screen.getByLabelText('Description'), 'x');
  await ui.click(screen.getByRole('button', { name: 'Save Workspace' }));
  expect(await screen.findByText('The workspace was not saved')).toBeVisible();
  await ui.click(screen.getByRole('button', { name: 'Undo changes' }));
  expect(screen.queryByText('The workspace was not saved')).toBeNull();
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

test('unsaved changes are not lost silently', async () => {
  const { ui, path, workspace } = await openSettings();
  await ui.type(screen.getByLabelText(/Display Name/), ' two');
  await ui.click(screen.getByRole('link', { name: 'Return To Workspaces' }));
  await ui.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stay here' }));
  expect(path()).toBe(`/workspace/${workspace.id}`);
  expect(screen.getByLabelText(/Display Name/)).toHaveValue('Playground two');
});

const openInvitation = async () => {
  const { ui } = await openSettings();
  return { ui, email: screen.getByLabelText('User Email to Grant Workspace Access') };
};

test.each([
  ['', 'This field is required'],
  ['colleague', 'Invalid email'],
])('[5.workspace.7] an invitation of %j is rejected', async (text, message) => {
  const { ui, email } = await openInvitation();
  if (text !== '') await ui.type(email, text);
  await ui.click(screen.getByRole('button', { name: 'Add User To Workspace' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(email).toHaveAttribute('aria-invalid', 'true');
});

test('[4.shared-interface-s.3] an invalid email shows an error when its field loses the focus; an empty field does not', async () => {
  const { ui, email } = await openInvitation();
  await ui.click(email);
  await ui.tab();
  expect(email).not.toHaveAttribute('aria-invalid');
  await ui.type(email, 'colleague');
  expect(email).not.toHaveAttribute('aria-invalid');
  await ui.tab();
  expect(await screen.findByText('Invalid email')).toBeVisible();
});

test('a pending member is invited again in their current role, and the page shows it', async () => {
  const { ui } = await openSettings();
  const late = aMember({ email: 'late@example.com', role: 'APPROVER', pending: true });
  const bodies: unknown[] = [];
  server.use(
    mockCall(memberCalls.inviteMember, ({ body }) => {
      bodies.push(body);
      return [owner, colleague, late];
    }),
  );
  const email = screen.getByLabelText('User Email to Grant Workspace Access');
  await ui.type(email, 'late@example.com{Enter}');
  await screen.findByText(/^You invited late@example.com. The email is on its way.$/);
  skipDoubleClickGuard();
  await ui.type(email, 'Late@example.com{Enter}');
  expect(
    await screen.findByText(
      'The invitation to late@example.com as Approver is still pending. We’ll email it again, unless they stopped invitation emails.',
    ),
  ).toBeVisible();
  expect(screen.queryByText(/^we have notified/)).toBeNull();
  // The API knows the role, even if the list is not fully loaded.
  const invitation = { email: 'late@example.com', requestUlid: expect.any(String) as unknown };
  expect(bodies).toEqual([invitation, invitation]);
});

test('an invitation of a member is rejected with a clear message, without an earlier notice beside it', async () => {
  const { ui } = await openSettings();
  server.use(mockCall(memberCalls.inviteMember, [owner, colleague]));
  const email = screen.getByLabelText('User Email to Grant Workspace Access');
  await ui.type(email, 'new@example.com{Enter}');
  await screen.findByText(/^You invited new@example.com. The email is on its way.$/);
  server.use(mockCall(memberCalls.inviteMember, errorResponse('AlreadyMember')));
  await ui.type(email, 'ann@example.com{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^The invitation wasn’t sentThis user is already a member of the workspace./,
  );
  expect(screen.queryByText(/^we have notified/)).toBeNull();
});

test('[8.8] a failed invitation shows the error text of the response and keeps the email', async () => {
  const { ui, email } = await openInvitation();
  server.use(mockCall(memberCalls.inviteMember, errorResponse('TooManyRequests', 'Not more than twenty an hour.')));
  await ui.type(email, 'new@example.com');
  await ui.click(screen.getByRole('button', { name: 'Add User To Workspace' }));
  expect(await screen.findByText('Not more than twenty an hour.')).toBeVisible();
  expect(email).toHaveValue('new@example.com');
});
