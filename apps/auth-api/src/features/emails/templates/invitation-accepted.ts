import { formatUtcDateTime, roleLabels, type WorkspaceRole } from '@portal/contract';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Email } from '../../../integrations/smtp/mailer.ts';
import { contactSupport } from './advice.ts';
import { renderEmail } from './layout.ts';
import { describeUser, quoteName } from './safe-text.ts';

interface InvitationAccepted {
  readonly to: string;
  readonly at: Date;
  readonly workspace: { readonly id: string; readonly displayName: string };
  readonly member: { readonly nickname: string; readonly email: string };
  readonly role: WorkspaceRole;
}

/** For the user who sent the invitation. */
export function invitationAcceptedEmail(
  { to, at, workspace, member, role }: InvitationAccepted,
  settings: Settings,
): Email {
  const workspaceName = quoteName(workspace.displayName);
  const who = describeUser(member);
  const members = `${settings.PORTAL_URL}/workspace/${workspace.id}`;
  return renderEmail(
    {
      to,
      subject: `A new member joined ${workspaceName}`,
      paragraphs: [`${who} accepted your invitation to the workspace ${workspaceName} in ${settings.PRODUCT_NAME}.`],
      facts: { Workspace: workspaceName, Member: who, Role: roleLabels[role], Joined: formatUtcDateTime(at) },
      link: { label: 'See the members', href: members },
      advice: {
        title: 'If you did not invite this person:',
        steps: [{ label: 'Remove the member from the workspace', href: members }, contactSupport(settings)],
      },
      preferences: true,
    },
    settings,
  );
}
