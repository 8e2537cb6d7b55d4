import Stripe from 'stripe';
import * as z from 'zod';
import { listPage } from './http/lists.ts';
import type { Objects } from './objects.ts';
import type { Operations } from './http/operations.ts';
import { boolean, nonEmpty, pageParams } from './http/params.ts';
import type { StripeState } from './state.ts';

/** Prices are only created by `seedPrices`. */
export function addPriceOperations(operations: Operations, { objects }: StripeState): void {
  const shape = { ...pageParams, active: boolean.optional(), lookup_keys: z.array(nonEmpty).max(10).optional() };
  operations.add('get', '/v1/prices', shape, ({ active, lookup_keys: keys, ...page }) => {
    const prices = objects.all(
      'price',
      (each) => (active === undefined || each.active === active) && (!keys || keys.includes(each.lookup_key ?? '')),
    );
    return listPage(prices, '/v1/prices', page);
  });
}

const plans = [
  { lookupKey: 'monthly', name: 'Monthly Subscription', amount: 4_900 },
  { lookupKey: 'si_internal', name: 'Internal', amount: 0 },
  { lookupKey: 'training', name: 'Training, another product of the company', amount: 900 },
];

/** Creates the initial prices. */
export function seedPrices(objects: Objects, created: number): void {
  for (const { lookupKey, name, amount } of plans) {
    if (objects.find('price', `price_${lookupKey}`)) continue;
    objects.save(newProduct(`prod_${lookupKey}`, name, created));
    objects.save(newPrice(lookupKey, amount, created));
  }
}

const newProduct = (id: string, name: string, created: number): Stripe.Product => ({
  id,
  object: 'product',
  active: true,
  created,
  description: null,
  images: [],
  livemode: false,
  marketing_features: [],
  metadata: {},
  name,
  package_dimensions: null,
  shippable: null,
  tax_code: null,
  tax_details: null,
  type: 'service',
  updated: created,
  url: null,
});

const newPrice = (lookupKey: string, amount: number, created: number): Stripe.Price => ({
  id: `price_${lookupKey}`,
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created,
  currency: 'usd',
  custom_unit_amount: null,
  livemode: false,
  lookup_key: lookupKey,
  metadata: {},
  nickname: null,
  product: `prod_${lookupKey}`,
  recurring: { interval: 'month', interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
  tax_behavior: 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: 'recurring',
  unit_amount: amount,
  unit_amount_decimal: Stripe.Decimal.from(amount),
});
