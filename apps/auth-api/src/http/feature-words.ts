import type { callsByFeature } from '@portal/contract';

interface FeatureWords {
  readonly title: string;
  readonly about: string;
}

/** What each feature is called in the reference, and what its calls are for. */
export const featureWords: Readonly<Record<keyof typeof callsByFeature, FeatureWords>> = {
  session: { title: 'Session', about: 'Logging in and out at the identity provider, and who is signed in.' },
  legal: { title: 'Legal documents', about: 'The terms of service and their like, and accepting them.' },
  users: { title: 'Profile', about: 'What people may change about themselves, and their e-mail address.' },
  workspaces: {
    title: 'Workspaces',
    about: 'Making, editing and deleting workspaces, and a member’s own marks on them.',
  },
  members: { title: 'Members', about: 'Who belongs to a workspace, and in which role.' },
  invitationEmails: {
    title: 'Invitation emails',
    about: 'How the owner of an address stops the emails of invitations, by the link in each of them.',
  },
  authTokens: { title: 'API tokens', about: 'Tokens by which programs read one workspace.' },
  billing: { title: 'Billing', about: 'Billing details, the subscription, and the ways to Stripe and back.' },
  featureFlags: {
    title: 'Feature flags',
    about: 'Which features the portal shows to a person. What somebody may do is decided by each call itself.',
  },
  instances: { title: 'Instances', about: 'The handshake between the portal and a platform instance.' },
  audit: { title: 'Audit log', about: 'Who did what, to what, from where and when. It is only ever added to.' },
  staff: { title: 'Staff', about: 'What staff do for customers; each of these calls is a line of the audit log.' },
  support: {
    title: 'Support',
    about: 'What staff look up of people and workspaces: a search over both, and all that support asks for about one.',
  },
  operation: { title: 'Operation', about: 'For those who run the API, and for what checks its tokens.' },
};
