import { MyInvitations, OpenedInvitation, ProductionWorkspace, Workspaces, ErrorBody } from '@portal/contract';
import { ulid } from 'ulid';
import type { User } from '../../../../src/generated/prisma/client.ts';
import { startJobWorker, type JobWorker } from '../../../../src/jobs/worker.ts';
import { createPreProvisionedUserLink } from '../../../../src/features/accounts/users/pre-provisioned-user-links.ts';
import { sendWorkspaceCreatedEmail } from '../../../../src/features/accounts/users/send-workspace-created-email.ts';
import type { Credentials } from '../../../support/api.ts';
import { auditEntriesOf } from '../../../support/audit-log.ts';
import { logIn, logInWithClaims, mailboxLogin, makeUser, makeWorkspace } from '../../../support/builders.ts';
import { startInbox, type Inbox } from '../../../support/inbox.ts';
import { pollUntil } from '../../../support/polling.ts';
import { startStaffApi, type StaffApi } from '../../../support/staff-api.ts';

let mail: Inbox;
let api: StaffApi;
let jobs: JobWorker;
beforeAll(async () => {
  mail = await startInbox();
  api = await startStaffApi({ SMTP_URL: mail.smtpUrl });
  jobs = startJobWorker(api.services);
});
afterAll(async () => {
  await jobs.stop();
  await api.close();
  await mail.close();
});

const newAddress = () => `${ulid().toLowerCase()}@example.com`;
/** Staff set up a workspace for an address. */
async function prepare(email: string) {
  const setUp = api.send('POST', '/workspaces/setup-production-workspace', api.staff.credentials);
  return ProductionWorkspace.parse((await setUp.send({ userEmail: email })).body);
}
/** The link in the latest of several emails to an address. */
async function linkTo(email: string, count = 1): Promise<string> {
  const messages = await pollUntil(
    () => mail.messagesTo(email),
    (found) => found.length >= count,
  );
  return /\/invitations\/([\w-]+)/.exec(messages.at(-1)?.text ?? '')?.[1] ?? '';
}
const makeLink = async ({ userId: preProvisionedUserId, workspaceId }: ProductionWorkspace) =>
  (await createPreProvisionedUserLink({ preProvisionedUserId, workspaceId }, api.services)).url.split('/').at(-1) ?? '';
const openLink = async (token: string, credentials: Credentials) =>
  OpenedInvitation.parse((await api.send('POST', '/invitations/open', credentials).send({ token })).body);
const waitingFor = async (credentials: Credentials) =>
  MyInvitations.parse((await api.send('GET', '/invitations', credentials)).body);
const workspaceIdsOf = async (credentials: Credentials) =>
  Workspaces.parse((await api.send('GET', '/workspaces', credentials)).body).map(({ id }) => id);
const ownersOf = async (workspaceId: string) =>
  (await api.db.membership.findMany({ where: { workspaceId } })).map(({ userId, role }) => [userId, role]);
const logInAgain = (user: User) =>
  logInWithClaims({ ...mailboxLogin(user.email, user.auth0Id ?? ''), nickname: 'Eve' }, api.services);

describe('an attacker who signed up with a password and the address of a customer before', () => {
  /** Before or after the sign-up, staff prepare a workspace. The owner of the mailbox has followed the link that verifies it. */
  async function preRegister() {
    const attacker = await makeUser(api, { email: newAddress(), emailVerified: false });
    const prepared = await prepare(attacker.email);
    await logInAgain(attacker);
    return { attacker, prepared, asAttacker: await logIn(api, attacker) };
  }

  it('gets nothing, and sees only that something waits', async () => {
    const { attacker, prepared, asAttacker } = await preRegister();
    expect(await workspaceIdsOf(asAttacker)).toEqual([]);
    const { text } = await api.send('GET', '/invitations', asAttacker);
    expect(JSON.parse(text)).toEqual([{ id: prepared.userId, kind: 'prepared', missingProof: 'link' }]);
    for (const path of [`/workspaces/${prepared.workspaceId}`, `/workspace/${prepared.workspaceId}/members`])
      expect((await api.send('GET', path, asAttacker)).status).toBe(404);
    for (const [how, body] of [
      ['accept', { role: 'APPROVER' }],
      ['decline', {}],
    ] as const) {
      const response = await api.send('POST', `/invitations/${prepared.userId}/${how}`, asAttacker).send(body);
      expect(ErrorBody.parse(response.body).error.type).toBe('InvitationNotFound');
    }
    const deletion = await api.send('GET', `/users/${attacker.id}/deletion`, asAttacker);
    expect(JSON.stringify(deletion.body)).not.toContain(prepared.workspaceId);
    expect(await ownersOf(prepared.workspaceId)).toEqual([[prepared.userId, 'OWNER']]);
  });

  it('does not get what staff prepare for the address of the account later', async () => {
    const { asAttacker, attacker } = await preRegister();
    const later = await prepare(attacker.email);
    await logInAgain(attacker);
    expect(await workspaceIdsOf(asAttacker)).toEqual([]);
    expect(await ownersOf(later.workspaceId)).toEqual([[later.userId, 'OWNER']]);
  });

  it('loses it to the owner of the mailbox, who opens the link in the email', async () => {
    const { attacker, prepared, asAttacker } = await preRegister();
    const owner = await makeUser(api, { email: attacker.email });
    const asOwner = await logIn(api, owner);
    const token = await linkTo(owner.email);
    const entries = await auditEntriesOf(api, async () => {
      expect(await openLink(token, asOwner)).toMatchObject({ status: 'claimed', workspaceId: prepared.workspaceId });
    });
    const claimed = { preProvisionedUserId: prepared.userId, workspaceIds: [prepared.workspaceId], lockOuts: [] };
    expect(entries).toMatchObject([
      { action: 'openInvitationLink', actorUserId: owner.id, workspaceId: null, details: { claimed } },
      { action: 'claimInvitation', actorUserId: owner.id, workspaceId: prepared.workspaceId },
    ]);
    expect(await workspaceIdsOf(asOwner)).toEqual([prepared.workspaceId]);
    expect(await ownersOf(prepared.workspaceId)).toEqual([[owner.id, 'OWNER']]);
    expect([await waitingFor(asOwner), await waitingFor(asAttacker)]).toEqual([[], []]);
    expect(await openLink(token, asOwner)).toMatchObject({ status: 'alreadyMember' });
    expect(await openLink(token, asAttacker)).toMatchObject({ status: 'notOpen', workspaceId: null });
    await api.db.workspace.update({ where: { id: prepared.workspaceId }, data: { quarantinedAt: new Date() } });
    expect(await openLink(token, asOwner)).toMatchObject({ status: 'alreadyMember' });
  });

  it('who asks for the link gets it sent to the mailbox', async () => {
    const { attacker, prepared, asAttacker } = await preRegister();
    await linkTo(attacker.email);
    expect((await api.send('POST', `/invitations/${prepared.userId}/email-link`, asAttacker).send({})).status).toBe(
      200,
    );
    const token = await linkTo(attacker.email, 2);
    const asOwner = await logIn(api, await makeUser(api, { email: attacker.email }));
    expect(await openLink(token, asOwner)).toMatchObject({ status: 'claimed' });
  });
});

describe('what staff prepared for an address', () => {
  it('is not lost if the mailbox stopped invitation emails: the owner requests the link, and gets it', async () => {
    const user = await makeUser(api, { email: newAddress() });
    await api.db.suppressedAddress.create({ data: { addressHash: api.services.hashMailbox(user.email) } });
    const { userId, workspaceId } = await prepare(user.email);
    const credentials = await logIn(api, user);
    expect((await api.send('POST', `/invitations/${userId}/email-link`, credentials).send({})).status).toBe(200);
    expect(await openLink(await linkTo(user.email), credentials)).toMatchObject({ status: 'claimed', workspaceId });
    expect(await mail.messagesTo(user.email)).toHaveLength(1);
  });

  it('is not emailed again and again to an address that its mail server rejects for good', async () => {
    const owner = await makeUser(api, { email: newAddress() });
    const workspace = await makeWorkspace(api, owner);
    const emailId = ulid();
    const payload = { emailId, workspaceId: workspace.id, ownerId: owner.id, creatorId: api.staff.user.id };
    await mail.setMode('reject for good');
    await sendWorkspaceCreatedEmail(payload, api.services);
    await mail.setMode('accept');
    expect(await api.db.invitationEmail.count({ where: { id: emailId } })).toBe(0);
    expect(await mail.messagesTo(owner.email)).toEqual([]);
  });

  it('waits for a new login of an account whose connection proves the mailbox', async () => {
    const email = newAddress();
    const user = await logInWithClaims(mailboxLogin(email), api.services);
    await api.db.user.update({ where: { id: user.id }, data: { tosVersionId: api.services.legal.currentVersionId } });
    const credentials = await logIn(api, user);
    const { workspaceId, userId } = await prepare(email);
    expect(await waitingFor(credentials)).toEqual([{ id: userId, kind: 'prepared', missingProof: 'login' }]);
    await logInWithClaims(mailboxLogin(email), api.services);
    expect(await ownersOf(workspaceId)).toEqual([[user.id, 'OWNER']]);
    expect(await waitingFor(credentials)).toEqual([]);
  });

  it('is listed among invitations, each on one page', async () => {
    const user = await makeUser(api, { email: newAddress() });
    const credentials = await logIn(api, user);
    const { userId } = await prepare(user.email);
    const first = await api.send('GET', '/invitations?limit=1', credentials);
    expect(MyInvitations.parse(first.body).map(({ id }) => id)).toEqual([userId]);
    expect((await api.send('GET', `/invitations?limit=1&after=${userId}`, credentials)).body).toEqual([]);
  });

  it('is not handed over by a link that is older than it', async () => {
    const user = await makeUser(api, { email: newAddress() });
    const credentials = await logIn(api, user);
    const [first, token] = [await prepare(user.email), await linkTo(user.email)];
    const second = await prepare(user.email);
    expect(await openLink(token, credentials)).toMatchObject({ status: 'claimed', workspaceId: first.workspaceId });
    expect(await workspaceIdsOf(credentials)).toEqual([first.workspaceId]);
    expect(await waitingFor(credentials)).toEqual([{ id: second.userId, kind: 'prepared', missingProof: 'link' }]);
  });

  it('is handed over by one link as a whole', async () => {
    const user = await makeUser(api, { email: newAddress() });
    const credentials = await logIn(api, user);
    const [first, second] = [await prepare(user.email), await prepare(user.email)];
    expect(await openLink(await makeLink(first), credentials)).toMatchObject({ status: 'claimed' });
    expect(new Set(await workspaceIdsOf(credentials))).toEqual(new Set([first.workspaceId, second.workspaceId]));
  });

  it('is not handed over to another or an unverified address, or by an expired link', async () => {
    const prepared = await prepare(newAddress());
    const { email } = await api.db.user.findUniqueOrThrow({ where: { id: prepared.userId } });
    const token = await makeLink(prepared);
    const asOther = await logIn(api, await makeUser(api));
    expect(await openLink(token, asOther)).toMatchObject({ status: 'wrongAccount', neededEmail: email });
    const asUnverified = await logIn(api, await makeUser(api, { email, emailVerified: false }));
    expect(await openLink(token, asUnverified)).toMatchObject({ status: 'unverified' });
    await api.db.preProvisionedUserLink.updateMany({
      where: { preProvisionedUserId: prepared.userId },
      data: { expiresAt: new Date() },
    });
    const asVerified = await logIn(api, await makeUser(api, { email }));
    expect(await openLink(token, asVerified)).toMatchObject({ status: 'expired', workspaceId: null });
    expect(await openLink(token, asOther)).toMatchObject({ status: 'notOpen', neededEmail: null });
    expect(await ownersOf(prepared.workspaceId)).toEqual([[prepared.userId, 'OWNER']]);
  });

  it('goes to one of two accounts that open the link at once', async () => {
    const email = newAddress();
    const prepared = await prepare(email);
    const token = await makeLink(prepared);
    const users = [await makeUser(api, { email }), await makeUser(api, { email })];
    const credentials = await Promise.all(users.map((user) => logIn(api, user)));
    const opened = await Promise.all(
      Array.from({ length: 10 }, (_, index) => openLink(token, credentials[index % 2] as Credentials)),
    );
    expect(opened.filter(({ status }) => status === 'claimed')).toHaveLength(1);
    const owners = await ownersOf(prepared.workspaceId);
    expect(owners).toHaveLength(1);
    expect(users.map(({ id }) => [id, 'OWNER'])).toContainEqual(owners[0]);
  });

  it('stays when an attacker with the address has an account of their own deleted', async () => {
    const attacker = await makeUser(api, { email: newAddress() });
    const prepared = await prepare(attacker.email);
    const response = await api.send('POST', `/users/${attacker.id}/deletion`, await logIn(api, attacker)).send({});
    expect(JSON.stringify(response.body)).not.toContain(prepared.workspaceId);
    expect(await api.db.workspace.findUnique({ where: { id: prepared.workspaceId } })).toMatchObject({
      deletedAt: null,
    });
  });

  it('brings a lock of the address with it, which one audit entry names as at a login, and the workspace’s does not', async () => {
    const user = await makeUser(api, { email: newAddress() });
    const prepared = await prepare(user.email);
    await api.db.user.update({ where: { id: prepared.userId }, data: { quarantinedAt: new Date() } });
    const credentials = await logIn(api, user);
    const [entry, ofWorkspace] = await auditEntriesOf(api, async () => openLink(await makeLink(prepared), credentials));
    expect(entry).toMatchObject({ action: 'openInvitationLink', details: { claimed: { lockOuts: ['quarantine'] } } });
    expect(ofWorkspace).toMatchObject({ action: 'claimInvitation', workspaceId: prepared.workspaceId });
    expect(ofWorkspace?.details).not.toHaveProperty('lockOuts');
    expect((await api.send('GET', '/workspaces', credentials)).status).not.toBe(200);
    expect(await ownersOf(prepared.workspaceId)).toEqual([[user.id, 'OWNER']]);
  });
});
