import { objectionHours } from '@portal/contract';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Email } from '../../../integrations/smtp/mailer.ts';
import { renderEmail } from './layout.ts';
import { describeUser, quoteName } from './safe-text.ts';

interface Reassignment {
  readonly workspace: { readonly displayName: string };
  readonly from: { readonly email: string };
  readonly to: { readonly nickname: string; readonly email: string };
  readonly reason: string;
}

/** Notifies the owner that staff want to change the owner, why, and how to object. */
export function ownershipReassignmentEmail(
  { workspace, from, to, reason }: Reassignment,
  objectionUrl: string,
  settings: Settings,
): Email {
  const [nickname, workspaceName] = [quoteName(to.nickname), quoteName(workspace.displayName)];
  return renderEmail(
    {
      to: from.email,
      subject: `The owner of ${workspaceName} will change`,
      paragraphs: [
        `Support will make ${nickname} the owner of ${workspaceName} in ${objectionHours} hours. You then become Approver. Your API tokens keep working, and your billing does not change.`,
        `Reason: ${reason}`,
        'To stay the owner, use this link to object. Then nothing changes.',
      ],
      facts: { Workspace: workspaceName, 'New owner': describeUser(to) },
      link: { label: 'Object', href: objectionUrl },
      footnote: `Do not forward this email. Anyone with the link can object on your behalf. If you have questions, contact ${settings.SUPPORT_EMAIL}.`,
    },
    settings,
  );
}
