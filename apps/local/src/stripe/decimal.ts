import type Stripe from 'stripe';
import * as z from 'zod';

type Decimal = NonNullable<Stripe.Price['unit_amount_decimal']>;

const DecimalText = z.custom<Decimal>((value) => typeof value === 'string');

/** A decimal as it is in JSON: a text, for which Stripe's client has a class. */
export const toDecimal = (value: number): Decimal => DecimalText.parse(String(value));
