/** @takes 40 s */
import { BillingContacts, formatUtcDate, type ErrorBody } from '@portal/contract';
import { ulid } from 'ulid';
import { enqueueTrialEmails } from '../../../../src/features/billing/billing.tasks.ts';
import { trialSubject } from '../../../../src/features/billing/contacts/contact-emails.ts';
import { syncCustomer } from '../../../../src/features/billing/sync-customer.ts';
import { suppress } from '../../../../src/features/emails/suppression.ts';
import { purgeExpired } from '../../../../src/jobs/purge-expired.ts';
import { startJobWorker, type JobWorker } from '../../../../src/jobs/worker.ts';
import { addJob } from '../../../../src/platform/queue/queue.ts';
import { startBillingStack, type BillingStack } from '../../../support/billing-stack.ts';
import { anInvoice } from '../../../support/invoices.ts';
import { startInbox, type Inbox } from '../../../support/inbox.ts';
import { pollSkippingJobDelays, pollUntil } from '../../../support/polling.ts';

let mail: Inbox;
let stack: BillingStack;
let jobs: JobWorker;
beforeAll(async () => {
  mail = await startInbox();
  stack = await startBillingStack({
    runJobs: false,
    environment: { SMTP_URL: mail.smtpUrl, RATE_LIMIT_MULTIPLIER: '1' },
  });
  jobs = startJobWorker(stack.api.services);
});
afterAll(async () => {
  await jobs.stop();
  await stack.close();
  await mail.close();
});

type Actor = Awaited<ReturnType<BillingStack['loggedInUser']>>;

const contactsPath = ({ path }: Actor) => `${path}/billing/contacts`;
const add = (actor: Actor, email: string) =>
  stack.api.send('POST', contactsPath(actor), actor.credentials).send({ email });
const list = async (actor: Actor) =>
  BillingContacts.parse((await stack.api.send('GET', contactsPath(actor), actor.credentials)).body).contacts;
const errorOf = (response: { body: unknown }) => (response.body as ErrorBody).error.type;

let count = 0;
const newAddress = () => `books-${++count}@example.com`;

/** The emails to an address once no job is pending, the newest first. */
async function emailsTo(email: string) {
  const waiting = async () => {
    const { rows } = await stack.api.services.pool.query('SELECT 1 FROM graphile_worker.jobs');
    return rows.length;
  };
  await pollSkippingJobDelays(stack.api, waiting, (left) => left === 0);
  return mail.messagesTo(email);
}

const pathOf = (text: string | undefined, page: 'confirm' | 'stop') => {
  const url = new URL(new RegExp(String.raw`http\S+/billing-contacts/${page}\?\S+`).exec(text ?? '')?.[0] ?? '');
  return url.pathname + url.search;
};

async function confirmedContact(actor: Actor) {
  const email = newAddress();
  expect((await add(actor, email)).status).toBe(200);
  const [message] = await emailsTo(email);
  expect((await stack.api.send('POST', pathOf(message?.text, 'confirm'))).status).toBe(200);
  return { email, stop: pathOf(message?.text, 'stop') };
}

describe('a billing contact', () => {
  it('confirms by a button on the page of the link, which changes nothing before', async () => {
    const actor = await stack.loggedInUser({ nickname: 'Ada' });
    const email = newAddress();
    const added = await add(actor, ` ${email.toUpperCase()} `);
    expect(added.body).toMatchObject({ contact: { email, state: 'pending' } });
    const [message] = await emailsTo(email);
    expect(message?.text).toContain('Ada');
    expect(message?.unsubscribe?.post).toBe('List-Unsubscribe=One-Click');
    const confirm = pathOf(message?.text, 'confirm');
    for (const method of ['GET', 'HEAD'] as const) expect((await stack.api.send(method, confirm)).status).toBe(200);
    expect(await list(actor)).toMatchObject([{ email, state: 'pending' }]);
    const page = await stack.api.send('GET', confirm);
    expect(page.text).toContain('Receive billing emails');
    expect(page.text).not.toContain(email);
    expect((await stack.api.send('POST', confirm)).text).toContain('You receive billing emails');
    expect(await list(actor)).toMatchObject([{ email, state: 'confirmed' }]);
    expect(errorOf(await add(actor, email))).toBe('BillingContactExists');
    // The user gets an email, and there is an audit entry.
    const [notice] = await emailsTo(actor.user.email);
    expect(notice?.subject).toBe('A billing contact was added to your System Initiative account');
    const audited = await stack.api.db.auditEntry.findMany({
      where: { actorUserId: actor.user.id, action: 'addBillingContact' },
    });
    // Without the address, which is deleted 30 days after the removal.
    expect(audited.map(({ details }) => details)).toEqual([{ contactId: (await list(actor))[0]?.id }]);
  });

  it('cannot confirm after a week, nor after the removal', async () => {
    const actor = await stack.loggedInUser();
    const [old, removed] = [newAddress(), newAddress()];
    for (const email of [old, removed]) await add(actor, email);
    const linkOf = async (email: string) => pathOf((await emailsTo(email))[0]?.text, 'confirm');
    const [oldLink, removedLink] = [await linkOf(old), await linkOf(removed)];
    const sentAt = new Date(Date.now() - 7 * 86_400_000 - 1_000);
    await stack.api.db.billingContact.updateMany({ where: { email: old }, data: { sentAt } });
    const { id } = await stack.api.db.billingContact.findFirstOrThrow({ where: { email: removed } });
    await stack.api.send('DELETE', `${contactsPath(actor)}/${id}`, actor.credentials);
    for (const link of [oldLink, removedLink, '/billing-contacts/confirm?token=wrong', '/billing-contacts/confirm'])
      expect((await stack.api.send('POST', link)).status).toBe(400);
    expect(await list(actor)).toMatchObject([{ email: old, state: 'pending' }]);
    // A link of another kind is no link of this one.
    const foreign = await stack.api.services.unsubscribeLinks.sign(id);
    expect((await stack.api.send('POST', `/billing-contacts/stop?token=${foreign}`)).status).toBe(400);
  });

  it('gets the invoices, the failed payments and the end of the trial, each once, and nothing of before', async () => {
    const actor = await stack.customer();
    // The name that Stripe prints on invoices.
    await stack.stripe.request('POST', `/v1/customers/${actor.customerId ?? ''}`, { name: 'Acme, Ada & Sons' });
    const { email } = await confirmedContact(actor);
    const sync = () => syncCustomer(actor.user.id, stack.api.services);
    const subjects = async () =>
      (await emailsTo(email))
        .map(({ subject }) => subject)
        .reverse()
        .slice(1);
    await stack.stripe.edit('manyInvoices', actor.user.email);
    await sync();
    expect(await subjects()).toEqual([]);
    await stack.stripe.edit('invoiceInYen', actor.user.email);
    for (const _again of [1, 2]) await sync();
    const [open] = await stack.api.db.invoice.findMany({ where: { userId: actor.user.id, currency: 'jpy' } });
    const name = `Invoice ${open?.number ?? ''} of System Initiative`;
    expect(await subjects()).toEqual([`${name} is ready to be paid`]);
    const [message] = await emailsTo(email);
    expect(message?.text).toContain('Customer: Acme, Ada & Sons');
    expect(message?.text).toContain('Amount: ¥4,900');
    expect(message?.text).toContain(`Due date: ${formatUtcDate(open?.dueAt ?? new Date(0))} (UTC)`);
    expect(message?.text).not.toContain('Next attempt');
    expect(message?.text).toContain(`Pay ¥4,900:\n${stack.stripe.url}/invoices/${open?.id ?? ''}`);
    expect(message?.text).not.toContain(actor.user.email);
    await stack.stripe.enterCard(`${stack.stripe.url}/invoices/${open?.id ?? ''}`);
    await sync();
    // The email about this invoice was sent.
    expect(await subjects()).toHaveLength(1);
    await stack.stripe.edit('defaultCard', actor.user.email);
    await stack.stripe.moveClock(31);
    await sync();
    const all = await subjects();
    expect(all.filter((subject) => /^Invoice \S+ of System Initiative is paid$/.test(subject))).toHaveLength(1);
  });

  it('gets one email a week and one a day before the end of the trial', async () => {
    const actor = await stack.customer();
    const { email } = await confirmedContact(actor);
    const trialEmails = async () =>
      (await emailsTo(email)).filter(({ subject }) => subject.startsWith('A System Initiative trial ends on'));
    const endsIn = async (days: number) => {
      const trialEndsAt = new Date(Date.now() + days * 86_400_000);
      await stack.api.db.billingAccount.update({ where: { userId: actor.user.id }, data: { trialEndsAt } });
    };
    await endsIn(8);
    await enqueueTrialEmails(stack.api.services);
    expect(await trialEmails()).toHaveLength(0);
    await endsIn(6);
    for (const _again of [1, 2]) await enqueueTrialEmails(stack.api.services);
    const [first, ...others] = await trialEmails();
    expect(others).toEqual([]);
    expect(first?.text).toContain(`Customer: ${actor.user.nickname}`);
    await endsIn(0.5);
    for (const _again of [1, 2]) await enqueueTrialEmails(stack.api.services);
    expect(await trialEmails()).toHaveLength(2);
  });

  it('gets no email about an invoice that was given up or cancelled before it was sent', async () => {
    const actor = await stack.customer();
    const { email } = await confirmedContact(actor);
    await jobs.stop();
    await stack.stripe.edit('invoiceInYen', actor.user.email);
    await syncCustomer(actor.user.id, stack.api.services);
    const where = { userId: actor.user.id, currency: 'jpy' };
    await stack.api.db.invoice.updateMany({ where, data: { status: 'uncollectible' } });
    jobs = startJobWorker(stack.api.services);
    expect(await emailsTo(email)).toHaveLength(1);
    expect(await stack.api.db.billingContactEmail.count({ where: { contact: { email }, finishedAt: null } })).toBe(0);
  });

  it('gets an email about a payment that failed', async () => {
    const actor = await stack.customer();
    const { email } = await confirmedContact(actor);
    const { headers } = await stack.api.send('GET', `${actor.path}/billing/checkout`, actor.credentials).redirects(0);
    await stack.stripe.enterCard(String(headers['location']), '4000000000000341');
    await syncCustomer(actor.user.id, stack.api.services);
    await stack.stripe.moveClock(31);
    await syncCustomer(actor.user.id, stack.api.services);
    const failed = (await emailsTo(email)).filter(({ subject }) => subject.endsWith('could not be charged'));
    expect(failed).toHaveLength(1);
    expect(failed[0]?.text).toContain('Pay $49.00:');
    // Without billing details, the customer is named as in the confirmation.
    expect(failed[0]?.text).toContain('Customer: Ada');
    const invoice = await stack.api.db.invoice.findFirstOrThrow({
      where: { userId: actor.user.id, status: 'failed' },
    });
    // The emulator charges a card again after a day.
    const nextAttempt = formatUtcDate(new Date(invoice.createdAt.getTime() + 86_400_000));
    expect(failed[0]?.text).toContain(`Next attempt to charge the card: ${nextAttempt} (UTC)`);
  });

  it('stops the emails by one click, and is not asked again for 30 days, after which the address is forgotten', async () => {
    const actor = await stack.customer();
    const { email, stop } = await confirmedContact(actor);
    expect((await stack.api.send('GET', stop)).status).toBe(200);
    expect(await list(actor)).toMatchObject([{ state: 'confirmed' }]);
    const oneClick = stack.api.send('POST', stop).type('form').send('List-Unsubscribe=One-Click');
    expect((await oneClick).status).toBe(200);
    expect(await list(actor)).toMatchObject([{ email, state: 'unsubscribed' }]);
    expect(errorOf(await add(actor, email))).toBe('BillingContactUnsubscribed');
    const before = (await emailsTo(email)).length;
    await stack.stripe.edit('invoiceInYen', actor.user.email);
    await syncCustomer(actor.user.id, stack.api.services);
    expect(await emailsTo(email)).toHaveLength(before);
    const removedAt = new Date(Date.now() - 30 * 86_400_000 - 60_000);
    await stack.api.db.billingContact.updateMany({ where: { email }, data: { removedAt } });
    await purgeExpired(stack.api.services);
    expect(await stack.api.db.billingContact.count({ where: { email } })).toBe(0);
  });

  it('that stopped the emails can receive them again by a button on the page, and nobody else can do that', async () => {
    const actor = await stack.customer();
    const { email, stop } = await confirmedContact(actor);
    const { text } = await stack.api.send('POST', stop);
    const resume = stop.replace('/stop?', '/resume?');
    expect(text).toContain(`${resume}"><button>Receive billing emails again</button>`);
    // The user cannot turn them on again.
    expect(errorOf(await add(actor, email))).toBe('BillingContactUnsubscribed');
    expect((await stack.api.send('GET', resume)).status).toBe(405);
    const foreign = await stack.api.services.unsubscribeLinks.sign((await list(actor))[0]?.id ?? '');
    expect((await stack.api.send('POST', `/billing-contacts/resume?token=${foreign}`)).status).toBe(400);
    expect(await list(actor)).toMatchObject([{ email, state: 'unsubscribed' }]);
    for (const _again of [1, 2])
      expect((await stack.api.send('POST', resume)).text).toContain('You receive billing emails');
    expect(await list(actor)).toMatchObject([{ email, state: 'confirmed' }]);
    await stack.stripe.edit('invoiceInYen', actor.user.email);
    await syncCustomer(actor.user.id, stack.api.services);
    expect((await emailsTo(email))[0]?.subject).toContain('is ready to be paid');
  });

  it('that stopped the emails and was then removed cannot receive them again, nor be asked again', async () => {
    const actor = await stack.customer();
    const { email, stop } = await confirmedContact(actor);
    await stack.api.send('POST', stop);
    const [contact] = await list(actor);
    const removed = await stack.api.send('DELETE', `${contactsPath(actor)}/${contact?.id ?? ''}`, actor.credentials);
    expect(removed.status).toBe(200);
    expect((await stack.api.send('POST', stop.replace('/stop?', '/resume?'))).status).toBe(400);
    expect(await list(actor)).toEqual([]);
    expect(errorOf(await add(actor, email))).toBe('BillingContactUnsubscribed');
  });

  it('that stopped the emails before it confirmed still has to confirm', async () => {
    const actor = await stack.loggedInUser();
    const email = newAddress();
    await add(actor, email);
    const stop = pathOf((await emailsTo(email))[0]?.text, 'stop');
    await stack.api.send('POST', stop);
    const { text } = await stack.api.send('POST', stop.replace('/stop?', '/resume?'));
    expect(text).toContain('Billing emails need a confirmation');
    expect(await list(actor)).toMatchObject([{ email, state: 'pending' }]);
    await stack.api.send('POST', pathOf(text.replaceAll('"', ' '), 'confirm'));
    expect(await list(actor)).toMatchObject([{ email, state: 'confirmed' }]);
  });

  it('cannot receive them again while the account has the maximum of other contacts', async () => {
    const actor = await stack.loggedInUser();
    const { stop } = await confirmedContact(actor);
    await stack.api.send('POST', stop);
    const others = [1, 2, 3, 4, 5].map(() => ({ id: ulid(), userId: actor.user.id, email: newAddress() }));
    await stack.api.db.billingContact.createMany({ data: others });
    const { text } = await stack.api.send('POST', stop.replace('/stop?', '/resume?'));
    expect(text).toContain('Billing emails stay stopped');
    expect((await list(actor)).map(({ state }) => state)).toEqual(['unsubscribed', ...others.map(() => 'pending')]);
  });

  it('gets no email that was enqueued before the account was closed', async () => {
    const actor = await stack.customer();
    const { email } = await confirmedContact(actor);
    await jobs.stop();
    await stack.stripe.edit('invoiceInYen', actor.user.email);
    await syncCustomer(actor.user.id, stack.api.services);
    const now = new Date();
    await stack.api.db.accountDeletion.create({
      data: { userId: actor.user.id, requestedAt: now, dueAt: new Date(Date.now() + 86_400_000), startedAt: now },
    });
    jobs = startJobWorker(stack.api.services);
    expect(await emailsTo(email)).toHaveLength(1);
  });

  it('gets no email that was enqueued before the removal', async () => {
    const actor = await stack.customer();
    const { email } = await confirmedContact(actor);
    const [{ id } = { id: '' }] = await list(actor);
    await jobs.stop();
    await stack.stripe.edit('invoiceInYen', actor.user.email);
    await syncCustomer(actor.user.id, stack.api.services);
    const removed = await stack.api.send('DELETE', `${contactsPath(actor)}/${id}`, actor.credentials);
    expect(removed.status).toBe(200);
    const again = await stack.api.send('DELETE', `${contactsPath(actor)}/${id}`, actor.credentials);
    expect([again.status, errorOf(again)]).toEqual([404, 'BillingContactNotFound']);
    jobs = startJobWorker(stack.api.services);
    expect(await emailsTo(email)).toHaveLength(1);
    expect(await list(actor)).toEqual([]);
  });
});

describe('the emails to billing contacts', () => {
  it('leave the workers of other jobs free while the mail server is slow', async () => {
    const { db, pool } = stack.api.services;
    const contacts = await Promise.all([1, 2, 3].map(async () => confirmedContact(await stack.customer())));
    await mail.setMode('hang');
    for (const { email } of contacts) {
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
    await mail.setMode('accept');
    for (const { email } of contacts) expect(await emailsTo(email)).toHaveLength(2);
  });
});

describe('the limits of billing contacts', () => {
  it('are five contacts, and five emails a day', async () => {
    const actor = await stack.loggedInUser();
    const addresses = [1, 2, 3, 4, 5].map(newAddress);
    for (const email of addresses) expect((await add(actor, email)).status).toBe(200);
    expect(errorOf(await add(actor, newAddress()))).toBe('TooManyBillingContacts');
    // The email again counts, too.
    const response = await add(actor, addresses[0] ?? '');
    expect([response.status, errorOf(response)]).toEqual([429, 'TooManyRequests']);
    expect(await list(actor)).toHaveLength(5);
  });

  it('protect a mailbox from many accounts', async () => {
    const email = newAddress();
    for (let times = 0; times < 10; times++) expect((await add(await stack.loggedInUser(), email)).status).toBe(200);
    const { db, pool } = stack.api.services;
    const received = () => mail.messagesTo(email);
    expect(await pollUntil(received, (messages) => messages.length === 10)).toHaveLength(10);
    // The user does not learn of the others: the email is sent the next day.
    const actor = await stack.loggedInUser();
    expect((await add(actor, email)).body).toMatchObject({ contact: { email, state: 'pending' } });
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
    expect(await emailsTo(email)).toHaveLength(11);
    const { sentAt, createdAt } = await db.billingContact.findFirstOrThrow({ where: { userId: actor.user.id } });
    // The link works for a week from the email on.
    expect(sentAt.getTime()).toBeGreaterThan(createdAt.getTime());
  });

  it('let a stranger send two emails a day to a mailbox, and keep a share for accounts that pay', async () => {
    const email = newAddress();
    const { db } = stack.api.services;
    const received = () => mail.messagesTo(email);
    for (const _stranger of [1, 2, 3, 4, 5]) {
      const stranger = await stack.loggedInUser();
      for (const _again of [1, 2]) expect((await add(stranger, email)).status).toBe(200);
      const third = await add(stranger, email);
      expect([third.status, errorOf(third)]).toEqual([429, 'TooManyRequests']);
    }
    expect(await pollUntil(received, (messages) => messages.length === 10)).toHaveLength(10);
    const newcomer = await stack.loggedInUser();
    expect((await add(newcomer, email)).status).toBe(200);
    const [payer, earlierPayer] = [await stack.customer(), await stack.customer()];
    await db.billingAccount.update({ where: { userId: payer.user.id }, data: { hasPaymentMethod: true } });
    const invoice = anInvoice({ id: `in_${earlierPayer.user.id}`, status: 'paid' });
    await db.invoice.create({ data: { ...invoice, userId: earlierPayer.user.id } });
    for (const actor of [payer, earlierPayer]) expect((await add(actor, email)).status).toBe(200);
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
    await suppress(stack.api.services.hashMailbox(email), stack.api.db);
    const actor = await stack.loggedInUser();
    // The user does not learn of it.
    expect((await add(actor, email)).body).toMatchObject({ contact: { state: 'pending' } });
    expect(await emailsTo(email)).toEqual([]);
  });
});
