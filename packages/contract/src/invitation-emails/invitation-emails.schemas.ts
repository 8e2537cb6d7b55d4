import * as z from 'zod/mini';

export const InvitationEmailsQuery = z.object({
  /** From the link in an invitation email; it stands for the address that the email went to. */
  token: z.optional(z.string().check(z.maxLength(2_000))),
});
