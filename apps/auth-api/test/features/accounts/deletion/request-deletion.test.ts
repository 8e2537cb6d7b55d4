/** @takes 15 s */
import { dayMs, UserForStaff, WhoamiUser } from '@portal/contract';
import type { AccountEmailKind } from '../../../../src/features/emails/kinds.ts';
import { sendAccountEmail } from '../../../../src/features/emails/send-account-email.ts';
import type { User } from '../../../../src/generated/prisma/client.ts';
import type { Credentials } from '../../../support/api.ts';
import {
  addMember,
  logIn,
  makeInvitation,
  makeStaff,
  makeUser,
  makeWorkspace,
  proveMailbox,
} from '../../../support/builders.ts';
import { emailsTo } from '../../../support/inbox.ts';
import { openTransaction, waitForLock } from '../../../support/lock-waits.ts';
import {
  deletionPath,
  makeDue,
  readDeletion,
  requestDeletion,
  runJob,
  settle,
  startDeletionStack,
  type DeletionStack,
} from '../../../support/erase.ts';
import { errorTypeOf } from '../../../support/responses.ts';

let stack: DeletionStack;
let api: DeletionStack['api'];
beforeAll(async () => {
  stack = await startDeletionStack();
  ({ api } = stack);
});
afterAll(() => stack.close());

async function loggedIn(overrides: Parameters<typeof makeUser>[1] = {}) {
  const user = await makeUser(api, overrides);
  return { user, credentials: await logIn(api, user) };
}

async function sendEmails(user: User): Promise<AccountEmailKind[]> {
  const rows = await api.db.accountEmail.findMany({ where: { userId: user.id }, orderBy: { id: 'asc' } });
  for (const { id } of rows) await sendAccountEmail({ emailId: id }, api.services);
  return rows.map(({ kind }) => kind as AccountEmailKind);
}

/** The path of the link in the newest email to a user. */
async function linkTo(user: User, count = 1): Promise<string> {
  const text = (await emailsTo(stack.mail, user, count)).at(-1)?.text ?? '';
  return /http:\/\/localhost:9001(\/account-deletion\/cancel\?token=[\w-]+)/.exec(text)?.[1] ?? '';
}

/** A Stripe customer with an unpaid invoice. */
async function makeDebtor(user: User): Promise<void> {
  const { id: customerId } = await stack.stripe.request<{ id: string }>('POST', '/v1/customers', { email: user.email });
  await stack.stripe.request('POST', '/v1/subscriptions', {
    customer: customerId,
    'items[0][price]': 'price_monthly',
    collection_method: 'send_invoice',
    days_until_due: '30',
  });
  await api.db.billingAccount.create({ data: { userId: user.id, email: user.email, customerId } });
}

const entriesOf = ({ id }: User) =>
  api.db.auditEntry.findMany({
    where: { actorUserId: id },
    orderBy: { id: 'asc' },
    select: { action: true, credential: true },
  });

describe('a request to delete an account', () => {
  it('waits for a change of an owned workspace, also of a deleted one, before it locks the session', async () => {
    for (const deletedAt of [null, new Date()]) {
      const { user, credentials } = await loggedIn();
      const { id } = await makeWorkspace(api, user, { deletedAt });
      const change = await openTransaction(api, 'SELECT 1 FROM workspaces WHERE id = $1 FOR NO KEY UPDATE', [id]);
      const requested = requestDeletion(api, user, credentials).then(({ status }) => status);
      await waitForLock(api, 'FROM workspaces');
      await change.query('SELECT 1 FROM sessions WHERE user_id = $1 FOR UPDATE NOWAIT', [user.id]);
      await change.end('COMMIT');
      expect(await requested).toBe(200);
    }
  });

  it('names what goes with it, and is due in 14 days; a second one changes nothing', async () => {
    const { user, credentials } = await loggedIn();
    const workspace = await makeWorkspace(api, user, { displayName: 'Mine alone' });
    const workspaces = [{ workspaceId: workspace.id, displayName: 'Mine alone' }];
    expect(await readDeletion(api, user, credentials)).toEqual({
      graceDays: 14,
      requestedAt: null,
      dueAt: null,
      blockers: [],
      workspaces,
    });
    expect((await requestDeletion(api, user, credentials)).status).toBe(200);
    const pending = await readDeletion(api, user, credentials);
    expect(pending).toMatchObject({ blockers: [], workspaces });
    expect(Date.parse(pending.dueAt ?? '') - Date.parse(pending.requestedAt ?? '')).toBe(14 * dayMs);
    expect((await requestDeletion(api, user, credentials)).body).toEqual(pending);
    expect(await sendEmails(user)).toEqual(['deletionRequested']);
    expect(await entriesOf(user)).toEqual([{ action: 'requestAccountDeletion', credential: 'session' }]);

    const whoami = WhoamiUser.parse((await api.send('GET', '/whoami', credentials)).body);
    expect(whoami.user.deletionDueAt).toBe(pending.dueAt);
    const staff = await makeStaff(api);
    const seen = await api.send('GET', `/staff/users/${user.id}`, staff.credentials);
    expect(UserForStaff.parse(seen.body).deletionDueAt).toBe(pending.dueAt);
    const [message] = await emailsTo(stack.mail, user, 1);
    expect(message?.text).toContain('Mine alone');
  });

  it('needs a recent login', async () => {
    const user = await makeUser(api);
    const credentials = await logIn(api, user, new Date(Date.now() - dayMs));
    expect(errorTypeOf(await requestDeletion(api, user, credentials))).toBe('FreshLoginRequired');
  });

  it('is open to a suspended user, and not to a quarantined one', async () => {
    const suspended = await loggedIn({ suspendedAt: new Date() });
    expect((await requestDeletion(api, suspended.user, suspended.credentials)).status).toBe(200);
    await sendEmails(suspended.user);
    expect((await emailsTo(stack.mail, suspended.user, 1))[0]?.text).toContain('when the lock has ended');
    const quarantined = await loggedIn({ quarantinedAt: new Date() });
    expect(errorTypeOf(await requestDeletion(api, quarantined.user, quarantined.credentials))).toBe(
      'AccountQuarantined',
    );
  });

  it('is blocked by a workspace with other members, until it is deleted', async () => {
    const { user, credentials } = await loggedIn();
    const workspace = await makeWorkspace(api, user, { displayName: 'Ours' });
    await addMember(api, workspace, await makeUser(api), 'EDITOR');
    const blocker = { kind: 'ownedWorkspace', workspaceId: workspace.id, displayName: 'Ours', memberCount: 1 };
    expect(await readDeletion(api, user, credentials)).toMatchObject({ blockers: [blocker], workspaces: [] });
    expect(errorTypeOf(await requestDeletion(api, user, credentials))).toBe('AccountDeletionBlocked');
    expect(await api.db.accountDeletion.count({ where: { userId: user.id } })).toBe(0);
    await api.send('DELETE', `/workspaces/${workspace.id}`, credentials).send({});
    expect((await requestDeletion(api, user, credentials)).status).toBe(200);
  });

  it('is blocked by an unpaid invoice, which it says where to pay', async () => {
    const { user, credentials } = await loggedIn();
    await makeDebtor(user);
    expect((await readDeletion(api, user, credentials)).blockers).toEqual([
      { kind: 'unpaidInvoice', amount: 4_900, currency: 'usd', url: expect.stringContaining('/invoices/') as string },
    ]);
    expect(errorTypeOf(await requestDeletion(api, user, credentials))).toBe('AccountDeletionBlocked');
  });

  it('is rejected while Stripe is unreachable, and can be cancelled meanwhile', async () => {
    const { user, credentials } = await loggedIn();
    await makeDebtor(user);
    const other = await loggedIn();
    await requestDeletion(api, other.user, other.credentials);
    await api.db.billingAccount.update({ where: { userId: user.id }, data: { subscriptionStatus: 'past_due' } });
    await stack.stripe.setFaults({ api: { status: 503 } });
    expect(errorTypeOf(await requestDeletion(api, user, credentials))).toBe('BillingUnavailable');
    expect((await readDeletion(api, user, credentials)).blockers).toEqual([
      { kind: 'unpaidInvoice', amount: null, currency: null, url: null },
    ]);
    expect((await api.send('DELETE', deletionPath(other.user), other.credentials).send({})).body).toMatchObject({
      dueAt: null,
    });
    await stack.stripe.setFaults({});
  });
});

describe('what others could do against a deletion', () => {
  const invite = (workspaceId: string, credentials: Credentials) =>
    api.send('POST', `/workspace/${workspaceId}/members`, credentials).send({ email: 'late@example.com' });
  const stateOf = ({ id }: { id: string }) => api.db.invitation.findUniqueOrThrow({ where: { id } });

  it('a request cancels the open invitations to the workspaces that go with the account, and no others', async () => {
    const { user, credentials } = await loggedIn();
    const [own, theirs] = [await makeWorkspace(api, user), await makeWorkspace(api, await makeUser(api))];
    await addMember(api, theirs, user, 'APPROVER');
    const invitee = await loggedIn();
    const pending = await makeInvitation(api, own, { email: invitee.user.email });
    const expired = await makeInvitation(api, own, { expiresAt: new Date() });
    const elsewhere = await makeInvitation(api, theirs, { inviterId: user.id });
    expect((await requestDeletion(api, user, credentials)).status).toBe(200);
    await proveMailbox(api, pending, invitee.user);
    const accept = await api
      .send('POST', `/invitations/${pending.id}/accept`, invitee.credentials)
      .send({ role: 'EDITOR' });
    expect(errorTypeOf(accept)).toBe('InvitationEnded');
    const [entry] = await api.db.auditEntry.findMany({ where: { actorUserId: user.id } });
    expect(entry?.details).toMatchObject({ cancelledInvitationIds: [pending.id, expired.id] });
    expect((await stateOf(elsewhere)).cancelledAt).toBeNull();
    await api.send('DELETE', deletionPath(user), credentials).send({});
    expect((await stateOf(pending)).cancelledAt).not.toBeNull();

    await requestDeletion(api, user, credentials);
    await makeDue(api, user);
    await runJob(api, user);
    expect((await stateOf(elsewhere)).cancelledAt).not.toBeNull();
    expect(await api.db.accountDeletion.findUnique({ where: { userId: user.id } })).toMatchObject({
      cancelledAt: null,
    });
  });

  it('while it is pending, no one is invited to the workspaces of the user, and no invitation to them is accepted', async () => {
    const { user, credentials } = await loggedIn();
    const workspace = await makeWorkspace(api, user);
    const { user: invitee, credentials: asInvitee } = await loggedIn();
    await requestDeletion(api, user, credentials);
    // As if sent at the same moment as the request.
    const invitation = await makeInvitation(api, workspace, { email: invitee.email });
    await proveMailbox(api, invitation, invitee);
    const { id } = invitation;
    const path = `/workspaces/${workspace.id}/invitations`;
    const responses = [
      await invite(workspace.id, credentials),
      await api.send('POST', path, credentials).send({ emails: ['late@example.com'] }),
      await api.send('POST', `${path}/${id}/resend`, credentials).send({}),
    ];
    expect(responses.map(errorTypeOf)).toEqual(Array.from({ length: 3 }, () => 'AccountDeletionPending'));
    const accept = await api.send('POST', `/invitations/${id}/accept`, asInvitee).send({ role: 'EDITOR' });
    expect(errorTypeOf(accept)).toBe('WorkspaceNotFound');
    await api.send('DELETE', deletionPath(user), credentials).send({});
    expect((await invite(workspace.id, credentials)).status).toBe(200);
  });

  it('while it is pending, the user becomes the owner of no workspace: not by an offer, not by staff', async () => {
    const { user, credentials } = await loggedIn();
    const owner = await loggedIn();
    const workspace = await makeWorkspace(api, owner.user);
    await addMember(api, workspace, user, 'APPROVER');
    const path = `/workspaces/${workspace.id}/ownership-offer`;
    await api.send('POST', path, owner.credentials).send({ userId: user.id });
    await requestDeletion(api, user, credentials);
    expect(errorTypeOf(await api.send('POST', `${path}/accept`, credentials).send({}))).toBe('AccountDeletionPending');
    await api.send('DELETE', path, owner.credentials);
    expect(errorTypeOf(await api.send('POST', path, owner.credentials).send({ userId: user.id }))).toBe(
      'MemberCannotOwn',
    );
    const staff = await makeStaff(api);
    const body = { userId: user.id, reason: 'Has left the company' };
    const reassign = await api.send('POST', `/staff/workspaces/${workspace.id}/owner`, staff.credentials).send(body);
    expect(errorTypeOf(reassign)).toBe('MemberCannotOwn');
  });

  it('while it is pending, staff restore no workspace of the user, which may have members', async () => {
    const { user, credentials } = await loggedIn();
    const workspace = await makeWorkspace(api, user, { deletedAt: new Date() });
    await addMember(api, workspace, await makeUser(api), 'EDITOR');
    await requestDeletion(api, user, credentials);
    const { credentials: asStaff } = await makeStaff(api);
    const restore = () => api.send('POST', `/workspaces/${workspace.id}/restore`, asStaff).send({});
    expect(errorTypeOf(await restore())).toBe('WorkspaceNotRestorable');
    await api.send('DELETE', deletionPath(user), credentials).send({});
    expect((await restore()).status).toBe(200);
  });

  it('a workspace that staff set up meanwhile is deleted with the account', async () => {
    const { user, credentials } = await loggedIn();
    await requestDeletion(api, user, credentials);
    const { credentials: asStaff } = await makeStaff(api);
    const body = { userId: user.id };
    const setUp = await api.send('POST', '/workspaces/setup-production-workspace-by-userid', asStaff).send(body);
    expect(setUp.status).toBe(200);
    await makeDue(api, user);
    await runJob(api, user);
    expect(await api.db.workspace.count({ where: { creatorUserId: user.id, deletedAt: null } })).toBe(0);
  });
});

describe('a pending deletion', () => {
  it('can be cancelled, also without a recent login, and requested again', async () => {
    const { user, credentials } = await loggedIn();
    await requestDeletion(api, user, credentials);
    const late = await logIn(api, user, new Date(Date.now() - dayMs));
    expect((await api.send('DELETE', deletionPath(user), late).send({})).body).toMatchObject({
      requestedAt: null,
      dueAt: null,
    });
    expect((await api.send('DELETE', deletionPath(user), late).send({})).status).toBe(200);
    expect(await sendEmails(user)).toEqual(['deletionRequested', 'deletionCancelled']);
    // The first email is about a deletion that is no longer pending.
    expect((await emailsTo(stack.mail, user, 1)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/account will not be deleted$/),
    ]);
    expect((await requestDeletion(api, user, credentials)).status).toBe(200);
    expect((await entriesOf(user)).map(({ action }) => action)).toEqual([
      'requestAccountDeletion',
      'cancelAccountDeletion',
      'requestAccountDeletion',
    ]);
  });

  it('can be cancelled by the link in the email, once, no matter who is logged in', async () => {
    const { user, credentials } = await loggedIn();
    await requestDeletion(api, user, credentials);
    await sendEmails(user);
    const path = await linkTo(user);
    const shown = await api.send('GET', path);
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('Keep your account?')]);
    expect((await readDeletion(api, user, credentials)).dueAt).not.toBeNull();
    for (const _ of ['first', 'again'])
      expect((await api.send('POST', path)).text).toContain('Your account will not be deleted');
    expect((await readDeletion(api, user, credentials)).dueAt).toBeNull();
    expect(await sendEmails(user)).toEqual(['deletionCancelled']);
    expect(await entriesOf(user)).toEqual([
      { action: 'requestAccountDeletion', credential: 'session' },
      { action: 'cancelAccountDeletion', credential: 'link' },
    ]);

    await requestDeletion(api, user, credentials);
    expect((await api.send('POST', path)).status).toBe(400);
    expect((await readDeletion(api, user, credentials)).dueAt).not.toBeNull();
  });

  it('cannot be cancelled by the link once the account is closed, which the link says', async () => {
    const { user, credentials } = await loggedIn();
    await requestDeletion(api, user, credentials);
    await sendEmails(user);
    const path = await linkTo(user);
    await makeDue(api, user);
    await runJob(api, user);
    expect((await api.send('POST', path)).text).toContain('Too late to keep the account');
    await settle(api, user);
    await runJob(api, user);
    for (const method of ['GET', 'POST'])
      expect((await api.send(method, path)).text).toContain('Too late to keep the account');
    expect(await api.db.user.count({ where: { id: user.id } })).toBe(0);
  });

  it('stores only the hash of the link, and a second email has another link', async () => {
    const { user, credentials } = await loggedIn();
    await requestDeletion(api, user, credentials);
    const [row] = await api.db.accountEmail.findMany({ where: { userId: user.id } });
    await sendEmails(user);
    const path = await linkTo(user);
    const token = path.split('token=')[1] ?? '';
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(await api.db.accountDeletion.findMany())).not.toContain(token);
    // As if the process had been killed before it deleted the row.
    if (row) await api.db.accountEmail.create({ data: { ...row, details: row.details ?? {} } });
    await sendEmails(user);
    const second = await linkTo(user, 2);
    expect(second).not.toBe(path);
    expect((await api.send('POST', second)).text).toContain('Your account will not be deleted');
  });
});
