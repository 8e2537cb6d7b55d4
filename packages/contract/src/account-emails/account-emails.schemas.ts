import * as z from 'zod/mini';

/** The kinds of email that a user can turn off. A constraint of the database has the same list. */
export const optionalEmailKinds = ['tokenExpiring', 'invitationAccepted', 'memberLeft'] as const;

/** The optional emails about your account, and whether you get them. Security emails are not optional. */
export const EmailPreferences = z.object({
  /** One of your API tokens expires in seven days, or in one. */
  tokenExpiring: z.boolean(),
  /** Someone accepted your invitation as editor. The email about a new approver is always sent. */
  invitationAccepted: z.boolean(),
  /** A member left a workspace that you own. */
  memberLeft: z.boolean(),
} satisfies Record<(typeof optionalEmailKinds)[number], unknown>);
export type EmailPreferences = z.infer<typeof EmailPreferences>;

/** Omitted fields stay as they are. */
export const EmailPreferencesEdit = z.partial(EmailPreferences);

/** All preferences as they are after the call. */
export const EmailPreferencesResult = z.object({ emailPreferences: EmailPreferences });
