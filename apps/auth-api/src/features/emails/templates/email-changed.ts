import { formatUtcDateTime, displayEmail } from '@portal/contract';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Email } from '../../../integrations/smtp/mailer.ts';
import { changePassword, contactSupport, endSessions } from './advice.ts';
import { renderEmail } from './layout.ts';

interface EmailChanged {
  /** The former address. */
  readonly to: string;
  readonly at: Date;
  readonly hasBilling: boolean;
}

/** Does not name the new address: the former mailbox may belong to a company that the user has left. */
export function emailChangedEmail({ to, at, hasBilling }: EmailChanged, settings: Settings): Email {
  const { PRODUCT_NAME: product } = settings;
  return renderEmail(
    {
      to,
      subject: `Your ${product} account has a new email address`,
      paragraphs: [
        `Your login provider reported another email address for your account. We no longer send emails to ${displayEmail(to)}.`,
        ...(hasBilling ? ['Invoices go to the new address once it is verified.'] : []),
      ],
      facts: { Changed: formatUtcDateTime(at) },
      advice: {
        title: 'If you did not change it:',
        steps: [
          { label: 'Restore the email address at the provider that you log in with' },
          changePassword,
          endSessions(settings),
          contactSupport(settings),
        ],
      },
    },
    settings,
  );
}
