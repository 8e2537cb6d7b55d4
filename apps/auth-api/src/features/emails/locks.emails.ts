import { formatUtcDateTime, type LockKind } from '@portal/contract';
import type { AccountLock } from '../../request/account/account-lock.ts';
import type { Settings } from '../../platform/config/settings.ts';
import type { Email } from '../../integrations/smtp/mailer.ts';
import { contactSupport, type Urgency } from './layout/content.ts';
import { renderEmail } from './layout/render-email.ts';

const lockTexts = {
  quarantine: { state: 'quarantined', cause: 'because of suspicious activity', urgency: 'security' },
  suspension: { state: 'paused', cause: 'pending payment or establishing payment information', urgency: 'attention' },
} as const satisfies Record<LockKind, { readonly urgency: Urgency } & Record<'state' | 'cause', string>>;

/**
 * Notifies a user that their account is locked, why, until when and what they can do. With `isUpdate`, the user knows of the lock, but
 * its reason or end has changed.
 */
export function accountLockedEmail(
  kind: LockKind,
  { endsAt, reason }: AccountLock,
  { isUpdate, to }: { isUpdate: boolean; to: string },
  settings: Settings,
): Email {
  const { state, cause, urgency } = lockTexts[kind];
  const subject = `Your ${settings.PRODUCT_NAME} account is ${isUpdate ? 'still ' : ''}${state}`;
  const sentence = isUpdate
    ? 'We have changed the reason or the end date.'
    : 'You have been logged out everywhere, and your API tokens no longer work.';
  const paragraphs = [
    `Your account is ${isUpdate ? 'still ' : ''}${state} ${cause}.`,
    ...(reason === null ? [] : [`Reason: ${reason}`]),
    ...(endsAt === null ? [] : [`The ${kind} ends automatically on ${formatUtcDateTime(endsAt)}.`]),
  ];
  const content = { to, urgency, subject, sentence };
  if (kind === 'quarantine') return renderEmail({ ...content, paragraphs, link: contactSupport(settings) }, settings);
  const link = { label: 'Log in to pay', href: `${settings.PORTAL_URL}/suspension-notice` };
  const pay = `Log in to pay or to add payment details. If you have questions, contact ${settings.SUPPORT_EMAIL}.`;
  return renderEmail({ ...content, paragraphs: [...paragraphs, pay], link }, settings);
}

/** Notifies a user that a lock has ended; `remaining` is the other lock, if the account still has it. */
export function accountUnlockedEmail(
  kind: LockKind,
  remaining: LockKind | null,
  to: string,
  settings: Settings,
): Email {
  const subject = `Your ${settings.PRODUCT_NAME} account is no longer ${lockTexts[kind].state}`;
  if (remaining) {
    const { state, cause, urgency } = lockTexts[remaining];
    const sentence = `Your account is still ${state} ${cause}.`;
    return renderEmail({ to, urgency, subject, sentence, link: contactSupport(settings) }, settings);
  }
  const sentence = 'You can log in again.';
  const link = { label: 'Log in', href: `${settings.PORTAL_URL}/login` };
  const paragraphs = ['Your earlier API tokens stay revoked, so generate new ones.'];
  return renderEmail({ to, urgency: 'information', subject, sentence, link, paragraphs }, settings);
}
