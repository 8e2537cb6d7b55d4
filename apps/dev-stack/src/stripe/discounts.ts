import type Stripe from 'stripe';
import { newId } from './objects.ts';
import type { StripeState } from './state.ts';

/** The percentage of the only coupon. */
const percentOff = 10;

/** A coupon of a customer, which reduces each invoice. */
export const newDiscount = ({ id: customer }: Stripe.Customer, { clock }: StripeState): Stripe.Discount => ({
  id: newId('di'),
  object: 'discount',
  checkout_session: null,
  customer,
  customer_account: null,
  end: null,
  invoice: null,
  invoice_item: null,
  promotion_code: null,
  source: { coupon: 'LOYAL10', type: 'coupon' },
  start: clock.now,
  subscription: null,
  subscription_item: null,
});

/** What is left of an amount after the coupon of a customer. */
export const afterDiscount = (amount: number, { discount }: Stripe.Customer) =>
  discount ? Math.round((amount * (100 - percentOff)) / 100) : amount;
