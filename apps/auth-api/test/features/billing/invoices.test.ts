/** @takes 10 s */
import { BillingOverviewResult, formatAmount, formatTimeCursor, Invoices, type Invoice } from '@portal/contract';
import { enqueueInvoiceReads } from '../../../src/features/billing/billing.tasks.ts';
import { reconcile } from '../../../src/features/billing/reconcile.ts';
import { syncCustomer } from '../../../src/features/billing/sync-customer.ts';
import { startBillingStack, type BillingStack } from '../../support/billing-stack.ts';
import { findCustomersToSync } from '../../support/billing-customer.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBillingStack({ runJobs: false });
});
afterAll(() => stack.close());

type Customer = Awaited<ReturnType<BillingStack['customer']>>;

const get = ({ path, credentials }: Customer, rest: string) => stack.api.send('GET', `${path}/${rest}`, credentials);
const pageOf = async (actor: Customer, query = '') =>
  Invoices.parse((await get(actor, `billing/invoices${query}`)).body);
const sync = ({ user }: Customer) => syncCustomer(user.id, stack.api.services);

/** What the user sees after staff have edited the invoices at Stripe. */
async function listAfter(actor: Customer, ...edits: string[]): Promise<Invoice[]> {
  for (const edit of edits) await stack.stripe.edit(edit, actor.user.email);
  await sync(actor);
  return (await pageOf(actor)).invoices;
}

const summaryOf = ({ status, total, currency, due }: Invoice) =>
  `${status} ${formatAmount(total, currency)}, due ${formatAmount(due, currency)}`;

describe('the invoices', () => {
  it('have a number, the period that is paid, a total and the time of the payment', async () => {
    const actor = await stack.customer();
    await stack.stripe.edit('defaultCard', actor.user.email);
    await stack.stripe.moveClock(31);
    await sync(actor);
    const { invoices, next } = await pageOf(actor);
    expect(next).toBeNull();
    expect(invoices.map(summaryOf)).toEqual(['paid $49.00, due $0.00', 'paid $0.00, due $0.00']);
    const [first, trial] = invoices;
    // The invoice of the first month, after the trial, is about the month that follows.
    expect(first?.period?.start).toBe(trial?.period?.end);
    expect(Date.parse(first?.createdAt ?? '')).toBeLessThan(Date.parse(first?.period?.end ?? ''));
    expect(first?.paidAt).not.toBeNull();
    expect(first?.number).toMatch(/-0002$/);
  });

  it('come in pages, newest first, while Stripe is down, and those of before are read by the reconcile command', async () => {
    const actor = await stack.customer();
    await stack.stripe.edit('manyInvoices', actor.user.email);
    await sync(actor);
    // One request reads 100.
    expect(await stack.api.db.invoice.count({ where: { userId: actor.user.id } })).toBe(101);
    await stack.api.db.billingAccount.updateMany({ data: { invoicesReadAt: new Date() } });
    const lines: string[] = [];
    await reconcile(stack.api.services, (line) => lines.push(line));
    expect(lines).toContain(`${actor.user.id}: invoices`);
    await stack.stripe.play('server_error');
    try {
      const found: Invoice[] = [];
      let after = '';
      for (const size of [50, 50, 21]) {
        const { invoices, next } = await pageOf(actor, `?limit=50${after}`);
        expect(invoices).toHaveLength(size);
        found.push(...invoices);
        after = `&after=${next ?? ''}`;
        expect(next === null).toBe(size === 21);
      }
      const times = found.map(({ createdAt }) => createdAt);
      expect(times).toEqual(times.toSorted().reverse());
      expect(new Set(found.map(({ id }) => id)).size).toBe(121);
      const link = await get(actor, `billing/invoices/${found[0]?.id ?? ''}/pdf`);
      expect([link.status, link.type]).toEqual([503, 'text/html']);
    } finally {
      await stack.stripe.play('normal');
    }
  });

  it('of before an upgrade are read by a job', async () => {
    const actor = await stack.customer();
    await stack.api.db.billingAccount.updateMany({ data: { invoicesReadAt: new Date() } });
    await stack.api.db.billingAccount.update({ where: { userId: actor.user.id }, data: { invoicesReadAt: null } });
    await enqueueInvoiceReads(stack.api.services);
    expect(await findCustomersToSync(stack.api)).toContain(actor.customerId);
    await stack.stripe.edit('manyInvoices', actor.user.email);
    await sync(actor);
    expect(await stack.api.db.invoice.count({ where: { userId: actor.user.id } })).toBe(121);
  });

  it('of before an upgrade are read although syncs of other customers always fail', async () => {
    const actors = [await stack.customer(), await stack.customer(), await stack.customer()];
    const ofActors = { userId: { in: actors.map(({ user }) => user.id) } };
    await stack.api.db.billingAccount.updateMany({ data: { invoicesReadAt: new Date() } });
    await stack.api.db.billingAccount.updateMany({ where: ofActors, data: { invoicesReadAt: null } });
    const last = actors.at(-1)?.customerId;
    // The job of the customer's creation. No job runs here, so all stay unread.
    await stack.api.services.pool.query('SELECT graphile_worker.remove_job($1)', [`events-${last ?? ''}`]);
    await enqueueInvoiceReads(stack.api.services, 2);
    expect(await findCustomersToSync(stack.api)).not.toContain(last);
    await enqueueInvoiceReads(stack.api.services, 2);
    expect(await findCustomersToSync(stack.api)).toContain(last);
  });

  it('are not shown before they are final', async () => {
    const actor = await stack.customer();
    expect(await listAfter(actor, 'draftInvoice', 'failFinalization')).toHaveLength(1);
    expect(await listAfter(actor, 'deleteDrafts', 'draftInvoice')).toHaveLength(1);
    const [invoice, ...others] = await listAfter(actor, 'finalizeDrafts');
    expect(others).toHaveLength(1);
    // A single item has no period.
    expect(invoice).toMatchObject({ status: 'open', due: 4_900, period: null, number: expect.any(String) as string });
  });

  it('follow what staff do at Stripe', async () => {
    const actor = await stack.customer();
    const stateAfter = async (edit: string) => (await listAfter(actor, edit)).map(summaryOf)[0];
    const [yen] = await listAfter(actor, 'invoiceInYen');
    expect(yen && summaryOf(yen)).toBe('open ¥4,900, due ¥4,900');
    expect(Date.parse(yen?.dueAt ?? '')).toBeGreaterThan(Date.parse(yen?.createdAt ?? ''));
    expect(await stateAfter('payPart')).toBe('open ¥4,900, due ¥4,000');
    expect(await stateAfter('creditNote')).toBe('open ¥4,900, due ¥4,500');
    expect(await stateAfter('giveUpInvoices')).toBe('uncollectible ¥4,900, due ¥0');
    // It can still be paid.
    await stack.stripe.enterCard(`${stack.stripe.url}/invoices/${yen?.id ?? ''}`);
    expect((await listAfter(actor)).map(summaryOf)[0]).toBe('paid ¥4,900, due ¥0');
    await listAfter(actor, 'invoiceInYen');
    expect(await stateAfter('voidInvoices')).toBe('void ¥4,900, due ¥0');
  });

  it('can exceed 32 bits', async () => {
    const actor = await stack.customer();
    const [rupiah] = await listAfter(actor, 'invoiceInRupiah');
    expect(rupiah).toMatchObject({ total: 2_500_000_000, due: 2_500_000_000, currency: 'idr' });
    const amounts = { priceAmount: 2_500_000_001, nextInvoiceAmount: 2_500_000_002, periodTotal: 2_500_000_003 };
    await stack.api.db.billingAccount.update({ where: { userId: actor.user.id }, data: amounts });
    const { billingOverview } = BillingOverviewResult.parse((await get(actor, 'billing/overview')).body);
    expect(billingOverview).toMatchObject({ price: { amount: 2_500_000_001 }, unpaidInvoice: { due: 2_500_000_000 } });
    // The reconcile command compares amounts.
    const lines: string[] = [];
    await reconcile(stack.api.services, (line) => lines.push(line));
    expect(lines).toContain(`${actor.user.id}: periodTotal, priceAmount, nextInvoiceAmount`);
  });

  it('that are not paid are read again, although a hundred are newer', async () => {
    const actor = await stack.customer();
    const [yen] = await listAfter(actor, 'invoiceInYen');
    await listAfter(actor, 'manyInvoices');
    await stack.stripe.enterCard(`${stack.stripe.url}/invoices/${yen?.id ?? ''}`);
    const unpaid = async () =>
      BillingOverviewResult.parse((await get(actor, 'billing/overview')).body).billingOverview.unpaidInvoice;
    expect(await unpaid()).toMatchObject({ id: yen?.id, due: 4_900 });
    await sync(actor);
    expect(await unpaid()).toBeNull();
    const { status } = await stack.api.db.invoice.findUniqueOrThrow({ where: { id: yen?.id ?? '' } });
    expect(status).toBe('paid');
  });

  it('continue after a cursor, which is a position in the list, whether or not there is an invoice', async () => {
    const [actor, other] = [await stack.customer(), await stack.customer()];
    await stack.stripe.edit('manyInvoices', actor.user.email);
    await sync(actor);
    const { invoices } = await pageOf(actor, '?limit=3');
    const [first, second, third] = invoices;
    const after = async (time: string, id = '') =>
      (await pageOf(actor, `?limit=2&after=${formatTimeCursor(time, id)}`)).invoices;
    const newest = first?.createdAt ?? '';
    expect(await after(newest, first?.id)).toEqual([second, third]);
    const [foreign] = (await pageOf(other)).invoices;
    const earlier = new Date(Date.parse(newest) - 1).toISOString();
    for (const id of [foreign?.id, 'in_unknown']) expect(await after(earlier, id)).toEqual([second, third]);
    for (const cursor of ['cus_1', first?.id ?? '', formatTimeCursor(newest, 'cus_1')])
      expect((await get(actor, `billing/invoices?after=${cursor}`)).status).toBe(400);
  });
});
