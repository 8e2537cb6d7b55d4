import { credentialCalls, invitationCalls, memberCalls, workspaceCalls } from '@portal/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { errorResponse, mockCall, server } from '../../support/api-server.ts';
import { skipDoubleClickGuard } from '../../support/double-click.ts';
import { aWorkspaceCredentialSummary, aUser, aWorkspace } from '@portal/contract/fixtures';
import { colleague, owner } from '../../support/open-settings.ts';
import { returnFromLogin, visit } from '../../support/render-portal.tsx';

const newLoginUrl = 'http://api.test/auth/login?fresh=1';
const me = aUser();
const workspace = aWorkspace({ instanceEnvType: 'PRIVATE', instanceUrl: 'https://old.example.com' });

beforeEach(() => {
  sessionStorage.clear();
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(workspaceCalls.listWorkspaces, [workspace]),
    mockCall(memberCalls.listMembers, [colleague, owner]),
    mockCall(credentialCalls.getWorkspaceCredentials, aWorkspaceCredentialSummary()),
  );
});

async function open() {
  const portal = await visit(`/workspace/${workspace.id}`, me);
  await screen.findByText(colleague.email);
  return portal;
}

async function logInAgain({ ui, externalUrls }: Awaited<ReturnType<typeof open>>) {
  await ui.click(await screen.findByRole('button', { name: 'Log in again' }));
  expect(externalUrls).toEqual([newLoginUrl]);
  expect(sessionStorage.getItem('SI-LOGIN-REDIRECT')).toContain(`/workspace/${workspace.id}`);
  const returned = await returnFromLogin(me);
  // A dialog that opens again may list the members, too.
  expect(await screen.findAllByText(colleague.email)).not.toEqual([]);
  return returned;
}

test('all edited fields survive the login that a new instance URL requires, and the user saves them then', async () => {
  const portal = await open();
  server.use(mockCall(workspaceCalls.updateWorkspace, errorResponse('FreshLoginRequired')));
  const fill = async (label: RegExp, text: string) => {
    await portal.ui.clear(screen.getByLabelText(label));
    await portal.ui.type(screen.getByLabelText(label), text);
  };
  await fill(/^Display Name/, 'Renamed');
  await fill(/^Description/, 'Moved');
  await fill(/^URL/, 'https://new.example.com');
  await portal.ui.click(screen.getByRole('button', { name: 'Save Workspace' }));
  expect(await screen.findByText('This action requires a recent login. Log in again and retry.')).toBeVisible();
  expect(screen.queryByText('The workspace was not saved')).toBeNull();
  const { ui } = await logInAgain(portal);
  expect(await screen.findByLabelText(/^URL/)).toHaveValue('https://new.example.com');
  expect(screen.getByLabelText(/^Display Name/)).toHaveValue('Renamed');
  expect(screen.getByLabelText(/^Description/)).toHaveValue('Moved');
  let sent: unknown;
  server.use(
    mockCall(workspaceCalls.updateWorkspace, ({ body }) => {
      sent = body;
      return { ...workspace, displayName: 'Renamed', description: 'Moved', instanceUrl: 'https://new.example.com' };
    }),
  );
  skipDoubleClickGuard();
  await ui.click(screen.getByRole('button', { name: 'Save Workspace' }));
  await waitFor(() =>
    expect(sent).toMatchObject({
      displayName: 'Renamed',
      description: 'Moved',
      instanceUrl: 'https://new.example.com',
      expected: { instanceUrl: 'https://old.example.com' },
    }),
  );
});

test('the dialog that deletes a workspace opens again with the typed name after the login', async () => {
  const portal = await open();
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Delete this workspace?' }));
  const confirm = async (ui: typeof portal.ui) => {
    const button = (await dialog()).getByRole('button', { name: 'Delete Workspace' });
    await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
    skipDoubleClickGuard();
    await ui.click(button);
  };
  server.use(mockCall(workspaceCalls.deleteWorkspace, errorResponse('FreshLoginRequired')));
  await portal.ui.click(screen.getByRole('button', { name: 'Delete Workspace' }));
  await portal.ui.type((await dialog()).getByLabelText('Type the workspace name to confirm'), workspace.displayName);
  await confirm(portal.ui);
  const { ui } = await logInAgain(portal);
  expect((await dialog()).getByLabelText('Type the workspace name to confirm')).toHaveValue(workspace.displayName);
  server.use(mockCall(workspaceCalls.deleteWorkspace, {}), mockCall(workspaceCalls.listWorkspaces, []));
  await confirm(ui);
  expect(await screen.findByText(`${workspace.displayName} was deleted.`)).toBeVisible();
});

test('the dialog opens again for the same user and once only', async () => {
  const portal = await open();
  server.use(mockCall(workspaceCalls.deleteWorkspace, errorResponse('FreshLoginRequired')));
  await portal.ui.click(screen.getByRole('button', { name: 'Delete Workspace' }));
  const name = await screen.findByLabelText('Type the workspace name to confirm');
  await portal.ui.type(name, workspace.displayName);
  const button = within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete Workspace' });
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
  await portal.ui.click(button);
  const { ui } = await logInAgain(portal);
  await ui.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  await ui.click(screen.getByRole('button', { name: 'Delete Workspace' }));
  expect(await screen.findByLabelText('Type the workspace name to confirm')).toHaveValue('');
  cleanup();
  await open();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an address and the role Approver survive the login that inviting an approver requires', async () => {
  const portal = await open();
  server.use(mockCall(memberCalls.inviteMember, errorResponse('FreshLoginRequired')));
  await portal.ui.type(screen.getByLabelText('User Email to Grant Workspace Access'), 'new@example.com');
  await portal.ui.selectOptions(screen.getByLabelText('Role'), 'Approver');
  await portal.ui.click(screen.getByRole('button', { name: 'Add User To Workspace' }));
  expect(
    await screen.findByText('Inviting an Approver requires a recent login. Log in again, then send the invitation.'),
  ).toBeVisible();
  await logInAgain(portal);
  expect(screen.getByLabelText('User Email to Grant Workspace Access')).toHaveValue('new@example.com');
  expect(screen.getByLabelText('Role')).toHaveValue('APPROVER');
});

test('several addresses survive the login that inviting approvers requires', async () => {
  const portal = await open();
  server.use(mockCall(invitationCalls.inviteMembers, errorResponse('FreshLoginRequired')));
  await portal.ui.click(screen.getByLabelText('User Email to Grant Workspace Access'));
  await portal.ui.paste('a@example.com, Bob <b@example.com>, nobody');
  await portal.ui.click(screen.getByRole('button', { name: 'Send 2 invitations' }));
  await logInAgain(portal);
  const list = await screen.findByRole('region', { name: 'People to invite' });
  expect(within(list).getByText('Not used: Bob')).toBeVisible();
  expect(within(list).getByLabelText('Correct nobody')).toHaveValue('nobody');
});

test('after the login that it requires, the page makes the member an approver, once', async () => {
  const portal = await open();
  server.use(mockCall(memberCalls.changeMemberRole, errorResponse('FreshLoginRequired')));
  await portal.ui.selectOptions(screen.getByLabelText(`Role of ${colleague.email}`), 'Approver');
  expect(
    await screen.findByText('Making someone an Approver requires a recent login. Log in again to change the role.'),
  ).toBeVisible();
  const sent: unknown[] = [];
  const approver = { ...colleague, role: 'APPROVER' as const };
  server.use(
    mockCall(memberCalls.changeMemberRole, ({ body }) => {
      sent.push(body);
      return [approver, owner];
    }),
  );
  await logInAgain(portal);
  await waitFor(() => expect(sent).toMatchObject([{ userId: colleague.userId, role: 'APPROVER' }]));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Log in again' })).toBeNull());
  cleanup();
  await open();
  expect(sent).toHaveLength(1);
});
