import type { Stage } from './actors.ts';

type Body = Record<string, unknown>;

/** For each call with a body, one that is right on a stage. */
export const validBodies: Readonly<Record<string, (on: Stage, currentTos: string) => Body>> = {
  agreeToTos: (_on, tosVersionId) => ({ tosVersionId }),
  updateProfile: () => ({ nickname: 'Grace', githubUsername: 'grace' }),
  completeProfile: () => ({}),
  createWorkspace: () => ({ displayName: 'Staging', instanceEnvType: 'LOCAL' }),
  updateWorkspace: () => ({ displayName: 'Renamed' }),
  setFavourite: () => ({ isFavourite: true }),
  setHidden: () => ({ isHidden: true }),
  setDefault: () => ({}),
  setApprovals: () => ({ approvalsEnabled: true }),
  inviteMember: () => ({ email: 'New.Colleague@Example.com' }),
  changeMemberRole: (on) => ({ userId: on.colleague.id, role: 'approver' }),
  removeMember: (on) => ({ email: on.colleague.email }),
  createAuthToken: () => ({ name: 'Deploy', expiration: '48h' }),
  renameAuthToken: () => ({ name: 'Deploy again' }),
  quarantineUser: () => ({ isQuarantined: true, reason: 'Sends spam', until: '2999-01-01T00:00:00.000Z' }),
  suspendUser: () => ({ isSuspended: true, reason: 'Has not paid' }),
  setUpProductionWorkspace: () => ({ userEmail: 'Invited@Example.com' }),
  setUpProductionWorkspaceByUserId: (on) => ({ userId: on.subject.id }),
  quarantineWorkspace: () => ({ isQuarantined: true, reason: 'Mines coins' }),
  updateBillingDetails: () => ({
    companyInformation: { legalName: 'Acme & Co. (UK)' },
    billingInformation: { country: 'GB' },
  }),
  completeAuthConnect: () => ({ code: 'nobody-has-this-code' }),
};

/** For each call that can’t do without a query, one that is right on a stage. */
export const validQueries: Readonly<Record<string, (on: Stage) => Record<string, string>>> = {
  findUsersByEmail: (on) => ({ email: on.subject.email }),
  searchUsers: () => ({ query: 'ada' }),
  searchWorkspaces: () => ({ query: 'production' }),
  reportSignups: () => ({ startDate: '2026-08-03', endDate: '2026-08-09', limit: '100' }),
  countSignups: () => ({ startDate: '2026-08-03', endDate: '2026-08-09' }),
  reportSignupsCsv: () => ({ startDate: '2026-08-03', endDate: '2026-08-09' }),
};
