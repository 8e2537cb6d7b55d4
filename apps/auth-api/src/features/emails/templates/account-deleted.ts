import type { Settings } from '../../../platform/config/settings.ts';
import type { Email } from '../../../integrations/smtp/mailer.ts';
import { renderEmail } from './layout.ts';

/** The last email to a user. */
export function accountDeletedEmail({ to }: { to: string }, settings: Settings): Email {
  const { PRODUCT_NAME: product, SUPPORT_EMAIL } = settings;
  return renderEmail(
    {
      to,
      subject: `Your ${product} account is deleted`,
      paragraphs: [
        'As you requested, we have deleted your account with your profile, your login, your workspaces and your billing. It cannot be restored, and we no longer store this address: this is our last email to you.',
        'The log of past actions keeps a random ID instead of your name. You can sign up again at any time, as a new user.',
      ],
      footnote: `If you did not request this, contact ${SUPPORT_EMAIL}.`,
    },
    settings,
  );
}
