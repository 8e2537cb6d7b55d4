import { canManageMembers, type Workspace, displayEmail } from '@portal/contract';
import { useState } from 'react';
import { useUser } from '../../../api/session.api.ts';
import { useListSearch } from '../../../components/list-search.tsx';
import { Approvals } from '../details/approvals.tsx';
import { isRefreshable } from '../details/instance-refresh.tsx';
import { RestoredSection, savedListPosition } from '../details/instance-visit-state.tsx';
import { InviteForm } from '../invitations/invite-form.tsx';
import type { InviteNotice } from '../invitations/invite-notice.tsx';
import type { MemberRow } from '../shared/member-rows.ts';
import { MembersTable } from './members-table.tsx';
import type { ReportChange } from '../shared/report-change.ts';
import { SettingsSection } from '../shared/settings-section.tsx';
import type { MemberRows } from './use-member-rows.ts';

/** What changes in the members mean. */
export const membersHint = (workspace: Workspace) => {
  if (!canManageMembers(workspace.role)) return approversHint;
  return isRefreshable(workspace) && refreshHint;
};

const approversHint = 'The owner and approvers can invite and remove people.';
const refreshHint = 'To apply a change, we briefly open the workspace.';

const noRows: readonly MemberRow[] = [];

const textOf = ({ email, nickname }: MemberRow) => `${displayEmail(email)} ${email} ${nickname}`;

interface MembersProps {
  workspace: Workspace;
  list: MemberRows;
  /** Whether the page has nothing else, and so the same title. */
  isPage?: boolean;
  /** Reports what the user changed. */
  onChanged: ReportChange;
}

/** The members and invitations of a workspace, and what they may do. */
export function Members({ workspace, list, isPage = false, onChanged }: MembersProps) {
  const { rows, isComplete, error } = list;
  const canManage = canManageMembers(workspace.role);
  const { id: userId } = useUser();
  const [savedPosition] = useState(() => savedListPosition({ userId, workspaceId: workspace.id }, 'Members'));
  const { search, matches, searchBox } = useListSearch(rows ?? noRows, {
    listName: 'members',
    textOf,
    isComplete,
    initialSearch: savedPosition?.search,
  });
  const [notice, setNotice] = useState<InviteNotice>();
  // The notice of an invitation disappears when the member is removed.
  const clearNoticeOf = (email: string) => setNotice((current) => (current?.email === email ? undefined : current));
  return (
    <SettingsSection
      id="members"
      title="Members"
      hideTitle={isPage}
      description={membersHint(workspace)}
      actions={
        // The height of the search box, which appears when the members are loaded.
        <div className="ml-auto h-9 empty:hidden">{searchBox}</div>
      }
    >
      {/* Above the table, because a long table would hide it. */}
      {canManage && (
        <InviteForm
          {...{ workspace, notice }}
          isMainAction={isPage}
          members={rows}
          onRefetch={list.refetchInvitations}
          onNotice={setNotice}
        />
      )}
      <RestoredSection workspaceId={workspace.id} name="Members">
        <MembersTable {...{ workspace, list, search, matches, savedPosition, onChanged }} onRemoved={clearNoticeOf} />
      </RestoredSection>
      {/* Not shown before the table above has its height, so that it does not move. */}
      {(rows ?? error) && <Approvals workspace={workspace} onChanged={onChanged} />}
    </SettingsSection>
  );
}
