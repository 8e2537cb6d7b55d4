import { displayEmail, rolesInSentences } from '@portal/contract';
import { ConfirmModal } from '@portal/ui';
import { useState } from 'react';
import { CancelInvitations } from '../invitations/cancel-invitations.tsx';
import { sentInvitations, type MemberRow } from '../shared/member-rows.ts';

export interface DemoteMemberDialogProps {
  /** The member who gets the role Editor; undefined while the dialog is closed. */
  member: MemberRow | undefined;
  /** All rows of the table, with the invitations. */
  rows: readonly MemberRow[];
  onClose: () => void;
  onConfirm: (member: MemberRow, cancelInvitations: boolean) => void;
}

/** Asks what happens to the invitations of a member who may no longer invite. */
export function DemoteMemberDialog({ member, rows, onClose, onConfirm }: DemoteMemberDialogProps) {
  // Stays shown while the dialog closes.
  const [shown, setShown] = useState(member);
  const [cancels, setCancels] = useState(true);
  if (member && member !== shown) {
    setShown(member);
    setCancels(true);
  }
  const invitations = shown ? sentInvitations(rows, shown) : [];
  return (
    <ConfirmModal
      open={member !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Change the role?"
      confirmLabel="Change role"
      onConfirm={() => {
        if (member) onConfirm(member, cancels);
        onClose();
      }}
    >
      <div className="grid gap-3">
        <p>
          <strong>{shown && displayEmail(shown.email)}</strong> becomes {rolesInSentences.EDITOR} and can no longer
          invite people.
        </p>
        <CancelInvitations
          invitations={invitations.slice(0, maxListed)}
          count={invitations.length}
          checked={cancels}
          onChange={setCancels}
        />
      </div>
    </ConfirmModal>
  );
}

const maxListed = 10;
