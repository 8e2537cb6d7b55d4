/** @takes 40 s */
import { formatUtcDate } from '@portal/contract';
import { ulid } from 'ulid';
import { enqueueTrialEmails } from '../../../../src/features/billing/billing.tasks.ts';
import { trialSubject } from '../../../../src/features/billing/contacts/contact-emails.ts';
import { syncCustomer } from '../../../../src/features/billing/sync-customer.ts';
import { purgeExpired } from '../../../../src/jobs/purge-expired.ts';
import { addJob } from '../../../../src/platform/queue/queue.ts';
import {
  contactsPath,
  errorOf,
  newAddress,
  pathOf,
  startContactStack,
  type ContactStack,
} from '../../../support/contact-stack.ts';
import { pollUntil } from '../../../support/polling.ts';

let contacts: ContactStack;
beforeAll(async () => {
  contacts = await startContactStack();
});
afterAll(() => contacts.close());

describe('a billing contact', () => {
  it('confirms by a button on the page of the link, which changes nothing before', async () => {
    const actor = await contacts.stack.loggedInUser({ nickname: 'Ada' });
    const email = newAddress();
    const added = await contacts.add(actor, ` ${email.toUpperCase()} `);
    expect(added.body).toMatchObject({ contact: { email, state: 'pending' } });
    const [message] = await contacts.emailsTo(email);
    expect(message?.text).toContain('Ada');
    expect(message?.unsubscribe?.post).toBe('List-Unsubscribe=One-Click');
    const confirm = pathOf(message?.text, 'confirm');
    for (const method of ['GET', 'HEAD'] as const)
      expect((await contacts.stack.api.send(method, confirm)).status).toBe(200);
    expect(await contacts.list(actor)).toMatchObject([{ email, state: 'pending' }]);
    const page = await contacts.stack.api.send('GET', confirm);
    expect(page.text).toContain('Receive billing emails');
    expect(page.text).not.toContain(email);
    expect((await contacts.stack.api.send('POST', confirm)).text).toContain('You receive billing emails');
    expect(await contacts.list(actor)).toMatchObject([{ email, state: 'confirmed' }]);
    expect(errorOf(await contacts.add(actor, email))).toBe('BillingContactExists');
    // The user gets an email, and there is an audit entry.
    const [notice] = await contacts.emailsTo(actor.user.email);
    expect(notice?.subject).toBe('A billing contact was added to your System Initiative account');
    const audited = await contacts.stack.api.db.auditEntry.findMany({
      where: { actorUserId: actor.user.id, action: 'addBillingContact' },
    });
    // Without the address, which is deleted 30 days after the removal.
    expect(audited.map(({ details }) => details)).toEqual([{ contactId: (await contacts.list(actor))[0]?.id }]);
  });

  it('is not the user, in any spelling of the mailbox', async () => {
    const name = `ada${ulid().toLowerCase()}`;
    const actor = await contacts.stack.loggedInUser({ email: `${name}@gmail.com` });
    for (const email of [`${name}@gmail.com`, `${name.toUpperCase()}+books@googlemail.com`]) {
      const response = await contacts.add(actor, email);
      expect([response.status, errorOf(response)]).toEqual([400, 'InvalidInput']);
      expect(response.text).toContain('email: This is your own address');
    }
    expect(await contacts.list(actor)).toEqual([]);
  });

  it('cannot confirm after a week, nor after the removal', async () => {
    const actor = await contacts.stack.loggedInUser();
    const [old, removed] = [newAddress(), newAddress()];
    for (const email of [old, removed]) await contacts.add(actor, email);
    const linkOf = async (email: string) => pathOf((await contacts.emailsTo(email))[0]?.text, 'confirm');
    const [oldLink, removedLink] = [await linkOf(old), await linkOf(removed)];
    const sentAt = new Date(Date.now() - 7 * 86_400_000 - 1_000);
    await contacts.stack.api.db.billingContact.updateMany({ where: { email: old }, data: { sentAt } });
    const { id } = await contacts.stack.api.db.billingContact.findFirstOrThrow({ where: { email: removed } });
    await contacts.stack.api.send('DELETE', `${contactsPath(actor)}/${id}`, actor.credentials);
    for (const link of [oldLink, removedLink, '/billing-contacts/confirm?token=wrong', '/billing-contacts/confirm'])
      expect((await contacts.stack.api.send('POST', link)).status).toBe(400);
    expect(await contacts.list(actor)).toMatchObject([{ email: old, state: 'pending' }]);
    // A link of another kind is no link of this one.
    const foreign = await contacts.stack.api.services.unsubscribeLinks.sign(id);
    expect((await contacts.stack.api.send('POST', `/billing-contacts/stop?token=${foreign}`)).status).toBe(400);
  });

  it('gets the invoices, the failed payments and the end of the trial, each once, and nothing of before', async () => {
    const actor = await contacts.stack.customer();
    // The name that Stripe prints on invoices.
    await contacts.stack.stripe.request('POST', `/v1/customers/${actor.customerId}`, { name: 'Acme, Ada & Sons' });
    const { email } = await contacts.confirmedContact(actor);
    const sync = () => syncCustomer(actor.user.id, contacts.stack.api.services);
    const subjects = async () =>
      (await contacts.emailsTo(email))
        .map(({ subject }) => subject)
        .reverse()
        .slice(1);
    await contacts.stack.stripe.edit('manyInvoices', actor.user.email);
    await sync();
    expect(await subjects()).toEqual([]);
    await contacts.stack.stripe.edit('invoiceInYen', actor.user.email);
    for (const _again of [1, 2]) await sync();
    const [open] = await contacts.stack.api.db.invoice.findMany({ where: { userId: actor.user.id, currency: 'jpy' } });
    const name = `Invoice ${open?.number ?? ''} of System Initiative`;
    expect(await subjects()).toEqual([`${name} is ready to be paid`]);
    const [message] = await contacts.emailsTo(email);
    expect(message?.text).toContain('“Acme, Ada & Sons” has ¥4,900 to pay.');
    expect(message?.text).toContain(`Due date: ${formatUtcDate(open?.dueAt ?? new Date(0))} (UTC)`);
    expect(message?.text).not.toContain('Next attempt');
    expect(message?.text).toContain(`Pay ¥4,900:\n${contacts.stack.stripe.url}/invoices/${open?.id ?? ''}`);
    expect(message?.text).not.toContain(actor.user.email);
    await contacts.stack.stripe.enterCard(`${contacts.stack.stripe.url}/invoices/${open?.id ?? ''}`);
    await sync();
    // The email about this invoice was sent.
    expect(await subjects()).toHaveLength(1);
    await contacts.stack.stripe.edit('defaultCard', actor.user.email);
    await contacts.stack.stripe.moveClock(31);
    await sync();
    const all = await subjects();
    expect(all.filter((subject) => /^Invoice \S+ of System Initiative is paid$/.test(subject))).toHaveLength(1);
  });

  it('gets one email a week and one a day before the end of the trial', async () => {
    const actor = await contacts.stack.customer();
    const { email } = await contacts.confirmedContact(actor);
    const trialEmails = async () =>
      (await contacts.emailsTo(email)).filter(({ subject }) => subject.startsWith('A System Initiative trial ends on'));
    const endsIn = async (days: number) => {
      const trialEndsAt = new Date(Date.now() + days * 86_400_000);
      await contacts.stack.api.db.billingAccount.update({ where: { userId: actor.user.id }, data: { trialEndsAt } });
    };
    await endsIn(8);
    await enqueueTrialEmails(contacts.stack.api.services);
    expect(await trialEmails()).toHaveLength(0);
    await endsIn(6);
    for (const _again of [1, 2]) await enqueueTrialEmails(contacts.stack.api.services);
    const [first, ...others] = await trialEmails();
    expect(others).toEqual([]);
    expect(first?.text).toContain(`You are a billing contact of “${actor.user.nickname}`);
    await endsIn(0.5);
    for (const _again of [1, 2]) await enqueueTrialEmails(contacts.stack.api.services);
    expect(await trialEmails()).toHaveLength(2);
  });

  it('gets no email about an invoice that was given up or cancelled before it was sent', async () => {
    const actor = await contacts.stack.customer();
    const { email } = await contacts.confirmedContact(actor);
    await contacts.whileJobsWait(async () => {
      await contacts.stack.stripe.edit('invoiceInYen', actor.user.email);
      await syncCustomer(actor.user.id, contacts.stack.api.services);
      const where = { userId: actor.user.id, currency: 'jpy' };
      await contacts.stack.api.db.invoice.updateMany({ where, data: { status: 'uncollectible' } });
    });
    expect(await contacts.emailsTo(email)).toHaveLength(1);
    expect(
      await contacts.stack.api.db.billingContactEmail.count({ where: { contact: { email }, finishedAt: null } }),
    ).toBe(0);
  });

  it('gets an email about a payment that failed', async () => {
    const actor = await contacts.stack.customer();
    const { email } = await contacts.confirmedContact(actor);
    const { headers } = await contacts.stack.api
      .send('GET', `${actor.path}/billing/checkout`, actor.credentials)
      .redirects(0);
    await contacts.stack.stripe.enterCard(String(headers['location']), '4000000000000341');
    await syncCustomer(actor.user.id, contacts.stack.api.services);
    await contacts.stack.stripe.moveClock(31);
    await syncCustomer(actor.user.id, contacts.stack.api.services);
    const failed = (await contacts.emailsTo(email)).filter(({ subject }) => subject.endsWith('could not be charged'));
    expect(failed).toHaveLength(1);
    expect(failed[0]?.text).toContain('Pay $49.00:');
    // Without billing details, the customer is named as in the confirmation.
    expect(failed[0]?.text).toContain('We could not charge $49.00 to the card of “Ada Lovelace”.');
    const invoice = await contacts.stack.api.db.invoice.findFirstOrThrow({
      where: { userId: actor.user.id, status: 'failed' },
    });
    // The emulator charges a card again after a day.
    const nextAttempt = formatUtcDate(new Date(invoice.createdAt.getTime() + 86_400_000));
    expect(failed[0]?.text).toContain(`Next attempt: ${nextAttempt} (UTC)`);
  });

  it('stops the emails by one click, and is not asked again for 30 days, after which the address is forgotten', async () => {
    const actor = await contacts.stack.customer();
    const { email, stop } = await contacts.confirmedContact(actor);
    expect((await contacts.stack.api.send('GET', stop)).status).toBe(200);
    expect(await contacts.list(actor)).toMatchObject([{ state: 'confirmed' }]);
    const oneClick = contacts.stack.api.send('POST', stop).type('form').send('List-Unsubscribe=One-Click');
    expect((await oneClick).status).toBe(200);
    expect(await contacts.list(actor)).toMatchObject([{ email, state: 'unsubscribed' }]);
    expect(errorOf(await contacts.add(actor, email))).toBe('BillingContactUnsubscribed');
    const before = (await contacts.emailsTo(email)).length;
    await contacts.stack.stripe.edit('invoiceInYen', actor.user.email);
    await syncCustomer(actor.user.id, contacts.stack.api.services);
    expect(await contacts.emailsTo(email)).toHaveLength(before);
    const removedAt = new Date(Date.now() - 30 * 86_400_000 - 60_000);
    await contacts.stack.api.db.billingContact.updateMany({ where: { email }, data: { removedAt } });
    await purgeExpired(contacts.stack.api.services);
    expect(await contacts.stack.api.db.billingContact.count({ where: { email } })).toBe(0);
  });

  it('that stopped the emails can receive them again by a button on the page, and nobody else can do that', async () => {
    const actor = await contacts.stack.customer();
    const { email, stop } = await contacts.confirmedContact(actor);
    const { text } = await contacts.stack.api.send('POST', stop);
    const resume = stop.replace('/stop?', '/resume?');
    expect(text).toContain(`${resume}"><button class="undo">Receive billing emails again</button>`);
    // The user cannot turn them on again.
    expect(errorOf(await contacts.add(actor, email))).toBe('BillingContactUnsubscribed');
    expect((await contacts.stack.api.send('GET', resume)).status).toBe(405);
    const foreign = await contacts.stack.api.services.unsubscribeLinks.sign((await contacts.list(actor))[0]?.id ?? '');
    expect((await contacts.stack.api.send('POST', `/billing-contacts/resume?token=${foreign}`)).status).toBe(400);
    expect(await contacts.list(actor)).toMatchObject([{ email, state: 'unsubscribed' }]);
    for (const _again of [1, 2])
      expect((await contacts.stack.api.send('POST', resume)).text).toContain('You receive billing emails');
    expect(await contacts.list(actor)).toMatchObject([{ email, state: 'confirmed' }]);
    await contacts.stack.stripe.edit('invoiceInYen', actor.user.email);
    await syncCustomer(actor.user.id, contacts.stack.api.services);
    expect((await contacts.emailsTo(email))[0]?.subject).toContain('is ready to be paid');
  });

  it('that stopped the emails and was then removed cannot receive them again, nor be asked again', async () => {
    const actor = await contacts.stack.customer();
    const { email, stop } = await contacts.confirmedContact(actor);
    await contacts.stack.api.send('POST', stop);
    const [contact] = await contacts.list(actor);
    const removed = await contacts.stack.api.send(
      'DELETE',
      `${contactsPath(actor)}/${contact?.id ?? ''}`,
      actor.credentials,
    );
    expect(removed.status).toBe(200);
    expect((await contacts.stack.api.send('POST', stop.replace('/stop?', '/resume?'))).status).toBe(400);
    expect(await contacts.list(actor)).toEqual([]);
    expect(errorOf(await contacts.add(actor, email))).toBe('BillingContactUnsubscribed');
  });

  it('that stopped the emails before it confirmed still has to confirm', async () => {
    const actor = await contacts.stack.loggedInUser();
    const email = newAddress();
    await contacts.add(actor, email);
    const stop = pathOf((await contacts.emailsTo(email))[0]?.text, 'stop');
    await contacts.stack.api.send('POST', stop);
    const { text } = await contacts.stack.api.send('POST', stop.replace('/stop?', '/resume?'));
    expect(text).toContain('Billing emails need a confirmation');
    expect(await contacts.list(actor)).toMatchObject([{ email, state: 'pending' }]);
    await contacts.stack.api.send('POST', pathOf(text.replaceAll('"', ' '), 'confirm'));
    expect(await contacts.list(actor)).toMatchObject([{ email, state: 'confirmed' }]);
  });

  it('cannot receive them again while the account has the maximum of other contacts', async () => {
    const actor = await contacts.stack.loggedInUser();
    const { stop } = await contacts.confirmedContact(actor);
    await contacts.stack.api.send('POST', stop);
    const others = [1, 2, 3, 4, 5].map(() => ({ id: ulid(), userId: actor.user.id, email: newAddress() }));
    await contacts.stack.api.db.billingContact.createMany({ data: others });
    const { text } = await contacts.stack.api.send('POST', stop.replace('/stop?', '/resume?'));
    expect(text).toContain('Billing emails stay stopped');
    expect((await contacts.list(actor)).map(({ state }) => state)).toEqual([
      'unsubscribed',
      ...others.map(() => 'pending'),
    ]);
  });

  it('gets no email that was enqueued before the account was closed', async () => {
    const actor = await contacts.stack.customer();
    const { email } = await contacts.confirmedContact(actor);
    await contacts.whileJobsWait(async () => {
      await contacts.stack.stripe.edit('invoiceInYen', actor.user.email);
      await syncCustomer(actor.user.id, contacts.stack.api.services);
      const now = new Date();
      await contacts.stack.api.db.accountDeletion.create({
        data: { userId: actor.user.id, requestedAt: now, dueAt: new Date(Date.now() + 86_400_000), startedAt: now },
      });
    });
    expect(await contacts.emailsTo(email)).toHaveLength(1);
  });

  it('gets no email that was enqueued before the removal', async () => {
    const actor = await contacts.stack.customer();
    const { email } = await contacts.confirmedContact(actor);
    const [{ id } = { id: '' }] = await contacts.list(actor);
    await contacts.whileJobsWait(async () => {
      await contacts.stack.stripe.edit('invoiceInYen', actor.user.email);
      await syncCustomer(actor.user.id, contacts.stack.api.services);
      const removed = await contacts.stack.api.send('DELETE', `${contactsPath(actor)}/${id}`, actor.credentials);
      expect(removed.status).toBe(200);
      const again = await contacts.stack.api.send('DELETE', `${contactsPath(actor)}/${id}`, actor.credentials);
      expect([again.status, errorOf(again)]).toEqual([404, 'BillingContactNotFound']);
    });
    expect(await contacts.emailsTo(email)).toHaveLength(1);
    expect(await contacts.list(actor)).toEqual([]);
  });
});

describe('the emails to billing contacts', () => {
  it('leave the workers of other jobs free while the mail server is slow', async () => {
    const { db, pool } = contacts.stack.api.services;
    const several = await Promise.all(
      [1, 2, 3].map(async () => contacts.confirmedContact(await contacts.stack.customer())),
    );
    await contacts.mail.setMode('hang');
    for (const { email } of several) {
      const { id: contactId, userId } = await db.billingContact.findFirstOrThrow({ where: { email } });
      const subject = `${trialSubject(await db.billingAccount.findUniqueOrThrow({ where: { userId } }))} 7`;
      const emailId = ulid();
      await db.billingContactEmail.create({ data: { id: emailId, contactId, kind: 'trialEnding', subject } });
      await addJob(db, 'sendBillingContactEmail', { emailId });
    }
    const jobsOf = async (task: string, condition = 'true') =>
      (await pool.query(`SELECT 1 FROM graphile_worker.jobs WHERE task_identifier = $1 AND ${condition}`, [task])).rows
        .length;
    const sending = () => jobsOf('sendBillingContactEmail', 'locked_at IS NOT NULL');
    expect(await pollUntil(sending, (count) => count === 3)).toBe(3);
    await addJob(db, 'enqueueReplacedTokenEmail', { tokenId: ulid() });
    const other = () => jobsOf('enqueueReplacedTokenEmail');
    expect(await pollUntil(other, (count) => count === 0)).toBe(0);
    expect(await sending()).toBe(3);
    await contacts.mail.setMode('accept');
    for (const { email } of several) expect(await contacts.emailsTo(email)).toHaveLength(2);
  });
});
