import { Button, IconButton, Menu, type MenuItem } from '@portal/ui';
import type { InvitationActions } from './use-invitation-actions.ts';
import { isOpenInvitation, type MemberRow } from './member-rows.ts';

export interface InvitationButtonsProps {
  row: MemberRow;
  actions: InvitationActions;
  /** Asks for confirmation. */
  onCancel: (row: MemberRow) => void;
}

/** What owners and approvers can do with an invitation. */
export function InvitationButtons({ row, actions, onCancel }: InvitationButtonsProps) {
  const { email } = row;
  const isDeclined = row.invitation?.status === 'declined';
  const items: MenuItem[] = [
    ...(isOpenInvitation(row)
      ? [{ label: 'Copy link', icon: 'copy', onSelect: () => void actions.createLink(row) } as const]
      : []),
    { label: 'Cancel invitation', icon: 'x', onSelect: () => onCancel(row) },
  ];
  return (
    <div className="flex justify-end gap-1">
      <Button
        size="sm"
        icon="mail"
        aria-label={isDeclined ? `Invite ${email} again` : `Resend the invitation to ${email}`}
        loading={actions.isResending(row)}
        loadingText="Sending..."
        success={actions.wasResent(row)}
        successText="Sent"
        onClick={() => void actions.resend(row)}
      >
        {isDeclined ? 'Invite again' : 'Resend'}
      </Button>
      {!isDeclined && (
        <Menu
          items={items}
          trigger={
            <IconButton
              size="sm"
              icon="more"
              label={`More actions for ${email}`}
              loading={actions.isCreatingLink(row) || actions.isCancelling(row)}
            />
          }
        />
      )}
    </div>
  );
}
