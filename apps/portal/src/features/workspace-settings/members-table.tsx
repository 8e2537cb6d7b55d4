import { canManageMembers, type Workspace } from '@portal/contract';
import { Card, Table } from '@portal/ui';
import { useState } from 'react';
import { useUser } from '../../api/session.api.ts';
import { ErrorAlert, ErrorAlertsById } from '../../components/error-alert.tsx';
import { useIncrementalList } from '../../components/incremental-list.tsx';
import { useListSearch } from '../../components/list-search.tsx';
import { isRefreshable, PendingRefreshNotice } from './instance-refresh.tsx';
import { CancelInvitationDialog, InvitationLinkDialog } from './invitation-dialogs.tsx';
import { memberColumns } from './member-columns.tsx';
import type { MemberRow } from './member-rows.ts';
import { savedListPosition } from './instance-visit-state.tsx';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';
import { useInvitationActions } from './use-invitation-actions.ts';
import { useMemberActions } from './use-member-actions.ts';
import type { MemberRows } from './use-member-rows.ts';

// Short enough for one line beside the search box.
const approversHint = 'Approvers can also invite and remove people.';
const refreshHint = 'After a change we briefly open the workspace to apply it.';

const noRows: readonly MemberRow[] = [];

const emailOf = ({ email }: MemberRow) => email;

export interface MembersTableProps {
  workspace: Workspace;
  list: MemberRows;
  /** Called when a member was removed or an invitation was cancelled. */
  onRemoved: (email: string) => void;
}

export function MembersTable({ workspace, list, onRemoved }: MembersTableProps) {
  const { rows, isComplete, error, refetch, invitationsError, refetchInvitations } = list;
  const members = rows ?? noRows;
  const isLoading = rows === undefined && error === undefined;
  const { id: currentUserId } = useUser();
  const [savedPosition] = useState(() =>
    savedListPosition({ userId: currentUserId, workspaceId: workspace.id }, 'Members'),
  );
  const { search, matches, searchBox } = useListSearch(members, {
    listName: 'members',
    textOf: emailOf,
    isComplete,
    initialSearch: savedPosition?.search,
  });
  const { visibleRows, footer, isLoadingMore, isIncomplete } = useIncrementalList(matches, {
    list,
    listName: 'the members',
    initialCount: savedPosition?.rowCount,
    search,
  });
  const [removing, setRemoving] = useState<MemberRow>();
  const actions = useMemberActions(workspace, { search, visibleMembers: visibleRows, onRemoved });
  const invitationActions = useInvitationActions(workspace);
  const [cancelling, setCancelling] = useState<MemberRow>();
  const titleForMember = (toTitle: (email: string) => string) => (id: string) => {
    const member = members.find(({ userId }) => userId === id);
    return member && toTitle(member.email);
  };
  const noMatches = isIncomplete ? 'No matches in the members loaded so far' : `No members match “${search.trim()}”`;
  const emptyText = members.length > 0 ? noMatches : 'No members yet';
  return (
    <Card
      flush
      title="Members"
      description={
        isRefreshable(workspace) && canManageMembers(workspace.role) ? `${approversHint} ${refreshHint}` : approversHint
      }
      actions={
        // The height of the search box, which appears when the members are loaded.
        <div className="h-9">{searchBox}</div>
      }
    >
      <div className="grid gap-3 px-5 pb-4 empty:hidden">
        <PendingRefreshNotice refresh={actions.instanceRefresh} />
        <ErrorAlertsById
          errors={actions.roleErrors}
          title={titleForMember((email) => `The role of ${email} was not changed`)}
        />
        <ErrorAlertsById errors={actions.removalErrors} title={titleForMember((email) => `${email} was not removed`)} />
        <ErrorAlertsById
          errors={invitationActions.resendErrors}
          title={titleForMember((email) => `The invitation to ${email} was not sent again`)}
        />
        <ErrorAlertsById
          errors={invitationActions.cancelErrors}
          title={titleForMember((email) => `The invitation to ${email} was not cancelled`)}
        />
        <ErrorAlertsById
          errors={invitationActions.linkErrors}
          title={titleForMember((email) => `The link for ${email} was not created`)}
        />
        <ErrorAlert error={error} title="The members could not be loaded" onRetry={refetch} />
        <ErrorAlert error={invitationsError} title="The invitations could not be loaded" onRetry={refetchInvitations} />
      </div>
      {(rows ?? isLoading) && (
        <Table
          caption="Members of the workspace"
          columns={memberColumns({
            workspace,
            currentUserId,
            actions,
            invitationActions: { actions: invitationActions, onCancel: setCancelling },
            onRemove: setRemoving,
            savedPosition,
          })}
          rows={visibleRows}
          rowKey={({ userId }) => userId}
          loading={isLoading || (isLoadingMore && matches.length === 0)}
          empty={emptyText}
        />
      )}
      {footer}
      <CancelInvitationDialog
        row={cancelling}
        actions={invitationActions}
        onClose={() => setCancelling(undefined)}
        onCancelled={({ email }) => onRemoved(email)}
      />
      <InvitationLinkDialog link={invitationActions.link} onClose={invitationActions.closeLink} />
      <RemoveMemberDialog
        workspace={workspace}
        member={removing}
        onClose={() => setRemoving(undefined)}
        onConfirm={(member) => void actions.remove(member)}
      />
    </Card>
  );
}
