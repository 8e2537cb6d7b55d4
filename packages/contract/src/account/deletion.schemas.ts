import * as z from 'zod/mini';
import { IsoTimestamp, Ulid } from '../primitives.ts';

const WorkspaceName = z.object({ workspaceId: Ulid, displayName: z.string() });

/** What the user has to do before the account can be deleted. */
export const DeletionBlocker = z.union([
  /** A workspace that the user owns and that has other members. */
  z.object({
    kind: z.literal('ownedWorkspace'),
    ...WorkspaceName.shape,
    /** How many members it has besides the owner. */
    memberCount: z.int(),
  }),
  z.object({
    kind: z.literal('unpaidInvoice'),
    /** What is left to pay, in the smallest unit of the currency; null if unknown. */
    amount: z.nullable(z.int()),
    /** The ISO 4217 code in lower case; null if the amount is unknown. */
    currency: z.nullable(z.string()),
    /** Where to pay it; null if unknown. */
    url: z.nullable(z.string()),
  }),
]);
export type DeletionBlocker = z.infer<typeof DeletionBlocker>;

/** The deletion of a user's account: what prevents it, what it deletes, and when it happens. */
export const AccountDeletion = z.object({
  /** Null unless the deletion is pending. */
  requestedAt: z.nullable(IsoTimestamp),
  /** When the account is deleted for good. Null unless the deletion is pending. */
  dueAt: z.nullable(IsoTimestamp),
  /** How many days after a request the user can cancel the deletion. */
  graceDays: z.int(),
  /** Empty if the account can be deleted. */
  blockers: z.array(DeletionBlocker),
  /** The workspaces that the user owns alone. They are deleted with the account. */
  workspaces: z.array(WorkspaceName),
});
export type AccountDeletion = z.infer<typeof AccountDeletion>;

/** The link to keep an account. A missing or unknown token is the error `InvalidLink`. */
export const AccountDeletionLinkQuery = z.object({
  /** From the link in the email to the user. */
  token: z.optional(z.string().check(z.maxLength(200))),
});
