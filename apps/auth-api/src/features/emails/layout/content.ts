import type { Settings } from '../../../platform/config/settings.ts';

/** The content of an email. The text and the HTML version have the same content. */
export interface EmailContent {
  readonly to: string;
  /** Also the heading of the email. */
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Shown as a table. */
  readonly facts?: Readonly<Record<string, string>>;
  /** Shown as a button. */
  readonly link?: EmailLink;
  /** What to do if the event was not the recipient's; shown as a numbered list. */
  readonly advice?: { readonly title: string; readonly steps: readonly Step[] };
  readonly footnote?: string;
  /** Whether the recipient can turn such emails off; then a link leads to the preferences. */
  readonly preferences?: true;
  readonly unsubscribe?: EmailLink;
}

export interface EmailLink {
  readonly label: string;
  readonly href: string;
}

/** A step with `href` is a link. */
export interface Step {
  readonly label: string;
  readonly href?: string;
}

/** What every email ends with. */
export interface EmailFooter {
  readonly productName: string;
  readonly portalUrl: string;
  readonly link?: EmailLink;
}

// What to do after an event that the recipient of an email did not cause.

export const endSessions = ({ PORTAL_URL }: Settings): Step => ({
  label: 'End the sessions that you do not recognize',
  href: `${PORTAL_URL}/security`,
});

export const revokeTokens = (workspaceId: string, { PORTAL_URL }: Settings): Step => ({
  label: 'Revoke the API token',
  href: `${PORTAL_URL}/workspace/${workspaceId}/tokens`,
});

export const revokeUnknownTokens = ({ PORTAL_URL }: Settings): Step => ({
  label: 'Revoke API tokens that you do not recognize, in each of your workspaces',
  href: `${PORTAL_URL}/workspaces`,
});

/** For an event that needs a login of the account. The page says where the password is of a user who logs in by another service. */
export const changePassword = ({ PORTAL_URL }: Settings): Step => ({
  label: 'Change the password that you log in with, and turn on a second factor',
  href: `${PORTAL_URL}/security`,
});

/** For an event after which the second factor may be someone else's. */
export const changePasswordOnly = ({ PORTAL_URL }: Settings): Step => ({
  label: 'Change the password that you log in with',
  href: `${PORTAL_URL}/security`,
});

export const contactSupport = ({ SUPPORT_EMAIL }: Settings): EmailLink => ({
  label: `Contact ${SUPPORT_EMAIL}`,
  href: `mailto:${SUPPORT_EMAIL}`,
});
