import * as z from 'zod/mini';
import {
  IsoTimestamp,
  Ulid,
  maxLength,
  emptyAsNull,
  validationMessages,
  noControlCharacters,
  noInvisibleCharacters,
} from '../primitives.ts';
import { pageSize, TimeCursor } from '../pagination.ts';

/** The kinds of account lock. Both can apply at once. */
export const lockKinds = ['quarantine', 'suspension'] as const;

/** A kind of account lock. */
export type LockKind = (typeof lockKinds)[number];

/** A line of plain text. */
export const LockReasonInput = z
  .string(validationMessages.invalid)
  .check(
    z.trim(),
    maxLength(1000),
    z.regex(/^[^<>]*$/, 'Remove < and >'),
    noControlCharacters(),
    noInvisibleCharacters(),
  );

/** When a lock ends automatically. */
export const LockUntil = z.iso.datetime('Must be a timestamp such as 2024-08-14T09:30:00Z');

/**
 * The reason, shown to the user by email and to other staff. Without it, a change of an existing lock keeps the stored
 * one.
 */
const ReasonInput = z.optional(emptyAsNull(LockReasonInput));
/**
 * When the lock ends automatically, in the future; null for no end. Without it, a change of an existing lock keeps the
 * stored one.
 */
const UntilInput = z.optional(z.nullable(LockUntil));

/** Sets, changes or lifts a quarantine. Source: specification section 7, "Users". */
export const QuarantineChange = z.object({ isQuarantined: z.boolean(), reason: ReasonInput, until: UntilInput });

/** Sets, changes or lifts a suspension. Source: specification section 7, "Users". */
export const SuspensionChange = z.object({ isSuspended: z.boolean(), reason: ReasonInput, until: UntilInput });

/** The part that a change of a quarantine and one of a suspension share. */
export type AccountLockChange = Omit<z.infer<typeof QuarantineChange>, 'isQuarantined'>;

/** A staff user as shown to other staff. */
export const StaffMember = z.object({ userId: Ulid, email: z.string() });
export type StaffMember = z.infer<typeof StaffMember>;

/** How many sessions, tokens and codes of the user a lock revoked. */
export const RevokedCounts = z.object({
  sessions: z.int(),
  authTokens: z.int(),
  instanceTokens: z.int(),
  connectCodes: z.int(),
});
export type RevokedCounts = z.infer<typeof RevokedCounts>;

/** The reason, as staff entered it. */
export const LockReason = z.nullable(z.string());
/** When the lock ends automatically; null for no end. */
export const LockedUntil = z.nullable(IsoTimestamp);
/** The staff user who set the lock. */
export const LockedBy = z.nullable(StaffMember);

/** The quarantine of a user after a change, and what the change ended. */
export const Quarantine = z.object({
  userId: Ulid,
  isQuarantined: z.boolean(),
  /** When it took effect, or null. */
  quarantinedAt: z.nullable(IsoTimestamp),
  reason: LockReason,
  until: LockedUntil,
  ended: RevokedCounts,
});

/** The suspension of a user after a change, and what the change ended. */
export const Suspension = z.object({
  userId: Ulid,
  isSuspended: z.boolean(),
  /** When it took effect, or null. */
  suspendedAt: z.nullable(IsoTimestamp),
  reason: LockReason,
  until: LockedUntil,
  ended: RevokedCounts,
});

/** Source: specification section 3. */
export const QuarantinedUser = z.object({
  userId: Ulid,
  email: z.string(),
  quarantinedAt: IsoTimestamp,
  reason: LockReason,
  until: LockedUntil,
  by: LockedBy,
});
export type QuarantinedUser = z.infer<typeof QuarantinedUser>;

/** Source: specification section 3. */
export const SuspendedUser = z.object({
  userId: Ulid,
  email: z.string(),
  suspendedAt: IsoTimestamp,
  reason: LockReason,
  until: LockedUntil,
  by: LockedBy,
});
export type SuspendedUser = z.infer<typeof SuspendedUser>;

/** Most recently quarantined first. */
export const QuarantinedUsers = z.array(QuarantinedUser);

/** Most recently suspended first. */
export const SuspendedUsers = z.array(SuspendedUser);

/** Without parameters the response is the first page. */
export const LockedUsersQuery = z.strictObject({
  /** The cursor of the previous page's last row, from its `Link` header. */
  after: z.optional(TimeCursor),
  /** The maximum number of rows of a page; 500 by default. */
  limit: z.optional(pageSize(500)),
});
