import { canManageMembers, type Member, type Workspace } from '@portal/contract';
import { Card, Table } from '@portal/ui';
import { useMemo, useState } from 'react';
import { useMembers } from '../../api/members.api.ts';
import { useUser } from '../../api/session.api.ts';
import { ErrorAlert, ErrorAlertsById } from '../../components/error-alert.tsx';
import { useIncrementalList } from '../../components/incremental-list.tsx';
import { useListSearch } from '../../components/list-search.tsx';
import { isRefreshable, PendingRefreshNotice } from './instance-refresh.tsx';
import { memberColumns } from './member-columns.tsx';
import { savedListPosition } from './instance-visit-state.tsx';
import { useMemberActions } from './use-member-actions.ts';

// Short enough for one line beside the search box.
const approversHint = 'Approvers can also invite and remove people.';
const refreshHint = 'After a change we briefly open the workspace to apply it.';

const collator = new Intl.Collator();

/** Owners first, then by email. Source: specification section 2, "Workspace details page". */
const compareMembers = (a: Member, b: Member) =>
  Number(b.role === 'OWNER') - Number(a.role === 'OWNER') || collator.compare(a.email, b.email);

const emailOf = ({ email }: Member) => email;

export interface MembersTableProps {
  workspace: Workspace;
  onRemoved: (email: string) => void;
}

export function MembersTable({ workspace, onRemoved }: MembersTableProps) {
  const list = useMembers(workspace.id);
  const { rows, isComplete, error, refetch } = list;
  const isLoading = rows === undefined && error === undefined;
  const { id: currentUserId } = useUser();
  const [savedPosition] = useState(() =>
    savedListPosition({ userId: currentUserId, workspaceId: workspace.id }, 'Members'),
  );
  const members = useMemo(() => rows?.toSorted(compareMembers) ?? [], [rows]);
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
  const actions = useMemberActions(workspace, { search, visibleMembers: visibleRows, onRemoved });
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
        <ErrorAlert error={error} title="The members could not be loaded" onRetry={refetch} />
      </div>
      {(rows ?? isLoading) && (
        <Table
          caption="Members of the workspace"
          columns={memberColumns({ workspace, currentUserId, actions, savedPosition })}
          rows={visibleRows}
          rowKey={({ userId }) => userId}
          loading={isLoading || (isLoadingMore && matches.length === 0)}
          empty={emptyText}
        />
      )}
      {footer}
    </Card>
  );
}
