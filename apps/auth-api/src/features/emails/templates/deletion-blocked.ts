import type { Settings } from '../../../platform/config/settings.ts';
import type { Email } from '../../../integrations/smtp/mailer.ts';
import { contactSupport } from './advice.ts';
import { renderEmail } from './layout.ts';
import { quoteName } from './safe-text.ts';

interface BlockedDeletion {
  readonly to: string;
  /** The workspaces that the user owns and that have other members. */
  readonly workspaces: readonly { readonly displayName: string }[];
  readonly hasUnpaidInvoices: boolean;
}

/** Notifies a user that the account was not deleted, and why. */
export function deletionBlockedEmail(
  { to, workspaces, hasUnpaidInvoices }: BlockedDeletion,
  settings: Settings,
): Email {
  const { PRODUCT_NAME: product, PORTAL_URL } = settings;
  const names = workspaces.map(({ displayName }) => quoteName(displayName)).join(', ');
  return renderEmail(
    {
      to,
      subject: `Your ${product} account was not deleted`,
      paragraphs: [
        'Your account was due to be deleted today. We cancelled the deletion, and nothing was deleted:',
        ...(names === ''
          ? []
          : [
              `You own workspaces that have other members: ${names}. Hand them over to another member, or delete them.`,
            ]),
        ...(hasUnpaidInvoices ? ['You have an unpaid invoice. Pay it.'] : []),
        'Then you can request the deletion in your profile again.',
      ],
      link: { label: 'Open your profile', href: `${PORTAL_URL}/profile` },
      advice: { title: 'If you did not request the deletion:', steps: [contactSupport(settings)] },
    },
    settings,
  );
}
