import type Stripe from 'stripe';
import { cancelSubscription, pauseSubscription, updateSubscription } from './billing-cycle.ts';
import { deleteCustomer } from './customers.ts';
import { newDiscount } from './discounts.ts';
import { invoiceEdits, type Edit } from './invoice-edits.ts';
import { newPaymentMethod } from './new-checkout.ts';
import { newSubscription } from './new-subscription.ts';
import { idOf, newId } from './objects.ts';
import type { StripeState } from './state.ts';
import { newTaxId } from './tax-ids.ts';

/** What staff or another system can do at Stripe, without the API. A person plays it on the customer's page, tests by `POST /_test/edits`. */
export const edits = {
  attachCard: {
    label: 'Attach a card, not as a default',
    apply: (customer, state) => void attachCard(customer, '4242', state),
  },
  defaultCard: {
    label: 'Give the customer a default card',
    apply(customer, state) {
      const { id } = attachCard(customer, '4242', state);
      const invoice_settings = { ...customer.invoice_settings, default_payment_method: id };
      updateCustomer(customer, { invoice_settings }, state);
    },
  },
  subscriptionCard: {
    label: 'Give the subscription its own card',
    apply(customer, state) {
      const { id } = attachCard(customer, '4444', state);
      for (const each of subscriptionsOf(customer, state))
        updateSubscription(each, { default_payment_method: id }, state);
    },
  },
  subscriptionSource: {
    label: 'Give the subscription its own source',
    apply(customer, state) {
      const { id } = state.objects.save(newSource(customer.id, '1117'));
      for (const each of subscriptionsOf(customer, state)) updateSubscription(each, { default_source: id }, state);
    },
  },
  customerSource: {
    label: 'Give the customer a default source',
    apply(customer, state) {
      const { id } = state.objects.save(newSource(customer.id, '0005'));
      updateCustomer(customer, { default_source: id }, state);
    },
  },
  detachCards: {
    label: 'Detach all cards and sources',
    apply: detachCards,
  },
  incompleteSubscription: {
    label: 'Add a subscription whose first payment is missing',
    apply: (customer, state) => addSubscription(customer, { status: 'incomplete' }, state),
  },
  pausedSubscription: {
    label: 'Add a paused subscription',
    apply: (customer, state) => addSubscription(customer, { status: 'paused' }, state),
  },
  secondTrial: {
    label: 'Add a second trial',
    apply: (customer, state) => addSubscription(customer, { trialDays: 14 }, state),
  },
  otherProduct: {
    label: 'Add a subscription to another product',
    apply: (customer, state) => addSubscription(customer, { price: 'price_training' }, state),
  },
  pausePayments: {
    label: 'Pause the payments and void new invoices',
    apply: (customer, state) =>
      editSubscriptions(customer, { pause_collection: { behavior: 'void', resumes_at: null } }, state),
  },
  pausePaymentsFor60Days: {
    label: 'Pause the payments for 60 days and keep new invoices as drafts',
    apply(customer, state) {
      const resumes_at = state.clock.nowFor(customer.id) + 60 * daySeconds;
      editSubscriptions(customer, { pause_collection: { behavior: 'keep_as_draft', resumes_at } }, state);
    },
  },
  resumePayments: {
    label: 'Resume the payments',
    apply: (customer, state) => editSubscriptions(customer, { pause_collection: null }, state),
  },
  sendInvoice: {
    label: 'Email invoices, due after 30 days, instead of charging',
    apply: (customer, state) =>
      editSubscriptions(customer, { collection_method: 'send_invoice', days_until_due: 30 }, state),
  },
  chargeAutomatically: {
    label: 'Charge invoices automatically',
    apply: (customer, state) =>
      editSubscriptions(customer, { collection_method: 'charge_automatically', days_until_due: null }, state),
  },
  cancelAfterTrial: {
    label: 'End the subscription if the trial ends without a card',
    apply: (customer, state) => setTrialEnd(customer, 'cancel', state),
  },
  invoiceAfterTrial: {
    label: 'Create an invoice if the trial ends without a card',
    apply: (customer, state) => setTrialEnd(customer, 'create_invoice', state),
  },
  pauseSubscription: {
    label: 'Pause the subscription itself',
    apply(customer, state) {
      for (const each of subscriptionsOf(customer, state)) pauseSubscription(each, 'pause_requested', state);
    },
  },
  cancelSubscription: {
    label: 'Cancel the subscription at once',
    apply: (customer, state) => endSubscriptions(customer, 'cancellation_requested', state),
  },
  disputePayment: {
    label: 'End the subscription because a payment is disputed',
    apply: (customer, state) => endSubscriptions(customer, 'payment_disputed', state),
  },
  coupon: {
    label: 'Give the customer a coupon of 10 %',
    apply: (customer, state) => updateCustomer(customer, { discount: newDiscount(customer, state) }, state),
  },
  rename: {
    label: 'Change the name to Grace New',
    apply: (customer, state) => updateCustomer(customer, { name: 'Grace New' }, state),
  },
  addTaxId: {
    label: 'Add the tax id GB123456789',
    apply({ id }, { objects, events, clock }) {
      events.emit('customer.tax_id.created', objects.save(newTaxId(id, 'gb_vat', 'GB123456789', clock.now)));
    },
  },
  ...invoiceEdits,
  deleteCustomer: {
    label: 'Delete the customer',
    apply: deleteCustomer,
  },
  forgetCustomer: {
    label: 'Forget the customer, as with an API key of another account or mode',
    apply: forgetCustomer,
  },
} as const satisfies Record<string, Edit>;

const daySeconds = 86_400;

export type EditName = keyof typeof edits;
export const editNames = Object.keys(edits) as [EditName, ...EditName[]];

export function applyEdit(name: EditName, customer: Stripe.Customer, state: StripeState): void {
  edits[name].apply(customer, state);
}

function updateCustomer(
  customer: Stripe.Customer,
  changes: Partial<Stripe.Customer>,
  { objects, events }: StripeState,
): void {
  events.emit('customer.updated', objects.save({ ...customer, ...changes }), customer);
}

const subscriptionsOf = ({ id }: Stripe.Customer, { objects }: StripeState) =>
  objects.all('subscription', (each) => each.customer === id && each.status !== 'canceled');

function editSubscriptions(customer: Stripe.Customer, changes: Partial<Stripe.Subscription>, state: StripeState): void {
  for (const each of subscriptionsOf(customer, state)) updateSubscription(each, changes, state);
}

function endSubscriptions(
  customer: Stripe.Customer,
  reason: Stripe.Subscription.CancellationDetails.Reason,
  state: StripeState,
): void {
  const now = state.clock.nowFor(customer.id);
  for (const each of subscriptionsOf(customer, state)) cancelSubscription(each, state, now, reason);
}

function setTrialEnd(
  customer: Stripe.Customer,
  missing_payment_method: Stripe.Subscription.TrialSettings.EndBehavior.MissingPaymentMethod,
  state: StripeState,
): void {
  const trial_settings = { end_behavior: { billing_cycle_anchor: null, missing_payment_method } };
  editSubscriptions(customer, { trial_settings }, state);
}

interface AddedSubscription {
  readonly price?: string;
  readonly trialDays?: number;
  readonly status?: Stripe.Subscription.Status;
}

function addSubscription(
  { id: customer }: Stripe.Customer,
  { price = 'price_monthly', trialDays, status }: AddedSubscription,
  { objects, events, clock }: StripeState,
): void {
  const now = clock.nowFor(customer);
  const created = newSubscription({
    customer,
    price: objects.get('price', price),
    now,
    trialEnd: trialDays === undefined ? null : now + trialDays * daySeconds,
    missingPaymentMethod: 'pause',
  });
  events.emit('customer.subscription.created', objects.save({ ...created, ...(status && { status }) }));
}

function attachCard({ id }: Stripe.Customer, last4: string, { objects, events, clock }: StripeState) {
  const card = { number: last4, expMonth: 12, expYear: 2060 };
  const method = objects.save(newPaymentMethod(card, id, clock.now));
  events.emit('payment_method.attached', method);
  return method;
}

function detachCards(customer: Stripe.Customer, state: StripeState): void {
  const { objects, events } = state;
  for (const method of objects.all('payment_method', (each) => each.customer === customer.id)) {
    const detached = objects.save({ ...method, customer: null });
    events.emit('payment_method.detached', detached, method);
  }
  for (const source of objects.all('card', (each) => each.customer === customer.id)) objects.remove(source);
  const none = { default_payment_method: null, default_source: null };
  for (const each of subscriptionsOf(customer, state)) updateSubscription(each, none, state);
  const invoice_settings = { ...customer.invoice_settings, default_payment_method: null };
  updateCustomer(customer, { invoice_settings, default_source: null }, state);
}

/**
 * Removes the customer without an event, with all that belongs to it. A key of another account or mode gets the same answers.
 * Source: https://docs.stripe.com/keys#test-live-modes (objects of one mode are not accessible in the other).
 */
function forgetCustomer(customer: Stripe.Customer, { objects }: StripeState): void {
  const belongs = (each: { readonly customer?: string | { readonly id: string } | null }) =>
    idOf(each.customer) === customer.id;
  const related = (
    ['subscription', 'invoice', 'payment_method', 'card', 'tax_id', 'checkout.session'] as const
  ).flatMap((kind) => objects.all(kind, belongs));
  for (const object of [customer, ...related]) objects.remove(object);
}

/** A card of the Sources API. */
const newSource = (customer: string, last4: string): Stripe.Card => ({
  id: newId('card'),
  object: 'card',
  address_city: null,
  address_country: null,
  address_line1: null,
  address_line1_check: null,
  address_line2: null,
  address_state: null,
  address_zip: null,
  address_zip_check: null,
  brand: 'Visa',
  country: 'US',
  customer,
  cvc_check: 'pass',
  dynamic_last4: null,
  exp_month: 12,
  exp_year: 2060,
  fingerprint: newId('').slice(-16),
  funding: 'credit',
  last4,
  metadata: {},
  name: null,
  regulated_status: 'unregulated',
  tokenization_method: null,
});
