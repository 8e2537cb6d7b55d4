import * as z from 'zod/mini';
import { MemberName } from './my-offers.schemas.ts';
import { SummarizedToken } from '../credentials/credentials.schemas.ts';
import { IdInput, IsoTimestamp, Ulid } from '../primitives.ts';

/** An open offer of the owner to make another member the owner. */
export const OwnershipOffer = z.object({
  id: Ulid,
  /** The owner. */
  from: MemberName,
  /** The member who is to become the owner. */
  to: MemberName,
  createdAt: IsoTimestamp,
  /** When the offer expires, seven days after it was made. */
  expiresAt: IsoTimestamp,
});
export type OwnershipOffer = z.infer<typeof OwnershipOffer>;

/** A change of the owner by staff, as the owner sees it before it takes effect. */
export const PendingReassignment = z.object({
  to: MemberName,
  /** The reason, as staff entered it. */
  reason: z.string(),
  /** Whether the owner was sent the link to object. */
  isOwnerNotified: z.boolean(),
  /** Whether the change waits for the confirmation of another member of staff. */
  needsConfirmation: z.boolean(),
  /**
   * When the member becomes the owner, unless the owner objects; null while the email with the link to object is being sent, or the change
   * waits for its confirmation.
   */
  effectiveAt: z.nullable(IsoTimestamp),
});
export type PendingReassignment = z.infer<typeof PendingReassignment>;

/** The offer that was made. */
export const NewOwnershipOffer = z.object({ offer: OwnershipOffer });

/** What is pending about the owner of a workspace. */
export const OwnershipOfferResult = z.object({
  /** Null without an open offer, and for members whom it does not concern. */
  offer: z.nullable(OwnershipOffer),
  /**
   * With an open offer: the API tokens of service accounts that are neither expired nor revoked, the most recently used first, at most ten,
   * and how many there are. They keep working after the transfer, and the former owner may still have their secrets.
   */
  remaining: z.optional(z.object({ authTokens: z.array(SummarizedToken), authTokenCount: z.int() })),
  /** Null without a pending change of the owner by staff, and for other members. */
  reassignment: z.nullable(PendingReassignment),
});
export type OwnershipOfferResult = z.infer<typeof OwnershipOfferResult>;

/** To whom the ownership is offered. */
export const NewOwner = z.object({
  /** The user id of the member who is to become the owner. */
  userId: IdInput,
});

/** The link to object to a change of the owner. A missing or unknown token is the error `InvalidLink`. */
export const ObjectionQuery = z.object({
  /** From the link in the email to the owner. */
  token: z.optional(z.string().check(z.maxLength(200))),
});
