import { activityGroups, calls, type ActivityGroup, type UserAction } from '@portal/contract';

/**
 * The actions that are not those of staff. Three are not calls: `claimInvitation`, which a login or a link causes, `eraseAccount`, which a
 * job completes, and `pauseFailedWebhook`, which a job does.
 */
export const userActions = [
  'claimInvitation',
  'eraseAccount',
  'pauseFailedWebhook',
  ...Object.entries(calls).flatMap(([name, { access }]) => (access.who === 'staff' ? [] : [name])),
];

const staffReads = Object.entries(calls).filter(([, { access, method }]) => access.who === 'staff' && method === 'GET');

/** The read-only calls of staff. */
export const staffReadActions = staffReads.map(([name]) => name);

/** The read-only calls of staff whose entries belong to a workspace. */
export const staffWorkspaceReadActions = staffReads
  .filter(([, { path }]) => path.includes(':workspaceId'))
  .map(([name]) => name);

/** Whether an action is one of staff. An unknown action, such as a call that was removed, counts as one: its entry shows less. */
export const isStaffAction = (action: string) => !userActions.includes(action);

/** The actions of staff of which the affected user learns. A change of the owner is pending before the new owner may know of it. */
const staffActionsForSubject = [
  'quarantineUser',
  'suspendUser',
  'endUserSessions',
  'revokeAuthTokenByStaff',
  'setUpProductionWorkspace',
  'setUpProductionWorkspaceByUserId',
  'completeReassignment',
];

/** The actions of others that a user may know of. An objection to a change of the owner is no news for the user who was not told of it. */
export const actionsForSubject = [
  ...userActions.filter((action) => action !== 'objectToReassignment'),
  ...staffActionsForSubject,
];

/** What each action of users is about. Null for an action about an account, which no workspace shows. */
const groupOfAction: Readonly<Record<UserAction, Exclude<ActivityGroup, 'support'> | null>> = {
  inviteMember: 'members',
  inviteMembers: 'members',
  resendInvitation: 'members',
  cancelInvitation: 'members',
  createInvitationLink: 'members',
  acceptInvitation: 'members',
  declineInvitation: 'members',
  claimInvitation: 'members',
  changeMemberRole: 'members',
  removeMember: 'members',
  leaveWorkspace: 'members',

  createAuthToken: 'tokens',
  renameAuthToken: 'tokens',
  rotateAuthToken: 'tokens',
  revokeAuthToken: 'tokens',
  revokeTokenByHolder: 'tokens',
  setTokenPolicy: 'tokens',
  createServiceAccount: 'tokens',
  updateServiceAccount: 'tokens',
  deleteServiceAccount: 'tokens',

  createWorkspace: 'workspace',
  updateWorkspace: 'workspace',
  setApprovals: 'workspace',

  offerOwnership: 'ownership',
  withdrawOwnershipOffer: 'ownership',
  acceptOwnership: 'ownership',
  declineOwnership: 'ownership',
  objectToReassignment: 'ownership',

  createWebhook: 'webhooks',
  updateWebhook: 'webhooks',
  rotateWebhookSecret: 'webhooks',
  pauseWebhook: 'webhooks',
  pauseFailedWebhook: 'webhooks',
  resumeWebhook: 'webhooks',
  deleteWebhook: 'webhooks',

  deleteWorkspace: 'deletion',

  addBillingContact: null,
  removeBillingContact: null,
  login: null,
  logout: null,
  backChannelLogout: null,
  endSession: null,
  endOtherSessions: null,
  approveDevice: null,
  denyDevice: null,
  approveTerminal: null,
  issueToken: null,
  keepToken: null,
  requestPasswordChange: null,
  startSecondFactor: null,
  refreshAuth0Profile: null,
  resendEmailVerification: null,
  openInvitationLink: null,
  exportAccount: null,
  requestAccountDeletion: null,
  cancelAccountDeletion: null,
  eraseAccount: null,
};

const staffActionsOfWorkspaces = [
  'completeReassignment',
  ...Object.entries(calls).flatMap(([name, { access, method }]) =>
    access.who === 'staff' && method !== 'GET' ? [name] : [],
  ),
];

const actionsByGroup = Object.fromEntries(
  activityGroups.map((group) => [
    group,
    group === 'support'
      ? staffActionsOfWorkspaces
      : Object.entries(groupOfAction).flatMap(([action, each]) => (each === group ? [action] : [])),
  ]),
);

/** The actions of the groups. */
export const actionsOf = (groups: readonly ActivityGroup[]): string[] =>
  groups.flatMap((group) => actionsByGroup[group] ?? []);
