import Stripe from 'stripe';
import * as z from 'zod/mini';
import { isStorable } from '../../storable-text.ts';
import { problem } from '../../http/problem.ts';
import type { BillingEvent } from '../billing-provider.ts';

const text = z.string().check(z.minLength(1), z.refine(isStorable));

/** Stripe names a customer by its id, or holds all of it. */
const Named = z.union([text, z.object({ id: text })]);

const SignedEvent = z.object({
  id: text,
  type: text,
  data: z.object({
    object: z.object({
      object: z.optional(z.string()),
      id: z.optional(z.unknown()),
      customer: z.optional(z.unknown()),
    }),
    previous_attributes: z.nullish(z.object({ customer: z.optional(z.unknown()) })),
  }),
});
type SignedEvent = z.infer<typeof SignedEvent>;

/**
 * An event whose signature one of the secrets made, within the last minutes; null otherwise. What is signed but is no
 * event fails with `MalformedBody`.
 */
export function readStripeEvent(
  stripe: Stripe,
  body: Buffer,
  signature: string,
  secrets: readonly string[],
): BillingEvent | null {
  for (const secret of secrets) {
    try {
      const event = SignedEvent.parse(stripe.webhooks.constructEvent(body, signature, secret));
      return { id: event.id, type: event.type, customerId: customerOf(event) };
    } catch (error) {
      // With two secrets, the other one may have made it.
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) continue;
      throw problem('MalformedBody', { message: 'The body is not a Stripe event.', cause: error });
    }
  }
  return null;
}

/** Whom an event is about. What is taken off a customer names it only in what was before. */
function customerOf({ data: { object, previous_attributes: before } }: SignedEvent): string | null {
  const named = Named.safeParse(object.object === 'customer' ? object.id : (object.customer ?? before?.customer));
  if (!named.success) return null;
  return typeof named.data === 'string' ? named.data : named.data.id;
}
