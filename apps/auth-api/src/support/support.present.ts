import type { FoundUser, FoundWorkspace, NamedUser } from '@portal/contract';
import type { User, Workspace } from '../generated/prisma/client.ts';
import { moment } from '../moment.ts';
import { lockOutOf } from '../users/lock-outs.ts';

/** What staff tell people apart by. */
export const presentNamedUser = ({ id, email, firstName, lastName, nickname }: User): NamedUser => ({
  userId: id,
  email,
  firstName,
  lastName,
  nickname,
});

/** A person in a list of staff's. */
export const presentFoundUser = (user: User, now: Date): FoundUser => ({
  ...presentNamedUser(user),
  emailVerified: user.emailVerified,
  isInvited: user.auth0Id === null,
  isQuarantined: lockOutOf('quarantine', user, now) !== null,
  isSuspended: lockOutOf('suspension', user, now) !== null,
  createdAt: user.createdAt.toISOString(),
  lastLoginAt: moment(user.lastLoginAt),
});

/** A workspace in a list of staff's. */
export const presentFoundWorkspace = (workspace: Workspace, owner: User): FoundWorkspace => ({
  workspaceId: workspace.id,
  displayName: workspace.displayName,
  instanceUrl: workspace.instanceUrl,
  instanceEnvType: workspace.instanceEnvType,
  owner: presentNamedUser(owner),
  createdAt: workspace.createdAt.toISOString(),
  deletedAt: moment(workspace.deletedAt),
  quarantinedAt: moment(workspace.quarantinedAt),
});
