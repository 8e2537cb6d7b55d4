import type { OwnedWorkspace, StaffBilling, StaffMember, StaffUser } from '@portal/contract';
import { presentSubscription } from '../billing/billing.present.ts';
import type { BillingAccount, User, Workspace } from '../generated/prisma/client.ts';
import { moment } from '../moment.ts';
import { lockOutOf, type LockOut } from '../users/lock-outs.ts';

/** A person as staff see them; `lockers` are those who may have locked them out. */
export function presentStaffUser(
  user: User & { billingAccount: BillingAccount | null },
  lockers: readonly StaffMember[],
  now: Date,
): StaffUser {
  const by = (lockOut: LockOut | null) => lockers.find(({ userId }) => userId === lockOut?.byId) ?? null;
  const [quarantine, suspension] = [lockOutOf('quarantine', user, now), lockOutOf('suspension', user, now)];
  return {
    id: user.id,
    auth0Id: user.auth0Id,
    email: user.email,
    emailVerified: user.emailVerified,
    firstName: user.firstName,
    lastName: user.lastName,
    nickname: user.nickname,
    isQuarantined: quarantine !== null,
    quarantinedAt: moment(quarantine?.beganAt),
    quarantineReason: quarantine?.reason ?? null,
    quarantinedUntil: moment(quarantine?.endsAt),
    quarantinedBy: by(quarantine),
    isSuspended: suspension !== null,
    suspendedAt: moment(suspension?.beganAt),
    suspensionReason: suspension?.reason ?? null,
    suspendedUntil: moment(suspension?.endsAt),
    suspendedBy: by(suspension),
    billing: presentBilling(user.billingAccount),
    createdAt: user.createdAt.toISOString(),
    signedUpAt: moment(user.signedUpAt),
    lastLoginAt: moment(user.lastLoginAt),
  };
}

function presentBilling(account: BillingAccount | null): StaffBilling {
  const { state, endingAt } = presentSubscription(account);
  return { state, endingAt, paymentDetailsSet: account?.hasPaymentMethod ?? false };
}

/** A workspace as staff see it, with its owner and with who quarantined it. */
export function presentOwnedWorkspace(
  workspace: Workspace,
  owner: User,
  quarantinedBy: StaffMember | null,
): OwnedWorkspace {
  return {
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
    deletedAt: moment(workspace.deletedAt),
    quarantinedAt: moment(workspace.quarantinedAt),
    quarantineReason: workspace.quarantineReason,
    quarantinedBy,
  };
}
