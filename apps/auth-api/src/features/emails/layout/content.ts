import type { Settings } from '../../../platform/config/settings.ts';

/** The content of an email. The text and the HTML version have the same content. */
export interface EmailContent {
  readonly to: string;
  readonly urgency: Urgency;
  /** What the email is about, for a list of emails. */
  readonly subject: string;
  /** What happened, in one sentence that does not repeat the subject: the heading of the email. */
  readonly sentence: string;
  /** The button below the sentence. */
  readonly link?: EmailLink;
  /** Several links in place of the button. */
  readonly list?: readonly EmailLink[];
  /** What follows from it. */
  readonly paragraphs?: readonly string[];
  readonly facts?: Facts;
  /** What to do if the event was not the recipient's. One or two steps are shown as a sentence, more as a numbered list. */
  readonly advice?: Advice;
  readonly footnote?: string;
  /** Whether the recipient can turn such emails off; then a link leads to the preferences. */
  readonly preferences?: true;
  readonly unsubscribe?: EmailLink;
}

/** Shown as a table. Several values are below each other. */
export type Facts = Readonly<Record<string, string | readonly string[]>>;

/**
 * `attention`: the recipient has to do something, or loses something. `security`: something that an attacker could have done with the
 * account or its tokens, or a lock because of it.
 */
export type Urgency = 'information' | 'attention' | 'security';

/** Each email shows its urgency in words, too: color alone says nothing to some people, and plain text has none. */
export const urgencyLabels: Readonly<Record<Urgency, string>> = {
  information: 'For your information',
  attention: 'Needs your attention',
  security: 'Security',
};

export interface Advice {
  /** A clause that starts with "If". */
  readonly when: string;
  readonly steps: readonly Step[];
}

export interface EmailLink {
  readonly label: string;
  readonly href: string;
}

/** An imperative that starts with a capital letter. A step with `href` is a link. */
export interface Step {
  readonly label: string;
  readonly href?: string;
}

/** What is between two steps in a sentence. */
export const stepSeparator = ', or ';

/** A step as part of a sentence. */
export const inSentence = ({ label, ...step }: Step): Step => ({
  ...step,
  label: label.charAt(0).toLowerCase() + label.slice(1),
});

/** How many steps are a list, and not a sentence. */
export const isList = ({ steps }: Advice): boolean => steps.length > 2;

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
