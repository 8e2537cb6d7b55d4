import { formatUtcDateTime, restoreDeadline, roleLabels, type WorkspaceRole } from '@portal/contract';
import { databaseNow } from '../../platform/db/clock.ts';
import { findPendingDeletion } from '../../request/account/deletions.ts';
import type { AccountEmailDefinition, ReadContext } from './account-email-definition.ts';
import { changePassword, contactSupport, endSessions } from './layout/content.ts';
import { describeUser, quoteName } from './layout/safe-text.ts';
import { findWorkspaceAndUser, type NamedUser, type NamedWorkspace } from './names.ts';

interface DeletedDetails {
  readonly workspaceId: string;
  /** The owner who deleted it. */
  readonly actorId: string;
}

interface DeletedWorkspace {
  readonly workspace: NamedWorkspace;
  readonly actor: NamedUser;
  /** Null if support can no longer restore it, or would refuse to, because the owner deletes the account, too. */
  readonly restorableUntil: Date | null;
}

/** Null if the workspace was restored meanwhile. */
async function readDeleted(
  { workspaceId, actorId }: DeletedDetails,
  { db }: ReadContext,
): Promise<DeletedWorkspace | null> {
  const found = await findWorkspaceAndUser(workspaceId, actorId, { db });
  if (!found?.workspace.deletedAt) return null;
  const { workspace, user: actor } = found;
  const deadline = restoreDeadline(found.workspace.deletedAt.toISOString(), await databaseNow(db));
  const isOwnerLeaving = (await findPendingDeletion(actorId, db)) !== null;
  return {
    workspace,
    actor,
    restorableUntil: deadline === null || isOwnerLeaving ? null : new Date(deadline),
  };
}

/** For the other members of a deleted workspace. */
export const workspaceDeleted: AccountEmailDefinition<DeletedDetails, DeletedWorkspace> = {
  optional: false,
  urgency: 'attention',
  read: readDeleted,
  render({ at, workspace, actor, restorableUntil }, settings) {
    const workspaceName = quoteName(workspace.displayName);
    const deleted = formatUtcDateTime(at);
    return {
      subject: `The workspace ${workspaceName} was deleted`,
      sentence: `${describeUser(actor)} deleted the workspace, so you can no longer open it.`,
      link: { label: 'Open your workspaces', href: `${settings.PORTAL_URL}/workspaces` },
      paragraphs: [
        'Your API tokens for it no longer work.',
        ...(restorableUntil
          ? [`Until ${formatUtcDateTime(restorableUntil)}, the owner can ask support to restore it.`]
          : []),
      ],
      facts: { Workspace: workspaceName, Deleted: deleted },
      advice: {
        when: 'If you did not expect this',
        steps: [{ label: `Ask ${quoteName(actor.nickname)} about it` }, contactSupport(settings)],
      },
    };
  },
};

interface OwnDeletedWorkspace extends DeletedWorkspace {
  /** How many other members it had. */
  readonly memberCount: number;
}

/** Confirms the deletion to the owner. */
export const ownWorkspaceDeleted: AccountEmailDefinition<DeletedDetails, OwnDeletedWorkspace> = {
  optional: false,
  urgency: 'security',
  async read(details, context) {
    const deleted = await readDeleted(details, context);
    const { workspaceId, actorId } = details;
    const others = { workspaceId, userId: { not: actorId } };
    return deleted && { ...deleted, memberCount: await context.db.membership.count({ where: others }) };
  },
  render({ at, workspace, memberCount, restorableUntil }, settings) {
    const workspaceName = quoteName(workspace.displayName);
    const others = memberCount === 1 ? ' and one other member' : ` and ${memberCount} other members`;
    return {
      subject: `You deleted the workspace ${workspaceName}`,
      sentence: `You${memberCount > 0 ? others : ''} can no longer open this workspace.`,
      link: { label: 'Open your workspaces', href: `${settings.PORTAL_URL}/workspaces` },
      paragraphs: [
        'Its API tokens no longer work, and its webhooks send nothing.',
        ...(restorableUntil
          ? [
              `To get it back, write to ${settings.SUPPORT_EMAIL} before ${formatUtcDateTime(restorableUntil)}. Its API tokens then stay revoked, and its webhooks paused.`,
            ]
          : []),
      ],
      facts: { Workspace: workspaceName, Deleted: formatUtcDateTime(at) },
      advice: {
        when: 'If you did not delete it',
        steps: [endSessions(settings), changePassword(settings), contactSupport(settings)],
      },
    };
  },
};

interface LeaveDetails {
  readonly workspaceId: string;
  readonly memberId: string;
  readonly role: WorkspaceRole;
}

interface FormerMember {
  readonly workspace: NamedWorkspace;
  /** Null if the account was deleted. */
  readonly member: NamedUser | null;
  readonly role: WorkspaceRole;
}

/** For the owner: a member left, or deleted the account. */
export const memberLeft: AccountEmailDefinition<LeaveDetails, FormerMember, true> = {
  optional: true,
  urgency: 'information',
  async read({ workspaceId, memberId, role }, { db }) {
    const workspace = await db.workspace.findUnique({ where: { id: workspaceId, deletedAt: null } });
    const member = await db.user.findUnique({ where: { id: memberId } });
    return workspace && { workspace, member, role };
  },
  render({ at, workspace, member, role }, settings) {
    const workspaceName = quoteName(workspace.displayName);
    const who = member ? describeUser(member) : 'A member whose account is deleted';
    return {
      subject: `A member left ${workspaceName}`,
      sentence: `${who} left the workspace.`,
      link: { label: 'See the members', href: `${settings.PORTAL_URL}/workspace/${workspace.id}` },
      paragraphs: ['Their API tokens for it no longer work, and their open invitations are cancelled.'],
      facts: {
        Workspace: workspaceName,
        Role: roleLabels[role],
        Left: formatUtcDateTime(at),
      },
      advice: {
        when: 'If you did not expect this',
        steps: [
          { label: member ? `Ask ${quoteName(member.nickname)} about it` : 'Ask the other members about it' },
          contactSupport(settings),
        ],
      },
    };
  },
};
