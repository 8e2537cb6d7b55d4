import { formatUtcDateTime, roleLabels } from '@portal/contract';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Email } from '../../../integrations/smtp/mailer.ts';
import { contactSupport, endSessions } from './advice.ts';
import { renderEmail } from './layout.ts';
import { describeUser, quoteName } from './safe-text.ts';

interface User {
  readonly nickname: string;
  readonly email: string;
}

interface ApproverJoined {
  readonly to: string;
  readonly at: Date;
  readonly workspace: { readonly id: string; readonly displayName: string };
  readonly member: User;
  /** Null if the account was deleted. */
  readonly inviter: User | null;
}

/** For those who answer for a workspace: a new member who can invite and remove people. */
export function approverJoinedEmail({ to, at, workspace, member, inviter }: ApproverJoined, settings: Settings): Email {
  const workspaceName = quoteName(workspace.displayName);
  const who = describeUser(member);
  const members = `${settings.PORTAL_URL}/workspace/${workspace.id}`;
  return renderEmail(
    {
      to,
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
    },
    settings,
  );
}
