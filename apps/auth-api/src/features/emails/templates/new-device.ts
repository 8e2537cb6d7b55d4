import { formatUtcDateTime } from '@portal/contract';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Email } from '../../../integrations/smtp/mailer.ts';
import { changePassword, contactSupport, endSessions, revokeUnknownTokens } from './advice.ts';
import { renderEmail } from './layout.ts';
import { toSafeText } from './safe-text.ts';

interface NewDevice {
  readonly to: string;
  readonly at: Date;
  readonly browser: string;
  readonly system: string | null;
  readonly network: string | null;
}

export function newDeviceEmail({ to, at, browser, system, network }: NewDevice, settings: Settings): Email {
  return renderEmail(
    {
      to,
      subject: `New login to your ${settings.PRODUCT_NAME} account`,
      paragraphs: [
        'Someone logged in to your account with a browser that we have not seen before.',
        'If this was you, you don’t need to do anything. A browser also counts as new in a private window, or after you deleted its cookies.',
      ],
      facts: {
        Browser: toSafeText(system === null ? browser : `${browser} on ${system}`),
        ...(network !== null && { 'Network (approximate)': network }),
        'Logged in': formatUtcDateTime(at),
      },
      link: { label: 'Review your sessions', href: `${settings.PORTAL_URL}/profile` },
      advice: {
        title: 'If this wasn’t you:',
        steps: [changePassword, endSessions(settings), revokeUnknownTokens(settings), contactSupport(settings)],
      },
    },
    settings,
  );
}
