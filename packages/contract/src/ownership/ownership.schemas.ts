import * as z from 'zod/mini';
import { MemberName } from './my-offers.schemas.ts';
import { IdInput, IsoTimestamp, Ulid } from '../primitives.ts';

/** An open offer of the owner to make another member the owner. */
export const OwnershipOffer = z.object({
  id: Ulid,
  /** The owner. */
  from: MemberName,
  /** The member who is to become the owner. */
  to: MemberName,
  createdAt: IsoTimestamp,
  /** When the offer ends by itself, seven days after it was made. */
  expiresAt: IsoTimestamp,
});
export type OwnershipOffer = z.infer<typeof OwnershipOffer>;

export const OwnershipOfferResult = z.object({
  /** Null without an open offer, and for members whom it does not concern. */
  offer: z.nullable(OwnershipOffer),
});

export const NewOwner = z.object({
  /** The user id of the member who is to become the owner. */
  userId: IdInput,
});

export const ObjectionQuery = z.object({
  /** From the link in the email to the owner. */
  token: z.optional(z.string().check(z.maxLength(200))),
});
