import { formatUtcDateTime, roleLabels, type WorkspaceRole } from '@portal/contract';
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
      paragraphs: [
        `${who} joined the workspace ${workspaceName} in ${settings.PRODUCT_NAME} as ${roleLabels.APPROVER}. Approvers can invite and remove people.`,
      ],
      facts: {
        Workspace: workspaceName,
        Member: who,
        ...(inviter && { 'Invited by': describeUser(inviter) }),
        Joined: formatUtcDateTime(at),
      },
      link: { label: 'See the members', href: members },
      advice: {
        title: 'If you did not expect this:',
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
  async read({ workspaceId, actorId, ...roles }, { db }) {
    const found = await findWorkspaceAndActor(workspaceId, actorId, { db });
    return found && { ...found, ...roles };
  },
  render({ at, workspace, actor, oldRole, newRole }, settings) {
    const workspaceName = quoteName(workspace.displayName);
    const by = describeActor(actor);
    return {
      subject: `You are now ${roleLabels[newRole]} of ${workspaceName}`,
      paragraphs: [`${by} changed your role in the workspace ${workspaceName} in ${settings.PRODUCT_NAME}.`],
      facts: {
        Workspace: workspaceName,
        'Your role': roleLabels[newRole],
        Before: roleLabels[oldRole],
        'Changed by': by,
        Changed: formatUtcDateTime(at),
      },
      link: { label: 'Open the workspace settings', href: `${settings.PORTAL_URL}/workspace/${workspace.id}` },
      advice: {
        title: 'If you did not expect this:',
        steps: [{ label: `Ask ${whomToAsk(actor)} why your role changed` }, contactSupport(settings)],
      },
    };
  },
};

export const memberRemoved: AccountEmailDefinition<MemberDetails, MemberChange> = {
  optional: false,
  read: ({ workspaceId, actorId }, { db }) => findWorkspaceAndActor(workspaceId, actorId, { db }),
  render({ at, workspace, actor }, settings) {
    const workspaceName = quoteName(workspace.displayName);
    const by = describeActor(actor);
    return {
      subject: `You were removed from a workspace in ${settings.PRODUCT_NAME}`,
      paragraphs: [
        `${by} removed you from the workspace ${workspaceName} in ${settings.PRODUCT_NAME}. You can no longer open it, and your API tokens for it no longer work.`,
      ],
      facts: { Workspace: workspaceName, 'Removed by': by, Removed: formatUtcDateTime(at) },
      link: { label: 'Open your workspaces', href: `${settings.PORTAL_URL}/workspaces` },
      advice: {
        title: 'If you did not expect this:',
        steps: [
          { label: `Ask ${whomToAsk(actor)} to invite you again` },
          { label: 'Replace the tokens in your programs that use this workspace' },
          contactSupport(settings),
        ],
      },
    };
  },
};
