import { displayEmail, roleLabels, type EmailLimit } from '@portal/contract';
import { Icon } from '@portal/ui';
import { useEffect, useEffectEvent } from 'react';
import { usePolling } from '../../../lib/use-polling.ts';
import type { MemberRow } from '../shared/member-rows.ts';
import { emailLimitEnd, emailLimitReason } from './email-limit-text.ts';

/** Source: specification section 9, "Invite confirmation display". */
const noticeDurationMs = 20_000;

const invitedMessage = (email: string) =>
  `we have notified ${displayEmail(email)} that you invited them to collaborate on this workspace. They will be able to see this workspace in their workspace list.`;

/** The last invitation, which the page confirms. */
export interface InviteNotice {
  readonly email: string;
  /** The invitation as it was before, if it was pending. */
  readonly pending: MemberRow | undefined;
  /** When the invitation of the address was sent before. The list has the new one when this changes. */
  readonly previouslySentAt: string | undefined;
  readonly isLimited: boolean;
}

/** The API does not say whether the recipient stopped invitation emails. */
const stillPendingMessage = ({ email, role }: MemberRow) =>
  `The invitation to ${displayEmail(email)} as ${roleLabels[role]} is still pending. We’ll email it again, unless they stopped invitation emails.`;

const queuedMessage = (email: string) => `You invited ${displayEmail(email)}. The email is on its way.`;

const notEmailedMessage = (email: string, limit: EmailLimit | undefined) =>
  [
    `You invited ${displayEmail(email)}. We can’t email them now, because ${emailLimitReason(limit)}.`,
    emailLimitEnd(limit),
    'Copy the link in the list below and share it.',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');

const failedMessage = (email: string) =>
  `The email to ${displayEmail(email)} could not be delivered: its mail server rejected the address. Check the address, or copy the link in the list below and share it.`;

/** What the API knows of the email of an invitation. */
interface NoticeState {
  readonly kind: 'queued' | 'sent' | 'limited' | 'failed';
  readonly message: string;
}

function stateOf(notice: InviteNotice, members: readonly MemberRow[] | undefined): NoticeState {
  const { email, pending, previouslySentAt, isLimited } = notice;
  const invitation = members?.find((member) => member.email === email)?.invitation;
  const current = invitation?.sentAt === previouslySentAt ? undefined : invitation;
  if (isLimited) return { kind: 'limited', message: notEmailedMessage(email, current?.emailLimit) };
  if (current?.emailFailed) return { kind: 'failed', message: failedMessage(email) };
  const kind = current?.emailSent ? 'sent' : 'queued';
  if (pending) return { kind, message: stillPendingMessage(pending) };
  return { kind, message: kind === 'sent' ? invitedMessage(email) : queuedMessage(email) };
}

const looks = {
  queued: { className: 'text-secondary', icon: 'mail', iconClassName: '' },
  sent: { className: 'text-success', icon: 'check-circle', iconClassName: 'text-success-icon' },
  limited: { className: 'text-warning', icon: 'alert-triangle', iconClassName: 'text-warning-icon' },
  failed: { className: 'text-warning', icon: 'alert-triangle', iconClassName: 'text-warning-icon' },
} as const;

export interface InviteNoticeMessageProps {
  notice: InviteNotice;
  /** The members, when they are loaded. */
  members: readonly MemberRow[] | undefined;
  /** Loads the invitations again. */
  onRefetch: () => void;
  onEnd: () => void;
}

/** What became of the email of the last invitation, for 20 seconds. */
export function InviteNoticeMessage({ notice, members, onRefetch, onEnd }: InviteNoticeMessageProps) {
  const { kind, message } = stateOf(notice, members);
  usePolling(kind === 'queued', { refetch: onRefetch });
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    const timer = setTimeout(() => end(), noticeDurationMs);
    return () => clearTimeout(timer);
    // A new sentence is shown as long as the first.
  }, [notice, kind]);
  return (
    <p role="status" className={`flex gap-2 wrap-anywhere ${looks[kind].className}`}>
      <Icon name={looks[kind].icon} className={`mt-0.5 flex-none ${looks[kind].iconClassName}`} />
      <span className="min-w-0">{message}</span>
    </p>
  );
}
