import type { Invitation, Workspace } from '@portal/contract';
import { useState } from 'react';
import {
  useCancelInvitationMutation,
  useCreateInvitationLinkMutation,
  useResendInvitationMutation,
} from '../../../api/invitations.api.ts';
import { useMutationsById } from '../../../api/cache/use-mutations-by-id.ts';
import type { MemberRow } from '../shared/member-rows.ts';

/** A new link to an invitation. */
export interface SharedLink {
  readonly email: string;
  readonly url: string;
  readonly expiresAt: string;
}

/** Resends and cancels the invitations of a workspace, and creates links to them. */
export function useInvitationActions({ id: workspaceId }: Workspace) {
  const [resendInvitation] = useResendInvitationMutation();
  const [cancelInvitation] = useCancelInvitationMutation();
  const [createLink, { reset: clearLinkResponse }] = useCreateInvitationLinkMutation();
  const resends = useMutationsById();
  const cancellations = useMutationsById();
  const linkCreations = useMutationsById();
  const [link, setLink] = useState<SharedLink>();
  const paramsOf = ({ userId }: MemberRow) => ({ workspaceId, invitationId: userId });
  return {
    resendErrors: resends.errors,
    cancelErrors: cancellations.errors,
    linkErrors: linkCreations.errors,
    isResending: ({ userId }: MemberRow) => resends.isPending(userId),
    isCancelling: ({ userId }: MemberRow) => cancellations.isPending(userId),
    isCreatingLink: ({ userId }: MemberRow) => linkCreations.isPending(userId),
    /** Calls `onResent` if it succeeded. */
    resend: (row: MemberRow, onResent: (invitation: Invitation) => void) =>
      resends.run(row.userId, async () => {
        const { data, error } = await resendInvitation({ params: paramsOf(row) });
        if (data) onResent(data.invitation);
        return { error };
      }),
    /** Resolves to whether it succeeded. */
    cancel: (row: MemberRow) => cancellations.run(row.userId, () => cancelInvitation({ params: paramsOf(row) })),
    createLink: (row: MemberRow) =>
      linkCreations.run(row.userId, async () => {
        const { data, error } = await createLink({ params: paramsOf(row) });
        if (data) setLink({ ...data, email: row.email });
        return { error };
      }),
    link,
    closeLink: () => {
      setLink(undefined);
      // The response contains the secret, too.
      clearLinkResponse();
    },
  };
}

export type InvitationActions = ReturnType<typeof useInvitationActions>;
