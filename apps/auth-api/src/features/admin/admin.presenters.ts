import {
  ServiceAccountRole,
  signupMethodOf,
  type AuthTokenForStaff,
  type BillingForStaff,
  type ServiceAccountForStaff,
  type StaffMember,
  type UserAccount,
  type UserForStaff,
  type UserSearchResult,
  type UserSummary,
  type WorkspaceSearchResult,
  type WorkspaceWithOwner,
} from '@portal/contract';
import { getLock, type AccountLock } from '../../request/account/account-lock.ts';
import { toActiveSubscription } from '../billing/billing.presenters.ts';
import type {
  AccountDeletion,
  AuthToken,
  BillingAccount,
  ServiceAccount,
  TosAgreement,
  User,
  Workspace,
} from '../../generated/prisma/client.ts';
import { needsTosUpdate, type LegalLibrary } from '../../request/account/legal-documents.ts';
import { toIsoTimestamp } from '../../platform/lib/iso-timestamp.ts';

type UserWithBilling = User & { billingAccount: BillingAccount | null };

export const toUserSummary = ({ id, email, firstName, lastName, nickname }: User): UserSummary => ({
  userId: id,
  email,
  firstName,
  lastName,
  nickname,
});

/** `staff` contains the staff members who locked the account, if they still exist. */
export function toUserAccount(user: UserWithBilling, staff: readonly StaffMember[], now: Date): UserAccount {
  const lockedBy = (lock: AccountLock | null) => staff.find(({ userId }) => userId === lock?.lockedById) ?? null;
  const [quarantine, suspension] = [getLock('quarantine', user, now), getLock('suspension', user, now)];
  return {
    id: user.id,
    auth0Id: user.auth0Id,
    email: user.email,
    emailVerified: user.emailVerified,
    firstName: user.firstName,
    lastName: user.lastName,
    nickname: user.nickname,
    isQuarantined: quarantine !== null,
    quarantinedAt: toIsoTimestamp(quarantine?.startedAt),
    quarantineReason: quarantine?.reason ?? null,
    quarantinedUntil: toIsoTimestamp(quarantine?.endsAt),
    quarantinedBy: lockedBy(quarantine),
    isSuspended: suspension !== null,
    suspendedAt: toIsoTimestamp(suspension?.startedAt),
    suspensionReason: suspension?.reason ?? null,
    suspendedUntil: toIsoTimestamp(suspension?.endsAt),
    suspendedBy: lockedBy(suspension),
    billing: toBillingForStaff(user.billingAccount),
    createdAt: user.createdAt.toISOString(),
    signedUpAt: toIsoTimestamp(user.signedUpAt),
    lastLoginAt: toIsoTimestamp(user.lastLoginAt),
  };
}

function toBillingForStaff(account: BillingAccount | null): BillingForStaff {
  const { state, endingAt } = toActiveSubscription(account);
  return { state, endingAt, paymentDetailsSet: account?.hasPaymentMethod ?? false };
}

interface UserRecords {
  readonly user: UserWithBilling;
  /** The acceptance of the latest terms that the user accepted. */
  readonly agreement: TosAgreement | null;
  /** The pending deletion of the account. */
  readonly deletion: AccountDeletion | null;
  /** Other users with the same email address. */
  readonly sameAddress: readonly User[];
  readonly staff: readonly StaffMember[];
  readonly counts: UserForStaff['counts'];
}

export function toUserForStaff(
  { user, agreement, deletion, sameAddress, staff, counts }: UserRecords,
  legal: LegalLibrary,
  now: Date,
): UserForStaff {
  const account = toUserAccount(user, staff, now);
  return {
    ...account,
    signupMethod: user.auth0Id === null ? null : signupMethodOf(user.auth0Id),
    githubUsername: user.githubUsername,
    discordUsername: user.discordUsername,
    reviewedProfileAt: toIsoTimestamp(user.reviewedProfileAt),
    deletionDueAt: toIsoTimestamp(deletion?.dueAt),
    terms: {
      versionId: user.tosVersionId,
      agreedAt: toIsoTimestamp(agreement?.agreedAt),
      needsTosUpdate: needsTosUpdate(user, legal),
      latestTosVersion: legal.currentVersionId,
    },
    sameAddress: sameAddress.map((other) => ({
      userId: other.id,
      auth0Id: other.auth0Id,
      nickname: other.nickname,
      emailVerified: other.emailVerified,
      isQuarantined: getLock('quarantine', other, now) !== null,
      isSuspended: getLock('suspension', other, now) !== null,
      lastLoginAt: toIsoTimestamp(other.lastLoginAt),
    })),
    billing: {
      ...account.billing,
      planCode: toActiveSubscription(user.billingAccount).planCode,
      customerId: user.billingAccount?.customerId ?? null,
    },
    counts,
  };
}

export const toUserSearchResult = (user: User, now: Date): UserSearchResult => ({
  ...toUserSummary(user),
  emailVerified: user.emailVerified,
  isInvited: user.auth0Id === null,
  isQuarantined: getLock('quarantine', user, now) !== null,
  isSuspended: getLock('suspension', user, now) !== null,
  createdAt: user.createdAt.toISOString(),
  lastLoginAt: toIsoTimestamp(user.lastLoginAt),
});

export const toWorkspaceSearchResult = (workspace: Workspace, owner: User): WorkspaceSearchResult => ({
  workspaceId: workspace.id,
  displayName: workspace.displayName,
  instanceUrl: workspace.instanceUrl,
  instanceEnvType: workspace.instanceEnvType,
  owner: toUserSummary(owner),
  createdAt: workspace.createdAt.toISOString(),
  deletedAt: toIsoTimestamp(workspace.deletedAt),
  quarantinedAt: toIsoTimestamp(workspace.quarantinedAt),
});

export const toWorkspaceWithOwner = (
  workspace: Workspace,
  owner: User,
  quarantinedBy: StaffMember | null,
): WorkspaceWithOwner => ({
  workspaceId: workspace.id,
  displayName: workspace.displayName,
  instanceUrl: workspace.instanceUrl,
  instanceEnvType: workspace.instanceEnvType,
  ownerId: owner.id,
  firstName: owner.firstName,
  lastName: owner.lastName,
  nickname: owner.nickname,
  email: owner.email,
  createdAt: workspace.createdAt.toISOString(),
  deletedAt: toIsoTimestamp(workspace.deletedAt),
  quarantinedAt: toIsoTimestamp(workspace.quarantinedAt),
  quarantineReason: workspace.quarantineReason,
  quarantinedBy,
});

type TokenWithRelations = AuthToken & {
  workspace: Workspace;
  user: User | null;
  serviceAccount: ServiceAccount | null;
  createdBy: User | null;
};

const toNamedUser = (user: User | null) => user && { userId: user.id, email: user.email, nickname: user.nickname };

export const toAuthTokenForStaff = ({
  workspace,
  user,
  serviceAccount,
  createdBy,
  ...token
}: TokenWithRelations): AuthTokenForStaff => ({
  id: token.id,
  name: token.name,
  workspace: {
    workspaceId: workspace.id,
    displayName: workspace.displayName,
    deletedAt: toIsoTimestamp(workspace.deletedAt),
  },
  user: toNamedUser(user),
  serviceAccount: serviceAccount && { serviceAccountId: serviceAccount.id, name: serviceAccount.name },
  scopes: token.scopes,
  creator: toNamedUser(createdBy),
  createdAt: token.createdAt.toISOString(),
  expiresAt: token.expiresAt.toISOString(),
  replacedAt: toIsoTimestamp(token.replacedAt),
  revokedAt: toIsoTimestamp(token.revokedAt),
  lastUsedAt: toIsoTimestamp(token.lastUsedAt),
});

export type ServiceAccountUse = Pick<ServiceAccountForStaff, 'activeAuthTokens'> & { readonly lastUsedAt: Date | null };

export const toServiceAccountForStaff = (
  { id, name, description, role, createdAt, deletedAt, createdBy }: ServiceAccount & { createdBy: User | null },
  use: ServiceAccountUse | undefined,
): ServiceAccountForStaff => ({
  id,
  name,
  description,
  role: ServiceAccountRole.parse(role),
  creator: toNamedUser(createdBy),
  createdAt: createdAt.toISOString(),
  deletedAt: toIsoTimestamp(deletedAt),
  activeAuthTokens: use?.activeAuthTokens ?? 0,
  lastUsedAt: toIsoTimestamp(use?.lastUsedAt),
});
