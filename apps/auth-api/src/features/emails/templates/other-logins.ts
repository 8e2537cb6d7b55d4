import { displayEmail, formatUtcDateTime, loginMethodPhrase } from '@portal/contract';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Email } from '../../../integrations/smtp/mailer.ts';
import { changePassword, contactSupport } from './advice.ts';
import { renderEmail } from './layout.ts';
import { toSafeText } from './safe-text.ts';

interface OtherLogins {
  readonly to: string;
  readonly at: Date;
  /** How the accounts that have workspaces log in. */
  readonly methods: readonly string[];
}

/** To a user who signed up although another account with the same address has workspaces. */
export function otherLoginsEmail({ to, at, methods }: OtherLogins, settings: Settings): Email {
  const logins = toSafeText(methods.map(loginMethodPhrase).join(', '));
  return renderEmail(
    {
      to,
      subject: `You have two ${settings.PRODUCT_NAME} accounts`,
      paragraphs: [
        `A new account with this address (${displayEmail(to)}) was created. You already have an account with this address, and its workspaces are not in the new one.`,
        'Each way to log in has its own account. To open your workspaces, log out and log in as before.',
      ],
      facts: { 'Your earlier account logs in with': logins, 'New account created': formatUtcDateTime(at) },
      link: { label: 'Switch accounts', href: `${settings.PORTAL_URL}/workspaces` },
      advice: { title: 'If you did not sign up:', steps: [changePassword, contactSupport(settings)] },
    },
    settings,
  );
}
