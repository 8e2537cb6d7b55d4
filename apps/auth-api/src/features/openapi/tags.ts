import type { callsByFeature } from '@portal/contract';

interface TagDescription {
  readonly title: string;
  readonly description: string;
}

/** The title and description of each feature in the reference. */
export const tagDescriptions: Readonly<Record<keyof typeof callsByFeature, TagDescription>> = {
  session: { title: 'Session', description: 'Login and logout at the identity provider, and the current user.' },
  legal: {
    title: 'Legal documents',
    description: 'The terms of service and other legal documents, and their acceptance.',
  },
  users: { title: 'Profile', description: 'A user’s own profile and email address.' },
  account: { title: 'Account', description: 'What users can do with their account as a whole.' },
  userSessions: {
    title: 'Sessions',
    description: 'Where a user is logged in, and ending these sessions with the instances entered from them.',
  },
  loginSecurity: {
    title: 'Login and security',
    description: 'How a user logs in, with the password and the second factor at the identity provider.',
  },
  webhooks: {
    title: 'Webhooks',
    description: 'Addresses to which the events of a workspace are sent, and what their receivers answered.',
  },
  terminalLogins: {
    title: 'Terminal logins',
    description: 'Approving a command-line client that wants to act as the user.',
  },
  accountEmails: {
    title: 'Email preferences',
    description: 'Which optional emails a user receives. Security emails cannot be turned off.',
  },
  workspaces: {
    title: 'Workspaces',
    description: 'Creating, editing and deleting workspaces, and a member’s own preferences for them.',
  },
  members: { title: 'Members', description: 'The members of a workspace and their roles.' },
  invitations: {
    title: 'Invitations',
    description: 'Inviting email addresses to a workspace, and accepting or declining an invitation.',
  },
  ownership: {
    title: 'Ownership',
    description: 'Handing over a workspace to another member, and objecting to a change of the owner by staff.',
  },
  credentials: {
    title: 'Credentials',
    description: 'The tokens and instance sessions that end when a member leaves or a workspace is closed.',
  },
  invitationEmails: {
    title: 'Invitation emails',
    description: 'The links in invitation emails with which the recipient stops or resumes them.',
  },
  authTokens: { title: 'API tokens', description: 'Tokens with which programs read one workspace.' },
  oauth: {
    title: 'OAuth',
    description: 'Calls with the names and formats of OAuth, for clients that know only its RFCs.',
  },
  billing: { title: 'Billing', description: 'Billing details, the subscription, and redirects to Stripe.' },
  billingContacts: {
    title: 'Billing contacts',
    description:
      'Who else receives the billing emails of an account. The contacts follow the links in them without a login.',
  },
  featureFlags: {
    title: 'Feature flags',
    description: 'The features that the portal shows to a user. They do not change what the user may do.',
  },
  instances: { title: 'Instances', description: 'The handshake between the portal and a platform instance.' },
  audit: {
    title: 'Audit log',
    description: 'Who did what, when and from where. Entries are never changed or deleted.',
  },
  admin: {
    title: 'Admin',
    description:
      'Calls for staff: finding users and workspaces, account locks, restores and reports. Each call is audited.',
  },
  health: { title: 'Health', description: 'Health checks, the version, and the keys that verify tokens.' },
};
