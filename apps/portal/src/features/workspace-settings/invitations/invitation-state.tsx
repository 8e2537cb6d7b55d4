import type { Invitation } from '@portal/contract';
import { Badge, Timestamp } from '@portal/ui';
import type { MemberRow } from '../shared/member-rows.ts';
import { emailLimitEnd, emailLimitReason } from './email-limit-text.ts';

/** Until when an invitation can be accepted, or how it ended. Members who do not manage invitations see no more than that it is one. */
export function InvitationStatus({ row: { invitation } }: { row: MemberRow }) {
  if (!invitation) return 'Invited';
  const { status, sentAt, expiresAt } = invitation;
  if (status === 'pending') {
    return (
      <span>
        Expires <Timestamp date={expiresAt} />
      </span>
    );
  }
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <Badge tone="warning">{status === 'expired' ? 'Expired' : 'Declined'}</Badge>{' '}
      <span className="text-xs text-secondary">
        {status === 'declined' && 'sent '}
        <Timestamp date={status === 'expired' ? expiresAt : sentAt} />
      </span>
    </span>
  );
}

/** Who sent an invitation, and whether its email failed or was not sent. */
export function InvitationFacts({ invitation }: { invitation: Invitation }) {
  const { status, inviter, inviterServiceAccount, emailFailed, emailed, emailLimit } = invitation;
  return (
    <div className="text-xs wrap-anywhere text-secondary">
      {(inviter ?? inviterServiceAccount) && (
        <p>
          Invited by <bdi translate="no">{inviter?.nickname ?? `${inviterServiceAccount?.name} (service account)`}</bdi>
        </p>
      )}
      {emailFailed && status !== 'declined' && (
        <p className="font-medium text-warning">The email could not be delivered</p>
      )}
      {emailed === 'limit' && status === 'pending' && (
        <p className="font-medium text-warning">
          Not emailed when last sent: {emailLimitReason(emailLimit)}. {emailLimitEnd(emailLimit)} Copy the link.
        </p>
      )}
    </div>
  );
}
