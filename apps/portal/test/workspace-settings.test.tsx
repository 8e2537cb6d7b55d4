import { memberCalls, workspaceCalls, type Workspace } from '@portal/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { portalApi } from '../src/api/portal-api.ts';
import { on, refusal, server, type Received } from './support/api-server.ts';
import { pastDoubleClick } from './support/double-click.ts';
import { aGate } from './support/gate.ts';
import { aMember, aUser, aWorkspace } from './support/people-and-things.ts';
import { visit } from './support/render-portal.tsx';
import { colleague, openSettings, owner } from './support/settings-page.ts';

// @covers 2.12 2.workspace-details.1 2.workspace-details.2 2.workspace-details.6 2.workspace-details.7
test('[4.workspace-creation.4] creates a remote workspace: the address gets its scheme, and the page is the new one’s', async () => {
  const made = aWorkspace({ displayName: 'Ours' });
  const answer = aGate();
  let seen: Received | undefined;
  server.use(
    on(
      workspaceCalls.createWorkspace,
      (received) => {
        seen = received;
        return { workspaces: [made], newWorkspaceId: made.id };
      },
      answer.wait,
    ),
    on(workspaceCalls.getWorkspace, made),
    on(memberCalls.listMembers, [owner]),
  );
  const { person, path } = await visit('/workspace/new', aUser());
  expect(await screen.findByRole('heading', { level: 1, name: 'Create New Workspace' })).toBeVisible();
  expect(await screen.findByText('Fill out this form to create a new workspace.')).toBeVisible();
  await person.type(screen.getByLabelText(/Display Name/), 'Ours');
  await person.selectOptions(screen.getByLabelText('Workspace Type'), 'Remote URL');
  await person.type(screen.getByLabelText(/^URL/), 'si.example.com:8080');
  await person.click(screen.getByRole('button', { name: 'Create Workspace' }));
  expect(await screen.findByRole('button', { name: 'Creating...' })).toBeVisible();
  answer.open();
  await waitFor(() => expect(path()).toBe(`/workspace/${made.id}`));
  expect(seen?.body).toMatchObject({
    displayName: 'Ours',
    instanceEnvType: 'PRIVATE',
    instanceUrl: 'https://si.example.com:8080',
    description: null,
  });
});

// @covers 5.workspace.5 5.workspace.6
test('refuses an address that is ours or this machine, in the specification’s words', async () => {
  const { person } = await visit('/workspace/new', aUser());
  await person.selectOptions(await screen.findByLabelText('Workspace Type'), 'Remote URL');
  const url = screen.getByLabelText(/^URL/);
  await person.type(url, 'http://localhost:8080');
  await person.tab();
  expect(
    await screen.findByText(
      'You cannot use a "localhost" URL for a Remote URL Workspace. Use "Local Dev Instance" instead.',
    ),
  ).toBeVisible();
  await person.clear(url);
  await person.type(url, 'https://app.systeminit.com');
  expect(
    await screen.findByText(
      'You cannot use an "app.systeminit" URL for a Remote URL Workspace. Use "Managed By System Initiative" instead.',
    ),
  ).toBeVisible();
});

test('the address of another type does not stand in the way, and counts again once it is shown', async () => {
  const { person } = await visit('/workspace/new', aUser());
  await person.type(await screen.findByLabelText(/Display Name/), 'Ours');
  const type = screen.getByLabelText('Workspace Type');
  const create = screen.getByRole('button', { name: 'Create Workspace' });
  await person.selectOptions(type, 'Remote URL');
  await person.type(screen.getByLabelText(/^URL/), 'http://localhost:1');
  await person.tab();
  await waitFor(() => expect(create).toHaveAttribute('aria-disabled', 'true'));
  await person.selectOptions(type, 'Local Dev Instance');
  await waitFor(() => expect(create).not.toHaveAttribute('aria-disabled', 'true'));
  await person.selectOptions(type, 'Remote URL');
  expect(await screen.findByText(/^You cannot use a "localhost" URL/)).toBeVisible();
  await person.clear(screen.getByLabelText(/^URL/));
  await person.selectOptions(type, 'Local Dev Instance');
  await person.selectOptions(type, 'Remote URL');
  await waitFor(() => expect(screen.queryByText('This field is required')).toBeNull());
});

// @covers 4.shared-interface-s.3
test('an error shows once the field was left', async () => {
  const { person } = await visit('/workspace/new', aUser());
  const name = await screen.findByLabelText(/Display Name/);
  await person.click(name);
  expect(screen.queryByText('This field is required')).toBeNull();
  await person.tab();
  expect(await screen.findByText('This field is required')).toBeVisible();
});

test('a name that we gave ourselves does not stand in the way of other changes', async () => {
  const { person, workspace } = await openSettings({ displayName: "mia's Production Workspace" });
  let seen: unknown;
  server.use(
    on(workspaceCalls.updateWorkspace, ({ body }) => {
      seen = body;
      return { ...workspace, description: 'Ours' };
    }),
  );
  await person.type(screen.getByLabelText('Description'), 'Ours');
  await person.click(screen.getByRole('button', { name: 'Save Workspace' }));
  expect(await screen.findByText('Success!')).toBeVisible();
  expect(seen).toMatchObject({ description: 'Ours' });
  expect(seen).not.toHaveProperty('displayName');
});

test('what another owner’s tab saved meanwhile shows, and is not undone by a save', async () => {
  const { person, workspace, store } = await openSettings();
  const name = screen.getByLabelText(/Display Name/);
  await person.clear(name);
  await person.type(name, 'Renamed');
  const changed = { ...workspace, displayName: 'Elsewhere', description: 'Theirs' };
  let seen: unknown;
  server.use(
    on(workspaceCalls.getWorkspace, () => changed),
    on(workspaceCalls.updateWorkspace, ({ body }) => {
      seen = body;
      return { ...changed, displayName: 'Renamed' };
    }),
  );
  act(() => void store.dispatch(portalApi.util.invalidateTags(['Workspace'])));
  await waitFor(() => expect(screen.getByLabelText('Description')).toHaveValue('Theirs'));
  expect(name).toHaveValue('Renamed');
  await person.click(screen.getByRole('button', { name: 'Save Workspace' }));
  expect(await screen.findByText('Success!')).toBeVisible();
  expect(seen).toMatchObject({ displayName: 'Renamed' });
  expect(seen).not.toHaveProperty('description');
});

test('what is typed while a save is on its way stays, and can be saved next', async () => {
  const { person, workspace } = await openSettings();
  const answer = aGate();
  const bodies: unknown[] = [];
  server.use(
    on(
      workspaceCalls.updateWorkspace,
      ({ body }) => (bodies.push(body), { ...workspace, ...(body as Partial<Workspace>) }),
      answer.wait,
    ),
  );
  const name = screen.getByLabelText(/Display Name/);
  await person.type(name, ' two');
  await person.click(screen.getByRole('button', { name: 'Save Workspace' }));
  await waitFor(() => expect(answer.came).toBe(1));
  await person.type(name, ' three');
  await person.type(screen.getByLabelText('Description'), 'Ours');
  answer.open();
  expect(await screen.findByText('Success!')).toBeVisible();
  expect(name).toHaveValue('Playground two three');
  expect(screen.getByLabelText('Description')).toHaveValue('Ours');
  pastDoubleClick();
  await person.click(screen.getByRole('button', { name: 'Success!' }));
  await waitFor(() => expect(bodies).toHaveLength(2));
  expect(bodies).toEqual([
    expect.objectContaining({ displayName: 'Playground two' }),
    expect.objectContaining({ displayName: 'Playground two three', description: 'Ours' }),
  ]);
});

test('[5.workspace.8] Save is disabled while a field is wrong', async () => {
  const { person } = await openSettings();
  const save = () => screen.getByRole('button', { name: 'Save Workspace' });
  const name = screen.getByLabelText(/Display Name/);
  await person.clear(name);
  await person.tab();
  expect(await screen.findByText('This field is required')).toBeVisible();
  expect(save()).toHaveAttribute('aria-disabled', 'true');
  // A request would fail the test: nobody answers it.
  await person.click(save());
  await person.type(name, 'Mine');
  await waitFor(() => expect(save()).not.toHaveAttribute('aria-disabled', 'true'));
});

test('a name that we gave ourselves can be changed by a letter, and then holds nothing new that the rule refuses', async () => {
  const { person } = await openSettings({ displayName: "mia's Production Workspace" });
  const name = screen.getByLabelText(/Display Name/);
  await person.type(name, 's');
  await person.tab();
  expect(screen.queryByText('This field is invalid')).toBeNull();
  expect(screen.getByRole('button', { name: 'Save Workspace' })).not.toHaveAttribute('aria-disabled', 'true');
  await person.type(name, '!');
  await person.tab();
  expect(await screen.findByText('This field is invalid')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save Workspace' })).toHaveAttribute('aria-disabled', 'true');
  await person.clear(name);
  await person.type(name, 'Mine');
  await waitFor(() => expect(screen.queryByText('This field is invalid')).toBeNull());
});

test('[5.workspace.9] [6.4] members: owners first, the owner’s row is fixed', async () => {
  await openSettings();
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map((row) => within(row).getAllByRole('cell')[0]?.textContent)).toEqual([
    'zoe@example.com',
    'ann@example.com',
  ]);
  expect(screen.getByLabelText('Role of zoe@example.com')).toBeDisabled();
  expect(screen.queryByRole('button', { name: 'Remove zoe@example.com' })).toBeNull();
  expect(
    within(screen.getByLabelText('Role of ann@example.com'))
      .getAllByRole('option')
      .map((o) => o.textContent),
  ).toEqual(['Approver', 'Collaborator']);
});

test('[4.workspace-creation.2] a role change on a workspace elsewhere sends the browser to its refresh-auth', async () => {
  const { person, went, workspace } = await openSettings({
    instanceEnvType: 'SI',
    instanceUrl: 'https://app.systeminit.com',
  });
  server.use(on(memberCalls.changeMemberRole, [owner, { ...colleague, role: 'APPROVER' }]));
  await person.selectOptions(screen.getByLabelText('Role of ann@example.com'), 'Approver');
  await waitFor(() => expect(went).toEqual([`https://app.systeminit.com/refresh-auth?workspaceId=${workspace.id}`]));
});

test('removing a member asks for a second click, and a local workspace is left alone', async () => {
  const { person, went } = await openSettings();
  let removed: unknown;
  server.use(
    on(memberCalls.removeMember, ({ body }) => {
      removed = body;
      return [owner];
    }),
    on(memberCalls.listMembers, [owner]),
  );
  const button = screen.getByRole('button', { name: 'Remove ann@example.com' });
  await person.click(button);
  expect(button).toHaveTextContent('You sure? Click again to confirm');
  pastDoubleClick();
  await person.click(button);
  await waitFor(() => expect(screen.queryByText('ann@example.com')).toBeNull());
  expect(removed).toMatchObject({ email: 'ann@example.com' });
  expect(went).toEqual([]);
});

// @covers 9.10
test('[2.workspace-details.10] [2.workspace-details.11] an invitation is told for a while', async () => {
  const { person } = await openSettings();
  let seen: unknown;
  server.use(
    on(memberCalls.inviteMember, ({ body }) => {
      seen = body;
      return [owner, colleague];
    }),
  );
  await person.type(screen.getByLabelText('User Email to Grant Workspace Access'), ' New@Example.com ');
  await person.click(screen.getByRole('button', { name: 'Add User To Workspace' }));
  const told = await screen.findByText(
    'we have notified new@example.com that you invited them to collaborate on this workspace. They will be able to see this workspace in their workspace list.',
  );
  expect(told).toBeVisible();
  // It moves nothing that was just pressed.
  const button = screen.getByRole('button', { name: 'Add User To Workspace' });
  expect(button.compareDocumentPosition(told)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(seen).toMatchObject({ email: 'new@example.com' });
});

test('the invitation comes before the members, of whom there may be thousands', async () => {
  await openSettings();
  const email = screen.getByLabelText('User Email to Grant Workspace Access');
  expect(email.compareDocumentPosition(screen.getByRole('table'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('after an invitation by Enter the next address can be typed at once', async () => {
  const { person } = await openSettings();
  server.use(on(memberCalls.inviteMember, [owner, colleague]));
  const email = screen.getByLabelText('User Email to Grant Workspace Access');
  await person.type(email, 'new@example.com{Enter}');
  await screen.findByText(/^we have notified new@example.com/);
  await waitFor(() => expect(email).toHaveFocus());
  expect(email).toHaveValue('');
});

test('a name of any length takes two lines of the page, and is there in full', async () => {
  const displayName = 'Long '.repeat(99).trim();
  await openSettings({ displayName });
  const heading = screen.getByRole('heading', { level: 1, name: displayName });
  expect(within(heading).getByText(displayName)).toHaveClass('line-clamp-2');
});

test('what is undone failed no more', async () => {
  const { person } = await openSettings();
  server.use(on(workspaceCalls.updateWorkspace, refusal('InternalError')));
  await person.type(screen.getByLabelText('Description'), 'x');
  await person.click(screen.getByRole('button', { name: 'Save Workspace' }));
  expect(await screen.findByText('The workspace was not saved')).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Undo changes' }));
  expect(screen.queryByText('The workspace was not saved')).toBeNull();
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});

test('changes that are not saved are not lost silently', async () => {
  const { person, path, workspace } = await openSettings();
  await person.type(screen.getByLabelText(/Display Name/), ' two');
  await person.click(screen.getByRole('link', { name: 'Return To Workspaces' }));
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stay here' }));
  expect(path()).toBe(`/workspace/${workspace.id}`);
  expect(screen.getByLabelText(/Display Name/)).toHaveValue('Playground two');
});

const openInvitation = async () => {
  const { person } = await openSettings();
  return { person, email: screen.getByLabelText('User Email to Grant Workspace Access') };
};

test.each([
  ['', 'This field is required'],
  ['colleague', 'Invalid email'],
])('[5.workspace.7] an invitation of %j is refused', async (text, message) => {
  const { person, email } = await openInvitation();
  if (text !== '') await person.type(email, text);
  await person.click(screen.getByRole('button', { name: 'Add User To Workspace' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(email).toHaveAttribute('aria-invalid', 'true');
});

test('[4.shared-interface-s.3] an address that is none is told when its field is left; to pass through an empty one is no mistake', async () => {
  const { person, email } = await openInvitation();
  await person.click(email);
  await person.tab();
  expect(email).not.toHaveAttribute('aria-invalid');
  await person.type(email, 'colleague');
  expect(email).not.toHaveAttribute('aria-invalid');
  await person.tab();
  expect(await screen.findByText('Invalid email')).toBeVisible();
});

test('somebody who was invited and has not come yet is invited again, in the role that they have, and the page says so', async () => {
  const { person } = await openSettings();
  const late = aMember({ email: 'late@example.com', role: 'APPROVER', pending: true });
  const bodies: unknown[] = [];
  server.use(
    on(memberCalls.inviteMember, ({ body }) => {
      bodies.push(body);
      return [owner, colleague, late];
    }),
  );
  const email = screen.getByLabelText('User Email to Grant Workspace Access');
  await person.type(email, 'late@example.com{Enter}');
  await screen.findByText(/^we have notified late@example.com/);
  pastDoubleClick();
  await person.type(email, 'Late@example.com{Enter}');
  expect(
    await screen.findByText(
      'The invitation to late@example.com is still open. We email each address only a few times a day.',
    ),
  ).toBeVisible();
  expect(screen.queryByText(/^we have notified/)).toBeNull();
  // Their role the API knows, however much of the list is here.
  const invitation = { email: 'late@example.com', requestUlid: expect.any(String) as unknown };
  expect(bodies).toEqual([invitation, invitation]);
});

test('an invitation of somebody who is a member is refused in plain words, and tells of no earlier one beside', async () => {
  const { person } = await openSettings();
  server.use(on(memberCalls.inviteMember, [owner, colleague]));
  const email = screen.getByLabelText('User Email to Grant Workspace Access');
  await person.type(email, 'new@example.com{Enter}');
  await screen.findByText(/^we have notified new@example.com/);
  server.use(on(memberCalls.inviteMember, refusal('AlreadyMember')));
  await person.type(email, 'ann@example.com{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /^Nobody was invitedThis person is a member of the workspace already./,
  );
  expect(screen.queryByText(/^we have notified/)).toBeNull();
});

test('[8.8] an invitation that failed shows the error text of the response, and keeps the address', async () => {
  const { person, email } = await openInvitation();
  server.use(on(memberCalls.inviteMember, refusal('TooManyRequests', 'Not more than twenty an hour.')));
  await person.type(email, 'new@example.com');
  await person.click(screen.getByRole('button', { name: 'Add User To Workspace' }));
  expect(await screen.findByText('Not more than twenty an hour.')).toBeVisible();
  expect(email).toHaveValue('new@example.com');
});
