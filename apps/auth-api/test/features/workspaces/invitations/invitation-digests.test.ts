import { ulid } from 'ulid';
import {
  enqueueInvitationDigests,
  sendInvitationDigest,
} from '../../../../src/features/workspaces/invitations/invitation-digests.ts';
import { Invitation, Invitations, InviteOutcomes, WaitingEmails } from '@portal/contract';
import type { Invitation as InvitationRow, Prisma } from '../../../../src/generated/prisma/client.ts';
import { startApi, type TestApi } from '../../../support/api.ts';
import { logIn, makeInvitation, makeServiceAccount, makeUser, makeWorkspace } from '../../../support/builders.ts';
import { startInbox, type Inbox } from '../../../support/inbox.ts';

let mail: Inbox;
let api: TestApi;
beforeAll(async () => {
  mail = await startInbox();
  api = await startApi({ SMTP_URL: mail.smtpUrl, RATE_LIMIT_MULTIPLIER: '1' });
});
afterAll(async () => {
  await api.close();
  await mail.close();
});

const newEmail = () => `${ulid().toLowerCase()}@example.com`;

/** An invitation that waits for the evening, of an owner and a workspace of its own. */
async function makeWaiting(email: string, overrides: Partial<Prisma.InvitationUncheckedCreateInput> = {}) {
  const owner = await makeUser(api, { nickname: 'Zoe' });
  const workspace = await makeWorkspace(api, owner, { displayName: 'Staging.example' });
  const limit = { emailLimit: 'address', emailLimitedAt: new Date() };
  const invitation = await makeInvitation(api, workspace, { email, inviterId: owner.id, ...limit, ...overrides });
  return { owner, workspace, invitation };
}

const digestsOf = async (email: string) => {
  const { rows } = await api.services.pool.query<{ payload: { emailId: string; invitationIds: string[] } }>(
    `SELECT payload FROM graphile_worker._private_jobs job JOIN graphile_worker._private_tasks task ON task.id = job.task_id
     WHERE identifier = 'sendInvitationDigest'`,
  );
  const ids = new Set((await api.db.invitation.findMany({ where: { email } })).map(({ id }) => id));
  return rows.map(({ payload }) => payload).filter(({ invitationIds }) => invitationIds.some((id) => ids.has(id)));
};

async function sendDigests(email: string) {
  await enqueueInvitationDigests(api.services);
  const digests = await digestsOf(email);
  for (const digest of digests) await sendInvitationDigest(digest, api.services);
  return digests;
}

const stateOf = async ({ id }: InvitationRow) => {
  const { emailLimit, emailSentAt, emailFailedAt } = await api.db.invitation.findUniqueOrThrow({ where: { id } });
  return { isWaiting: emailLimit !== null, isSent: emailSentAt !== null, hasFailed: emailFailedAt !== null };
};

describe('the invitations that wait for a mailbox', () => {
  it('are in one email, each with its sender, its workspace and a link that works', async () => {
    const email = newEmail();
    const all = [await makeWaiting(email), await makeWaiting(email, { role: 'APPROVER' })];
    await sendDigests(email);
    const [message, ...others] = await mail.messagesTo(email);
    expect(others).toEqual([]);
    expect(message?.subject).toBe('You have 2 invitations in System Initiative');
    // The name of the workspace is quoted, and is no link.
    expect(
      message?.text.match(/“Zoe”.* invited you to the workspace “[^”]*” as (Collaborator|Approver)/g),
    ).toHaveLength(2);
    expect(message?.text).not.toContain('Staging.example');
    const tokens = [...(message?.text ?? '').matchAll(/\/invitations\/([\w-]{43})/g)].map(([, token]) => token);
    const asInvitee = await logIn(api, await makeUser(api, { email }));
    const opened = await Promise.all(
      tokens.map((token) => api.send('POST', '/invitations/open', asInvitee).send({ token })),
    );
    expect(opened.map(({ body }) => (body as { status: string }).status)).toEqual(['open', 'open']);
    for (const { invitation } of all)
      expect(await stateOf(invitation)).toEqual({ isWaiting: false, isSent: true, hasFailed: false });
  });

  it('are in one email only, also if several processes and attempts send it', async () => {
    const email = newEmail();
    await makeWaiting(email);
    await Promise.all([1, 2, 3].map(() => enqueueInvitationDigests(api.services)));
    const digests = await digestsOf(email);
    expect(digests).toHaveLength(1);
    for (const digest of [...digests, ...digests]) await sendInvitationDigest(digest, api.services);
    await enqueueInvitationDigests(api.services);
    expect(await digestsOf(email)).toHaveLength(1);
    expect(await mail.messagesTo(email)).toHaveLength(1);
  });

  it('of one sender beyond twenty wait for the next evening', async () => {
    const email = newEmail();
    await makeManyWaiting(Array<string>(21).fill(email));
    const [digest, ...others] = await sendDigests(email);
    expect(digest?.invitationIds).toHaveLength(20);
    expect(others).toEqual([]);
    expect(await api.db.invitation.count({ where: { email, emailLimit: 'address' } })).toBe(1);
  });

  it('of many senders are in further emails', async () => {
    const email = newEmail();
    for (let count = 0; count < 21; count++) await makeWaiting(email);
    const digests = await sendDigests(email);
    expect(digests.map(({ invitationIds }) => invitationIds.length)).toEqual([20, 1]);
    expect(await mail.messagesTo(email)).toHaveLength(2);
  });

  it('to another spelling of the mailbox are in an email of their own, without those to the first', async () => {
    const [email, tagged] = ['waits@gmail.com', 'waits+work@gmail.com'];
    await makeWaiting(email);
    await makeWaiting(tagged);
    await enqueueInvitationDigests(api.services);
    for (const spelling of [email, tagged])
      expect((await digestsOf(spelling)).map(({ invitationIds }) => invitationIds.length)).toEqual([1]);
  });

  it('of one sender to another spelling wait for the next evening', async () => {
    const [email, tagged] = [newEmail()].flatMap((address) => [address, address.replace('@', '+work@')]);
    await makeManyWaiting([email ?? '', tagged ?? '']);
    await enqueueInvitationDigests(api.services);
    expect(await digestsOf(email ?? '')).toHaveLength(1);
    expect(await digestsOf(tagged ?? '')).toEqual([]);
    await enqueueInvitationDigests(api.services);
    expect(await digestsOf(tagged ?? '')).toHaveLength(1);
  });

  it('to more than five spellings wait, the newest for the next evening', async () => {
    const address = newEmail();
    const spellings = Array.from({ length: 6 }, (_, index) => address.replace('@', `+${index}@`));
    for (const [index, email] of spellings.entries())
      await makeWaiting(email, { sentAt: new Date(Date.now() - (6 - index) * 60_000) });
    await enqueueInvitationDigests(api.services);
    const counts = await Promise.all(spellings.map(async (email) => (await digestsOf(email)).length));
    expect(counts).toEqual([1, 1, 1, 1, 1, 0]);
  });
});

/** The invitations of one sender, in workspaces of their own, that wait longer than those of others. */
async function makeManyWaiting(
  emails: readonly string[],
  ofWorkspaces = false,
  sentAt = new Date(Date.now() - 3_600_000),
) {
  const sender = await makeUser(api);
  for (const email of emails) {
    const workspace = await makeWorkspace(api, sender);
    const serviceAccount = ofWorkspaces ? await makeServiceAccount(api, workspace) : null;
    await makeInvitation(api, workspace, {
      email,
      ...(serviceAccount ? { inviterId: null, inviterServiceAccountId: serviceAccount.id } : { inviterId: sender.id }),
      emailLimit: 'address',
      emailLimitedAt: new Date(),
      sentAt,
    });
  }
}
const tagged = (email: string, count: number) =>
  Array.from({ length: count }, (_, index) => email.replace('@', `+${index}@`));

describe('a sender with many invitations that wait for a mailbox does not delay those of others', () => {
  it.each([
    ['to nine other spellings', (email: string) => makeManyWaiting(tagged(email, 9))],
    ['to the same spelling', (email: string) => makeManyWaiting(Array<string>(20).fill(email))],
    ['of service accounts of several workspaces', (email: string) => makeManyWaiting(tagged(email, 9), true)],
  ])('%s', async (_what, makeOthers) => {
    const email = newEmail();
    await makeOthers(email);
    const { invitation } = await makeWaiting(email);
    await sendDigests(email);
    expect(await stateOf(invitation)).toEqual({ isWaiting: false, isSent: true, hasFailed: false });
    expect(await mail.messagesTo(email)).toHaveLength(1);
  });
});

describe('many other accounts do not delay the invitations of a sender', () => {
  /** More accounts than a mailbox gets emails, each with an invitation to another spelling. */
  async function makeStrangers(email: string, sentAt: Date) {
    for (const spelling of tagged(email, 6)) await makeWaiting(spelling, { sentAt });
  }

  it('if these waited first, however many they are', async () => {
    const email = newEmail();
    await makeManyWaiting([email, email]);
    await makeStrangers(email, new Date());
    await sendDigests(email);
    expect(await api.db.invitation.count({ where: { email, emailLimit: 'address' } })).toBe(0);
    expect(await mail.messagesTo(email)).toHaveLength(1);
  });

  it.each([
    ['the sender', (known: Awaited<ReturnType<typeof makeWaiting>>) => ({ inviterId: known.owner.id })],
    ['the workspace', (known: Awaited<ReturnType<typeof makeWaiting>>) => ({ workspaceId: known.workspace.id })],
  ])('if the mailbox knows %s, also if the others waited first', async (_what, knownBy) => {
    const email = newEmail();
    await makeStrangers(email, new Date(Date.now() - 3_600_000));
    const known = await makeWaiting(email);
    const other = await makeWaiting(newEmail(), { emailLimit: null, emailLimitedAt: null });
    await makeInvitation(api, other.workspace, { email, inviterId: null, acceptedAt: new Date(), ...knownBy(known) });
    await sendDigests(email);
    expect(await stateOf(known.invitation)).toEqual({ isWaiting: false, isSent: true, hasFailed: false });
  });
});

describe('a digest leaves out an invitation', () => {
  it.each([
    ['that was cancelled', { cancelledAt: new Date() }],
    ['that expired', { expiresAt: new Date(Date.now() - 1_000) }],
    ['that another limit stopped', { emailLimit: 'account' }],
  ])('%s', async (_what, overrides) => {
    const email = newEmail();
    await makeWaiting(email, overrides);
    expect(await sendDigests(email)).toEqual([]);
  });

  it('whose sender is locked, or whose workspace was deleted, since it was enqueued', async () => {
    const email = newEmail();
    const [locked, deleted] = [await makeWaiting(email), await makeWaiting(email)];
    await enqueueInvitationDigests(api.services);
    await api.db.user.update({ where: { id: locked.owner.id }, data: { quarantinedAt: new Date() } });
    await api.db.workspace.update({ where: { id: deleted.workspace.id }, data: { deletedAt: new Date() } });
    for (const digest of await digestsOf(email)) await sendInvitationDigest(digest, api.services);
    expect(await mail.messagesTo(email)).toEqual([]);
  });
});

it('a mailbox that stopped invitations gets no digest, and the sender does not learn of it', async () => {
  const email = newEmail();
  await api.db.suppressedAddress.create({ data: { addressHash: api.services.hashMailbox(email) } });
  const { invitation } = await makeWaiting(email);
  await sendDigests(email);
  expect(await mail.messagesTo(email)).toEqual([]);
  expect(await stateOf(invitation)).toEqual({ isWaiting: false, isSent: true, hasFailed: false });
});

it('the fourth invitation of a day says when the digest is sent, and is in it', async () => {
  const email = newEmail();
  const owner = await makeUser(api);
  const asOwner = await logIn(api, owner);
  const outcomes = [];
  for (let count = 0; count < 4; count++) {
    const workspace = await makeWorkspace(api, owner);
    const path = `/workspaces/${workspace.id}/invitations`;
    const response = await api.send('POST', path, asOwner).send({ emails: [email] });
    outcomes.push(...InviteOutcomes.parse(response.body).outcomes);
    const check = await api.send('POST', `${path}/check`, asOwner).send({ emails: [email, newEmail()] });
    const { waiting } = WaitingEmails.parse(check.body);
    // It is said before the fourth.
    expect(waiting.map((each) => each.email)).toEqual(count >= 2 ? [email] : []);
    if (count < 3) continue;
    const [invitation] = Invitations.parse((await api.send('GET', path, asOwner)).body);
    expect(Invitation.parse(invitation)).toMatchObject({ emailed: 'limit', emailLimit: { name: 'address' } });
  }
  expect(outcomes.map(({ emailed }) => emailed)).toEqual(['queued', 'queued', 'queued', 'limit']);
  const until = new Date(outcomes[3]?.emailLimit?.until ?? '');
  expect(until.getUTCHours()).toBe(18);
  expect(until.getTime() - Date.now()).toBeGreaterThan(0);
  expect(until.getTime() - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
  const [digest] = await sendDigests(email);
  expect(digest?.invitationIds).toHaveLength(1);
});

it('the check says nothing about the emails of other senders', async () => {
  const email = newEmail();
  for (let sender = 0; sender < 7; sender++) {
    const { owner, workspace } = await makeWaiting(newEmail());
    const mailboxHash = api.services.hashMailbox(email);
    const data = [1, 2, 3].map(() => ({ id: ulid(), mailboxHash, inviterId: owner.id, workspaceId: workspace.id }));
    await api.db.invitationEmail.createMany({ data });
  }
  const owner = await makeUser(api);
  const workspace = await makeWorkspace(api, owner);
  const path = `/workspaces/${workspace.id}/invitations/check`;
  const response = await api.send('POST', path, await logIn(api, owner)).send({ emails: [email] });
  expect(response.body).toEqual({ waiting: [] });
});
