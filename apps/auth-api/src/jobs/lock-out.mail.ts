import { escapeHtml } from '../http/escape-html.ts';
import type { Mail } from '../providers/mailer.ts';
import type { Settings } from '../settings.ts';
import type { LockOut, LockOutKind } from '../users/lock-outs.ts';

const words = {
  quarantine: { state: 'quarantined', because: 'because of suspicious activity' },
  suspension: { state: 'paused', because: 'pending payment or establishing payment information' },
} as const;

interface Link {
  readonly label: string;
  readonly href: string;
}

/** Says that somebody is locked out, until when, why, and what they can do. */
export function lockOutMail(kind: LockOutKind, { endsAt, reason }: LockOut, to: string, settings: Settings): Mail {
  const { state, because } = words[kind];
  const account = `Your ${settings.PRODUCT_NAME} account`;
  const paragraphs = [
    `${account} is ${state} ${because}. You have been logged out everywhere, and your API tokens no longer work.`,
    ...(reason === null ? [] : [`Reason: ${reason}`]),
    ...(endsAt === null ? [] : [`This ends by itself on ${inWords(endsAt)}.`]),
  ];
  const help = `If you have a question, write to ${settings.SUPPORT_EMAIL}.`;
  if (kind === 'quarantine') return mail(to, `${account} is ${state}`, [...paragraphs, help]);
  const link = { label: 'Log in to pay', href: `${settings.PORTAL_URL}/suspension-notice` };
  const pay = `Log in to pay or to add payment details. ${help}`;
  return mail(to, `${account} is ${state}`, [...paragraphs, pay], link);
}

/** Says that a lock is over, and which other one is not. */
export function lockOutOverMail(kind: LockOutKind, other: LockOutKind | null, to: string, settings: Settings): Mail {
  const account = `Your ${settings.PRODUCT_NAME} account`;
  const over = `${account} is no longer ${words[kind].state}`;
  if (other) return mail(to, over, [`${over}. It is still ${words[other].state} ${words[other].because}.`]);
  const link = { label: 'Log in', href: `${settings.PORTAL_URL}/login` };
  return mail(
    to,
    over,
    [`${over}. You can log in again. API tokens from before stay revoked: generate new ones.`],
    link,
  );
}

/** The reader's time zone is not known. */
const inWords = (moment: Date) =>
  `${moment.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`;

function mail(to: string, subject: string, paragraphs: readonly string[], link?: Link): Mail {
  const html = paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('');
  return {
    to,
    subject,
    text: [...paragraphs, ...(link ? [`${link.label}:\n${link.href}`] : [])].join('\n\n').concat('\n'),
    html: link ? `${html}<p><a href="${escapeHtml(link.href)}">${link.label}</a></p>` : html,
  };
}
