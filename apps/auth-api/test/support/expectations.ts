import type { ProblemType, calls } from '@portal/contract';
import type { ActorName } from './actors.ts';

/** What a call answers to a kind of caller: it works, or the type of its refusal. */
export type Outcome = 'ok' | ProblemType;
export type Row = Readonly<Record<ActorName, Outcome>>;

const deadTokens = {
  revokedToken: 'InvalidToken',
  expiredToken: 'InvalidToken',
  foreignToken: 'InvalidToken',
  quarantinedToken: 'InvalidToken',
  suspendedToken: 'InvalidToken',
  quarantinedInstanceToken: 'InvalidToken',
} as const;
const noTokens = {
  apiToken: 'TokenNotAllowed',
  instanceToken: 'TokenNotAllowed',
  strayedToken: 'TokenNotAllowed',
  editorToken: 'TokenNotAllowed',
  unverifiedToken: 'TokenNotAllowed',
  termsPendingToken: 'TokenNotAllowed',
  unverifiedInstanceToken: 'TokenNotAllowed',
  strayedInstanceToken: 'TokenNotAllowed',
} as const;

const anyone: Row = {
  anonymous: 'ok',
  outsider: 'ok',
  editor: 'ok',
  approver: 'ok',
  owner: 'ok',
  staff: 'ok',
  staleStaff: 'ok',
  unverifiedStaff: 'ok',
  passwordStaff: 'ok',
  staffWithoutMfa: 'ok',
  lateVerifiedStaff: 'ok',
  unverified: 'ok',
  termsPending: 'ok',
  quarantined: 'ok',
  suspended: 'ok',
  exMember: 'ok',
  ofDeleted: 'ok',
  ofQuarantined: 'ok',
  apiToken: 'ok',
  instanceToken: 'ok',
  revokedToken: 'ok',
  expiredToken: 'ok',
  foreignToken: 'ok',
  strayedToken: 'ok',
  quarantinedStaff: 'ok',
  suspendedStaff: 'ok',
  termsPendingStaff: 'ok',
  editorToken: 'ok',
  unverifiedToken: 'ok',
  termsPendingToken: 'ok',
  quarantinedToken: 'ok',
  suspendedToken: 'ok',
  unverifiedInstanceToken: 'ok',
  quarantinedInstanceToken: 'ok',
  strayedInstanceToken: 'ok',
};

/** Any person who is signed in, has accepted the terms and is not locked out; no token. */
const people: Row = {
  ...anyone,
  ...noTokens,
  ...deadTokens,
  anonymous: 'NotSignedIn',
  termsPending: 'TermsNotAccepted',
  termsPendingStaff: 'TermsNotAccepted',
  quarantined: 'AccountQuarantined',
  quarantinedStaff: 'AccountQuarantined',
  suspended: 'AccountSuspended',
  suspendedStaff: 'AccountSuspended',
};

const self: Row = {
  ...people,
  outsider: 'NotAllowed',
  editor: 'NotAllowed',
  approver: 'NotAllowed',
  staff: 'NotAllowed',
  staleStaff: 'NotAllowed',
  unverifiedStaff: 'NotAllowed',
  passwordStaff: 'NotAllowed',
  staffWithoutMfa: 'NotAllowed',
  lateVerifiedStaff: 'NotAllowed',
  exMember: 'NotAllowed',
};

/** Before the terms are accepted, and while suspended. */
const selfEarly: Row = {
  ...self,
  termsPending: 'ok',
  termsPendingStaff: 'NotAllowed',
  suspended: 'ok',
  suspendedStaff: 'NotAllowed',
};

/** While suspended. */
const selfSuspended: Row = { ...self, suspended: 'ok', suspendedStaff: 'NotAllowed' };

/** Members with a browser, and the tokens of the workspace. */
const readers = {
  apiToken: 'ok',
  editorToken: 'ok',
  unverifiedToken: 'ok',
  termsPendingToken: 'TermsNotAccepted',
  instanceToken: 'ok',
  unverifiedInstanceToken: 'ok',
} as const;

/** Who can pay: also somebody who is suspended until they do. */
const payer: Row = {
  ...selfSuspended,
  unverified: 'EmailNotVerified',
  unverifiedStaff: 'EmailNotVerified',
};

const members: Row = {
  ...people,
  outsider: 'WorkspaceNotFound',
  staff: 'WorkspaceNotFound',
  staleStaff: 'WorkspaceNotFound',
  unverifiedStaff: 'WorkspaceNotFound',
  passwordStaff: 'WorkspaceNotFound',
  staffWithoutMfa: 'WorkspaceNotFound',
  lateVerifiedStaff: 'WorkspaceNotFound',
  exMember: 'WorkspaceNotFound',
  ofDeleted: 'WorkspaceNotFound',
  ofQuarantined: 'WorkspaceNotFound',
};

const verifiedMembers: Row = { ...members, unverified: 'EmailNotVerified', unverifiedStaff: 'EmailNotVerified' };
const managers: Row = { ...verifiedMembers, editor: 'NotAllowed' };
const owners: Row = { ...managers, approver: 'NotAllowed' };

/** Staff alone; neither an address, verified or not, nor a place in a workspace makes anybody one of them. */
const staffOnly: Row = {
  ...people,
  outsider: 'NotAllowed',
  editor: 'NotAllowed',
  approver: 'NotAllowed',
  owner: 'NotAllowed',
  unverifiedStaff: 'NotAllowed',
  passwordStaff: 'NotAllowed',
  staffWithoutMfa: 'NotAllowed',
  lateVerifiedStaff: 'NotAllowed',
  unverified: 'NotAllowed',
  termsPending: 'NotAllowed',
  termsPendingStaff: 'ok',
  exMember: 'NotAllowed',
  ofDeleted: 'NotAllowed',
  ofQuarantined: 'NotAllowed',
};

/** What locks somebody out asks for a fresh login. */
const freshStaff: Row = { ...staffOnly, staleStaff: 'FreshLoginRequired' };

/** The whole of the access table, cell by cell, written down apart from the contract that the API enforces. */
export const expectations: Readonly<Record<string, Row>> = {
  whoami: {
    ...people,
    termsPending: 'ok',
    quarantined: 'ok',
    suspended: 'ok',
    termsPendingStaff: 'ok',
    quarantinedStaff: 'ok',
    suspendedStaff: 'ok',
    apiToken: 'ok',
    instanceToken: 'ok',
    strayedToken: 'ok',
    editorToken: 'ok',
    unverifiedToken: 'ok',
    termsPendingToken: 'ok',
    unverifiedInstanceToken: 'ok',
    strayedInstanceToken: 'ok',
  },
  login: anyone,
  loginCallback: everybody('LoginNotFinished', { signedIn: 'ok' }),
  logout: anyone,
  logoutCallback: anyone,

  getLegalDocuments: anyone,
  agreeToTos: { ...people, termsPending: 'ok', termsPendingStaff: 'ok', suspended: 'ok', suspendedStaff: 'ok' },

  updateProfile: self,
  completeProfile: self,
  refreshAuth0Profile: selfEarly,
  resendEmailVerification: selfEarly,

  listWorkspaces: people,
  createWorkspace: { ...people, unverified: 'EmailNotVerified', unverifiedStaff: 'EmailNotVerified' },
  getWorkspace: { ...members, ...readers },
  updateWorkspace: owners,
  deleteWorkspace: owners,
  setFavourite: members,
  setHidden: members,
  setDefault: members,
  setApprovals: owners,

  listMembers: { ...members, ...readers },
  inviteMember: managers,
  changeMemberRole: owners,
  removeMember: managers,
  showInvitationEmails: everybody('InvalidLink'),
  stopInvitationEmails: everybody('InvalidLink'),
  resumeInvitationEmails: everybody('InvalidLink'),

  leaveWorkspace: { ...members, owner: 'OwnerMustStay', unverified: 'OwnerMustStay' },

  listAuthTokens: {
    ...verifiedMembers,
    apiToken: 'ok',
    editorToken: 'ok',
    unverifiedToken: 'EmailNotVerified',
    termsPendingToken: 'TermsNotAccepted',
  },
  createAuthToken: verifiedMembers,
  getAuthToken: verifiedMembers,
  renameAuthToken: { ...verifiedMembers, editor: 'NotAllowed', approver: 'NotAllowed' },
  revokeAuthToken: { ...verifiedMembers, editor: 'NotAllowed', approver: 'NotAllowed' },

  getBillingDetails: payer,
  updateBillingDetails: payer,
  getActiveSubscription: selfSuspended,
  hasBillingDetails: selfSuspended,
  createBillingIntegration: payer,
  goToCheckout: payer,
  returnFromCheckout: payer,
  goToCustomerPortal: payer,
  receiveStripeEvent: everybody('InvalidSignature'),

  listFeatureFlags: self,

  goToWorkspace: verifiedMembers,
  completeAuthConnect: everybody('InvalidCode'),
  authReconnect: {
    ...everybody('NotSignedIn'),
    ...deadTokens,
    ...noTokens,
    instanceToken: 'ok',
    unverifiedInstanceToken: 'ok',
    strayedInstanceToken: 'ok',
  },

  findUsersByEmail: staffOnly,
  quarantineUser: freshStaff,
  suspendUser: freshStaff,
  listQuarantinedUsers: staffOnly,
  listSuspendedUsers: staffOnly,
  lookUpWorkspaceOwner: staffOnly,
  setUpProductionWorkspace: staffOnly,
  setUpProductionWorkspaceByUserId: staffOnly,
  quarantineWorkspace: freshStaff,
  reportSignups: staffOnly,
  countSignups: staffOnly,
  reportSignupsCsv: staffOnly,
  restoreWorkspace: {
    ...staffOnly,
    staff: 'WorkspaceNotRestorable',
    staleStaff: 'WorkspaceNotRestorable',
    termsPendingStaff: 'WorkspaceNotRestorable',
  },

  searchUsers: staffOnly,
  searchWorkspaces: staffOnly,
  getUserForStaff: staffOnly,
  listWorkspacesOfUser: staffOnly,
  listAuthTokensOfUser: staffOnly,
  listSessionsOfUser: staffOnly,
  listAuditEntriesOfUser: staffOnly,
  getWorkspaceForStaff: staffOnly,
  listMembersForStaff: staffOnly,
  listAuthTokensForStaff: staffOnly,

  listAuditEntries: staffOnly,
  exportAuditEntries: staffOnly,
  listWorkspaceAuditEntries: owners,

  getJwks: anyone,
  getSecurityTxt: anyone,
  getOpenApi: anyone,
  getLiveness: anyone,
  getReadiness: anyone,
  getVersion: anyone,
};

export type CallName = keyof typeof calls;

/** A row with one outcome for everybody, or another one for those who hold a live session. */
function everybody(outcome: Outcome, { signedIn = outcome }: { signedIn?: Outcome } = {}): Row {
  const isToken = (name: string) => name === 'anonymous' || name.endsWith('Token');
  const cells = Object.keys(anyone).map((name) => [name, isToken(name) ? outcome : signedIn]);
  return Object.fromEntries(cells) as Row;
}
