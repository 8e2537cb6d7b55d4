import { roleLabels, type Member, type Workspace, displayEmail } from '@portal/contract';
import { ConfirmModal, useRemovalFocus } from '@portal/ui';
import { useState } from 'react';
import { useGetMemberCredentialsQuery } from '../../../api/credentials.api.ts';
import { EndingCredentials, isLoadingCredentials } from '../../../components/ending-credentials.tsx';
import { ServiceAccountHint } from '../shared/service-account-hint.tsx';
import { CancelInvitations } from '../invitations/cancel-invitations.tsx';

export interface RemoveMemberDialogProps {
  workspace: Workspace;
  /** The member to remove; undefined while the dialog is closed. */
  member: Member | undefined;
  onClose: () => void;
  /** `cancelInvitations` is undefined if the member sent none. */
  onConfirm: (member: Member, cancelInvitations: boolean | undefined) => void;
}

/** Asks before a member is removed, with a list of what ends. */
export function RemoveMemberDialog({ workspace, member, onClose, onConfirm }: RemoveMemberDialogProps) {
  // Stays shown while the dialog closes.
  const [shown, setShown] = useState(member);
  const [cancels, setCancels] = useState(true);
  if (member && member !== shown) {
    setShown(member);
    setCancels(true);
  }
  const { rememberRow, fallbackFocus } = useRemovalFocus();
  const params = { workspaceId: workspace.id, userId: shown?.userId ?? '' };
  const credentials = useGetMemberCredentialsQuery({ params }, { skip: !member, refetchOnMountOrArgChange: true });
  const { invitations = [], invitationCount = 0, hasOwnershipOffer = false } = credentials.currentData ?? {};
  return (
    <ConfirmModal
      open={member !== undefined}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      fallbackFocus={fallbackFocus}
      title="Remove this member?"
      confirmLabel="Remove"
      pending={isLoadingCredentials(credentials)}
      onConfirm={() => {
        if (member) {
          rememberRow(member.userId);
          onConfirm(member, invitationCount > 0 ? cancels : undefined);
        }
        onClose();
      }}
    >
      {shown && (
        <div className="grid gap-3">
          <p>
            <strong>{displayEmail(shown.email)}</strong> ({roleLabels[shown.role]}) loses access to{' '}
            <strong>{workspace.displayName}</strong> now, also in their terminals, and needs a new invitation to join
            again.
          </p>
          {hasOwnershipOffer && <p>The offer to make them the owner ends. If they accept it first, they stay.</p>}
          <EndingCredentials
            query={credentials}
            alternative={<ServiceAccountHint workspaceId={workspace.id} isOwner={workspace.role === 'OWNER'} />}
          />
          <CancelInvitations
            invitations={invitations}
            count={invitationCount}
            checked={cancels}
            onChange={setCancels}
          />
        </div>
      )}
    </ConfirmModal>
  );
}
