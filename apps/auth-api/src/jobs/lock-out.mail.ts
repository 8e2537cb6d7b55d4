import type { Mail } from '../providers/mailer.ts';
import type { Settings } from '../settings.ts';
import type { LockOut, LockOutKind } from '../users/lock-outs.ts';
import { letter } from './letter.ts';

const words = {
  quarantine: { state: 'quarantined', because: 'because of suspicious activity' },
  suspension: { state: 'paused', because: 'pending payment or establishing payment information' },
} as const;

/**
 * Says that somebody is locked out, until when, why, and what they can do; of a lock that they know of, that its reason or end
 * is another.
 */
export function lockOutMail(
  kind: LockOutKind,
  { endsAt, reason }: LockOut,
  { isKnown, to }: { isKnown: boolean; to: string },
  settings: Settings,
): Mail {
  const { state, because } = words[kind];
  const account = `Your ${settings.PRODUCT_NAME} account`;
  const subject = `${account} ${isKnown ? 'stays' : 'is'} ${state}`;
  const news = isKnown
    ? 'We have changed why, or until when.'
    : 'You have been logged out everywhere, and your API tokens no longer work.';
  const paragraphs = [
    `${subject} ${because}. ${news}`,
    ...(reason === null ? [] : [`Reason: ${reason}`]),
    ...(endsAt === null ? [] : [`This ends by itself on ${inWords(endsAt)}.`]),
  ];
  const help = `If you have a question, write to ${settings.SUPPORT_EMAIL}.`;
  if (kind === 'quarantine') return letter({ to, subject, paragraphs: [...paragraphs, help] }, settings);
  const link = { label: 'Log in to pay', href: `${settings.PORTAL_URL}/suspension-notice` };
  const pay = `Log in to pay or to add payment details. ${help}`;
  return letter({ to, subject, paragraphs: [...paragraphs, pay], link }, settings);
}

/** Says that a lock is over, and which other one is not. */
export function lockOutOverMail(kind: LockOutKind, other: LockOutKind | null, to: string, settings: Settings): Mail {
  const account = `Your ${settings.PRODUCT_NAME} account`;
  const subject = `${account} is no longer ${words[kind].state}`;
  if (other) {
    const still = `${subject}. It is still ${words[other].state} ${words[other].because}.`;
    return letter({ to, subject, paragraphs: [still] }, settings);
  }
  const over = `${subject}. You can log in again. API tokens from before stay revoked: generate new ones.`;
  const link = { label: 'Log in', href: `${settings.PORTAL_URL}/login` };
  return letter({ to, subject, paragraphs: [over], link }, settings);
}

/** The reader's time zone is not known. */
const inWords = (moment: Date) =>
  `${moment.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`;
