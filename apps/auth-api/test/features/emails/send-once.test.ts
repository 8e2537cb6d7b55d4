import { ulid } from 'ulid';
import { sendOnce, uncountEmail } from '../../../src/features/emails/send-once.ts';
import { startApi, type TestApi } from '../../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const send = () => Promise.resolve();
const reject = () => Promise.reject(new Error('rejected by the mail server'));

/** An email that was counted when it was enqueued. */
async function countedEmail(createdAt = new Date()) {
  const email = { id: ulid(), mailboxHash: ulid() };
  await api.db.invitationEmail.create({ data: { ...email, createdAt } });
  return email;
}
const stored = (id: string) => api.db.invitationEmail.findUnique({ where: { id } });

describe('an invitation email', () => {
  it('is sent once, and reports it', async () => {
    const email = await countedEmail();
    expect(await sendOnce(email, send, api.services)).toBe('sent');
    expect(await sendOnce(email, reject, api.services)).toBe('alreadySent');
  });

  it('that cannot be sent stays counted until its job gives up, and can be sent by a retry', async () => {
    const email = await countedEmail();
    await expect(sendOnce(email, reject, api.services)).rejects.toThrow('rejected by the mail server');
    expect(await stored(email.id)).toMatchObject({ sentAt: null });
    expect(await sendOnce(email, send, api.services)).toBe('sent');
    expect(await stored(email.id)).not.toMatchObject({ sentAt: null });
  });

  // The reply of a server without the mailbox: RFC 5321 section 4.2.3.
  it('that the mail server rejects for good is not retried, and no longer counts', async () => {
    const email = await countedEmail();
    const rejection = Object.assign(new Error('no such mailbox'), {
      command: 'RCPT TO',
      response: '550 5.1.1 No such mailbox',
    });
    expect(await sendOnce(email, () => Promise.reject(rejection), api.services)).toBe('rejected');
    expect(await stored(email.id)).toBeNull();
  });

  it('is recorded as sent together with its outcome, or neither is', async () => {
    const email = await countedEmail();
    const suppressed = ulid();
    const killed = sendOnce(
      email,
      async (tx) => {
        await tx.suppressedAddress.create({ data: { addressHash: suppressed } });
        throw new Error('killed');
      },
      api.services,
    );
    await expect(killed).rejects.toThrow('killed');
    expect(await stored(email.id)).toMatchObject({ sentAt: null });
    expect(await api.db.suppressedAddress.count({ where: { addressHash: suppressed } })).toBe(0);
  });

  it('that will not be sent no longer counts, unlike one that was sent', async () => {
    const [unsent, sent] = [await countedEmail(), await countedEmail()];
    await sendOnce(sent, send, api.services);
    for (const { id } of [unsent, sent]) await uncountEmail(id, api.services);
    expect(await stored(unsent.id)).toBeNull();
    expect(await stored(sent.id)).not.toBeNull();
  });

  it('counts for a day from when it is sent', async () => {
    const email = await countedEmail(new Date(Date.now() - 30 * 3_600_000));
    await sendOnce(email, send, api.services);
    const { createdAt, sentAt } = (await stored(email.id)) ?? {};
    expect(Math.abs((createdAt?.getTime() ?? 0) - (sentAt?.getTime() ?? 0))).toBeLessThan(60_000);
  });

  it('whose record was purged while its job was retried is sent once, too', async () => {
    const email = { id: ulid(), mailboxHash: ulid() };
    expect(await sendOnce(email, send, api.services)).toBe('sent');
    expect(await sendOnce(email, send, api.services)).toBe('alreadySent');
  });
});
