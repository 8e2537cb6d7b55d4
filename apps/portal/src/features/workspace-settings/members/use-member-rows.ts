import { canManageMembers, type Invitation, type Workspace } from '@portal/contract';
import { useMemo } from 'react';
import { useInvitations } from '../../../api/invitations.api.ts';
import { useMembers } from '../../../api/members.api.ts';
import { toMemberRows, type MemberRow } from '../shared/member-rows.ts';

const noInvitations: readonly Invitation[] = [];

const collator = new Intl.Collator();

/**
 * Owners first, then by email. Source: specification section 2, "Workspace details page". Invitations, which are no members yet,
 * come after the members.
 */
const compareRows = (a: MemberRow, b: MemberRow) =>
  Number(b.role === 'OWNER') - Number(a.role === 'OWNER') ||
  Number(a.pending) - Number(b.pending) ||
  collator.compare(a.email, b.email);

/**
 * The members of a workspace and, for its owner and approvers, the details of its invitations. The rows wait for the first
 * invitations, so that the table does not move.
 */
export function useMemberRows({ id, role }: Pick<Workspace, 'id' | 'role'>) {
  const members = useMembers(id);
  const isManager = canManageMembers(role);
  const { rows: invitations, error, nextPageError, refetch } = useInvitations(id, { skip: !isManager });
  const isReady = !isManager || invitations !== undefined || error !== undefined;
  const rows = useMemo(
    () =>
      members.rows && isReady
        ? toMemberRows(members.rows, invitations ?? noInvitations).toSorted(compareRows)
        : undefined,
    [members.rows, isReady, invitations],
  );
  return {
    ...members,
    rows,
    isComplete: members.isComplete && isReady,
    invitationsError: error ?? nextPageError,
    refetchInvitations: refetch,
  };
}

export type MemberRows = ReturnType<typeof useMemberRows>;
