import type { OwnedWorkspace, StaffUser } from '@portal/contract';
import type { User, Workspace } from '../generated/prisma/client.ts';
import { lockOutOf } from '../users/lock-outs.ts';

const moment = (date: Date | null | undefined) => date?.toISOString() ?? null;

/** A person as staff see them. */
export function presentStaffUser(user: User): StaffUser {
  const [quarantine, suspension] = [lockOutOf('quarantine', user), lockOutOf('suspension', user)];
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
    isSuspended: suspension !== null,
    suspendedAt: moment(suspension?.beganAt),
    createdAt: user.createdAt.toISOString(),
    signedUpAt: moment(user.signedUpAt),
    lastLoginAt: moment(user.lastLoginAt),
  };
}

/** A workspace as staff see it, with its owner and with who quarantined it. */
export function presentOwnedWorkspace(
  workspace: Workspace,
  owner: User,
  quarantinedBy: Pick<User, 'id' | 'email'> | null,
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
    quarantinedBy: quarantinedBy && { userId: quarantinedBy.id, email: quarantinedBy.email },
  };
}
