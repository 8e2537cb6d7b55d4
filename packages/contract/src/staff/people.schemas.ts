import * as z from 'zod/mini';
import { SubscriptionState } from '../billing/subscription.schemas.ts';
import { KnownEmail, Moment, Ulid } from '../fields.ts';
import { LockedBy, LockedUntil, WhyLocked } from './lock-outs.schemas.ts';

export const EmailLookup = z.strictObject({
  /** The whole address, in any case. */
  email: KnownEmail,
});

/** How a person's billing is, as Stripe was read last. */
export const StaffBilling = z.object({
  state: SubscriptionState,
  /** When the trial, or a plan that was cancelled, ends or ended. */
  endingAt: z.nullable(Moment),
  /** Whether there is something that the person can be charged by. */
  paymentDetailsSet: z.boolean(),
});
export type StaffBilling = z.infer<typeof StaffBilling>;

/** A person as staff see them. */
export const StaffUser = z.object({
  id: Ulid,
  /** The identity provider's id; null while an invited person has not logged in. */
  auth0Id: z.nullable(z.string()),
  email: z.string(),
  /** Whether the identity provider says that the address is this person's. */
  emailVerified: z.boolean(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  nickname: z.string(),
  isQuarantined: z.boolean(),
  /** Since when the account is quarantined; null if it is not. */
  quarantinedAt: z.nullable(Moment),
  quarantineReason: WhyLocked,
  quarantinedUntil: LockedUntil,
  quarantinedBy: LockedBy,
  isSuspended: z.boolean(),
  /** Since when the account is suspended; null if it is not. */
  suspendedAt: z.nullable(Moment),
  suspensionReason: WhyLocked,
  suspendedUntil: LockedUntil,
  suspendedBy: LockedBy,
  billing: StaffBilling,
  createdAt: Moment,
  /** The first login; null while the person is only invited. */
  signedUpAt: z.nullable(Moment),
  lastLoginAt: z.nullable(Moment),
});
export type StaffUser = z.infer<typeof StaffUser>;

export const StaffUsers = z.object({ data: z.array(StaffUser) });
