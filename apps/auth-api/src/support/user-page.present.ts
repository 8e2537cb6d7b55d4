import { signupMethodOf, type AuthTokenForStaff, type StaffMember, type UserForStaff } from '@portal/contract';
import { presentSubscription } from '../billing/billing.present.ts';
import type { AuthToken, BillingAccount, TosAgreement, User, Workspace } from '../generated/prisma/client.ts';
import { needsTosUpdate, type LegalLibrary } from '../legal-documents.ts';
import { moment } from '../moment.ts';
import { presentStaffUser } from '../staff/staff.present.ts';
import { lockOutOf } from '../users/lock-outs.ts';

interface Known {
  readonly user: User & { billingAccount: BillingAccount | null };
  readonly agreement: TosAgreement | null;
  readonly sameAddress: readonly User[];
  readonly lockers: readonly StaffMember[];
  readonly counts: UserForStaff['counts'];
}

/** All that support asks for about one person. */
export function presentUserForStaff(
  { user, agreement, sameAddress, lockers, counts }: Known,
  legal: LegalLibrary,
  now: Date,
): UserForStaff {
  const seen = presentStaffUser(user, lockers, now);
  return {
    ...seen,
    signupMethod: user.auth0Id === null ? null : signupMethodOf(user.auth0Id),
    githubUsername: user.githubUsername,
    discordUsername: user.discordUsername,
    reviewedProfileAt: moment(user.reviewedProfileAt),
    terms: {
      versionId: user.tosVersionId,
      agreedAt: moment(agreement?.agreedAt),
      needsTosUpdate: needsTosUpdate(user, legal),
      latestTosVersion: legal.currentVersionId,
    },
    sameAddress: sameAddress.map((other) => ({
      userId: other.id,
      auth0Id: other.auth0Id,
      nickname: other.nickname,
      emailVerified: other.emailVerified,
      isQuarantined: lockOutOf('quarantine', other, now) !== null,
      isSuspended: lockOutOf('suspension', other, now) !== null,
      lastLoginAt: moment(other.lastLoginAt),
    })),
    billing: {
      ...seen.billing,
      planCode: presentSubscription(user.billingAccount).planCode,
      customerId: user.billingAccount?.customerId ?? null,
    },
    counts,
  };
}

/** An API token as staff see it. */
export const presentAuthToken = ({
  workspace,
  creator,
  ...token
}: AuthToken & { workspace: Workspace; creator: User }): AuthTokenForStaff => ({
  id: token.id,
  name: token.name,
  workspace: {
    workspaceId: workspace.id,
    displayName: workspace.displayName,
    deletedAt: moment(workspace.deletedAt),
  },
  creator: { userId: creator.id, email: creator.email, nickname: creator.nickname },
  createdAt: token.createdAt.toISOString(),
  expiresAt: token.expiresAt.toISOString(),
  revokedAt: moment(token.revokedAt),
  lastUsedAt: moment(token.lastUsedAt),
});
