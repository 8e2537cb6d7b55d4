/** @takes 20 s */
import { BillingContacts, type ErrorBody } from '@portal/contract';
import { syncCustomer } from '../../../../src/features/billing/sync-customer.ts';
import { suppress } from '../../../../src/features/emails/suppression.ts';
import { purgeExpired } from '../../../../src/jobs/purge-expired.ts';
import { startJobWorker, type JobWorker } from '../../../../src/jobs/worker.ts';
import { startBillingStack, type BillingStack } from '../../../support/billing-stack.ts';
import { startInbox, type Inbox } from '../../../support/inbox.ts';
import { pollSkippingJobDelays } from '../../../support/polling.ts';

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
    // The user is told, and the audit log has it.
    const [notice] = await emailsTo(actor.user.email);
    expect(notice?.subject).toBe('A billing contact was added to your System Initiative account');
    expect(
      await stack.api.db.auditEntry.count({ where: { actorUserId: actor.user.id, action: 'addBillingContact' } }),
    ).toBe(1);
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
    expect(message?.text).toContain('Amount: ¥4,900');
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
    expect(all.filter((subject) => subject.startsWith('A System Initiative trial ends on')).length).toBeLessThanOrEqual(
      2,
    );
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

  it('gets no email that was enqueued before the removal, nor while the account is closed', async () => {
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
    expect(errorOf(await add(await stack.loggedInUser(), email))).toBe('TooManyRequests');
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
