import type { LockKind } from '@portal/contract';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Email } from '../../../integrations/smtp/mailer.ts';
import { lockTexts } from './account-locked.ts';
import { renderEmail } from './layout.ts';

/** Notifies a user that a lock has ended; `remaining` is the other lock, if the account still has it. */
export function accountUnlockedEmail(
  kind: LockKind,
  remaining: LockKind | null,
  to: string,
  settings: Settings,
): Email {
  const subject = `Your ${settings.PRODUCT_NAME} account is no longer ${lockTexts[kind].state}`;
  if (remaining) {
    const { state, cause } = lockTexts[remaining];
    return renderEmail({ to, subject, paragraphs: [`Your account is still ${state} ${cause}.`] }, settings);
  }
  const text = 'You can log in again. Your earlier API tokens stay revoked, so generate new ones.';
  const link = { label: 'Log in', href: `${settings.PORTAL_URL}/login` };
  return renderEmail({ to, subject, paragraphs: [text], link }, settings);
}
