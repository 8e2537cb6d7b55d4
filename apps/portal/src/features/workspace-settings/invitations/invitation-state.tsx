import type { Invitation } from '@portal/contract';
import { Badge, Timestamp, type Tone } from '@portal/ui';
import { emailLimitEnd, emailLimitReason } from './email-limit-text.ts';
import type { MemberRow } from '../shared/member-rows.ts';

const badges: Readonly<Record<Invitation['status'], { text: string; tone: Tone }>> = {
  pending: { text: 'Invited', tone: 'neutral' },
  expired: { text: 'Expired', tone: 'warning' },
  declined: { text: 'Declined', tone: 'warning' },
};

export function InvitationBadge({ row: { pending, invitation } }: { row: MemberRow }) {
  if (!pending) return null;
  const { text, tone } = badges[invitation?.status ?? 'pending'];
  return <Badge tone={tone}>{text}</Badge>;
}

/** Until when an invitation can be accepted, who sent it, and whether its email failed or was not sent. */
export function InvitationState({ invitation }: { invitation: Invitation }) {
  const { status, inviter, inviterServiceAccount, emailFailed, emailed, emailLimit } = invitation;
  return (
    <p className="text-xs wrap-anywhere text-secondary">
      {emailFailed && status !== 'declined' && (
        <span>
          <span className="font-medium text-warning">The email could not be delivered</span>
          {' · '}
        </span>
      )}
      {emailed === 'limit' && status === 'pending' && (
        <span>
          <span className="font-medium text-warning">
            Not emailed when last sent: {emailLimitReason(emailLimit)}. {emailLimitEnd(emailLimit)} Copy the link.
          </span>
          {' · '}
        </span>
      )}
      <InvitationTime invitation={invitation} />
      {(inviter ?? inviterServiceAccount) && (
        <span>
          {' · by '}
          <bdi translate="no">{inviter?.nickname ?? `${inviterServiceAccount?.name} (service account)`}</bdi>
        </span>
      )}
    </p>
  );
}

function InvitationTime({ invitation: { status, sentAt, expiresAt } }: { invitation: Invitation }) {
  if (status === 'declined') {
    return (
      <span>
        Sent <Timestamp date={sentAt} />
      </span>
    );
  }
  return status === 'expired' ? (
    <span>
      Expired <Timestamp date={expiresAt} />
    </span>
  ) : (
    <span>
      Valid until <Timestamp date={expiresAt} relative="disabled" />
    </span>
  );
}
