import { formatUtcDateTime, roleLabels, type WorkspaceRole } from '@portal/contract';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Email } from '../../../integrations/smtp/mailer.ts';
import { contactSupport } from './advice.ts';
import { renderEmail } from './layout.ts';
import { describeUser, quoteName } from './safe-text.ts';

interface RoleChanged {
  readonly to: string;
  readonly at: Date;
  readonly workspace: { readonly id: string; readonly displayName: string };
  readonly actor: { readonly nickname: string; readonly email: string };
  readonly oldRole: WorkspaceRole;
  readonly newRole: WorkspaceRole;
}

export function roleChangedEmail(
  { to, at, workspace, actor, oldRole, newRole }: RoleChanged,
  settings: Settings,
): Email {
  const workspaceName = quoteName(workspace.displayName);
  const by = describeUser(actor);
  return renderEmail(
    {
      to,
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
        steps: [{ label: `Ask ${quoteName(actor.nickname)} why your role changed` }, contactSupport(settings)],
      },
    },
    settings,
  );
}
