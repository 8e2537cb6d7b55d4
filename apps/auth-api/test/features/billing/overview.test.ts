/** @takes 10 s */
import { ActiveSubscriptionResult, BillingOverview } from '@portal/contract';
import { reconcile } from '../../../src/features/billing/reconcile.ts';
import { syncCustomer } from '../../../src/features/billing/sync-customer.ts';
import { startBillingStack, type BillingStack } from '../../support/billing-stack.ts';
import { logIn, makeUser } from '../../support/builders.ts';

let stack: BillingStack;
beforeAll(async () => {
  stack = await startBillingStack({ runJobs: false });
});
afterAll(() => stack.close());
afterEach(() => stack.stripe.setFaults({}));

type Actor = Awaited<ReturnType<BillingStack['customer']>>;

const get = ({ path, credentials }: Pick<Actor, 'path' | 'credentials'>, call: string) =>
  stack.api.send('GET', `${path}/${call}`, credentials).redirects(0);

async function overviewOf(actor: Pick<Actor, 'path' | 'credentials'>): Promise<BillingOverview> {
  const { body } = (await get(actor, 'billing/overview')) as { body: { billingOverview: unknown } };
  return BillingOverview.parse(body.billingOverview);
}

async function enterCard(actor: Actor, number?: string): Promise<void> {
  const checkout = await get(actor, 'billing/checkout');
  await stack.stripe.enterCard(String(checkout.headers['location']), number);
  await sync(actor);
}

const subscriptionOf = async (actor: Actor) =>
  ActiveSubscriptionResult.parse((await get(actor, 'activeSubscription')).body).activeSubscription;

const stateOf = async (actor: Actor) => (await subscriptionOf(actor)).state;

const sync = ({ user }: Actor) => syncCustomer(user.id, stack.api.services);

const monthly = { amount: 4_900, currency: 'usd', interval: 'month', intervalCount: 1 };

describe('the overview of billing', () => {
  it('is empty before Stripe has been read', async () => {
    expect(await overviewOf(await stack.loggedInUser())).toEqual({
      price: null,
      nextInvoice: null,
      isContinued: false,
      card: null,
      invoices: null,
      unpaidInvoice: null,
    });
  });

  it('follows a subscription from the trial to a failed payment', async () => {
    const actor = await stack.customer();
    const trial = await overviewOf(actor);
    expect(trial).toMatchObject({ price: monthly, nextInvoice: null, isContinued: true, card: null });
    expect(trial.invoices).toEqual([expect.objectContaining({ total: 0, currency: 'usd', status: 'paid' })]);

    await enterCard(actor);
    const withCard = await overviewOf(actor);
    expect(withCard.card).toEqual({ brand: 'visa', last4: '4242', expMonth: 12, expYear: 2060 });
    const { activeSubscription } = ActiveSubscriptionResult.parse((await get(actor, 'activeSubscription')).body);
    const { endingAt } = activeSubscription;
    expect(withCard.nextInvoice).toEqual({ date: endingAt, amount: 4_900, currency: 'usd' });

    await stack.stripe.moveClock(31);
    await sync(actor);
    const paid = await overviewOf(actor);
    expect(paid.invoices?.map(({ total, status }) => [total, status])).toEqual([
      [4_900, 'paid'],
      [0, 'paid'],
    ]);
    expect(Date.parse(paid.nextInvoice?.date ?? '')).toBeGreaterThan(Date.parse(endingAt ?? ''));

    await enterCard(actor, '4000000000000341');
    for (const _month of [1, 2]) await stack.stripe.moveClock(31);
    await sync(actor);
    const failed = await overviewOf(actor);
    expect(failed.card?.last4).toBe('0341');
    expect(failed.invoices).toHaveLength(3);
    expect(failed.invoices?.[0]).toMatchObject({ total: 4_900, status: 'failed' });
  });

  it.each(['with', 'without'])(
    'shows that a trial %s a card will not continue if its plan was cancelled',
    async (card) => {
      const actor = await stack.customer();
      if (card === 'with') await enterCard(actor);
      expect((await overviewOf(actor)).isContinued).toBe(true);
      const portal = await get(actor, 'billing/portal');
      await fetch(`${String(portal.headers['location'])}/cancel`, { method: 'POST', redirect: 'manual' });
      await sync(actor);
      expect(await overviewOf(actor)).toMatchObject({ nextInvoice: null, isContinued: false });
    },
  );

  it('promises no charge for a card that is attached and not the default, and the trial is paused at its end', async () => {
    const actor = await stack.customer();
    await stack.stripe.edit('attachCard', actor.user.email);
    await sync(actor);
    expect(await overviewOf(actor)).toMatchObject({ card: null, nextInvoice: null });
    expect((await get(actor, 'hasBillingDetails')).body).toEqual({ paymentDetailsSet: false });
    await stack.stripe.moveClock(31);
    await sync(actor);
    expect(await stateOf(actor)).toBe('paused');
  });

  it.each([
    ['subscriptionCard', { brand: 'visa', last4: '4444' }],
    ['subscriptionSource', { brand: 'visa', last4: '1117' }],
    ['customerSource', { brand: 'visa', last4: '0005' }],
  ])(
    'shows the card that Stripe charges after staff set %s there, until the user enters another',
    async (edit, card) => {
      const actor = await stack.customer();
      await stack.stripe.edit(edit, actor.user.email);
      await sync(actor);
      expect((await overviewOf(actor)).card).toMatchObject(card);
      await enterCard(actor);
      expect((await overviewOf(actor)).card).toMatchObject({ brand: 'visa', last4: '4242' });
      await stack.stripe.edit('detachCards', actor.user.email);
      await sync(actor);
      expect((await overviewOf(actor)).card).toBeNull();
    },
  );

  it('charges the entered card instead of that of the subscription', async () => {
    const actor = await stack.customer();
    await stack.stripe.edit('subscriptionCard', actor.user.email);
    await enterCard(actor, '4000000000000341');
    await stack.stripe.moveClock(31);
    await sync(actor);
    expect(await stateOf(actor)).toBe('pastDue');
  });

  it.each(['incompleteSubscription', 'pausedSubscription', 'secondTrial', 'otherProduct'])(
    'is that of the active plan, although staff added at Stripe: %s',
    async (edit) => {
      const actor = await stack.customer();
      await enterCard(actor);
      await stack.stripe.moveClock(31);
      await stack.stripe.edit(edit, actor.user.email);
      await sync(actor);
      expect(await stateOf(actor)).toBe('active');
      expect((await overviewOf(actor)).price).toEqual(monthly);
    },
  );

  // Source: https://docs.stripe.com/billing/subscriptions/pause-payment
  it.each([
    ['pausePayments', 'void', null],
    ['pausePaymentsFor60Days', null, expect.any(String) as string],
  ])('promises no charge after the edit %s, until the payments resume', async (edit, invoice, resumesAt) => {
    const actor = await stack.customer();
    await enterCard(actor);
    await stack.stripe.edit(edit, actor.user.email);
    await sync(actor);
    expect(await overviewOf(actor)).toMatchObject({ nextInvoice: null, isContinued: true });
    expect(await subscriptionOf(actor)).toMatchObject({ collection: 'paused', collectionResumesAt: resumesAt });
    await stack.stripe.moveClock(31);
    await sync(actor);
    expect(await subscriptionOf(actor)).toMatchObject({ state: 'active', exceededFreeTier: invoice === null });
    expect((await overviewOf(actor)).invoices?.map(({ total, status }) => [total, status])).toEqual([
      ...(invoice === null ? [] : [[4_900, invoice]]),
      [0, 'paid'],
    ]);
    await (resumesAt === null ? stack.stripe.edit('resumePayments', actor.user.email) : stack.stripe.moveClock(31));
    await sync(actor);
    expect(await subscriptionOf(actor)).toMatchObject({ collection: 'automatic', collectionResumesAt: null });
    expect((await overviewOf(actor)).nextInvoice).toMatchObject({ amount: 4_900 });
  });

  it('shows an invoice that is emailed, which can be paid, and nothing is charged', async () => {
    const actor = await stack.customer();
    await enterCard(actor);
    await stack.stripe.edit('sendInvoice', actor.user.email);
    await stack.stripe.moveClock(31);
    await sync(actor);
    expect(await subscriptionOf(actor)).toMatchObject({ state: 'active', collection: 'sendInvoice' });
    const [invoice] = (await overviewOf(actor)).invoices ?? [];
    expect(invoice).toMatchObject({ total: 4_900, due: 4_900, status: 'open' });
    await stack.stripe.moveClock(31);
    await sync(actor);
    expect(await stateOf(actor)).toBe('pastDue');
  });

  it.each([
    ['cancelAfterTrial', 'cancel', 'ended', null],
    ['invoiceAfterTrial', 'createInvoice', 'pastDue', 4_900],
  ])('follows the edit %s: without a card the trial ends so', async (edit, trialEndBehavior, state, amount) => {
    const actor = await stack.customer();
    await stack.stripe.edit(edit, actor.user.email);
    await sync(actor);
    expect(await subscriptionOf(actor)).toMatchObject({ state: 'trialing', trialEndBehavior });
    expect((await overviewOf(actor)).nextInvoice?.amount ?? null).toBe(amount);
    await stack.stripe.moveClock(31);
    await sync(actor);
    expect(await stateOf(actor)).toBe(state);
  });

  // Source: https://docs.stripe.com/billing/subscriptions/pause
  it('does not resume a subscription that staff have paused, although a card is on file', async () => {
    const actor = await stack.customer();
    await enterCard(actor);
    await stack.stripe.edit('pauseSubscription', actor.user.email);
    await sync(actor);
    await enterCard(actor);
    expect(await subscriptionOf(actor)).toMatchObject({ state: 'paused', collection: 'paused', chargedOnResume: null });
    expect((await overviewOf(actor)).invoices?.map(({ total }) => total)).toEqual([0]);
  });

  it('says before a card is entered what it is charged when the subscription resumes, also on Stripe’s page', async () => {
    const actor = await stack.customer();
    await stack.stripe.moveClock(31);
    await sync(actor);
    expect((await subscriptionOf(actor)).chargedOnResume).toEqual({ amount: 4_900, currency: 'usd' });
    const checkout = await get(actor, 'billing/checkout');
    const page = await (await fetch(String(checkout.headers['location']))).text();
    expect(page).toContain('When you add a card, your subscription resumes and we will charge $49.00 at once.');
    await enterCard(actor);
    expect((await subscriptionOf(actor)).chargedOnResume).toBeNull();
    expect((await overviewOf(actor)).invoices?.[0]).toMatchObject({ total: 4_900, status: 'paid' });
  });

  it('of an ended subscription offers to start it again: without a second trial, once', async () => {
    const actor = await stack.customer();
    await stack.stripe.edit('cancelAfterTrial', actor.user.email);
    await stack.stripe.moveClock(31);
    await sync(actor);
    const restart = () => stack.api.send('POST', `${actor.path}/billing/restart`, actor.credentials).send({});
    expect((await restart()).status).toBe(200);
    const ended = await subscriptionOf(actor);
    expect(ended).toMatchObject({ state: 'ended', chargedOnRestart: { amount: 4_900, currency: 'usd' } });
    await enterCard(actor);
    expect(await stateOf(actor)).toBe('ended');
    const statuses = (await Promise.all([restart(), restart()])).map(({ status }) => status);
    expect(statuses).toEqual([200, 200]);
    expect(await subscriptionOf(actor)).toMatchObject({ state: 'active', isTrial: false, chargedOnRestart: null });
    const { invoices } = await overviewOf(actor);
    expect(invoices?.map(({ total, status }) => [total, status])).toEqual([
      [4_900, 'paid'],
      [0, 'paid'],
    ]);
  });

  it('of a subscription that starts again with a failed charge waits for a payment of the invoice', async () => {
    const actor = await stack.customer();
    await stack.stripe.edit('cancelAfterTrial', actor.user.email);
    await stack.stripe.moveClock(31);
    await enterCard(actor, '4000000000000341');
    await stack.api.send('POST', `${actor.path}/billing/restart`, actor.credentials).send({});
    const [invoice] = (await overviewOf(actor)).invoices ?? [];
    expect([await stateOf(actor), invoice?.status, invoice?.due]).toEqual(['pending', 'failed', 4_900]);
    await stack.stripe.enterCard(`${stack.stripe.url}/invoices/${invoice?.id ?? ''}`);
    await sync(actor);
    expect(await stateOf(actor)).toBe('active');
  });

  it.each([true, false])(
    'of a paused subscription whose charge fails resumes when its invoice is paid, by the user: %j',
    async (isPaidByUser) => {
      const actor = await stack.customer();
      await stack.stripe.moveClock(31);
      await enterCard(actor, '4000000000000341');
      const [invoice] = (await overviewOf(actor)).invoices ?? [];
      expect([invoice?.status, invoice?.due]).toEqual(['failed', 4_900]);
      // Another card resumes nothing at once, but pays the invoice.
      expect(await subscriptionOf(actor)).toMatchObject({ state: 'paused', chargedOnResume: null });
      await enterCard(actor);
      expect(await stateOf(actor)).toBe('paused');
      expect((await overviewOf(actor)).invoices?.filter(({ due }) => due > 0)).toHaveLength(1);
      // The user pays it, or Stripe charges the card again.
      if (isPaidByUser) await stack.stripe.enterCard(`${stack.stripe.url}/invoices/${invoice?.id ?? ''}`);
      else await stack.stripe.moveClock(2);
      await sync(actor);
      expect(await stateOf(actor)).toBe('active');
    },
  );

  it('names no amount if a coupon changes it', async () => {
    const actor = await stack.customer();
    await stack.stripe.edit('coupon', actor.user.email);
    await stack.stripe.moveClock(31);
    await sync(actor);
    expect((await subscriptionOf(actor)).chargedOnResume).toEqual({ amount: null, currency: 'usd' });
    await enterCard(actor);
    expect((await overviewOf(actor)).invoices?.[0]).toMatchObject({ total: 4_410, status: 'paid' });
  });

  it('can be read while Stripe is down, but the PDF of an invoice cannot', async () => {
    const actor = await stack.customer();
    await enterCard(actor);
    const before = await overviewOf(actor);
    await stack.stripe.setFaults({ api: { status: 503 } });
    expect(await overviewOf(actor)).toEqual(before);
    const pdf = await get(actor, `billing/invoices/${before.invoices?.[0]?.id ?? ''}/pdf`);
    expect([pdf.status, pdf.type]).toEqual([503, 'text/html']);
    expect(pdf.text).toContain('Back to billing');
  });

  it('can be read while suspended', async () => {
    const actor = await stack.customer();
    await stack.api.db.user.update({ where: { id: actor.user.id }, data: { suspendedAt: new Date() } });
    expect((await get(actor, 'billing/overview')).status).toBe(200);
  });

  it('is empty before the first read of Stripe, which the reconcile command makes up for', async () => {
    const actor = await stack.customer();
    await stack.api.db.billingAccount.update({
      where: { userId: actor.user.id },
      data: {
        priceAmount: null,
        priceInterval: null,
        nextInvoiceAt: null,
        trialEndsAt: null,
        mirroredAt: null,
      },
    });
    await stack.api.db.invoice.deleteMany({ where: { userId: actor.user.id } });
    const nothing = {
      price: null,
      nextInvoice: null,
      isContinued: false,
      card: null,
      invoices: null,
      unpaidInvoice: null,
    };
    expect(await overviewOf(actor)).toEqual(nothing);
    const lines: string[] = [];
    await reconcile(stack.api.services, (line) => lines.push(line));
    expect(lines.join('\n')).toContain(
      `${actor.user.id}: priceAmount, priceInterval, nextInvoiceAt, trialEndsAt, invoices`,
    );
    expect(await overviewOf(actor)).toMatchObject({ price: monthly, invoices: [{ status: 'paid' }] });
  });
});

describe('the link of an invoice', () => {
  it('leads to its PDF', async () => {
    const actor = await stack.customer();
    const [invoice] = (await overviewOf(actor)).invoices ?? [];
    const redirect = await get(actor, new URL(invoice?.pdfUrl ?? '').pathname.slice(actor.path.length + 1));
    expect(redirect.status).toBe(303);
    const pdf = await fetch(String(redirect.headers['location']));
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect((await pdf.text()).slice(0, 5)).toBe('%PDF-');
  });

  // The page needs no login. Source: https://docs.stripe.com/invoicing/hosted-invoice-page
  it('of a failed payment leads to the page where it can be paid, and the state follows', async () => {
    const actor = await stack.customer();
    await enterCard(actor, '4000000000000341');
    await stack.stripe.moveClock(31);
    await sync(actor);
    const [invoice] = (await overviewOf(actor)).invoices ?? [];
    expect([await stateOf(actor), invoice?.due]).toEqual(['pastDue', 4_900]);
    const redirect = await get(actor, new URL(invoice?.paymentUrl ?? '').pathname.slice(actor.path.length + 1));
    const url = String(redirect.headers['location']);
    expect(await (await fetch(url)).text()).toContain('Pay $49.00');
    await stack.stripe.enterCard(url, '4000000000000002');
    await sync(actor);
    expect(await stateOf(actor)).toBe('pastDue');
    await stack.stripe.enterCard(url);
    await sync(actor);
    expect(await stateOf(actor)).toBe('active');
    expect((await overviewOf(actor)).invoices?.[0]).toMatchObject({ id: invoice?.id, due: 0, status: 'paid' });
  });

  it('does not lead to the invoices of others, nor to unknown ones', async () => {
    const [actor, other] = [await stack.customer(), await stack.customer()];
    const [invoice] = (await overviewOf(other)).invoices ?? [];
    for (const id of [invoice?.id ?? '', 'in_unknown']) {
      const response = await get(actor, `billing/invoices/${id}/pdf`);
      expect([response.status, response.text]).toEqual([404, expect.stringContaining('Invoice not found')]);
    }
    const foreign = await get(
      { ...other, credentials: actor.credentials },
      `billing/invoices/${invoice?.id ?? ''}/pdf`,
    );
    expect(foreign.status).toBe(403);
  });

  it('does not lead to an invoice that the customer no longer has at Stripe', async () => {
    const user = await makeUser(stack.api);
    const [invoice] = (await overviewOf(await stack.customer())).invoices ?? [];
    const data = { customerId: `cus_${user.id}`, userId: user.id };
    await stack.api.db.invoice.update({ where: { id: invoice?.id ?? '' }, data });
    const actor = { path: `/users/${user.id}`, credentials: await logIn(stack.api, user) };
    expect((await get(actor, `billing/invoices/${invoice?.id ?? ''}/pdf`)).status).toBe(404);
  });

  it('requires an id of an invoice', async () => {
    expect((await get(await stack.customer(), 'billing/invoices/cus_1/pdf')).status).toBe(400);
  });
});

it('a card number is never stored as a whole', async () => {
  const user = await makeUser(stack.api);
  const data = { userId: user.id, email: user.email, cardLast4: '4242424242424242' };
  await expect(stack.api.db.billingAccount.create({ data })).rejects.toThrow('billing_accounts_card_check');
});
