import * as z from 'zod/mini';
import { LockedUntil, LockReason, lockKinds } from '../account-locks/account-locks.schemas.ts';
import { IsoTimestamp, Ulid } from '../primitives.ts';

/** Where a count of the home of staff ends: more rows count as this many. The counts of the sign-ups have no end. */
export const maxHomeCount = 1000;

/** How many days before its end a lock is on the home of staff. */
export const endingLockDays = 3;

/** How many days a rejected invitation email stays on the home of staff. */
export const rejectedEmailDays = 7;

/** How long an email about an account waits before it is on the home of staff. */
export const waitingEmailMinutes = 15;

/** The user of a row. */
const homeUser = { userId: Ulid, email: z.string() };

/** The first rows, and how many there are. */
const firstOf = <Row extends z.ZodMiniType>(row: Row) => z.object({ count: z.int(), rows: z.array(row) });

/** A lock of an account. */
export const HomeLock = z.object({
  ...homeUser,
  kind: z.enum(lockKinds),
  since: IsoTimestamp,
  until: LockedUntil,
  reason: LockReason,
});
export type HomeLock = z.infer<typeof HomeLock>;

/** What needs staff, and the sign-ups of two weeks. */
export const StaffHome = z.object({
  /** The locks that lift automatically within three days, the next one first. */
  endingLocks: firstOf(HomeLock),
  /** The quarantines of accounts without an end, oldest first: each ends only when staff lift it. */
  openQuarantines: firstOf(HomeLock),
  /** The quarantined workspaces that are not deleted, oldest first. Such a quarantine has no end. */
  quarantinedWorkspaces: firstOf(
    z.object({ workspaceId: Ulid, displayName: z.string(), since: IsoTimestamp, reason: LockReason }),
  ),
  /** The accounts whose subscription is past due, by their ids. */
  failedPayments: firstOf(z.object({ ...homeUser, paymentDetailsSet: z.boolean(), isSuspended: z.boolean() })),
  /** The pending invitations whose email the mail server of the address rejected for good in the last seven days, newest first. */
  rejectedInvitations: firstOf(
    z.object({ workspaceId: Ulid, displayName: z.string(), email: z.string(), rejectedAt: IsoTimestamp }),
  ),
  /** The emails about an account that the mail server has not accepted after 15 minutes, oldest first. */
  waitingEmails: firstOf(z.object({ id: Ulid, ...homeUser, kind: z.string(), since: IsoTimestamp })),
  /** The jobs that failed for good, by the name of the task. `since`: when the oldest was enqueued. */
  failedJobs: firstOf(z.object({ task: z.string(), count: z.int(), since: IsoTimestamp })),
  /** The sign-ups of the last seven days, newest first, and how many there were in the seven days before. */
  signUps: z.object({
    count: z.int(),
    previousCount: z.int(),
    rows: z.array(z.object({ ...homeUser, signupMethod: z.string(), signupAt: IsoTimestamp })),
  }),
});
export type StaffHome = z.infer<typeof StaffHome>;
