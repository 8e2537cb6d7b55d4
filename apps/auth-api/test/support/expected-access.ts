import { admitted, allowedForAll, disallowedTokens, invalidTokens, rowForAll, type Row } from './access-rows.ts';

/** Any logged-in user who has accepted the terms and whose account is not locked; no tokens. */
const loggedIn: Row = {
  ...allowedForAll,
  ...disallowedTokens,
  ...invalidTokens,
  anonymous: 'NotSignedIn',
  termsPending: 'TermsNotAccepted',
  termsPendingStaff: 'TermsNotAccepted',
  quarantined: 'AccountQuarantined',
  quarantinedStaff: 'AccountQuarantined',
  suspended: 'AccountSuspended',
  suspendedStaff: 'AccountSuspended',
};

/** The same with a verified email address. */
const verified: Row = { ...loggedIn, unverified: 'EmailNotVerified', unverifiedStaff: 'EmailNotVerified' };

const self: Row = {
  ...loggedIn,
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

/** Oneself, also before accepting the terms and while suspended. */
const selfWithoutTerms: Row = {
  ...self,
  termsPending: 'ok',
  termsPendingStaff: 'NotAllowed',
  suspended: 'ok',
  suspendedStaff: 'NotAllowed',
};

/** Oneself, also while suspended. */
const selfSuspended: Row = { ...self, suspended: 'ok', suspendedStaff: 'NotAllowed' };

const instancesNotAllowed = { instanceToken: 'TokenNotAllowed', unverifiedInstanceToken: 'TokenNotAllowed' } as const;

/** Tokens of the workspace, for calls that read it. */
const readers = {
  apiToken: 'ok',
  terminalToken: 'ok',
  editorToken: 'ok',
  unverifiedToken: 'ok',
  termsPendingToken: 'TermsNotAccepted',
  instanceToken: 'ok',
  unverifiedInstanceToken: 'ok',
} as const;

/** Tokens of the workspace with the scopes that a token has by default. Another matrix has all scopes (token-access.test.ts). */
const tokenReaders = { ...readers, ...instancesNotAllowed } as const;
/** Tokens that would need another scope. */
const otherScope = {
  apiToken: 'InsufficientScope',
  terminalToken: 'InsufficientScope',
  editorToken: 'InsufficientScope',
  unverifiedToken: 'InsufficientScope',
  termsPendingToken: 'InsufficientScope',
} as const;

/** Users who may pay, including those who are suspended until they do. */
const billingUsers: Row = {
  ...selfSuspended,
  unverified: 'EmailNotVerified',
  unverifiedStaff: 'EmailNotVerified',
};

const selfVerified: Row = { ...self, unverified: 'EmailNotVerified', unverifiedStaff: 'EmailNotVerified' };

const members: Row = {
  ...loggedIn,
  otherWorkspaceToken: 'TokenOfOtherWorkspace',
  strayedInstanceToken: 'TokenOfOtherWorkspace',
  accountToken: 'TokenOfOtherWorkspace',
  outsider: 'WorkspaceNotFound',
  staff: 'WorkspaceNotFound',
  staleStaff: 'WorkspaceNotFound',
  unverifiedStaff: 'WorkspaceNotFound',
  passwordStaff: 'WorkspaceNotFound',
  staffWithoutMfa: 'WorkspaceNotFound',
  lateVerifiedStaff: 'WorkspaceNotFound',
  exMember: 'WorkspaceNotFound',
  inDeletedWorkspace: 'WorkspaceNotFound',
  inQuarantinedWorkspace: 'WorkspaceNotFound',
};

const verifiedMembers: Row = { ...members, unverified: 'EmailNotVerified', unverifiedStaff: 'EmailNotVerified' };
const memberManagers: Row = { ...verifiedMembers, editor: 'NotAllowed' };
const owners: Row = { ...memberManagers, approver: 'NotAllowed' };

/** The user with the verified email address that an invitation is for, which none of these users has. */
const invitee: Row = {
  ...rowForAll('InvitationNotFound'),
  ...disallowedTokens,
  ...invalidTokens,
  anonymous: 'NotSignedIn',
  termsPending: 'TermsNotAccepted',
  termsPendingStaff: 'TermsNotAccepted',
  quarantined: 'AccountQuarantined',
  quarantinedStaff: 'AccountQuarantined',
  suspended: 'AccountSuspended',
  suspendedStaff: 'AccountSuspended',
  unverified: 'EmailNotVerified',
  unverifiedStaff: 'EmailNotVerified',
};

/** Staff only. Neither an address of the staff domain nor a role in a workspace makes a user staff. */
const staffOnly: Row = {
  ...loggedIn,
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
  inDeletedWorkspace: 'NotAllowed',
  inQuarantinedWorkspace: 'NotAllowed',
};

/** Staff with a recent login, for calls that lock accounts or workspaces or end sessions. */
const recentlyLoggedInStaff: Row = { ...staffOnly, staleStaff: 'FreshLoginRequired' };

/** The access table, cell by cell. It is written by hand and not derived from the contract that the API enforces. */
export const expectedAccess: Readonly<Record<string, Row>> = {
  whoami: {
    ...loggedIn,
    termsPending: 'ok',
    quarantined: 'ok',
    suspended: 'ok',
    termsPendingStaff: 'ok',
    quarantinedStaff: 'ok',
    suspendedStaff: 'ok',
    apiToken: 'ok',
    instanceToken: 'ok',
    otherWorkspaceToken: 'ok',
    editorToken: 'ok',
    unverifiedToken: 'ok',
    termsPendingToken: 'ok',
    unverifiedInstanceToken: 'ok',
    strayedInstanceToken: 'ok',
    terminalToken: 'ok',
    accountToken: 'ok',
  },
  login: allowedForAll,
  loginCallback: rowForAll('LoginNotFinished', { withSession: 'ok' }),
  logout: allowedForAll,
  logoutCallback: allowedForAll,
  backChannelLogout: rowForAll('InvalidLogoutToken'),

  getLegalDocuments: allowedForAll,
  agreeToTos: { ...loggedIn, termsPending: 'ok', termsPendingStaff: 'ok', suspended: 'ok', suspendedStaff: 'ok' },

  updateProfile: self,
  completeProfile: self,
  getEmailPreferences: self,
  updateEmailPreferences: self,
  refreshAuth0Profile: selfWithoutTerms,
  listOtherLogins: self,
  getAttention: verified,
  getFirstSteps: selfVerified,
  closeFirstSteps: self,
  resendEmailVerification: selfWithoutTerms,

  exportAccount: selfWithoutTerms,
  getAccountDeletion: selfWithoutTerms,
  getOwnCredentials: selfWithoutTerms,
  // The user owns a workspace with other members.
  requestAccountDeletion: { ...admitted(selfWithoutTerms, 'AccountDeletionBlocked'), inDeletedWorkspace: 'ok' },
  cancelAccountDeletion: selfWithoutTerms,
  showAccountDeletion: rowForAll('InvalidLink'),
  cancelAccountDeletionByLink: rowForAll('InvalidLink'),
  listSessions: selfWithoutTerms,
  endSession: selfWithoutTerms,
  endOtherSessions: selfWithoutTerms,
  keepToken: selfWithoutTerms,
  getLoginSecurity: selfWithoutTerms,
  requestPasswordChange: selfWithoutTerms,
  startSecondFactor: selfWithoutTerms,

  listWorkspaces: { ...loggedIn, accountToken: 'ok' },
  createWorkspace: { ...loggedIn, unverified: 'EmailNotVerified', unverifiedStaff: 'EmailNotVerified' },
  getWorkspace: { ...members, ...readers },
  // What an editor does not see is null.
  getWorkspaceOverview: verifiedMembers,
  updateWorkspace: { ...owners, ...otherScope },
  deleteWorkspace: owners,
  setFavourite: members,
  setHidden: members,
  setDefault: members,
  setApprovals: { ...owners, ...otherScope },

  listMembers: { ...members, ...readers },
  inviteMember: { ...memberManagers, ...otherScope },
  changeMemberRole: { ...owners, ...otherScope },
  removeMember: { ...memberManagers, ...otherScope },
  listInvitations: { ...memberManagers, ...tokenReaders, editorToken: 'NotAllowed' },
  inviteMembers: { ...memberManagers, ...otherScope },
  resendInvitation: { ...memberManagers, ...otherScope },
  cancelInvitation: { ...memberManagers, ...otherScope },
  checkInvitationEmails: memberManagers,
  createInvitationLink: memberManagers,
  listMyInvitations: loggedIn,
  openInvitationLink: loggedIn,
  previewInvitationLink: allowedForAll,
  intendAcceptance: rowForAll('InvitationNotFound'),
  acceptInvitation: invitee,
  declineInvitation: invitee,
  emailInvitationLink: invitee,
  showInvitationEmails: rowForAll('InvalidLink'),
  stopInvitationEmails: rowForAll('InvalidLink'),
  resumeInvitationEmails: rowForAll('InvalidLink'),

  // No device waits in the fixture.
  findDevice: admitted(verified, 'UserCodeNotFound'),
  approveDevice: { ...admitted(verified, 'UserCodeNotFound'), staff: 'NotAllowed', staleStaff: 'NotAllowed' },
  denyDevice: admitted(verified, 'UserCodeNotFound'),
  approveTerminal: { ...verified, staff: 'NotAllowed', staleStaff: 'NotAllowed' },
  requestDeviceCode: allowedForAll,
  issueToken: rowForAll('InvalidGrant'),

  listOwnershipOffers: loggedIn,
  getOwnershipOffer: members,
  offerOwnership: owners,
  // No offer is open in the fixture.
  withdrawOwnershipOffer: admitted(owners, 'OwnershipOfferNotFound'),
  acceptOwnership: admitted(verifiedMembers, 'OwnershipOfferNotFound'),
  declineOwnership: admitted(members, 'OwnershipOfferNotFound'),
  showReassignment: rowForAll('InvalidLink'),
  objectToReassignment: rowForAll('InvalidLink'),

  // The user in the path is the owner, so only the owner is admitted.
  getMemberCredentials: { ...members, editor: 'NotAllowed', approver: 'NotAllowed' },
  getWorkspaceCredentials: owners,

  leaveWorkspace: { ...members, owner: 'OwnerMustStay', unverified: 'OwnerMustStay' },

  listAuthTokens: { ...verifiedMembers, ...tokenReaders },
  createAuthToken: verifiedMembers,
  getAuthToken: { ...verifiedMembers, ...tokenReaders },
  // The token in the path is the owner's.
  renameAuthToken: { ...verifiedMembers, editor: 'NotAllowed', approver: 'NotAllowed', ...otherScope },
  revokeAuthToken: { ...verifiedMembers, editor: 'NotAllowed', approver: 'NotAllowed', ...otherScope },
  rotateAuthToken: { ...verifiedMembers, editor: 'NotAllowed', approver: 'NotAllowed' },
  getAuthTokenActivity: { ...verifiedMembers, editor: 'NotAllowed', approver: 'NotAllowed' },
  setTokenPolicy: owners,

  listServiceAccounts: { ...memberManagers, ...tokenReaders, editorToken: 'NotAllowed' },
  createServiceAccount: owners,
  updateServiceAccount: owners,
  deleteServiceAccount: owners,

  listWebhooks: owners,
  createWebhook: owners,
  updateWebhook: owners,
  rotateWebhookSecret: owners,
  pauseWebhook: owners,
  resumeWebhook: owners,
  deleteWebhook: owners,
  testWebhook: owners,
  listWebhookDeliveries: owners,
  // Nothing was sent to the webhook of the fixture.
  redeliverWebhookEvent: admitted(owners, 'WebhookDeliveryNotFound'),

  getBillingDetails: billingUsers,
  updateBillingDetails: billingUsers,
  getActiveSubscription: selfSuspended,
  hasBillingDetails: selfSuspended,
  createBillingIntegration: billingUsers,
  restartSubscription: billingUsers,
  goToCheckout: billingUsers,
  returnFromCheckout: billingUsers,
  goToCustomerPortal: billingUsers,
  getBillingOverview: billingUsers,
  listInvoices: billingUsers,
  // The user has no invoices in the fixture.
  goToInvoice: admitted(billingUsers, 'InvoiceNotFound'),
  goToInvoicePayment: admitted(billingUsers, 'InvoiceNotFound'),
  listBillingContacts: selfVerified,
  addBillingContact: selfVerified,
  removeBillingContact: selfVerified,
  showBillingContactConfirmation: rowForAll('InvalidLink'),
  confirmBillingContact: rowForAll('InvalidLink'),
  showBillingContactStop: rowForAll('InvalidLink'),
  stopBillingContactEmails: rowForAll('InvalidLink'),
  resumeBillingContactEmails: rowForAll('InvalidLink'),
  receiveStripeEvent: rowForAll('InvalidSignature'),

  listFeatureFlags: self,

  goToWorkspace: verifiedMembers,
  revokeTokenByHolder: allowedForAll,
  introspectToken: allowedForAll,
  completeAuthConnect: rowForAll('InvalidCode'),
  authReconnect: {
    ...rowForAll('NotSignedIn'),
    ...invalidTokens,
    ...disallowedTokens,
    instanceToken: 'ok',
    unverifiedInstanceToken: 'ok',
    strayedInstanceToken: 'ok',
  },

  findUsersByEmail: staffOnly,
  quarantineUser: recentlyLoggedInStaff,
  suspendUser: recentlyLoggedInStaff,
  listQuarantinedUsers: staffOnly,
  listSuspendedUsers: staffOnly,
  lookUpWorkspaceOwner: staffOnly,
  setUpProductionWorkspace: staffOnly,
  setUpProductionWorkspaceByUserId: staffOnly,
  quarantineWorkspace: recentlyLoggedInStaff,
  listQuarantinedWorkspaces: staffOnly,
  reportSignups: staffOnly,
  countSignups: staffOnly,
  reportSignupsCsv: staffOnly,
  restoreWorkspace: {
    ...staffOnly,
    staff: 'WorkspaceNotRestorable',
    staleStaff: 'WorkspaceNotRestorable',
    termsPendingStaff: 'WorkspaceNotRestorable',
  },

  getStaffHome: staffOnly,
  searchUsers: staffOnly,
  searchWorkspaces: staffOnly,
  getUserForStaff: staffOnly,
  listWorkspacesOfUser: staffOnly,
  listAuthTokensOfUser: staffOnly,
  listSessionsOfUser: staffOnly,
  endUserSessions: recentlyLoggedInStaff,
  listAuditEntriesOfUser: staffOnly,
  getWorkspaceForStaff: staffOnly,
  getWorkspaceCredentialsForStaff: staffOnly,
  getUserCredentialsForStaff: staffOnly,
  reassignOwnership: recentlyLoggedInStaff,
  // No change of the owner is pending in the fixture.
  confirmReassignment: { ...admitted(staffOnly, 'ReassignmentNotFound'), staleStaff: 'FreshLoginRequired' },
  cancelReassignment: admitted(staffOnly, 'ReassignmentNotFound'),
  listMembersForStaff: staffOnly,
  listAuthTokensForStaff: staffOnly,
  listServiceAccountsForStaff: staffOnly,
  revokeAuthTokenByStaff: recentlyLoggedInStaff,
  deleteServiceAccountByStaff: recentlyLoggedInStaff,

  listAuditEntries: staffOnly,
  exportAuditEntries: staffOnly,
  listWorkspaceAuditEntries: { ...memberManagers, ...otherScope },
  exportWorkspaceAuditCsv: { ...memberManagers, ...otherScope },
  exportWorkspaceAuditNdjson: { ...memberManagers, ...otherScope },

  getJwks: allowedForAll,
  getAuthorizationServerMetadata: allowedForAll,
  getSecurityTxt: allowedForAll,
  getOpenApi: allowedForAll,
  getLiveness: allowedForAll,
  getReadiness: allowedForAll,
  getVersion: allowedForAll,
};
