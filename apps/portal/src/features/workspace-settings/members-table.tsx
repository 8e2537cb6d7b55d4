import { mayManageMembers, type Member, type Workspace } from '@portal/contract';
import { Card, Table } from '@portal/ui';
import { useMemo, useState } from 'react';
import { useMembers } from '../../api/members.api.ts';
import { useUser } from '../../api/session.api.ts';
import { FailureBox } from '../../requests/failure-box.tsx';
import { FailuresById } from '../../requests/failures-by-id.tsx';
import { useIncrementalList } from '../../requests/incremental-list.tsx';
import { useListSearch } from '../../requests/list-search.tsx';
import { useMemberChanges } from './member-changes.ts';
import { memberColumns } from './member-columns.tsx';
import { listLeft } from './place-left.tsx';
import { learnsOfChanges } from './refresh-instance.ts';
import { RefreshWaits } from './refresh-waits.tsx';

// So short that they stay in one line beside the search that a long list has.
const whoMay = 'Approvers invite and remove people, too.';
const opensAfterwards = 'After a change your browser visits the workspace and comes back.';

const alphabet = new Intl.Collator();

/** Owners first, then by e-mail. */
const compareMembers = (one: Member, other: Member) =>
  Number(other.role === 'OWNER') - Number(one.role === 'OWNER') || alphabet.compare(one.email, other.email);

const emailOf = ({ email }: Member) => email;

export interface MembersTableProps {
  workspace: Workspace;
  onRemoved: (email: string) => void;
}

export function MembersTable({ workspace, onRemoved }: MembersTableProps) {
  const list = useMembers(workspace.id);
  const { rows, isWhole, error, refetch } = list;
  const isLoading = rows === undefined && error === undefined;
  const { id: ownId } = useUser();
  const [left] = useState(() => listLeft({ userId: ownId, workspaceId: workspace.id }, 'Members'));
  const members = useMemo(() => rows?.toSorted(compareMembers) ?? [], [rows]);
  const { search, found, box } = useListSearch(members, {
    what: 'members',
    textOf: emailOf,
    isWhole,
    begin: left?.search,
  });
  const { shown, foot, isComing, isCutShort } = useIncrementalList(found, {
    list,
    what: 'the members',
    initialCount: left?.drawn,
    search,
  });
  const changes = useMemberChanges(workspace, { search, shown, onRemoved });
  const ofMember = (say: (email: string) => string) => (id: string) => {
    const member = members.find(({ userId }) => userId === id);
    return member && say(member.email);
  };
  const known = isCutShort ? 'No address of those that could be loaded' : 'No member’s address';
  const emptyText = members.length > 0 ? `${known} has “${search.trim()}” in it.` : 'Nobody is here yet.';
  return (
    <Card
      flush
      title="Members"
      description={
        learnsOfChanges(workspace) && mayManageMembers(workspace.role) ? `${whoMay} ${opensAfterwards}` : whoMay
      }
      actions={
        // As high before it is known how many there are.
        <div className="h-9">{box}</div>
      }
    >
      <div className="grid gap-3 px-5 pb-4 empty:hidden">
        <RefreshWaits of={changes.instance} />
        <FailuresById of={changes.roleFailures} title={ofMember((email) => `The role of ${email} was not changed`)} />
        <FailuresById of={changes.removalFailures} title={ofMember((email) => `${email} was not removed`)} />
        <FailureBox error={error} title="The members could not be loaded" onRetry={refetch} />
      </div>
      {(rows ?? isLoading) && (
        <Table
          caption="Members of the workspace"
          columns={memberColumns({ workspace, ownId, changes, left })}
          rows={shown}
          rowKey={({ userId }) => userId}
          loading={isLoading || (isComing && found.length === 0)}
          empty={emptyText}
        />
      )}
      {foot}
    </Card>
  );
}
