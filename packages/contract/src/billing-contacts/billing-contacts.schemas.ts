import * as z from 'zod/mini';
import { Email, IdInput, IsoTimestamp, Ulid } from '../primitives.ts';
import { UserParams } from '../users/users.schemas.ts';

/** How many billing contacts an account can have. */
export const maxBillingContacts = 5;

/** `pending`: not confirmed yet. `unsubscribed`: the contact stopped the emails. For 30 days, only the contact can resume them. */
export const BillingContactState = z.enum(['pending', 'confirmed', 'unsubscribed']);
export type BillingContactState = z.infer<typeof BillingContactState>;

/** Someone who receives the emails about invoices, failed payments and the end of the trial, and sees nothing else. */
export const BillingContact = z.object({
  id: Ulid,
  email: z.string(),
  state: BillingContactState,
  createdAt: IsoTimestamp,
});
export type BillingContact = z.infer<typeof BillingContact>;

/** The billing contacts of an account, the oldest first. */
export const BillingContacts = z.object({ contacts: z.array(BillingContact) });

/** A contact as it is after the call. */
export const BillingContactResult = z.object({ contact: BillingContact });

/** The address of a contact. That of a pending one gets the email with the link again. */
export const NewBillingContact = z.object({ email: Email });
export type NewBillingContact = z.infer<typeof NewBillingContact>;

/** Path parameters of the calls about a contact. */
export const BillingContactParams = z.object({
  ...UserParams.shape,
  /** The id of the contact. */
  contactId: IdInput,
});

/** The link in an email to a contact. A missing or unknown token is the error `InvalidLink`. */
export const BillingContactLinkQuery = z.object({
  /** From the link. Identifies the contact. */
  token: z.optional(z.string().check(z.maxLength(2_000))),
});
