import * as z from 'zod/mini';
import { LockReasonInput, StaffMember } from '../account-locks/account-locks.schemas.ts';
import { IdInput, IsoTimestamp, Ulid, validationMessages } from '../primitives.ts';

/** A member of the workspace, as the other members see them. */
const MemberName = z.object({ userId: Ulid, email: z.string(), nickname: z.string() });

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

/** The open offers to a user, at most 20: those that expire first. */
export const OwnershipOffers = z.object({
  offers: z.array(
    z.object({ workspaceId: Ulid, workspaceName: z.string(), from: MemberName, expiresAt: IsoTimestamp }),
  ),
});

export const NewOwner = z.object({
  /** The user id of the member who is to become the owner. */
  userId: IdInput,
});

/** A change of the owner by staff that the owner can still object to. */
export const OwnershipReassignment = z.object({
  id: Ulid,
  from: MemberName,
  to: MemberName,
  requestedBy: z.nullable(StaffMember),
  reason: z.string(),
  createdAt: IsoTimestamp,
  /** Whether the email with the link to object was sent. The 72 hours start with it. */
  isOwnerNotified: z.boolean(),
  /** When the member becomes the owner, unless the owner objects; null while the email is being sent. */
  effectiveAt: z.nullable(IsoTimestamp),
});
export type OwnershipReassignment = z.infer<typeof OwnershipReassignment>;

export const OwnershipReassignmentResult = z.object({ reassignment: OwnershipReassignment });

export const NewReassignment = z.object({
  /** The user id of the member who is to become the owner. */
  userId: IdInput,
  /** The reason, sent to the owner and shown to other staff. */
  reason: LockReasonInput.check(z.minLength(1, validationMessages.required)),
});

export const ObjectionQuery = z.object({
  /** From the link in the email to the owner. */
  token: z.optional(z.string().check(z.maxLength(200))),
});
