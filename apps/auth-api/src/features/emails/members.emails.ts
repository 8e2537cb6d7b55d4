import { formatUtcDateTime, roleLabels, rolesInSentences, type WorkspaceRole } from '@portal/contract';
import type { AccountEmailDefinition } from './account-email-definition.ts';
import { contactSupport, endSessions } from './layout/content.ts';
import { describeActor, describeUser, quoteName } from './layout/safe-text.ts';
import {
  findWorkspaceAndActor,
  findWorkspaceAndUser,
  type NamedActor,
  type NamedUser,
  type NamedWorkspace,
} from './names.ts';

interface ApproverDetails {
  readonly workspaceId: string;
  readonly memberId: string;
  readonly inviterId: string | null;
}

interface NewApprover {
  readonly workspace: NamedWorkspace;
  readonly member: NamedUser;
  /** Null if the account was deleted. */
  readonly inviter: NamedUser | null;
}

/**
 * For those who answer for a workspace, the owner and the approver who sent the invitation: a new member who can invite and remove
 * people. It cannot be turned off, unlike `invitationAccepted`.
 */
export const approverJoined: AccountEmailDefinition<ApproverDetails, NewApprover> = {
  optional: false,
  urgency: 'attention',
  async read({ workspaceId, memberId, inviterId }, { db }) {
    const found = await findWorkspaceAndUser(workspaceId, memberId, { db });
    const inviter = inviterId === null ? null : await db.user.findUnique({ where: { id: inviterId } });
    return found && { workspace: found.workspace, member: found.user, inviter };
  },
  render({ at, workspace, member, inviter }, settings) {
    const workspaceName = quoteName(workspace.displayName);
    const who = describeUser(member);
    const members = `${settings.PORTAL_URL}/workspace/${workspace.id}`;
    return {
      subject: `A new approver joined ${workspaceName}`,
      sentence: `${who} can now invite and remove people.`,
      link: { label: 'See the members', href: members },
      facts: {
        Workspace: workspaceName,
        ...(inviter && { 'Invited by': describeUser(inviter) }),
        Joined: formatUtcDateTime(at),
      },
      advice: {
        when: 'If you did not expect this',
        steps: [
          { label: 'Remove the member from the workspace', href: members },
          endSessions(settings),
          contactSupport(settings),
        ],
      },
    };
  },
};

interface MemberDetails {
  readonly workspaceId: string;
  /** Who did it: a user or a service account. */
  readonly actorId: string;
}

interface MemberChange {
  readonly workspace: NamedWorkspace;
  readonly actor: NamedActor;
}

/** A service account answers no questions. */
const whomToAsk = (actor: NamedActor) =>
  'serviceAccountName' in actor ? 'the owner of the workspace' : quoteName(actor.nickname);

interface Roles {
  readonly oldRole: WorkspaceRole;
  readonly newRole: WorkspaceRole;
}

export const roleChanged: AccountEmailDefinition<MemberDetails & Roles, MemberChange & Roles> = {
  optional: false,
  urgency: 'information',
  async read({ workspaceId, actorId, ...roles }, { db }) {
    const found = await findWorkspaceAndActor(workspaceId, actorId, { db });
    return found && { ...found, ...roles };
  },
  render({ at, workspace, actor, oldRole, newRole }, settings) {
    const workspaceName = quoteName(workspace.displayName);
    const by = describeActor(actor);
    return {
      subject: `You are now ${rolesInSentences[newRole]} of ${workspaceName}`,
      sentence: `${by} changed your role.`,
      link: { label: 'Open the workspace settings', href: `${settings.PORTAL_URL}/workspace/${workspace.id}` },
      facts: {
        Workspace: workspaceName,
        'Your role': roleLabels[newRole],
        Before: roleLabels[oldRole],
        Changed: formatUtcDateTime(at),
      },
      advice: {
        when: 'If you did not expect this',
        steps: [{ label: `Ask ${whomToAsk(actor)} why your role changed` }, contactSupport(settings)],
      },
    };
  },
};

export const memberRemoved: AccountEmailDefinition<MemberDetails, MemberChange> = {
  optional: false,
  urgency: 'attention',
  read: ({ workspaceId, actorId }, { db }) => findWorkspaceAndActor(workspaceId, actorId, { db }),
  render({ at, workspace, actor }, settings) {
    const workspaceName = quoteName(workspace.displayName);
    const by = describeActor(actor);
    return {
      subject: `You were removed from a workspace in ${settings.PRODUCT_NAME}`,
      sentence: `${by} removed you from the workspace ${workspaceName}.`,
      link: { label: 'Open your workspaces', href: `${settings.PORTAL_URL}/workspaces` },
      paragraphs: ['You can no longer open the workspace, and your API tokens for it no longer work.'],
      facts: { Removed: formatUtcDateTime(at) },
      advice: {
        when: 'If you did not expect this',
        steps: [{ label: `Ask ${whomToAsk(actor)} to invite you again` }, contactSupport(settings)],
      },
    };
  },
};
