import { adminCalls, type OwnershipReassignment, type WorkspaceForStaff } from '@portal/contract';
import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { aMemberForStaff, aWorkspaceForStaff, visitAsStaff } from '../../support/admin-fixtures.ts';
import { clickTwice } from '../../support/admin.ts';
import { errorResponse, mockCall, server } from '../../support/api-server.ts';
import { createGate } from '../../support/gate.ts';
import { aCredentialSummary, aUser } from '@portal/contract/fixtures';
import { skipDoubleClickGuard } from '../../support/double-click.ts';

const member = aMemberForStaff({ email: 'ann@example.com', firstName: 'Ann', lastName: 'Other', role: 'EDITOR' });
const transfer = (overrides: Partial<OwnershipReassignment> = {}): OwnershipReassignment => ({
  id: '01J9ZQ4F3T5V7X9A1C3E5G7J9M',
  from: { userId: '01J9ZQ4F3T5V7X9A1C3E5G7J9K', email: 'olga@example.com', nickname: 'olga' },
  to: { userId: member.userId, email: 'ann@example.com', nickname: 'ann' },
  requestedBy: null,
  reason: 'Has left the company',
  createdAt: '2026-01-01T00:00:00.000Z',
  isOwnerNotified: true,
  needsConfirmation: false,
  confirmedBy: null,
  effectiveAt: '2099-01-04T00:00:00.000Z',
  ...overrides,
});

const staff = aUser({ email: 'sam@systeminit.com', nickname: 'sam' });

async function open(overrides: Partial<WorkspaceForStaff> = {}) {
  let workspace = aWorkspaceForStaff(overrides);
  server.use(
    mockCall(adminCalls.getWorkspaceForStaff, () => workspace),
    mockCall(adminCalls.listMembersForStaff, {
      members: [aMemberForStaff({ role: 'OWNER', email: 'olga@example.com' }), member],
      next: null,
    }),
    mockCall(adminCalls.cancelReassignment, () => {
      workspace = { ...workspace, reassignment: null };
      return {};
    }),
  );
  const portal = await visitAsStaff(`/workspace-admin/workspaces/${workspace.workspaceId}`, staff);
  await screen.findByRole('heading', { level: 1 });
  return {
    ...portal,
    setTransfer: (reassignment: OwnershipReassignment) => (workspace = { ...workspace, reassignment }),
  };
}

/** Chooses the new owner in the dialog, as soon as the members are loaded. */
async function chooseAnn(ui: UserEvent) {
  const option = await screen.findByRole('option', { name: 'Ann Other (ann@example.com)' });
  await ui.selectOptions(screen.getByLabelText(/^New owner/), option);
}

test('staff request a change of the owner with a reason, and cancel it', async () => {
  const { ui, setTransfer } = await open();
  let requested: unknown;
  server.use(
    mockCall(adminCalls.reassignOwnership, ({ body }) => {
      requested = body;
      setTransfer(transfer());
      return { reassignment: transfer() };
    }),
  );
  await ui.click(await screen.findByRole('button', { name: 'Change owner...' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the owner?' }));
  expect(dialog.getByText(/who has 72 hours to object/)).toBeVisible();
  await ui.click(dialog.getByRole('button', { name: 'Change owner' }));
  expect(await dialog.findAllByText('This field is required')).toHaveLength(2);
  await chooseAnn(ui);
  await ui.type(dialog.getByLabelText(/^Reason/), 'Has left the company');
  skipDoubleClickGuard();
  await ui.click(dialog.getByRole('button', { name: 'Change owner' }));
  expect(await screen.findByText(/unless olga@example.com objects by the link in our email/)).toBeVisible();
  expect(requested).toMatchObject({ userId: member.userId, reason: 'Has left the company' });
  expect(screen.queryByRole('button', { name: 'Change owner...' })).toBeNull();
  await ui.click(await screen.findByRole('button', { name: 'Cancel change' }));
  expect(await screen.findByRole('button', { name: 'Change owner...' })).toBeVisible();
});

test('staff log in again for it', async () => {
  const { ui, externalUrls } = await open();
  server.use(mockCall(adminCalls.reassignOwnership, errorResponse('FreshLoginRequired')));
  await ui.click(await screen.findByRole('button', { name: 'Change owner...' }));
  const dialog = within(await screen.findByRole('dialog'));
  await chooseAnn(ui);
  await ui.type(dialog.getByLabelText(/^Reason/), 'Has left');
  await ui.click(dialog.getByRole('button', { name: 'Change owner' }));
  await ui.click(await dialog.findByRole('button', { name: 'Log in again' }));
  expect(externalUrls).toEqual(['http://api.test/auth/login?fresh=1']);
});

test('staff see whether the owner was notified', async () => {
  await open({ reassignment: transfer({ isOwnerNotified: false }) });
  expect(await screen.findByText(/We can’t email olga@example.com, so the owner was not notified/)).toBeVisible();
});

const waiting = (overrides: Partial<OwnershipReassignment> = {}) =>
  transfer({ isOwnerNotified: false, needsConfirmation: true, effectiveAt: null, ...overrides });

test('staff confirm a change that a colleague requested, if the owner cannot be emailed', async () => {
  const requestedBy = { userId: '01J9ZQ4F3T5V7X9A1C3E5G7J9N', email: 'kim@systeminit.com' };
  const { ui } = await open({ reassignment: waiting({ requestedBy }) });
  expect(await screen.findByText(/We can’t email olga@example.com, so the owner can’t object/)).toBeVisible();
  const confirmed = transfer({
    isOwnerNotified: false,
    confirmedBy: { userId: '01J9ZQ4F3T5V7X9A1C3E5G7J9P', email: 'sam@systeminit.com' },
  });
  const bodies: unknown[] = [];
  server.use(
    mockCall(adminCalls.confirmReassignment, ({ body }) => {
      bodies.push(body);
      return { reassignment: confirmed };
    }),
    mockCall(adminCalls.getWorkspaceForStaff, aWorkspaceForStaff({ reassignment: confirmed })),
  );
  await clickTwice(ui, 'Confirm change');
  expect(await screen.findByText(/Confirmed by sam@systeminit.com/)).toBeVisible();
  expect(bodies).toMatchObject([{ reassignmentId: confirmed.id }]);
  expect(screen.queryByRole('button', { name: 'Confirm change' })).toBeNull();
});

test('staff see that a change waits because its author is no longer staff', async () => {
  await open({ reassignment: waiting({ isOwnerNotified: true }) });
  expect(
    await screen.findByText(/The member of staff who requested or confirmed the change no longer has access/),
  ).toBeVisible();
  expect(screen.queryByText(/We can’t email/)).toBeNull();
});

test('a confirmation may need a recent login', async () => {
  const { ui, externalUrls } = await open({ reassignment: waiting() });
  server.use(mockCall(adminCalls.confirmReassignment, errorResponse('FreshLoginRequired')));
  await screen.findByRole('button', { name: 'Confirm change' });
  await clickTwice(ui, 'Confirm change');
  await ui.click(await screen.findByRole('button', { name: 'Log in again' }));
  expect(externalUrls).toEqual(['http://api.test/auth/login?fresh=1']);
});

test('the staff member who requested a change cannot confirm it', async () => {
  const { id: userId, email } = staff;
  await open({ reassignment: waiting({ requestedBy: { userId, email } }) });
  expect(await screen.findByText(/Another member of staff has to confirm the change/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Confirm change' })).toBeNull();
});

test('staff see that the email is being sent', async () => {
  await open({ reassignment: transfer({ isOwnerNotified: false, effectiveAt: null }) });
  expect(await screen.findByText(/The email to olga@example.com is being sent/)).toBeVisible();
});

test('staff see without a reload that the email was sent', async () => {
  const { setTransfer } = await open({ reassignment: transfer({ isOwnerNotified: false, effectiveAt: null }) });
  await screen.findByText(/The email to olga@example.com is being sent/);
  setTransfer(transfer());
  // The page asks again after five seconds.
  expect(
    await screen.findByText(/unless olga@example.com objects by the link in our email/, {}, { timeout: 20_000 }),
  ).toBeVisible();
}, 30_000);

test.each([
  ['OBJECTED', 'olga@example.com objected to ann@example.com as the owner'],
  ['CANCELLED', 'Staff cancelled the change to ann@example.com'],
] as const)('staff see the outcome of the last change: %s', async (outcome, text) => {
  const { from, to, reason } = transfer();
  await open({ lastReassignment: { from, to, reason, outcome, endedAt: new Date().toISOString() } });
  expect(await screen.findByText(new RegExp(`^${text}, `))).toHaveTextContent(
    `${text}, just now. Reason: Has left the company`,
  );
});

test('the quarantine of a workspace lists what stops working', async () => {
  const { ui } = await open();
  const authToken = { id: member.userId, name: 'Deploy', principalName: 'ann', lastUsedAt: null };
  server.use(
    mockCall(
      adminCalls.getWorkspaceCredentialsForStaff,
      aCredentialSummary({ authTokens: [authToken], authTokenCount: 1 }),
    ),
  );
  await ui.click(await screen.findByRole('button', { name: 'Quarantine...' }));
  expect(await within(await screen.findByRole('dialog')).findByText('Deploy as ann')).toBeVisible();
});

test('a cancelled change disappears before the page is loaded again', async () => {
  const { ui } = await open({ reassignment: transfer() });
  const cancel = await screen.findByRole('button', { name: 'Cancel change' });
  const gate = createGate();
  const stale = aWorkspaceForStaff({ reassignment: transfer() });
  server.use(mockCall(adminCalls.cancelReassignment, {}), mockCall(adminCalls.getWorkspaceForStaff, stale, gate.wait));
  await ui.click(cancel);
  expect(await screen.findByRole('button', { name: 'Change owner...' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Cancel change' })).toBeNull();
});
