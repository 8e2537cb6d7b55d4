/** @takes 30 s */
import { suppress } from '../../../../src/features/emails/suppression.ts';
import { errorOf, newAddress, startContactStack, type ContactStack } from '../../../support/contact-stack.ts';
import { anInvoice } from '../../../support/invoices.ts';
import { pollUntil } from '../../../support/polling.ts';

let contacts: ContactStack;
beforeAll(async () => {
  contacts = await startContactStack();
});
afterAll(() => contacts.close());

describe('the limits of billing contacts', () => {
  it('are five contacts, and five emails a day', async () => {
    const actor = await contacts.stack.loggedInUser();
    const addresses = [1, 2, 3, 4, 5].map(newAddress);
    for (const email of addresses) expect((await contacts.add(actor, email)).status).toBe(200);
    expect(errorOf(await contacts.add(actor, newAddress()))).toBe('TooManyBillingContacts');
    // The email again counts, too.
    const response = await contacts.add(actor, addresses[0] ?? '');
    expect([response.status, errorOf(response)]).toEqual([429, 'TooManyRequests']);
    expect(await contacts.list(actor)).toHaveLength(5);
  });

  it('protect a mailbox from many accounts', async () => {
    const email = newAddress();
    for (let times = 0; times < 10; times++)
      expect((await contacts.add(await contacts.stack.loggedInUser(), email)).status).toBe(200);
    const { db, pool } = contacts.stack.api.services;
    const received = () => contacts.mail.messagesTo(email);
    expect(await pollUntil(received, (messages) => messages.length === 10)).toHaveLength(10);
    // The user does not learn of the others: the email is sent the next day.
    const actor = await contacts.stack.loggedInUser();
    expect((await contacts.add(actor, email)).body).toMatchObject({ contact: { email, state: 'pending' } });
    const waiting = async () => {
      const { rows } = await pool.query<{ hours: number }>(
        `SELECT extract(epoch FROM run_at - now()) / 3600 AS hours FROM graphile_worker.jobs
         WHERE task_identifier = 'sendBillingContactConfirmation' AND run_at > now() AND attempts = 0`,
      );
      return rows.map(({ hours }) => Math.round(hours));
    };
    expect(await pollUntil(waiting, (hours) => hours.length === 1)).toEqual([24]);
    expect(await received()).toHaveLength(10);
    const yesterday = new Date(Date.now() - 86_400_000 - 1_000);
    await db.invitationEmail.updateMany({ where: { sentAt: { not: null } }, data: { sentAt: yesterday } });
    expect(await contacts.emailsTo(email)).toHaveLength(11);
    const { sentAt, createdAt } = await db.billingContact.findFirstOrThrow({ where: { userId: actor.user.id } });
    // The link works for a week from the email on.
    expect(sentAt.getTime()).toBeGreaterThan(createdAt.getTime());
  });

  it('let a stranger send two emails a day to a mailbox, and keep a share for accounts that pay', async () => {
    const email = newAddress();
    const { db } = contacts.stack.api.services;
    const received = () => contacts.mail.messagesTo(email);
    for (const _asker of [1, 2, 3, 4, 5]) {
      const asker = await contacts.stack.loggedInUser();
      for (const _again of [1, 2]) expect((await contacts.add(asker, email)).status).toBe(200);
      const third = await contacts.add(asker, email);
      expect([third.status, errorOf(third)]).toEqual([429, 'TooManyRequests']);
    }
    expect(await pollUntil(received, (messages) => messages.length === 10)).toHaveLength(10);
    const newcomer = await contacts.stack.loggedInUser();
    expect((await contacts.add(newcomer, email)).status).toBe(200);
    const [payer, earlierPayer] = [await contacts.stack.customer(), await contacts.stack.customer()];
    await db.billingAccount.update({ where: { userId: payer.user.id }, data: { hasPaymentMethod: true } });
    const invoice = anInvoice({ id: `in_${earlierPayer.user.id}`, status: 'paid' });
    await db.invoice.create({ data: { ...invoice, userId: earlierPayer.user.id } });
    for (const actor of [payer, earlierPayer]) expect((await contacts.add(actor, email)).status).toBe(200);
    // That of the newcomer was enqueued first, and waits.
    const senders = async () => {
      const inviterId = { in: [newcomer, payer, earlierPayer].map(({ user }) => user.id) };
      const sent = await db.invitationEmail.findMany({ where: { inviterId, sentAt: { not: null } } });
      return sent.map((row) => row.inviterId);
    };
    const sent = await pollUntil(senders, ({ length }) => length === 2);
    expect(new Set(sent)).toEqual(new Set([payer.user.id, earlierPayer.user.id]));
    expect(await received()).toHaveLength(12);
    // Then its job ends.
    await db.billingContact.updateMany({ where: { email }, data: { removedAt: new Date() } });
  });

  it('send nothing to a mailbox whose owner stopped emails from people who invite it', async () => {
    const email = newAddress();
    await suppress(contacts.stack.api.services.hashMailbox(email), contacts.stack.api.db);
    const actor = await contacts.stack.loggedInUser();
    // The user does not learn of it.
    expect((await contacts.add(actor, email)).body).toMatchObject({ contact: { state: 'pending' } });
    expect(await contacts.emailsTo(email)).toEqual([]);
  });
});
