import { displayEmail } from '@portal/contract';
import { Button, IconButton } from '@portal/ui';
import type { InvitationActions } from './use-invitation-actions.ts';
import { isOpenInvitation, type MemberRow } from '../shared/member-rows.ts';

export interface InvitationButtonsProps {
  row: MemberRow;
  actions: InvitationActions;
  onResend: (row: MemberRow) => void;
  /** Asks for confirmation. */
  onCancel: (row: MemberRow) => void;
}

/** What owners and approvers can do with an invitation. */
export function InvitationButtons({ row, actions, onResend, onCancel }: InvitationButtonsProps) {
  const email = displayEmail(row.email);
  const isDeclined = row.invitation?.status === 'declined';
  return (
    <div className="flex items-center justify-end gap-1">
      {isOpenInvitation(row) && (
        <IconButton
          size="sm"
          icon="link"
          label={`Copy a link for ${email}`}
          tooltip="Copy link"
          loading={actions.isCreatingLink(row)}
          onClick={() => void actions.createLink(row)}
        />
      )}
      <Button
        size="sm"
        icon="mail"
        aria-label={isDeclined ? `Invite again: ${email}` : `Resend the invitation to ${email}`}
        loading={actions.isResending(row)}
        loadingText="Sending..."
        onClick={() => onResend(row)}
      >
        {isDeclined ? 'Invite again' : 'Resend'}
      </Button>
      {!isDeclined && (
        <Button
          size="sm"
          aria-label={`Cancel the invitation to ${email}`}
          loading={actions.isCancelling(row)}
          loadingText="Cancelling..."
          onClick={() => onCancel(row)}
        >
          Cancel
        </Button>
      )}
    </div>
  );
}
