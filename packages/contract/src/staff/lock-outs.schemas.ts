import * as z from 'zod/mini';
import { Moment, Ulid, atMost, emptyMeansNull, messages, visible } from '../fields.ts';
import { pageSize } from '../pages.schemas.ts';
import { Cursor } from './paging.schemas.ts';

/** A line of plain words. */
export const Reason = z
  .string(messages.invalid)
  .check(
    z.trim(),
    atMost(1000),
    z.regex(/^[^<>]*$/, 'Leave out < and >'),
    z.regex(/^[^\p{Cc}\p{Cs}]*$/u, messages.invalid),
    visible(),
  );

/** When a lock ends by itself. */
export const LockOutEnd = z.iso.datetime('Must be an instant such as 2024-08-14T09:30:00Z');

/** Why, in words that the person reads in a mail, and other staff here. A repeat without it keeps the earlier one. */
const GivenReason = z.optional(emptyMeansNull(Reason));
/** When it ends by itself, in the future; null: never. A repeat without it keeps the earlier one. */
const GivenUntil = z.optional(z.nullable(LockOutEnd));

export const QuarantineChange = z.object({ isQuarantined: z.boolean(), reason: GivenReason, until: GivenUntil });
export const SuspensionChange = z.object({ isSuspended: z.boolean(), reason: GivenReason, until: GivenUntil });
export type LockOutChange = Omit<z.infer<typeof QuarantineChange>, 'isQuarantined'>;

/** A member of staff as other staff see who did something. */
export const StaffMember = z.object({ userId: Ulid, email: z.string() });
export type StaffMember = z.infer<typeof StaffMember>;

/** What a person held and holds no more. */
export const Ended = z.object({
  sessions: z.int(),
  authTokens: z.int(),
  instanceTokens: z.int(),
  connectCodes: z.int(),
});
export type Ended = z.infer<typeof Ended>;

/** Why, in the words of the staff who did it. */
export const WhyLocked = z.nullable(z.string());
/** When it ends by itself; null: never. */
export const LockedUntil = z.nullable(Moment);
/** Who of the staff did it. */
export const LockedBy = z.nullable(StaffMember);

export const Quarantine = z.object({
  userId: Ulid,
  isQuarantined: z.boolean(),
  /** Since when; null when it is not so. */
  quarantinedAt: z.nullable(Moment),
  reason: WhyLocked,
  until: LockedUntil,
  ended: Ended,
});

export const Suspension = z.object({
  userId: Ulid,
  isSuspended: z.boolean(),
  /** Since when; null when it is not so. */
  suspendedAt: z.nullable(Moment),
  reason: WhyLocked,
  until: LockedUntil,
  ended: Ended,
});

/** Source: specification section 3. */
export const QuarantinedUser = z.object({
  userId: Ulid,
  email: z.string(),
  quarantinedAt: Moment,
  reason: WhyLocked,
  until: LockedUntil,
  by: LockedBy,
});
export type QuarantinedUser = z.infer<typeof QuarantinedUser>;

/** Source: specification section 3. */
export const SuspendedUser = z.object({
  userId: Ulid,
  email: z.string(),
  suspendedAt: Moment,
  reason: WhyLocked,
  until: LockedUntil,
  by: LockedBy,
});
export type SuspendedUser = z.infer<typeof SuspendedUser>;

export const QuarantinedUsers = z.array(QuarantinedUser);
export const SuspendedUsers = z.array(SuspendedUser);

export const LockedOutPage = z.strictObject({
  /** Where the page before ended, as its `Link` says it: the moment of its last row, an underscore and the `userId`. */
  after: z.optional(Cursor),
  /** How many rows a page has at most; 500 unless told otherwise. */
  limit: z.optional(pageSize(500)),
});
