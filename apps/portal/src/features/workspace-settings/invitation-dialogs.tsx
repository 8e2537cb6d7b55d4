import { Button, ConfirmModal, CopyField, Modal, Timestamp } from '@portal/ui';
import type { InvitationActions, SharedLink } from './use-invitation-actions.ts';
import type { MemberRow } from './member-rows.ts';

export interface CancelInvitationDialogProps {
  /** The invitation to confirm for, if the user is asked. */
  row: MemberRow | undefined;
  actions: InvitationActions;
  onClose: () => void;
  onCancelled: (row: MemberRow) => void;
}

export function CancelInvitationDialog({ row, actions, onClose, onCancelled }: CancelInvitationDialogProps) {
  const confirm = async () => {
    if (!row) return;
    if (await actions.cancel(row)) onCancelled(row);
    onClose();
  };
  return (
    <ConfirmModal
      open={row !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Cancel this invitation?"
      cancelLabel="Keep invitation"
      confirmLabel="Cancel invitation"
      loading={row !== undefined && actions.isCancelling(row)}
      loadingText="Cancelling..."
      onConfirm={() => void confirm()}
    >
      The links that were sent to <b>{row?.email}</b> stop working. You can invite this address again.
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
          Only <b>{link?.email}</b> can accept the invitation, until{' '}
          {link && <Timestamp date={link.expiresAt} relative="disabled" />}. The link in the email still works.
        </p>
        <CopyField label="Link" value={link?.url ?? ''} copyLabel="Copy link" copiedLabel="Link copied" />
      </div>
    </Modal>
  );
}
