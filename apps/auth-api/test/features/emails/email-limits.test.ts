/** @takes 20 s */
import { Invitation, InviteOutcomes, Members } from '@portal/contract';
import * as z from 'zod/mini';
import { ulid } from 'ulid';
import { enqueueAccountEmail } from '../../../src/features/emails/enqueue-account-email.ts';
import { countInvitationEmails } from '../../../src/features/emails/email-limits.ts';
import { sendMemberInvitationEmail } from '../../../src/features/workspaces/invitations/send-member-invitation-email.ts';
import { smtpMailer } from '../../../src/integrations/smtp/mailer.ts';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import { startJobWorker, type JobWorker } from '../../../src/jobs/worker.ts';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import { addMember, logIn, makeInvitation, makeUser, makeWorkspace } from '../../support/builders.ts';
import { startInbox, type Inbox } from '../../support/inbox.ts';
import { pollSkippingJobDelays } from '../../support/polling.ts';

let mail: Inbox;
let api: TestApi;
let jobs: JobWorker;
beforeAll(async () => {
  mail = await startInbox();
  // The limits of production.
  api = await startApi({ SMTP_URL: mail.smtpUrl, RATE_LIMIT_MULTIPLIER: '1' });
  jobs = startJobWorker(api.services);
});
afterAll(async () => {
  await jobs.stop();
  await api.close();
  await mail.close();
});

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
const uniqueName = () => ulid().toLowerCase();
const InvitationBody = z.object({ invitation: Invitation });

const senderAt = (workspaceId: string, credentials: Credentials) => ({
  workspaceId,
  /** Whether the invitation is emailed, as the list of members says. */
  async invite(email: string) {
    const response = await api.send('POST', `/workspace/${workspaceId}/members`, credentials).send({ email });
    expect(response.status).toBe(200);
    return Members.parse(response.body).find((member) => member.email === email)?.emailed;
  },
  async inviteAll(emails: string[]) {
    const response = await api.send('POST', `/workspaces/${workspaceId}/invitations`, credentials).send({ emails });
    return InviteOutcomes.parse(response.body).outcomes;
  },
  async list() {
    const response = await api.send('GET', `/workspaces/${workspaceId}/invitations`, credentials);
    return z.array(Invitation).parse(response.body);
  },
  async resend(id: string) {
    const path = `/workspaces/${workspaceId}/invitations/${id}/resend`;
    return InvitationBody.parse((await api.send('POST', path, credentials)).body).invitation;
  },
  remove: (email: string) => api.send('DELETE', `/workspace/${workspaceId}/members`, credentials).send({ email }),
});

async function makeSender(createdAt = daysAgo(0)) {
  const owner = await makeUser(api, { createdAt });
  const workspace = await makeWorkspace(api, owner);
  return { owner, workspace, ...senderAt(workspace.id, await logIn(api, owner)) };
}

/** The emails to an address once no job is pending. */
async function emailsTo(email: string) {
  const waiting = async () => (await api.services.pool.query('SELECT 1 FROM graphile_worker.jobs')).rows.length;
  // An earlier test may have enqueued a hundred emails.
  expect(await pollSkippingJobDelays(api, waiting, (left) => left === 0, 90_000)).toBe(0);
  return mail.messagesTo(email);
}

/** Emails that other senders have caused. */
async function countFromOthers(email: string, { count, createdAt }: { count: number; createdAt: Date }) {
  const mailboxHash = api.services.hashMailbox(email);
  for (let index = 0; index < count; index++) {
    const { id: inviterId } = await makeUser(api, { createdAt });
    await api.db.invitationEmail.create({ data: { id: ulid(), mailboxHash, inviterId } });
  }
}

describe('an attacker', () => {
  it('who invites three tags of a mailbox does not stop the email of the next sender', async () => {
    const name = uniqueName();
    const attacker = await makeSender();
    const outcomes = await attacker.inviteAll(['+0', '+1', '+2', '+3'].map((tag) => `${name}${tag}@example.com`));
    expect(outcomes.map(({ emailed }) => emailed)).toEqual(['queued', 'queued', 'queued', 'limit']);
    const email = `${name}@example.com`;
    expect(await (await makeSender()).invite(email)).toBe('queued');
    expect(await emailsTo(email)).toHaveLength(1);
  });

  it('cannot multiply their share with workspaces', async () => {
    const email = `${uniqueName()}@example.com`;
    const attacker = await makeSender();
    const credentials = await logIn(api, attacker.owner);
    const statuses = [];
    for (let count = 0; count < 5; count++) {
      const { id } = await makeWorkspace(api, attacker.owner);
      statuses.push(await senderAt(id, credentials).invite(email));
    }
    expect(statuses).toEqual(['queued', 'queued', 'queued', 'limit', 'limit']);
  });

  it('with a new account emails at most 100 addresses a day, from all their workspaces and requests at the same time', async () => {
    const attacker = await makeSender();
    const credentials = await logIn(api, attacker.owner);
    const others = await Promise.all([1, 2].map(() => makeWorkspace(api, attacker.owner)));
    const senders = [attacker, ...others.map(({ id }) => senderAt(id, credentials))];
    const addresses = () => Array.from({ length: 50 }, () => `${uniqueName()}@example.com`);
    const outcomes = (await Promise.all(senders.map((sender) => sender.inviteAll(addresses())))).flat();
    const count = (status: string) => outcomes.filter(({ emailed }) => emailed === status).length;
    expect([count('queued'), count('limit')]).toEqual([100, 50]);
    expect(await attacker.invite(`${uniqueName()}@example.com`)).toBe('limit');
    // They learn which limit it is and until when, at once and from the list.
    const until = new Date(attacker.owner.createdAt.getTime() + 24 * 3_600_000).toISOString();
    const emailLimit = { name: 'newAccount', until };
    const limited = outcomes.filter(({ emailed }) => emailed === 'limit');
    expect(limited.map((outcome) => outcome.emailLimit)).toEqual(Array(50).fill(emailLimit));
    expect((await attacker.list())[0]).toMatchObject({ emailed: 'limit', emailLimit, emailSent: false });
    expect(await (await makeSender()).invite(`${uniqueName()}@example.com`)).toBe('queued');
  });

  it('learns how many emails they can still send today', async () => {
    const { workspace, owner } = await makeSender();
    const inviteAll = async (count: number) => {
      const emails = Array.from({ length: count }, () => `${uniqueName()}@example.com`);
      const path = `/workspaces/${workspace.id}/invitations`;
      const response = await api.send('POST', path, await logIn(api, owner)).send({ emails });
      return InviteOutcomes.parse(response.body).emailsLeft;
    };
    expect([await inviteAll(50), await inviteAll(30), await inviteAll(30)]).toEqual([50, 20, 0]);
  });

  it('with an account of two days emails at most 1,000 addresses a day', async () => {
    const sender = await makeSender(daysAgo(2));
    const inviterId = sender.owner.id;
    const emails = Array.from({ length: 999 }, () => ({ id: ulid(), mailboxHash: ulid(), inviterId }));
    await api.db.invitationEmail.createMany({ data: emails });
    const inviteSomeone = () => sender.invite(`${uniqueName()}@example.com`);
    const statuses = [await inviteSomeone(), await inviteSomeone()];
    expect(statuses).toEqual(['queued', 'limit']);
    await api.db.invitationEmail.updateMany({ where: { inviterId }, data: { createdAt: daysAgo(1.1) } });
    expect(await inviteSomeone()).toBe('queued');
  });

  it('who invites many does not delay a security email', async () => {
    await jobs.stop();
    const sender = await makeSender(daysAgo(2));
    const email = `${uniqueName()}@example.com`;
    expect(await sender.invite(email)).toBe('queued');
    const victim = await makeUser(api);
    await enqueueAccountEmail('sessionsEndedByStaff', victim.id, {}, api.db);
    const { rows } = await api.services.pool.query<{ task: string }>(
      // The order of the worker. Source: https://worker.graphile.org/docs/library/add-job, "priority".
      `SELECT task_identifier AS task FROM graphile_worker.jobs WHERE task_identifier LIKE 'send%'
       ORDER BY priority, run_at, id LIMIT 1`,
    );
    jobs = startJobWorker(api.services);
    expect(rows).toEqual([{ task: 'sendAccountEmail' }]);
    expect(await emailsTo(email)).toHaveLength(1);
  });

  it('cannot multiply their share with approvers', async () => {
    const email = `${uniqueName()}@example.com`;
    const attacker = await makeSender();
    const statuses = [];
    for (let count = 0; count < 5; count++) {
      const approver = await makeUser(api);
      await addMember(api, attacker.workspace, approver, 'APPROVER');
      statuses.push(await senderAt(attacker.workspaceId, await logIn(api, approver)).invite(email));
    }
    expect(statuses).toEqual(['queued', 'queued', 'queued', 'limit', 'limit']);
  });

  it('cannot multiply their share with spellings of a Gmail mailbox, whose owner stops all of them by one link', async () => {
    const attacker = await makeSender();
    const spellings = [
      'v.ictim.person@gmail.com',
      'vi.ctim.person@gmail.com',
      'victim.per.son@gmail.com',
      'victimperson@googlemail.com',
      'victimperson@gmail.com',
      'victimperson+a@gmail.com',
    ];
    const outcomes = await attacker.inviteAll(spellings);
    expect(outcomes.map(({ emailed }) => emailed)).toEqual(['queued', 'queued', 'queued', 'limit', 'limit', 'limit']);
    const [message] = await emailsTo('v.ictim.person@gmail.com');
    const received = await Promise.all(spellings.map((spelling) => mail.messagesTo(spelling)));
    expect(received.flat()).toHaveLength(3);
    const stop = new URL(/http\S+\/invitation-emails\/stop\?\S+/.exec(message?.text ?? '')?.[0] ?? '');
    expect((await api.send('POST', stop.pathname + stop.search)).status).toBe(200);
    expect(await (await makeSender()).invite('victimperson@googlemail.com')).toBe('queued');
    expect(await emailsTo('victimperson@googlemail.com')).toEqual([]);
  });

  it('with many new accounts does not stop the email of an older account', async () => {
    const email = `${uniqueName()}@example.com`;
    await countFromOthers(email, { count: 10, createdAt: daysAgo(0.5) });
    expect(await (await makeSender()).invite(email)).toBe('limit');
    expect(await (await makeSender(daysAgo(2))).invite(email)).toBe('queued');
    expect(await emailsTo(email)).toHaveLength(1);
  });

  it('with many accounts does not flood a mailbox', async () => {
    const email = `${uniqueName()}@example.com`;
    await countFromOthers(email, { count: 20, createdAt: daysAgo(2) });
    expect(await (await makeSender(daysAgo(2))).invite(email)).toBe('limit');
    expect(await emailsTo(email)).toEqual([]);
  });

  it.each(['inviter', 'workspace'])('with many accounts does not stop the email of a known %s', async (known) => {
    const email = `${uniqueName()}@example.com`;
    await countFromOthers(email, { count: 20, createdAt: daysAgo(2) });
    const [sender, other] = [await makeSender(), await makeSender()];
    const earlier = { email, createdAt: daysAgo(9), sentAt: daysAgo(9), acceptedAt: daysAgo(8) };
    if (known === 'inviter') await makeInvitation(api, other.workspace, { ...earlier, inviterId: sender.owner.id });
    else await makeInvitation(api, sender.workspace, { ...earlier, inviterId: other.owner.id });
    const statuses = [];
    for (let count = 0; count < 4; count++) statuses.push(await sender.invite(email));
    expect(statuses).toEqual(['queued', 'queued', 'queued', 'limit']);
  });
});

describe('a sender', () => {
  it('learns for each invitation whether it is emailed, and the lists say it until one is', async () => {
    const email = `${uniqueName()}@example.com`;
    const sender = await makeSender();
    for (let count = 0; count < 3; count++) expect(await sender.invite(email)).toBe('queued');
    expect(await emailsTo(email)).toHaveLength(3);
    const [pending] = await sender.list();
    expect(pending).toMatchObject({ email, emailed: 'queued', emailFailed: false });
    expect(await sender.resend(pending?.id ?? '')).toMatchObject({ emailed: 'limit' });
    const emailLimit = { name: 'address', until: expect.stringMatching(/T18:00:00.000Z$/) as unknown };
    expect(await sender.inviteAll([email])).toEqual([{ email, outcome: 'resent', emailed: 'limit', emailLimit }]);
    expect(await sender.list()).toMatchObject([{ email, emailed: 'limit' }]);
    expect(await emailsTo(email)).toHaveLength(3);
    await api.asOwner(`UPDATE invitation_emails SET created_at = now() - interval '25 hours'`);
    expect(await sender.resend(pending?.id ?? '')).toMatchObject({ emailed: 'queued' });
    expect(await sender.list()).toMatchObject([{ email, emailed: 'queued' }]);
    expect(await emailsTo(email)).toHaveLength(4);
  });

  it('does not learn whether the mailbox stopped such emails: it counts as usual', async () => {
    const [stopped, usual] = [`${uniqueName()}@example.com`, `${uniqueName()}@example.com`];
    await api.db.suppressedAddress.create({ data: { addressHash: api.services.hashMailbox(stopped) } });
    const results = [];
    for (const email of [stopped, usual]) {
      const sender = await makeSender();
      const statuses = [];
      for (let count = 0; count < 4; count++) {
        statuses.push(await sender.invite(email));
        await emailsTo(email);
        statuses.push((await sender.list())[0]?.emailSent);
      }
      results.push(statuses);
    }
    expect(results[0]).toEqual(['queued', true, 'queued', true, 'queued', true, 'limit', false]);
    expect(results[1]).toEqual(results[0]);
    expect(await mail.messagesTo(stopped)).toEqual([]);
    expect(await mail.messagesTo(usual)).toHaveLength(3);
  });

  it('does not learn it during an outage of the mail server either', async () => {
    const [stopped, usual] = [`${uniqueName()}@example.com`, `${uniqueName()}@example.com`];
    await api.db.suppressedAddress.create({ data: { addressHash: api.services.hashMailbox(stopped) } });
    // A port that no server listens to.
    const settings = { ...api.services.settings, SMTP_URL: 'smtp://127.0.0.1:1' };
    const outage = { ...api.services, mailer: smtpMailer(settings, () => undefined) };
    const results = [];
    for (const email of [stopped, usual]) {
      const { owner, workspace } = await makeSender();
      const { id: invitationId } = await makeInvitation(api, workspace, { email, inviterId: owner.id });
      const payload = { emailId: ulid(), invitationId };
      const stored = async () => {
        const { emailSentAt, emailFailedAt } = await api.db.invitation.findUniqueOrThrow({
          where: { id: invitationId },
        });
        return [emailSentAt !== null, emailFailedAt !== null];
      };
      await expect(sendMemberInvitationEmail(payload, outage)).rejects.toThrow('ECONNREFUSED');
      const during = await stored();
      await sendMemberInvitationEmail(payload, api.services);
      results.push([during, await stored()]);
    }
    expect(results[0]).toEqual([
      [false, false],
      [true, false],
    ]);
    expect(results[1]).toEqual(results[0]);
    expect(await mail.messagesTo(stopped)).toEqual([]);
    expect(await mail.messagesTo(usual)).toHaveLength(1);
  });

  it('does not learn whether an address has an account', async () => {
    const [{ email: ofAccount }, ofNone] = [await makeUser(api), `${uniqueName()}@example.com`];
    const outcomes = await (await makeSender()).inviteAll([ofAccount, ofNone]);
    expect(outcomes.map(({ outcome, emailed }) => ({ outcome, emailed }))).toEqual([
      { outcome: 'invited', emailed: 'queued' },
      { outcome: 'invited', emailed: 'queued' },
    ]);
  });

  it('gets an email back that the mail server rejects for good', async () => {
    const email = `${uniqueName()}@example.com`;
    const sender = await makeSender();
    await mail.setMode('reject for good');
    for (let count = 0; count < 4; count++) {
      expect(await sender.invite(email)).toBe('queued');
      expect(await emailsTo(email)).toEqual([]);
    }
    await mail.setMode('accept');
    expect(await sender.list()).toMatchObject([{ email, emailed: 'queued', emailFailed: true }]);
  });

  it('keeps the email of an invitation that could not be stored', async () => {
    const { owner, workspaceId } = await makeSender();
    const mailboxHash = ulid();
    const count = () =>
      inTransaction(api.services, async (transaction) => {
        const email = { id: ulid(), mailboxHash, isFromAcquaintance: false };
        const sender = { inviterId: owner.id, workspaceId };
        await countInvitationEmails([email], sender, { ...transaction, settings: api.services.settings });
        throw new Error('crash');
      });
    await expect(count()).rejects.toThrow('crash');
    expect(await api.db.invitationEmail.count({ where: { mailboxHash } })).toBe(0);
  });
});

describe('many invitations of one mailbox at once', () => {
  it('do not exceed the limits, with several accounts and spellings', async () => {
    const name = uniqueName();
    const senders = [
      await makeSender(),
      await makeSender(),
      await makeSender(),
      await makeSender(),
      await makeSender(),
    ];
    const requests = senders.flatMap((sender, index) =>
      [0, 1, 2, 3].map((tag) => sender.invite(`${name}+${index}${tag}@example.com`)),
    );
    const statuses = await Promise.all(requests);
    // Of the 15 that the senders could use, new accounts together get 10.
    expect(statuses.filter((status) => status === 'queued')).toHaveLength(10);
    expect(statuses.filter((status) => status === 'limit')).toHaveLength(10);
    const mailboxHash = api.services.hashMailbox(`${name}@example.com`);
    expect(await api.db.invitationEmail.count({ where: { mailboxHash } })).toBe(10);
    for (const { owner } of senders)
      expect(await api.db.invitationEmail.count({ where: { inviterId: owner.id } })).toBeLessThanOrEqual(3);
  });

  it('of one sender do not exceed the share of the sender', async () => {
    const sender = await makeSender(daysAgo(2));
    const email = `${uniqueName()}@example.com`;
    const statuses = await Promise.all(Array.from({ length: 12 }, () => sender.invite(email)));
    expect(statuses.filter((status) => status === 'queued').length).toBeLessThanOrEqual(3);
    expect(await emailsTo(email)).toHaveLength(3);
  });
});
