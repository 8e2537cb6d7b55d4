import Stripe from 'stripe';
import * as z from 'zod/mini';
import { isStorableText } from '../../platform/lib/storable-text.ts';
import { apiError } from '../../platform/errors/api-error.ts';
import type { BillingEvent, ThinEvent } from './billing-provider.ts';

const text = z.string().check(z.minLength(1), z.refine(isStorableText));

/** How far the time of a signature may be from ours. The library's default. */
const toleranceSeconds = 300;

/** Stripe's objects contain a customer's id, or the expanded customer. */
const Customer = z.union([text, z.object({ id: text })]);

/** A notification of Stripe's API v2, which has no object. Source: https://docs.stripe.com/event-destinations#thin-payload */
const ThinNotification = z.object({ object: z.literal('v2.core.event'), id: text, type: text });

const SignedEvent = z.object({
  id: text,
  type: text,
  created: z.optional(z.int()),
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
 * Returns an event that was signed with one of the secrets within the last minutes; null otherwise. Throws `MalformedBody` if
 * the body is signed but not an event. The library accepts a signature from the future, which would stay valid until then.
 */
export function verifyStripeEvent(
  stripe: Stripe,
  body: Buffer,
  signature: string,
  secrets: readonly string[],
): BillingEvent | ThinEvent | null {
  for (const secret of secrets) {
    try {
      const event = parse(stripe, body, signature, secret);
      if (signedAt(signature) > Date.now() / 1_000 + toleranceSeconds) return null;
      if ('thinType' in event) return event;
      const occurredAt = event.created === undefined ? {} : { occurredAt: new Date(event.created * 1_000) };
      return { id: event.id, type: event.type, customerId: customerIdOf(event), ...occurredAt };
    } catch (error) {
      // Another secret may match.
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) continue;
      throw apiError('MalformedBody', { message: 'The body is not a Stripe event.', cause: error });
    }
  }
  return null;
}

function parse(stripe: Stripe, body: Buffer, signature: string, secret: string): SignedEvent | ThinEvent {
  try {
    return SignedEvent.parse(stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds));
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) throw error;
    // The library has one function per kind of event, and rejects the other kind.
    const { type } = ThinNotification.parse(stripe.parseEventNotification(body, signature, secret, toleranceSeconds));
    return { thinType: type };
  }
}

/** The signed time, in seconds. The library takes the last one. */
const signedAt = (signature: string) => Number([...signature.matchAll(/(?:^|,)t=(\d+)/g)].at(-1)?.[1]);

/** The customer of an event. An object that was detached from a customer contains it only in `previous_attributes`. */
function customerIdOf({ data: { object, previous_attributes: before } }: SignedEvent): string | null {
  const customer = Customer.safeParse(object.object === 'customer' ? object.id : (object.customer ?? before?.customer));
  if (!customer.success) return null;
  return typeof customer.data === 'string' ? customer.data : customer.data.id;
}
