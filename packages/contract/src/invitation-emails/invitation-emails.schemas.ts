import * as z from 'zod/mini';

/** The link to stop invitation emails. A missing or unknown token is the error `InvalidLink`. */
export const InvitationEmailsQuery = z.object({
  /** From the link in an invitation email. Identifies the email address. */
  token: z.optional(z.string().check(z.maxLength(2_000))),
});
