import * as z from 'zod/mini';
import { LockReasonInput, StaffMember } from '../account-locks/account-locks.schemas.ts';
import { IdInput, IsoTimestamp, Ulid, validationMessages } from '../primitives.ts';
import { MemberName } from './my-offers.schemas.ts';

/** A change of the owner by staff that the owner can still object to. */
export const OwnershipReassignment = z.object({
  id: Ulid,
  from: MemberName,
  to: MemberName,
  requestedBy: z.nullable(StaffMember),
  reason: z.string(),
  createdAt: IsoTimestamp,
  /** Whether the email with the link to object was sent. Usually, the 72 hours start with it. */
  isOwnerNotified: z.boolean(),
  /**
   * Whether another member of staff has to confirm the change, because the owner cannot be notified. The 72 hours start then.
   */
  needsConfirmation: z.boolean(),
  /** Who confirmed it. */
  confirmedBy: z.nullable(StaffMember),
  /** When the member becomes the owner, unless the owner objects; null until the 72 hours start. */
  effectiveAt: z.nullable(IsoTimestamp),
});
export type OwnershipReassignment = z.infer<typeof OwnershipReassignment>;

/** A change of the owner by staff that ended. */
export const EndedReassignment = z.object({
  from: MemberName,
  to: MemberName,
  reason: z.string(),
  /** The owner objected, staff cancelled it, it took effect, or it was no longer possible. */
  outcome: z.enum(['OBJECTED', 'CANCELLED', 'COMPLETED', 'SUPERSEDED']),
  endedAt: IsoTimestamp,
});
export type EndedReassignment = z.infer<typeof EndedReassignment>;

/** The requested change of the owner. */
export const OwnershipReassignmentResult = z.object({ reassignment: OwnershipReassignment });

/** Whom staff make the owner, and why. */
export const NewReassignment = z.object({
  /** The user id of the member who is to become the owner. */
  userId: IdInput,
  /** The reason, sent to the owner and shown to other staff. */
  reason: LockReasonInput.check(z.minLength(1, validationMessages.required)),
});

export type NewReassignment = z.infer<typeof NewReassignment>;

/** Which change of the owner staff confirm. */
export const ReassignmentConfirmation = z.object({
  /** The id of the pending change, so that nothing else is confirmed than what was shown. */
  reassignmentId: IdInput,
});
