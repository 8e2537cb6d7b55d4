import { roleLabels } from '@portal/contract';
import type { Settings } from '../config/settings.ts';
import type { Email } from '../integrations/smtp/mailer.ts';
import { renderEmail } from './layout.ts';
import { describeUser, quoteName } from './safe-text.ts';

interface CreatedWorkspace {
  readonly to: string;
  /** The member of staff. */
  readonly creator: { readonly nickname: string; readonly email: string };
  readonly workspaceName: string;
  /** Whether the recipient has logged in before, so that the workspace is in their list. */
  readonly hasLoggedIn: boolean;
  readonly unsubscribeUrl: string;
}

/** Notifies a user that staff created a workspace, which the user owns without having to accept. */
export function workspaceCreatedEmail(created: CreatedWorkspace, settings: Settings): Email {
  const { to, hasLoggedIn, unsubscribeUrl } = created;
  const workspaceName = quoteName(created.workspaceName);
  const creator = describeUser(created.creator);
  const nextStep = hasLoggedIn
    ? 'You can find it in your workspace list.'
    : `Sign up or log in with this address (${to}) to see it in your workspace list.`;
  const link = hasLoggedIn
    ? { label: 'Open your workspaces', href: `${settings.PORTAL_URL}/workspaces` }
    : { label: 'Sign up', href: `${settings.PORTAL_URL}/signup` };
  return renderEmail(
    {
      to,
      subject: `A workspace in ${settings.PRODUCT_NAME} was set up for you`,
      paragraphs: [`${creator} set up the workspace ${workspaceName} for you in ${settings.PRODUCT_NAME}.`, nextStep],
      facts: { Workspace: workspaceName, 'Your role': roleLabels.OWNER, 'Set up by': creator },
      link,
      footnote: 'You can ignore this email if you did not expect it.',
      unsubscribe: { label: 'Stop invitation emails to this address', href: unsubscribeUrl },
    },
    settings,
  );
}
