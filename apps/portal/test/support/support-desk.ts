import type {
  AuditEntry,
  AuthTokenForStaff,
  FoundUser,
  FoundWorkspace,
  MemberForStaff,
  SessionForStaff,
  UserForStaff,
  WorkspaceForStaff,
  WorkspaceOfUser,
} from '@portal/contract';
import { ulid } from 'ulid';
import { server } from './api-server.ts';
import { visit } from './render-portal.tsx';
import { anOwnedWorkspace, aStaffUser, flagIs, staffMember } from './staff.ts';

const moment = '2026-03-04T05:06:07.000Z';

export const ago = (days: number) => new Date(Date.now() - days * 86_400_000 - 60_000).toISOString();
export const ahead = (days: number) => new Date(Date.now() + days * 86_400_000 + 60_000).toISOString();

const named = () => ({
  userId: ulid(),
  email: 'olga@example.com',
  firstName: 'Olga',
  lastName: 'Owner',
  nickname: 'olga',
});

export const aFoundUser = (given: Partial<FoundUser> = {}): FoundUser => ({
  userId: ulid(),
  email: 'pat@example.com',
  emailVerified: true,
  firstName: 'Pat',
  lastName: 'Person',
  nickname: 'pat',
  isInvited: false,
  isQuarantined: false,
  isSuspended: false,
  createdAt: moment,
  lastLoginAt: moment,
  ...given,
});

export const aFoundWorkspace = (given: Partial<FoundWorkspace> = {}): FoundWorkspace => ({
  workspaceId: ulid(),
  displayName: 'Playground',
  instanceUrl: 'https://si.example.com/',
  instanceEnvType: 'PRIVATE',
  owner: named(),
  createdAt: moment,
  deletedAt: null,
  quarantinedAt: null,
  ...given,
});

export const aUserForStaff = (given: Partial<UserForStaff> = {}): UserForStaff => ({
  ...aStaffUser(),
  signupMethod: 'GitHub',
  githubUsername: 'pat-codes',
  discordUsername: null,
  reviewedProfileAt: moment,
  terms: { versionId: '2024-09-25', agreedAt: moment, needsTosUpdate: false, latestTosVersion: '2024-09-25' },
  sameAddress: [],
  billing: { state: 'active', endingAt: null, paymentDetailsSet: true, planCode: 'monthly', customerId: 'cus_123' },
  counts: { workspaces: 1, deletedWorkspaces: 1, ownedWorkspaces: 1, activeAuthTokens: 1, authTokens: 3, sessions: 1 },
  ...given,
});

export const aWorkspaceForStaff = (given: Partial<WorkspaceForStaff> = {}): WorkspaceForStaff => ({
  ...anOwnedWorkspace(),
  description: 'Where we play',
  approvalsEnabled: false,
  creator: named(),
  restorableUntil: null,
  counts: { members: 2, activeAuthTokens: 1, authTokens: 3 },
  ...given,
});

export const aWorkspaceOfUser = (given: Partial<WorkspaceOfUser> = {}): WorkspaceOfUser => ({
  ...aFoundWorkspace(),
  role: 'APPROVER',
  memberSince: ago(3),
  isDefault: false,
  ...given,
});

export const aTokenForStaff = (given: Partial<AuthTokenForStaff> = {}): AuthTokenForStaff => ({
  id: ulid(),
  name: 'Deploy',
  workspace: { workspaceId: ulid(), displayName: 'Playground', deletedAt: null },
  creator: { userId: ulid(), email: 'pat@example.com', nickname: 'pat' },
  createdAt: ago(3),
  expiresAt: ahead(5),
  revokedAt: null,
  lastUsedAt: null,
  ...given,
});

export const aSession = (given: Partial<SessionForStaff> = {}): SessionForStaff => ({
  key: ulid(),
  beganAt: ago(3),
  lastSeenAt: ago(1),
  expiresAt: ahead(5),
  ...given,
});

export const aMemberForStaff = (given: Partial<MemberForStaff> = {}): MemberForStaff => ({
  ...named(),
  role: 'OWNER',
  pending: false,
  memberSince: ago(3),
  isQuarantined: false,
  isSuspended: false,
  ...given,
});

export const anAuditEntry = (given: Partial<AuditEntry> = {}): AuditEntry => ({
  id: ulid(),
  occurredAt: ago(3),
  action: 'suspendUser',
  actor: { userId: ulid(), nickname: 'sam', email: 'sam@systeminit.com' },
  credential: 'session',
  workspace: null,
  subject: { userId: ulid(), nickname: 'pat', email: 'pat@example.com' },
  details: null,
  ip: '192.0.2.7',
  userAgent: 'Firefox',
  requestId: ulid(),
  ...given,
});

/** Opens a page of staff's. */
export function openAsStaff(path: string, who = staffMember()) {
  server.use(flagIs(true));
  return visit(path, who);
}

export const anotherAccount = (given: Partial<UserForStaff['sameAddress'][number]> = {}) => ({
  userId: ulid(),
  auth0Id: 'google-oauth2|1',
  nickname: 'pat',
  emailVerified: true,
  isQuarantined: false,
  isSuspended: false,
  lastLoginAt: null,
  ...given,
});
