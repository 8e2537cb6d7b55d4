import type {
  AuditEntry,
  AuthTokenForStaff,
  UserSearchResult,
  WorkspaceSearchResult,
  MemberForStaff,
  SessionForStaff,
  UserForStaff,
  WorkspaceForStaff,
  WorkspaceOfUser,
} from '@portal/contract';
import { ulid } from 'ulid';
import { server } from './api-server.ts';
import { visit } from './render-portal.tsx';
import { aWorkspaceWithOwner, aUserAccount, adminFlag, staffMember } from './admin.ts';

const timestamp = '2026-03-04T05:06:07.000Z';

export const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000 - 60_000).toISOString();
export const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000 + 60_000).toISOString();

const anOwner = () => ({
  userId: ulid(),
  email: 'olga@example.com',
  firstName: 'Olga',
  lastName: 'Owner',
  nickname: 'olga',
});

export const aUserSearchResult = (overrides: Partial<UserSearchResult> = {}): UserSearchResult => ({
  userId: ulid(),
  email: 'pat@example.com',
  emailVerified: true,
  firstName: 'Pat',
  lastName: 'Person',
  nickname: 'pat',
  isInvited: false,
  isQuarantined: false,
  isSuspended: false,
  createdAt: timestamp,
  lastLoginAt: timestamp,
  ...overrides,
});

export const aWorkspaceSearchResult = (overrides: Partial<WorkspaceSearchResult> = {}): WorkspaceSearchResult => ({
  workspaceId: ulid(),
  displayName: 'Playground',
  instanceUrl: 'https://si.example.com/',
  instanceEnvType: 'PRIVATE',
  owner: anOwner(),
  createdAt: timestamp,
  deletedAt: null,
  quarantinedAt: null,
  ...overrides,
});

export const aUserForStaff = (overrides: Partial<UserForStaff> = {}): UserForStaff => ({
  ...aUserAccount(),
  signupMethod: 'GitHub',
  githubUsername: 'pat-codes',
  discordUsername: null,
  reviewedProfileAt: timestamp,
  terms: { versionId: '2024-09-25', agreedAt: timestamp, needsTosUpdate: false, latestTosVersion: '2024-09-25' },
  sameAddress: [],
  deletionDueAt: null,
  billing: { state: 'active', endingAt: null, paymentDetailsSet: true, planCode: 'monthly', customerId: 'cus_123' },
  counts: { workspaces: 1, deletedWorkspaces: 1, ownedWorkspaces: 1, activeAuthTokens: 1, authTokens: 3, sessions: 1 },
  ...overrides,
});

export const aWorkspaceForStaff = (overrides: Partial<WorkspaceForStaff> = {}): WorkspaceForStaff => ({
  ...aWorkspaceWithOwner(),
  description: 'Where we play',
  approvalsEnabled: false,
  creator: anOwner(),
  restorableUntil: null,
  isPaused: false,
  reassignment: null,
  lastReassignment: null,
  counts: { members: 2, activeAuthTokens: 1, authTokens: 3, serviceAccounts: 0 },
  ...overrides,
});

export const aWorkspaceOfUser = (overrides: Partial<WorkspaceOfUser> = {}): WorkspaceOfUser => ({
  ...aWorkspaceSearchResult(),
  role: 'APPROVER',
  memberSince: daysAgo(3),
  isDefault: false,
  ...overrides,
});

export const aTokenForStaff = (overrides: Partial<AuthTokenForStaff> = {}): AuthTokenForStaff => ({
  id: ulid(),
  name: 'Deploy',
  workspace: { workspaceId: ulid(), displayName: 'Playground', deletedAt: null },
  user: { userId: ulid(), email: 'pat@example.com', nickname: 'pat' },
  serviceAccount: null,
  scopes: ['members:read'],
  creator: null,
  replacedAt: null,
  createdAt: daysAgo(3),
  expiresAt: daysAhead(5),
  revokedAt: null,
  lastUsedAt: null,
  ...overrides,
});

export const aSession = (overrides: Partial<SessionForStaff> = {}): SessionForStaff => ({
  key: ulid(),
  client: { browser: 'Firefox', system: 'Windows', network: '203.0.113.x' },
  startedAt: daysAgo(3),
  lastSeenAt: daysAgo(1),
  expiresAt: daysAhead(5),
  ...overrides,
});

export const aMemberForStaff = (overrides: Partial<MemberForStaff> = {}): MemberForStaff => ({
  ...anOwner(),
  role: 'OWNER',
  pending: false,
  memberSince: daysAgo(3),
  isQuarantined: false,
  isSuspended: false,
  ...overrides,
});

export const anAuditEntry = (overrides: Partial<AuditEntry> = {}): AuditEntry => ({
  id: ulid(),
  occurredAt: daysAgo(3),
  action: 'suspendUser',
  actor: { userId: ulid(), nickname: 'sam', email: 'sam@systeminit.com' },
  credential: 'session',
  token: null,
  workspace: null,
  subject: { userId: ulid(), nickname: 'pat', email: 'pat@example.com' },
  details: { suspension: { from: null, to: { at: daysAgo(3), until: null, reason: null } } },
  ip: '192.0.2.7',
  userAgent: 'Firefox',
  requestId: ulid(),
  ...overrides,
});

/** Opens an admin page. */
export function visitAsStaff(path: string, who = staffMember()) {
  server.use(adminFlag(true));
  return visit(path, who);
}

export const anAccountWithSameEmail = (overrides: Partial<UserForStaff['sameAddress'][number]> = {}) => ({
  userId: ulid(),
  auth0Id: 'google-oauth2|1',
  nickname: 'pat',
  emailVerified: true,
  isQuarantined: false,
  isSuspended: false,
  lastLoginAt: null,
  ...overrides,
});
