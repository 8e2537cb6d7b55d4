import { displayEmail } from '@portal/contract';
import { RowMenu } from '@portal/ui';
import { isOpenInvitation, type MemberRow } from '../shared/member-rows.ts';
import type { InvitationActions } from './use-invitation-actions.ts';

export interface InvitationMenuProps {
  row: MemberRow;
  actions: InvitationActions;
  onResend: (row: MemberRow) => void;
  /** Asks for confirmation. */
  onCancel: (row: MemberRow) => void;
}

/** What owners and approvers can do with an invitation. */
export function InvitationMenu({ row, actions, onResend, onCancel }: InvitationMenuProps) {
  const isDeclined = row.invitation?.status === 'declined';
  return (
    <RowMenu
      subject={displayEmail(row.email)}
      loading={actions.isResending(row) || actions.isCancelling(row) || actions.isCreatingLink(row)}
      items={[
        { label: isDeclined ? 'Invite again' : 'Resend', icon: 'mail', onSelect: () => onResend(row) },
        isOpenInvitation(row) && { label: 'Copy link', icon: 'link', onSelect: () => void actions.createLink(row) },
        !isDeclined && { label: 'Cancel invitation', icon: 'x', destructive: true, onSelect: () => onCancel(row) },
      ]}
    />
  );
}
