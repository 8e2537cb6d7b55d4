import { canManageMembers, type Invitation, type Workspace, type WorkspaceRole, displayEmail } from '@portal/contract';
import { Card, Table } from '@portal/ui';
import { useMemo, useState } from 'react';
import { useUser } from '../../../api/session.api.ts';
import { ErrorAlert, ErrorAlertsById } from '../../../components/error-alert.tsx';
import { useIncrementalList } from '../../../components/incremental-list.tsx';
import { NewLoginAlertsById } from '../../../components/new-login-alert.tsx';
import { useLinkedRow, useLinkedRowFocus } from '../../../components/use-linked-row.ts';
import { definePendingAction } from '../../../session/pending-action.ts';
import { DemoteMemberDialog } from './demote-member-dialog.tsx';
import { PendingRefreshNotice } from '../details/instance-refresh.tsx';
import { emailLimitReason } from '../invitations/email-limit-text.ts';
import { CancelInvitationDialog, InvitationLinkDialog } from '../invitations/invitation-dialogs.tsx';
import { invitationColumns } from '../invitations/invitation-columns.tsx';
import { memberColumns } from './member-columns.tsx';
import { sentInvitations, type MemberRow } from '../shared/member-rows.ts';
import type { ListPosition } from '../details/instance-visit-state.tsx';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';
import type { ReportChange } from '../shared/report-change.ts';
import { useInvitationActions } from '../invitations/use-invitation-actions.ts';
import { useMemberActions } from './use-member-actions.ts';
import type { MemberRows } from './use-member-rows.ts';

const noRows: readonly MemberRow[] = [];

/** What requires a new login for a row. It happens when the user returns. */
interface RowAction {
  readonly kind: 'promote' | 'resend';
  readonly userId: string;
}

const rowAction = definePendingAction<RowAction>('memberRow');

/** The API does not say whether the recipient stopped invitation emails. */
const resentMessage = ({ email, emailed, emailLimit }: Invitation) =>
  emailed === 'limit'
    ? `We can’t email ${displayEmail(email)} now, because ${emailLimitReason(emailLimit)}. Copy the link instead`
    : `We’ll email the invitation to ${displayEmail(email)} again, unless they stopped invitation emails`;

export interface MembersTableProps {
  workspace: Workspace;
  list: MemberRows;
  search: string;
  /** The rows that the search matches. */
  matches: readonly MemberRow[];
  /** The position of the user before the browser visited the instance. */
  savedPosition: ListPosition | undefined;
  /** Called when a member was removed or an invitation was cancelled. */
  onRemoved: (email: string) => void;
  /** Reports what the user changed. */
  onChanged: ReportChange;
}

export function MembersTable(props: MembersTableProps) {
  const { workspace, list, search, matches, savedPosition, onRemoved, onChanged } = props;
  const { rows, error, refetch, invitationsError, refetchInvitations } = list;
  const members = rows ?? noRows;
  const isLoading = rows === undefined && error === undefined;
  const { id: currentUserId } = useUser();
  const linkedId = useLinkedRow('member');
  const linkedRow = members.find((member) => member.userId === linkedId);
  const memberMatches = useMemo(() => matches.filter(({ pending }) => !pending), [matches]);
  const invitationMatches = useMemo(() => matches.filter(({ pending }) => pending), [matches]);
  const { visibleRows, hasMore, footer, isLoadingMore, isIncomplete } = useIncrementalList(memberMatches, {
    list,
    listName: 'the members',
    initialCount: savedPosition?.rowCount,
    search,
    linkedRow,
  });
  const invitations = useIncrementalList(invitationMatches, {
    // The table of the members shows the state of the list, which both have in common.
    list: { ...list, isComplete: true, nextPageError: undefined },
    listName: 'the invitations',
    search,
    linkedRow,
  });
  // The members above may still get rows, which would move the invitations.
  const showsInvitations = invitationMatches.length > 0 && (hasMore || !isLoadingMore);
  useLinkedRowFocus(
    linkedId,
    [...visibleRows, ...(showsInvitations ? invitations.visibleRows : [])].some((member) => member === linkedRow),
  );
  const [removing, setRemoving] = useState<MemberRow>();
  const actions = useMemberActions(workspace, {
    search,
    visibleMembers: visibleRows,
    onRemoved,
    onChanged,
  });
  const [demoting, setDemoting] = useState<MemberRow>();
  const changeRole = (member: MemberRow, role: WorkspaceRole) => {
    if (!canManageMembers(role) && sentInvitations(members, member).length > 0) setDemoting(member);
    else void actions.setRole(member, role);
  };
  const invitationActions = useInvitationActions(workspace);
  const [cancelling, setCancelling] = useState<MemberRow>();
  const resendInvitation = (row: MemberRow) => {
    onChanged(undefined);
    return invitationActions.resend(row, (invitation) =>
      onChanged(resentMessage(invitation), { isWarning: invitation.emailed === 'limit' }),
    );
  };
  const reauthenticate = rowAction.useReauthenticate();
  rowAction.useResume(({ kind, userId }) => {
    const row = rows?.find((each) => each.userId === userId);
    if (!row) return false;
    if (kind === 'promote') void actions.setRole(row, 'APPROVER');
    else void resendInvitation(row);
    return true;
  });
  const cancelInvitation = async (row: MemberRow) => {
    onChanged(undefined);
    if (!(await invitationActions.cancel(row))) return;
    onRemoved(row.email);
    onChanged(`The invitation to ${displayEmail(row.email)} was cancelled`);
  };
  const titleForMember = (toTitle: (email: string) => string) => (id: string) => {
    const member = members.find(({ userId }) => userId === id);
    return member && toTitle(displayEmail(member.email));
  };
  const noMatches = isIncomplete ? 'No matches in the members loaded so far' : `No members match “${search.trim()}”`;
  const emptyText = members.length > 0 ? noMatches : 'No members yet';
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <Card flush>
        <div className="grid gap-3 p-4 empty:hidden">
          <PendingRefreshNotice refresh={actions.instanceRefresh} />
          <NewLoginAlertsById
            errors={actions.roleErrors}
            title={titleForMember((email) => `The role of ${email} was not changed`)}
            message="Making someone an Approver requires a recent login. Log in again to change the role."
            onLogIn={(userId) => reauthenticate({ kind: 'promote', userId })}
          />
          <ErrorAlertsById
            errors={actions.removalErrors}
            title={titleForMember((email) => `${email} was not removed`)}
          />
          <ErrorAlert error={error} title="The members could not be loaded" onRetry={refetch} />
          <ErrorAlert
            error={invitationsError}
            title="The invitations could not be loaded"
            onRetry={refetchInvitations}
          />
        </div>
        {(rows ?? isLoading) && (
          <Table
            caption="Members of the workspace"
            columns={memberColumns({
              workspace,
              currentUserId,
              actions,
              onRoleChange: changeRole,
              onRemove: setRemoving,
              savedPosition,
            })}
            rows={visibleRows}
            rowKey={({ userId }) => userId}
            linkedRow={linkedId}
            loading={isLoading || (isLoadingMore && memberMatches.length === 0)}
            empty={emptyText}
          />
        )}
        {footer}
      </Card>
      {showsInvitations && (
        <Card flush title="Invitations" headingLevel={3}>
          <div className="grid gap-3 px-5 pb-4 empty:hidden">
            <NewLoginAlertsById
              errors={invitationActions.resendErrors}
              title={titleForMember((email) => `The invitation to ${email} was not sent again`)}
              message="Inviting an Approver requires a recent login. Log in again to resend the invitation."
              onLogIn={(userId) => reauthenticate({ kind: 'resend', userId })}
            />
            <ErrorAlertsById
              errors={invitationActions.cancelErrors}
              title={titleForMember((email) => `The invitation to ${email} was not cancelled`)}
            />
            <ErrorAlertsById
              errors={invitationActions.linkErrors}
              title={titleForMember((email) => `The link for ${email} was not created`)}
            />
          </div>
          <Table
            caption="Invitations to the workspace"
            columns={invitationColumns({
              workspace,
              menu: {
                actions: invitationActions,
                onResend: (row) => void resendInvitation(row),
                onCancel: setCancelling,
              },
              isChangingRole: actions.isChangingRole,
              onRoleChange: changeRole,
            })}
            rows={invitations.visibleRows}
            rowKey={({ userId }) => userId}
            linkedRow={linkedId}
          />
          {invitations.footer}
        </Card>
      )}
      <CancelInvitationDialog
        row={cancelling}
        onClose={() => setCancelling(undefined)}
        onConfirm={(row) => void cancelInvitation(row)}
      />
      <InvitationLinkDialog link={invitationActions.link} onClose={invitationActions.closeLink} />
      <RemoveMemberDialog
        workspace={workspace}
        member={removing}
        onClose={() => setRemoving(undefined)}
        onConfirm={(member, cancelInvitations) => void actions.remove(member, cancelInvitations)}
      />
      <DemoteMemberDialog
        member={demoting}
        rows={members}
        onClose={() => setDemoting(undefined)}
        onConfirm={(member, cancelInvitations) => void actions.setRole(member, 'EDITOR', cancelInvitations)}
      />
    </div>
  );
}
