import { displayEmail, formatUtcDateTime, roleLabels, type WorkspaceRole } from '@portal/contract';
import type { Email } from '../../integrations/smtp/mailer.ts';
import type { Settings } from '../../platform/config/settings.ts';
import type { AccountEmailDefinition } from './account-email-definition.ts';
import { contactSupport } from './layout/content.ts';
import { renderEmail } from './layout/render-email.ts';
import { describeActor, describeUser, quoteName } from './layout/safe-text.ts';
import { findWorkspaceAndUser, type NamedActor, type NamedUser, type NamedWorkspace } from './names.ts';

interface AcceptanceDetails {
  readonly workspaceId: string;
  readonly memberId: string;
  readonly role: WorkspaceRole;
}

interface AcceptedInvitation {
  readonly workspace: NamedWorkspace;
  readonly member: NamedUser;
  readonly role: WorkspaceRole;
}

/** For the user who sent the invitation. */
export const invitationAccepted: AccountEmailDefinition<AcceptanceDetails, AcceptedInvitation, true> = {
  optional: true,
  urgency: 'information',
  async read({ workspaceId, memberId, role }, { db }) {
    const found = await findWorkspaceAndUser(workspaceId, memberId, { db });
    return found && { workspace: found.workspace, member: found.user, role };
  },
  render({ at, workspace, member, role }, settings) {
    const workspaceName = quoteName(workspace.displayName);
    const who = describeUser(member);
    const members = `${settings.PORTAL_URL}/workspace/${workspace.id}`;
    return {
      subject: `A new member joined ${workspaceName}`,
      sentence: `${who} accepted your invitation.`,
      link: { label: 'See the members', href: members },
      facts: { Workspace: workspaceName, Role: roleLabels[role], Joined: formatUtcDateTime(at) },
      advice: {
        when: 'If you did not invite this person',
        steps: [{ label: 'Remove the member from the workspace', href: members }, contactSupport(settings)],
      },
    };
  },
};

interface Invitation {
  readonly to: string;
  readonly inviter: NamedActor;
  readonly workspaceName: string;
  readonly role: WorkspaceRole;
  readonly expiresAt: Date;
  /** The URL of the invitation. Contains a secret. */
  readonly url: string;
  readonly unsubscribeUrl: string;
}

/** The same whether or not the recipient has an account. */
export function invitationEmail(invitation: Invitation, settings: Settings): Email {
  const { to, role, expiresAt, url, unsubscribeUrl } = invitation;
  const workspaceName = quoteName(invitation.workspaceName);
  const inviter = describeActor(invitation.inviter);
  return renderEmail(
    {
      to,
      urgency: 'information',
      subject: `You are invited to a workspace in ${settings.PRODUCT_NAME}`,
      sentence: `${inviter} wants you to join the workspace ${workspaceName}.`,
      link: { label: 'View the invitation', href: url },
      paragraphs: [
        `Sign up or log in with this address (${displayEmail(to)}) to accept or decline. You are not a member until you accept.`,
      ],
      facts: { 'Your role': roleLabels[role], 'Valid until': formatUtcDateTime(expiresAt) },
      footnote: 'You can ignore this email if you did not expect it.',
      unsubscribe: { label: 'Stop invitation emails to this address', href: unsubscribeUrl },
    },
    settings,
  );
}

interface InvitationDigest extends Pick<Invitation, 'to' | 'unsubscribeUrl'> {
  readonly invitations: readonly Pick<Invitation, 'inviter' | 'workspaceName' | 'role' | 'url'>[];
}

/** The invitations to a mailbox that waited because it had reached its daily limit. */
export function invitationDigestEmail(
  { to, invitations, unsubscribeUrl }: InvitationDigest,
  settings: Settings,
): Email {
  const count = invitations.length === 1 ? 'an invitation' : `${invitations.length} invitations`;
  return renderEmail(
    {
      to,
      subject: `You have ${count} in ${settings.PRODUCT_NAME}`,
      urgency: 'information',
      sentence: 'You had several invitations today, so here are the rest together.',
      list: invitations.map(({ inviter, workspaceName, role, url }) => ({
        label: `${describeActor(inviter)} invited you to the workspace ${quoteName(workspaceName)} as ${roleLabels[role]}`,
        href: url,
      })),
      paragraphs: [
        `Sign up or log in with this address (${displayEmail(to)}) to accept or decline. You are not a member until you accept.`,
      ],
      footnote: 'You can ignore this email if you did not expect it.',
      unsubscribe: { label: 'Stop invitation emails to this address', href: unsubscribeUrl },
    },
    settings,
  );
}

interface CreatedWorkspace {
  readonly to: string;
  /** The member of staff; null if the recipient requested the email. */
  readonly creator: NamedUser | null;
  readonly workspaceName: string;
  readonly role: WorkspaceRole;
  /** The link that hands over the workspace, which contains a secret; null if the workspace is in the recipient's list already. */
  readonly link: { readonly url: string; readonly expiresAt: Date } | null;
  readonly unsubscribeUrl: string;
}

/** Notifies a user that staff created a workspace for the user, or for the user's address. */
export function workspaceCreatedEmail(created: CreatedWorkspace, settings: Settings): Email {
  const { to, role, link, unsubscribeUrl } = created;
  const workspaceName = quoteName(created.workspaceName);
  const creator = created.creator ? describeUser(created.creator) : null;
  const nextStep = link
    ? `Press “Get the workspace”, and sign up or log in with this address (${displayEmail(to)}). The workspace is then in your list. The link shows us that the mailbox is yours, so do not forward it.`
    : 'You can find it in your workspace list.';
  return renderEmail(
    {
      to,
      subject: `A workspace in ${settings.PRODUCT_NAME} was set up for you`,
      urgency: 'information',
      sentence:
        creator === null
          ? `The workspace ${workspaceName} is ready.`
          : `${creator} set up the workspace ${workspaceName} for you.`,
      link: link
        ? { label: 'Get the workspace', href: link.url }
        : { label: 'Open your workspaces', href: `${settings.PORTAL_URL}/workspaces` },
      paragraphs: [nextStep],
      facts: {
        'Your role': roleLabels[role],
        ...(link && { 'Valid until': formatUtcDateTime(link.expiresAt) }),
      },
      footnote: 'You can ignore this email if you did not expect it.',
      unsubscribe: { label: 'Stop invitation emails to this address', href: unsubscribeUrl },
    },
    settings,
  );
}
