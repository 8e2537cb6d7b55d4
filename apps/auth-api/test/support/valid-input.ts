import type { Fixture } from './actors.ts';

type Body = Record<string, unknown>;

/** A valid body for each call that takes one. */
export const validBodies: Readonly<Record<string, (fixture: Fixture, tosVersionId: string) => Body>> = {
  agreeToTos: (_fixture, tosVersionId) => ({ tosVersionId }),
  updateProfile: () => ({ nickname: 'Grace', githubUsername: 'grace' }),
  completeProfile: () => ({}),
  updateEmailPreferences: () => ({ tokenExpiring: false }),
  createWorkspace: () => ({ displayName: 'Staging', instanceEnvType: 'LOCAL' }),
  updateWorkspace: () => ({ displayName: 'Renamed' }),
  setFavourite: () => ({ isFavourite: true }),
  setHidden: () => ({ isHidden: true }),
  setDefault: () => ({}),
  setApprovals: () => ({ approvalsEnabled: true }),
  inviteMember: () => ({ email: 'New.Colleague@Example.com' }),
  inviteMembers: () => ({ emails: ['New.Colleague@Example.com', 'not an address'], role: 'approver' }),
  acceptInvitation: () => ({ role: 'EDITOR' }),
  openInvitationLink: () => ({ token: 'an-unknown-token' }),
  changeMemberRole: (fixture) => ({ userId: fixture.colleague.id, role: 'approver' }),
  removeMember: (fixture) => ({ email: fixture.colleague.email }),
  offerOwnership: (fixture) => ({ userId: fixture.colleague.id }),
  reassignOwnership: (fixture) => ({ userId: fixture.colleague.id, reason: 'Has left the company' }),
  confirmReassignment: (fixture) => ({ reassignmentId: fixture.reassignmentId }),
  createAuthToken: () => ({ name: 'Deploy', expiration: '48h' }),
  renameAuthToken: () => ({ name: 'Deploy again' }),
  revokeTokenByHolder: () => ({ token: 'an-unknown-token' }),
  introspectToken: () => ({ token: 'an-unknown-token' }),
  rotateAuthToken: () => ({ overlap: '1h' }),
  setTokenPolicy: () => ({ makers: 'OWNER', maxDays: 30, allowsWrites: false }),
  createServiceAccount: () => ({ name: 'Pipeline', description: 'Deploys', role: 'EDITOR' }),
  updateServiceAccount: () => ({ name: 'Another pipeline', role: 'APPROVER' }),
  quarantineUser: () => ({ isQuarantined: true, reason: 'Sends spam', until: '2999-01-01T00:00:00.000Z' }),
  suspendUser: () => ({ isSuspended: true, reason: 'Has not paid' }),
  endUserSessions: () => ({ reason: 'Lost a laptop' }),
  revokeAuthTokenByStaff: () => ({ reason: 'Published by mistake' }),
  deleteServiceAccountByStaff: () => ({ reason: 'Published by mistake' }),
  setUpProductionWorkspace: () => ({ userEmail: 'Invited@Example.com' }),
  setUpProductionWorkspaceByUserId: (fixture) => ({ userId: fixture.subject.id }),
  quarantineWorkspace: () => ({ isQuarantined: true, reason: 'Mines coins' }),
  updateBillingDetails: () => ({
    companyInformation: { legalName: 'Acme & Co. (UK)' },
    billingInformation: { country: 'GB' },
  }),
  completeAuthConnect: () => ({ code: 'an-unknown-code' }),
};

/** A valid query for each call that requires one. */
export const validQueries: Readonly<Record<string, (fixture: Fixture) => Record<string, string>>> = {
  findUsersByEmail: (fixture) => ({ email: fixture.subject.email }),
  searchUsers: () => ({ query: 'ada' }),
  searchWorkspaces: () => ({ query: 'production' }),
  reportSignups: () => ({ startDate: '2026-08-03', endDate: '2026-08-09', limit: '100' }),
  countSignups: () => ({ startDate: '2026-08-03', endDate: '2026-08-09' }),
  reportSignupsCsv: () => ({ startDate: '2026-08-03', endDate: '2026-08-09' }),
};
