import { displayEmail } from '@portal/contract';
import { Button, ConfirmModal, CopyField, Modal, Timestamp, useRemovalFocus } from '@portal/ui';
import { useState } from 'react';
import type { MemberRow } from '../shared/member-rows.ts';
import type { SharedLink } from './use-invitation-actions.ts';

export interface CancelInvitationDialogProps {
  /** The invitation to confirm for, if the user is asked. */
  row: MemberRow | undefined;
  onClose: () => void;
  onConfirm: (row: MemberRow) => void;
}

export function CancelInvitationDialog({ row, onClose, onConfirm }: CancelInvitationDialogProps) {
  // Stays shown while the dialog closes.
  const [shown, setShown] = useState(row);
  if (row && row !== shown) setShown(row);
  const { rememberRow, fallbackFocus } = useRemovalFocus();
  return (
    <ConfirmModal
      open={row !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      fallbackFocus={fallbackFocus}
      title="Cancel this invitation?"
      cancelLabel="Keep invitation"
      confirmLabel="Cancel invitation"
      onConfirm={() => {
        if (row) {
          rememberRow(row.userId);
          onConfirm(row);
        }
        onClose();
      }}
    >
      The links to the invitation for <b translate="no">{shown && displayEmail(shown.email)}</b> stop working. You can
      invite this address again.
    </ConfirmModal>
  );
}

export interface InvitationLinkDialogProps {
  link: SharedLink | undefined;
  onClose: () => void;
}

/** Shows a new link to an invitation, once. */
export function InvitationLinkDialog({ link, onClose }: InvitationLinkDialogProps) {
  return (
    <Modal
      open={link !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      size="lg"
      title="Invitation link"
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <div className="grid gap-4">
        <p>
          Only <b translate="no">{link && displayEmail(link.email)}</b> can accept the invitation, until{' '}
          {link && <Timestamp date={link.expiresAt} relative="disabled" />}
          <span>. Earlier links still work.</span>
        </p>
        <CopyField label="Link" value={link?.url ?? ''} copyLabel="Copy link" copiedLabel="Link copied" />
      </div>
    </Modal>
  );
}
