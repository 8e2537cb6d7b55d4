import { invitationCalls, memberCalls, workspaceCalls, type Invitation, type Workspace } from '@portal/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { errorResponse, mockCall, server } from '../../../support/api-server.ts';
import { findA11yViolations } from '../../../support/find-a11y-violations.ts';
import { createGate } from '../../../support/gate.ts';
import { cancelInvitation, lastChange, removeMember } from '../../../support/open-settings.ts';
import { aMember, anInvitation, aUser, aWorkspace } from '@portal/contract/fixtures';
import { visit } from '../../../support/render-portal.tsx';
import { chooseAction, listActions } from '../../../support/row-menu.ts';

const owner = aMember({ email: 'zoe@example.com', nickname: ' (Zoe)', role: 'OWNER' });
const pending = anInvitation({ email: 'paul@example.com', role: 'APPROVER' });
const expired = anInvitation({
  email: 'erin@example.com',
  status: 'expired',
  inviter: null,
  expiresAt: new Date(Date.now() - 3 * 86_400_000).toISOString(),
});
const declined = anInvitation({
  email: 'dora@example.com',
  status: 'declined',
  sentAt: new Date(Date.now() - 86_400_000).toISOString(),
});
const bounced = anInvitation({ email: 'bob@exmaple.com', emailFailed: true });

const asMember = ({ id, email, role }: Invitation) => aMember({ userId: id, email, role, pending: true });

/** Opens the settings. The API's lists have the given invitations, also when they are loaded again. */
async function open(overrides: Partial<Workspace> = {}, invitations = [pending, expired, declined, bounced]) {
  const workspace = aWorkspace(overrides);
  const current = { invitations };
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(memberCalls.listMembers, () => [
      owner,
      ...current.invitations.filter(({ status }) => status === 'pending').map(asMember),
    ]),
    mockCall(invitationCalls.listInvitations, () => current.invitations),
  );
  const portal = await visit(`/workspace/${workspace.id}`, aUser());
  await screen.findByText('zoe@example.com');
  return { ...portal, current };
}

const rowOf = (email: string) => screen.getByRole('row', { name: new RegExp(email) });
/** The first two cells of each row without the initials. */
const firstCells = () =>
  screen
    .getAllByRole('row')
    .filter((row) => within(row).queryAllByRole('cell').length > 0)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(0, 2)
        .map(({ textContent }, at) => (at === 0 ? textContent.replace(/^[A-Z]+/, '') : textContent))
        .join(' '),
    );

test('an invitation by a service account says which one sent it', async () => {
  const inviterServiceAccount = { serviceAccountId: aUser().id, name: 'Onboarding' };
  await open({}, [anInvitation({ email: 'ann@example.com', inviter: null, inviterServiceAccount })]);
  await waitFor(() => expect(rowOf('ann@example.com')).toHaveTextContent('by Onboarding (service account)'));
});

test.each(['OWNER', 'APPROVER'] as const)(
  'an %s sees pending, expired and declined invitations, and failed emails',
  async (role) => {
    await open({ role });
    expect(firstCells()).toEqual([
      ' (Zoe) zoe@example.com',
      expect.stringMatching(/^bob@exmaple.comInvited by OlgaThe email could not be delivered Expires in \d+ days$/),
      'dora@example.comInvited by Olga Declined sent 1 day ago',
      'erin@example.com Expired 3 days ago',
      expect.stringMatching(/^paul@example.comInvited by Olga Expires in \d+ days$/),
    ]);
    expect(within(rowOf('dora@example.com')).getAllByRole('cell')[0]).toHaveTextContent(/^Ddora@/);
    expect(await findA11yViolations()).toEqual([]);
  },
);

test('an address that is invited again has one row while the list of invitations is out of date', async () => {
  const workspace = aWorkspace();
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(memberCalls.listMembers, [owner, asMember(anInvitation({ email: declined.email, role: 'EDITOR' }))]),
    mockCall(invitationCalls.listInvitations, [declined]),
  );
  await visit(`/workspace/${workspace.id}`, aUser());
  await screen.findByText('zoe@example.com');
  expect(firstCells()).toEqual([' (Zoe) zoe@example.com', 'dora@example.com Invited']);
});

test('an editor sees pending members only, and no details', async () => {
  await open({ role: 'EDITOR' });
  expect(firstCells()).toEqual([' (Zoe) zoe@example.com', 'bob@exmaple.com Invited', 'paul@example.com Invited']);
  expect(screen.queryByRole('button', { name: /invitation|invite/i })).toBeNull();
});

test('an owner can change the role of a pending invitation only, an approver of none', async () => {
  const { ui } = await open();
  for (const email of ['erin@example.com', 'dora@example.com']) {
    expect(screen.queryByLabelText(`Role of ${email}`)).toBeNull();
    expect(rowOf(email)).toHaveTextContent('Collaborator');
  }
  const bodies: unknown[] = [];
  server.use(mockCall(memberCalls.changeMemberRole, ({ body }) => (bodies.push(body), [])));
  await ui.selectOptions(screen.getByLabelText('Role of paul@example.com'), 'Collaborator');
  await waitFor(() => expect(bodies).toEqual([expect.objectContaining({ userId: pending.id, role: 'EDITOR' })]));
  expect(screen.getByLabelText('Role of paul@example.com')).toHaveValue('EDITOR');
});

test('an expired invitation can be sent again and is pending then', async () => {
  const { ui, current } = await open();
  const renewed = { ...expired, status: 'pending' as const, expiresAt: pending.expiresAt };
  server.use(
    mockCall(invitationCalls.resendInvitation, ({ params }) => {
      expect(params['invitationId']).toBe(expired.id);
      current.invitations = [pending, renewed, declined];
      return { invitation: renewed };
    }),
  );
  await chooseAction(ui, 'erin@example.com', 'Resend');
  await waitFor(() => expect(rowOf('erin@example.com')).toHaveTextContent(/Expires in/));
  expect(await lastChange()).toHaveTextContent(
    'We’ll email the invitation to erin@example.com again, unless they stopped invitation emails',
  );
});

test('an invitation that is not emailed says so: when it is sent again, and in its row, which has its link', async () => {
  const limited = anInvitation({ email: 'paul@example.com', emailed: 'limit' });
  const { ui, current } = await open();
  expect(rowOf('paul@example.com')).not.toHaveTextContent('Not emailed');
  server.use(
    mockCall(invitationCalls.resendInvitation, () => {
      current.invitations = [limited];
      return { invitation: limited };
    }),
  );
  await chooseAction(ui, 'paul@example.com', 'Resend');
  expect(await lastChange()).toHaveTextContent(
    'We can’t email paul@example.com now, because a daily limit is reached. Copy the link instead',
  );
  // Not with the icon of a success.
  expect((await lastChange()).querySelector('.text-success-icon')).toBeNull();
  expect((await lastChange()).querySelector('.text-warning-icon')).toBeVisible();
  await waitFor(() =>
    expect(rowOf('paul@example.com')).toHaveTextContent(
      /Not emailed when last sent: a daily limit is reached. +Copy the link./,
    ),
  );
  expect(await listActions(ui, 'paul@example.com')).toContain('Copy link');
  expect(await findA11yViolations()).toEqual([]);
});

test('a user who declined can be invited again', async () => {
  const { ui, current } = await open();
  const again = anInvitation({ email: declined.email });
  server.use(
    mockCall(invitationCalls.resendInvitation, () => {
      current.invitations = [again];
      return { invitation: again };
    }),
  );
  await chooseAction(ui, 'dora@example.com', 'Invite again');
  await waitFor(() => expect(rowOf('dora@example.com')).toHaveTextContent('Expires in'));
  expect(rowOf('dora@example.com')).not.toHaveTextContent('Declined');
  expect(await lastChange()).toHaveTextContent(
    'We’ll email the invitation to dora@example.com again, unless they stopped invitation emails',
  );
});

test('an invitation that cannot be sent again says why', async () => {
  const { ui } = await open();
  server.use(mockCall(invitationCalls.resendInvitation, errorResponse('TooManyRequests')));
  await chooseAction(ui, 'paul@example.com', 'Resend');
  expect(await screen.findByRole('alert')).toHaveTextContent('The invitation to paul@example.com was not sent again');
});

test('cancelling asks first, and the invitation disappears', async () => {
  const { ui, current } = await open();
  const cancelled: unknown[] = [];
  server.use(
    mockCall(invitationCalls.cancelInvitation, ({ params }) => {
      cancelled.push(params['invitationId']);
      current.invitations = [expired];
      return {};
    }),
  );
  await chooseAction(ui, 'paul@example.com', 'Cancel invitation');
  const dialog = await screen.findByRole('dialog', { name: 'Cancel this invitation?' });
  expect(dialog).toHaveTextContent('The links to the invitation for paul@example.com stop working.');
  expect(cancelled).toEqual([]);
  await ui.click(within(dialog).getByRole('button', { name: 'Cancel invitation' }));
  await waitFor(() => expect(screen.queryByText('paul@example.com')).toBeNull());
  expect(cancelled).toEqual([pending.id]);
  expect(await lastChange()).toHaveTextContent('The invitation to paul@example.com was cancelled');
  // The focus stays in the table: it is on the row before the cancelled one.
  await waitFor(() => expect(rowOf('erin@example.com')).toHaveFocus());
});

test('a link to a pending invitation is shown once, for copying; an expired one has none', async () => {
  const { ui } = await open();
  const url = 'http://portal.test/invitations/c2VjcmV0';
  server.use(
    mockCall(invitationCalls.createInvitationLink, { invitationId: pending.id, url, expiresAt: pending.expiresAt }),
  );
  expect(await listActions(ui, 'erin@example.com')).toEqual(['Resend', 'Cancel invitation']);
  await chooseAction(ui, 'paul@example.com', 'Copy link');
  const dialog = await screen.findByRole('dialog', { name: 'Invitation link' });
  expect(within(dialog).getByLabelText('Link')).toHaveValue(url);
  await ui.click(within(dialog).getByRole('button', { name: 'Copy link' }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(url));
  await ui.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.body).not.toHaveTextContent('c2VjcmV0');
});

test('members are shown even if the invitations cannot be loaded', async () => {
  const workspace = aWorkspace();
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(memberCalls.listMembers, [owner, asMember(pending)]),
    mockCall(invitationCalls.listInvitations, errorResponse('InternalError')),
  );
  await visit(`/workspace/${workspace.id}`, aUser());
  expect(await screen.findByText('The invitations could not be loaded')).toBeVisible();
  await waitFor(() => expect(firstCells()).toEqual([' (Zoe) zoe@example.com', 'paul@example.com Invited']));
});

describe.each([
  ['the members', memberCalls.listMembers],
  ['the invitations', invitationCalls.listInvitations],
] as const)('while %s are loaded again', (_list, slowCall) => {
  test('a cancelled invitation does not come back', async () => {
    const { ui, current } = await open({}, [pending, expired]);
    const gate = createGate();
    const members = () => [owner, ...current.invitations.filter(({ status }) => status === 'pending').map(asMember)];
    server.use(
      slowCall === memberCalls.listMembers
        ? mockCall(memberCalls.listMembers, members, gate.wait)
        : mockCall(invitationCalls.listInvitations, () => current.invitations, gate.wait),
      mockCall(invitationCalls.cancelInvitation, () => {
        current.invitations = [expired];
        return {};
      }),
    );
    await cancelInvitation(ui, 'paul@example.com');
    await waitFor(() => expect(gate.arrivals).toBe(1));
    await waitFor(() => expect(screen.queryByText('paul@example.com')).toBeNull());
    gate.open();
    await waitFor(() => expect(firstCells()).toHaveLength(2));
  });
});

test('a removed member does not come back as the invitation that they accepted', async () => {
  const workspace = aWorkspace();
  const member = aMember({ email: pending.email });
  let isRemoved = false;
  server.use(
    mockCall(workspaceCalls.getWorkspace, workspace),
    mockCall(memberCalls.listMembers, () => (isRemoved ? [owner] : [owner, member])),
    // The list was loaded before the invitation was accepted.
    mockCall(invitationCalls.listInvitations, [pending]),
    mockCall(memberCalls.removeMember, () => {
      isRemoved = true;
      return [owner];
    }),
  );
  const { ui } = await visit(`/workspace/${workspace.id}`, aUser());
  await removeMember(ui, pending.email);
  await waitFor(() => expect(firstCells()).toEqual([' (Zoe) zoe@example.com']));
});
