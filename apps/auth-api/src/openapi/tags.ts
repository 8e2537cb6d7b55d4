import type { callsByFeature } from '@portal/contract';

interface TagDescription {
  readonly title: string;
  readonly description: string;
}

/** What each feature is called in the reference, and what its calls are for. */
export const tagDescriptions: Readonly<Record<keyof typeof callsByFeature, TagDescription>> = {
  session: { title: 'Session', description: 'Logging in and out at the identity provider, and who is signed in.' },
  legal: { title: 'Legal documents', description: 'The terms of service and their like, and accepting them.' },
  users: { title: 'Profile', description: 'What people may change about themselves, and their e-mail address.' },
  workspaces: {
    title: 'Workspaces',
    description: 'Making, editing and deleting workspaces, and a member’s own marks on them.',
  },
  members: { title: 'Members', description: 'Who belongs to a workspace, and in which role.' },
  invitationEmails: {
    title: 'Invitation emails',
    description: 'How the owner of an address stops the emails of invitations, by the link in each of them.',
  },
  authTokens: { title: 'API tokens', description: 'Tokens by which programs read one workspace.' },
  billing: { title: 'Billing', description: 'Billing details, the subscription, and the ways to Stripe and back.' },
  featureFlags: {
    title: 'Feature flags',
    description: 'Which features the portal shows to a person. What somebody may do is decided by each call itself.',
  },
  instances: { title: 'Instances', description: 'The handshake between the portal and a platform instance.' },
  audit: { title: 'Audit log', description: 'Who did what, to what, from where and when. It is only ever added to.' },
  admin: {
    title: 'Admin',
    description:
      'Calls for staff: finding users and workspaces, account locks, restores and reports. Each call is audited.',
  },
  health: { title: 'Health', description: 'Health checks, the version, and the keys that verify tokens.' },
};
