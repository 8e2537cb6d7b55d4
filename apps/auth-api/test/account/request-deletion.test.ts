/** @takes 15 s */
import { dayMs, UserForStaff, Whoami } from '@portal/contract';
import type { AccountEmailKind } from '../../src/account-emails/kinds.ts';
import { sendAccountEmail } from '../../src/jobs/tasks/send-account-email.ts';
import type { User } from '../../src/generated/prisma/client.ts';
import { addMember, logIn, makeStaff, makeUser, makeWorkspace } from '../support/builders.ts';
import { emailsTo } from '../support/inbox.ts';
import {
  deletionPath,
  errorTypeOf,
  makeDue,
  readDeletion,
  requestDeletion,
  runJob,
  settle,
  startDeletionStack,
  type DeletionStack,
} from '../support/erase.ts';

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

    const whoami = Whoami.parse((await api.send('GET', '/whoami', credentials)).body);
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
