import { ErrorBody } from '@portal/contract';
import { ulid } from 'ulid';
import { startJobWorker, type JobWorker } from '../../../src/jobs/worker.ts';
import { startApi, type Credentials, type TestApi } from '../../support/api.ts';
import { logIn, makeInvitation, makeUser, makeWorkspace } from '../../support/builders.ts';
import { startInbox, type Inbox } from '../../support/inbox.ts';
import { pollUntil } from '../../support/polling.ts';

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

const anHourAgo = () => new Date(Date.now() - 3_600_000);

async function makeInvitee(email = `${ulid().toLowerCase()}@example.com`, overrides: object = {}) {
  const user = await makeUser(api, { email });
  const owner = await makeUser(api, { nickname: 'Zoe' });
  const workspace = await makeWorkspace(api, owner, { displayName: 'Secret plans' });
  const { id } = await makeInvitation(api, workspace, { email, inviterId: owner.id, ...overrides });
  return { email, invitationId: id, asUser: await logIn(api, user) };
}

const requestLink = async (invitationId: string, credentials: Credentials) => {
  const response = await api.send('POST', `/invitations/${invitationId}/email-link`, credentials);
  return response.status === 200 ? (response.body as unknown) : ErrorBody.parse(response.body).error;
};

/** The emails to an address once no job is left. */
async function emailsTo(email: string) {
  const waiting = async () => (await api.services.pool.query('SELECT 1 FROM graphile_worker.jobs')).rows.length;
  expect(await pollUntil(waiting, (count) => count === 0)).toBe(0);
  return mail.messagesTo(email);
}

describe('an invitee who asks for the link', () => {
  it('receives one that works, and the response says nothing about the invitation', async () => {
    const { email, invitationId, asUser } = await makeInvitee();
    expect(await requestLink(invitationId, asUser)).toEqual({});
    const [message, ...others] = await emailsTo(email);
    expect(others).toEqual([]);
    const token = /\/invitations\/([\w-]+)/.exec(message?.text ?? '')?.[1];
    const opened = await api.send('POST', '/invitations/open', asUser).send({ token });
    expect(opened.body).toMatchObject({ status: 'open', invitation: { workspaceName: 'Secret plans' } });
  });

  it('receives none if the mailbox stopped invitation emails, with the same response', async () => {
    const { email, invitationId, asUser } = await makeInvitee();
    await api.db.suppressedAddress.create({ data: { addressHash: api.services.hashMailbox(email) } });
    expect(await requestLink(invitationId, asUser)).toEqual({});
    expect(await emailsTo(email)).toEqual([]);
  });

  it('receives one even if senders of invitations have used up the emails of the mailbox', async () => {
    const { email, invitationId, asUser } = await makeInvitee();
    const sent = { mailboxHash: api.services.hashMailbox(email), sentAt: new Date() };
    await api.db.invitationEmail.createMany({ data: Array.from({ length: 100 }, () => ({ ...sent, id: ulid() })) });
    expect(await requestLink(invitationId, asUser)).toEqual({});
    expect(await emailsTo(email)).toHaveLength(1);
  });

  it('does not use up the emails of the mailbox for senders of invitations', async () => {
    const { email, invitationId, asUser } = await makeInvitee();
    for (let count = 0; count < 3; count++) await requestLink(invitationId, asUser);
    const owner = await makeUser(api);
    const { id } = await makeWorkspace(api, owner);
    await api.send('POST', `/workspace/${id}/members`, await logIn(api, owner)).send({ email });
    expect(await emailsTo(email)).toHaveLength(4);
  });

  it('receives at most three a day, for all invitations together', async () => {
    const { email, asUser, invitationId } = await makeInvitee();
    for (let count = 0; count < 3; count++) expect(await requestLink(invitationId, asUser)).toEqual({});
    // The limit of the call lasts an hour, that of emails a day.
    await api.db.rateLimit.deleteMany();
    expect(await requestLink(invitationId, asUser)).toMatchObject({
      type: 'TooManyRequests',
      message: 'You requested 3 emails today. Try again tomorrow, or ask for a copied link.',
    });
    expect(await emailsTo(email)).toHaveLength(3);
  });

  it('receives one even if an attacker with an account of the same mailbox has requested three', async () => {
    const local = ulid().toLowerCase();
    const email = `${local}@example.com`;
    const { invitationId, asUser } = await makeInvitee(email);
    const attackers = [await makeUser(api, { email }), await makeUser(api, { email: `${local}+x@example.com` })];
    const tagged = await makeInvitee(`${local}+x@example.com`);
    for (const [attacker, id] of [
      [attackers[0], invitationId],
      [attackers[1], tagged.invitationId],
    ] as const) {
      const asAttacker = await logIn(api, attacker ?? { id: '' });
      for (let count = 0; count < 3; count++) expect(await requestLink(id, asAttacker)).toEqual({});
    }
    expect(await requestLink(invitationId, asUser)).toEqual({});
    expect(await emailsTo(email)).toHaveLength(4);
  });

  it('receives none once the mailbox was sent 20 that its accounts requested, whichever tags they have', async () => {
    const local = ulid().toLowerCase();
    for (let count = 0; count < 20; count++) {
      const { invitationId, asUser } = await makeInvitee(`${local}+${count % 7}@example.com`);
      expect(await requestLink(invitationId, asUser)).toEqual({});
    }
    const { email, invitationId, asUser } = await makeInvitee(`${local}@example.com`);
    expect(await requestLink(invitationId, asUser)).toMatchObject({
      type: 'TooManyRequests',
      message: 'This mailbox was sent 20 requested emails today. Try again tomorrow, or ask for a copied link.',
    });
    expect(await emailsTo(email)).toEqual([]);
  });

  it('may ask three times an hour', async () => {
    const { invitationId, asUser } = await makeInvitee();
    for (let count = 0; count < 3; count++) expect(await requestLink(invitationId, asUser)).toEqual({});
    expect(await requestLink(invitationId, asUser)).toMatchObject({ type: 'TooManyRequests' });
  });

  it('receives none for the invitation of another address, or one that was cancelled or has expired', async () => {
    const [another, cancelled, expired] = [
      await makeInvitee(),
      await makeInvitee(undefined, { cancelledAt: anHourAgo() }),
      await makeInvitee(undefined, { expiresAt: anHourAgo() }),
    ];
    expect(await requestLink(another.invitationId, expired.asUser)).toMatchObject({ type: 'InvitationNotFound' });
    expect(await requestLink(cancelled.invitationId, cancelled.asUser)).toMatchObject({ type: 'InvitationEnded' });
    expect(await requestLink(expired.invitationId, expired.asUser)).toMatchObject({ type: 'InvitationExpired' });
    for (const { email } of [another, cancelled, expired]) expect(await emailsTo(email)).toEqual([]);
  });
});
